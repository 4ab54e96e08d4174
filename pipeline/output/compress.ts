import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isText } from './types.ts';

/** Encodings of answers and of static files. */
export type Encoding = 'br' | 'gzip';

/** Whether compressing a file makes it smaller by more than an answer's headers. */
export function isCompressible(type: string, bytes: number): boolean {
  return bytes >= 1024 && isText(type);
}

/** Compresses bytes outside of this thread. */
export function compressed(encoding: Encoding, bytes: Uint8Array): Promise<Uint8Array> {
  return encoding === 'gzip'
    ? promisify(gzip)(bytes, { level: 6 })
    : promisify(brotliCompress)(bytes, { params: brotli(bytes.length) });
}

/** Moderate quality, and a window no larger than the text: an encoder's memory costs more than its work. */
function brotli(size: number): Record<number, number> {
  const window = Math.min(22, Math.max(16, Math.ceil(Math.log2(size))));
  return {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_LGWIN]: window,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  };
}
