import { closeSync, openSync, readSync } from 'node:fs';

/** Bytes of a file that is read as a whole. */
export const mostInMemory = 1_000_000;

/** The bytes of a file, some at a time. */
export function* piecesOf(file: string): Iterable<Uint8Array> {
  const handle = openSync(file, 'r');
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(mostInMemory);
      const size = readSync(handle, buffer);
      if (size === 0) return;
      yield buffer.subarray(0, size);
    }
  } finally {
    closeSync(handle);
  }
}
