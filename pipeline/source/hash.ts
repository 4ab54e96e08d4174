import { hash as digest } from 'node:crypto';

/** sha-256 hex of a page as written, whatever its line endings and its way to write accents. */
export function sourceHash(text: string): string {
  return digest('sha256', normalize(text), 'hex');
}

/** LF line endings, no byte-order mark, NFC. */
function normalize(text: string): string {
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text;
  const lines = bare.includes('\r') ? bare.replace(/\r\n?/g, '\n') : bare;
  return composable.test(lines) ? lines.normalize('NFC') : lines;
}

/** Texts without any such character, as most are, are in NFC. */
const composable = /[^\0-\xff]/;

/** sha-256 hex of a file's bytes. */
export function bytesHash(bytes: Uint8Array): string {
  return digest('sha256', bytes, 'hex');
}
