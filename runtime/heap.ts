import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the heap of a server small. By itself the space for new objects grows to 134 MB, and the rest to
 * several times of what is in use: most of what an answer needs is gone with it, and would stay until then.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=20');
}
