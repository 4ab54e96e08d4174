import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ManifestFile } from '../../schema/build.ts';
import { fastLevel, large } from './encode.ts';
import { endings } from './layout.ts';
import type { Content, FileParts } from './output-file.ts';

/** Whether a content comes in parts. */
export function isParts(content: Content): content is FileParts {
  return typeof content === 'object' && 'parts' in content;
}

/** The whole content, if it is not large; otherwise its parts again. */
export function wholeIfSmall({ parts, ...more }: FileParts): Uint8Array | FileParts {
  const first: Uint8Array[] = [];
  let size = 0;
  const rest = parts[Symbol.iterator]();
  for (let next = rest.next(); !next.done; next = rest.next()) {
    first.push(next.value);
    size += next.value.length;
    if (size > large) return { ...more, parts: both(first, rest) };
  }
  return Buffer.concat(first);
}

function* both(first: Uint8Array[], rest: Iterator<Uint8Array>): Iterable<Uint8Array> {
  yield* first.splice(0);
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

/** Bytes that are written at once. */
const together = 1_000_000;

/** Writes a large content and its compressed form. */
export async function writeLarge(
  file: string,
  parts: Iterable<Uint8Array>,
): Promise<Pick<ManifestFile, 'hash' | 'bytes' | 'encodings'>> {
  const written = writeParts(file, parts);
  return { ...written, encodings: (await compress(file)) ? ['gzip'] : [] };
}

function writeParts(file: string, parts: Iterable<Uint8Array>): { hash: string; bytes: number } {
  const digest = createHash('sha256');
  const handle = openSync(file, 'w');
  let bytes = 0;
  let waiting: Uint8Array[] = [];
  let size = 0;
  const flush = (): void => {
    const block = Buffer.concat(waiting);
    digest.update(block);
    for (let at = 0; at < block.length; ) at += writeSync(handle, block, at);
    bytes += block.length;
    waiting = [];
    size = 0;
  };
  try {
    for (const part of parts) {
      waiting.push(part);
      size += part.length;
      if (size >= together) flush();
    }
    flush();
  } finally {
    closeSync(handle);
  }
  return { hash: digest.digest('hex'), bytes };
}

/** Answers false if the compressed form is no smaller. */
async function compress(file: string): Promise<boolean> {
  const compressed = file + endings.gzip;
  await pipeline(
    createReadStream(file, { highWaterMark: together }),
    createGzip({ level: fastLevel }),
    createWriteStream(compressed),
  );
  const isSmaller = statSync(compressed).size < statSync(file).size;
  if (!isSmaller) rmSync(compressed);
  return isSmaller;
}
