import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { findLine, linesNow } from './lines.ts';

/**
 * A piece of a content in a pack: where it is, the bytes it takes there, and the bytes that it has. It is compressed
 * (zstd) if these differ.
 */
export type Part = readonly [at: number, size: number, bytes: number];

/** A line of a pack's index: the parts of a content in order. */
export interface PackedContent {
  /** sha-256 hex. */
  readonly hash: string;
  readonly parts: readonly Part[];
}

/** A content of a deployment, in one of its packs. */
export interface Content {
  readonly pack: string;
  readonly parts: readonly Part[];
}

/** Bytes of the parts that a large content is cut into. */
export const partBytes = 1_000_000;

/** Names of the packs in a folder of contents, the oldest first. */
export function packsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => (name.endsWith('.pack') ? [name.slice(0, -'.pack'.length)] : []))
    .sort();
}

/** The files of a pack: contents one after the other, and their index. */
export function packFiles(folder: string, name: string) {
  return { pack: join(folder, `${name}.pack`), index: join(folder, `${name}.jsonl`) } as const;
}

/** Bytes of a folder of contents. */
export function contentsSize(folder: string): number {
  return packsIn(folder).reduce(
    (sum, name) => sum + statSync(packFiles(folder, name).pack).size,
    0,
  );
}

/** A content by its hash; undefined if it is in no pack of the folder. */
export function findContent(folder: string, hash: string): Content | undefined {
  // The newest pack has what changes most.
  for (const name of packsIn(folder).reverse()) {
    const { pack, index } = packFiles(folder, name);
    const line = findLine(index, hash);
    if (line !== undefined) return { pack, parts: (JSON.parse(line) as PackedContent).parts };
  }
  return undefined;
}

/** All contents of a pack. */
export function* contentsInPack(folder: string, name: string): Iterable<PackedContent> {
  for (const line of linesNow(packFiles(folder, name).index)) yield JSON.parse(line);
}

/** Reads a content as a whole, without waiting: for work that does nothing else meanwhile. */
export function readContentNow({ pack, parts }: Content): Buffer {
  const handle = openSync(pack, 'r');
  try {
    return Buffer.concat(
      parts.map(([at, size, bytes]) => {
        const buffer = Buffer.allocUnsafe(size);
        return unpacked(buffer.subarray(0, readSync(handle, buffer, 0, size, at)), bytes);
      }),
    );
  } finally {
    closeSync(handle);
  }
}

/** Reads a content, or some of its bytes (`end` included), part by part. */
export async function* readContent(
  { pack, parts }: Content,
  {
    start = 0,
    end = Number.POSITIVE_INFINITY,
  }: { readonly start?: number; readonly end?: number } = {},
): AsyncGenerator<Uint8Array> {
  const handle = await open(pack);
  try {
    let before = 0;
    for (const [at, size, bytes] of parts) {
      const [from, to] = [Math.max(0, start - before), Math.min(bytes, end + 1 - before)];
      before += bytes;
      if (from >= to) continue;
      // What is not compressed is read no further than it is asked for.
      const [skipped, length] = size === bytes ? [from, to - from] : [0, size];
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await handle.read(buffer, 0, length, at + skipped);
      if (bytesRead < length) throw new Error(`${pack} is cut short.`);
      yield size === bytes ? buffer : unpacked(buffer, bytes).subarray(from, to);
    }
  } finally {
    await handle.close();
  }
}

/** Pieces as one. */
export async function wholeOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** The bytes of a part as it is kept. */
export function unpacked(part: Uint8Array, bytes: number): Uint8Array {
  return part.length === bytes ? part : zstdDecompressSync(part, { maxOutputLength: bytes });
}
