import { hash as digest } from 'node:crypto';
import { isText, typeOf } from './types.ts';

/** A part of a file. */
export interface Block {
  /** sha-256 hex. */
  readonly sha256: string;
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Bytes of a file that is one block, and of the parts of larger ones. */
const small = 64 * 1024;
const least = 4 * 1024;
const largest = 64 * 1024;
/** One position in 16,384 ends a block. */
const mask = 0xfffc0000;
const fixed = 1024 * 1024;

/**
 * The blocks of a file. A large text is cut where its own bytes say so, so that an edit changes the block
 * it is in and hardly any other, wherever the rest has moved to. Pages are not: an edit changes one of them, and a new
 * layout all, where finding what of each is the same takes longer than sending it. Client and server must cut alike: a
 * change here makes the first deploy after it send large files as a whole.
 */
export async function* blocksOf(
  { path, size }: { readonly path: string; readonly size: number },
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Block> {
  const isCut = isCutByContent(path) && size > small;
  const most = isCut ? largest : fixed;
  let start = 0;
  let rest: Uint8Array = new Uint8Array();
  for await (const part of content) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part]);
    let from = 0;
    // Never the end of the file, which may be yet to come.
    while (rest.length - from > most) {
      const end = isCut ? endOf(rest, from) : from + most;
      yield blockOf(rest.subarray(from, end), start + from);
      from = end;
    }
    start += from;
    rest = rest.subarray(from);
  }
  for (let from = 0; from < rest.length; ) {
    const end = isCut ? endOf(rest, from) : rest.length;
    yield blockOf(rest.subarray(from, end), start + from);
    from = end;
  }
}

/** Whether a file of that size is cut at all. */
export function isOneBlock(path: string, size: number): boolean {
  return size <= (isCutByContent(path) ? small : fixed);
}

function isCutByContent(path: string): boolean {
  return isText(typeOf(path)) && !path.endsWith('.html');
}

function blockOf(bytes: Uint8Array, start: number): Block {
  return { sha256: digest('sha256', bytes, 'hex'), start, bytes };
}

/** Where a block ends: after the first bytes whose sum, over the last 32 of them, fits the mask. */
function endOf(bytes: Uint8Array, from: number): number {
  const most = Math.min(bytes.length, from + largest);
  let sum = 0;
  for (let at = from + least; at < most; at++) {
    sum = ((sum << 1) + (gear[bytes[at] as number] as number)) | 0;
    if ((sum & mask) === 0) return at + 1;
  }
  return most;
}

/** A number for each byte; any will do, as long as they are always the same. */
const gear: Int32Array = Int32Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(digest('sha256', `docent block ${byte}`, 'hex'), 'hex').readInt32BE(0),
);
