import { setFlagsFromString } from 'node:v8';

/**
 * By itself the space for new objects grows to 134 MB, and the rest to several times of what is in use: most
 * of what an answer needs is gone with it, and would stay until then.
 */
export const heapFlags = ['--semi-space-growth-factor=1', '--heap-growing-percent=20'] as const;

/** Keeps the heap of a server small. */
export function keepHeapSmall(): void {
  for (const flag of heapFlags) setFlagsFromString(flag);
}
