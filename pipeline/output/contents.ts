import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { findLine, linesNow } from './lines.ts';

/**
 * A piece of a content in a pack. Contents that belong together are in one frame, which is compressed (zstd) if it
 * takes fewer bytes in the pack than it has.
 */
export type Part = readonly [
  /** Where the frame is in the pack, the bytes that it takes there, and the bytes that it has. */
  at: number,
  size: number,
  frame: number,
  /** Where the piece is in the frame, and its bytes. */
  from: number,
  bytes: number,
];

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

/** Names of the packs in a folder of contents, the oldest first. */
export function packsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => (name.endsWith('.pack') ? [name.slice(0, -'.pack'.length)] : []))
    .sort();
}

/** The files of a pack: frames one after the other, and the index of their contents. */
export function packFiles(folder: string, name: string) {
  return { pack: join(folder, `${name}.pack`), index: join(folder, `${name}.jsonl`) } as const;
}

/** Bytes of a folder of contents, but for a pack. */
export function contentsSize(folder: string, except: string): number {
  return packsIn(folder)
    .filter((name) => name !== except)
    .reduce((sum, name) => sum + statSync(packFiles(folder, name).pack).size, 0);
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

/** All contents of a folder by their hash, for reading many of them. */
export function allContents(folder: string): ReadonlyMap<string, Content> {
  const found = new Map<string, Content>();
  for (const name of packsIn(folder)) {
    const { pack } = packFiles(folder, name);
    for (const { hash, parts } of contentsInPack(folder, name)) found.set(hash, { pack, parts });
  }
  return found;
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
      parts.map((part) => {
        const [at, length] = bytesInPack(part);
        const known = recentPiece(pack, part);
        if (known) return known;
        const buffer = Buffer.allocUnsafe(length);
        if (readSync(handle, buffer, 0, length, at) < length) throw cutShort(pack);
        return isPacked(part) ? pieceOf(unpack(pack, part, buffer), part) : buffer;
      }),
    );
  } finally {
    closeSync(handle);
  }
}

/** The frame of a part as the pack has it. */
export function readPacked(pack: string, [at, size]: Part): Buffer {
  const handle = openSync(pack, 'r');
  try {
    const packed = Buffer.allocUnsafe(size);
    if (readSync(handle, packed, 0, size, at) < size) throw cutShort(pack);
    return packed;
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
    for (const part of parts) {
      const [at, , , from, bytes] = part;
      const [first, last] = [Math.max(0, start - before), Math.min(bytes, end + 1 - before)];
      before += bytes;
      if (first >= last) continue;
      const known = recentPiece(pack, part);
      if (known) {
        yield known.subarray(first, last);
        continue;
      }
      // What is not compressed is read no further than it is asked for.
      const [place, length] = isPacked(part)
        ? bytesInPack(part)
        : [at + from + first, last - first];
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await handle.read(buffer, 0, length, place);
      if (bytesRead < length) throw cutShort(pack);
      yield isPacked(part)
        ? pieceOf(unpack(pack, part, buffer), part).subarray(first, last)
        : buffer;
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

/** Made in one piece: with room for one more byte, it is known at once that nothing follows. */
function unzip(packed: Uint8Array, length: number): Buffer {
  const chunkSize = Math.max(leastChunk, length + 1);
  return zstdDecompressSync(packed, { maxOutputLength: length, chunkSize });
}

/** The smallest that Node.js takes. */
const leastChunk = 64;

function isPacked([, size, frame]: Part): boolean {
  return size < frame;
}

/** What has to be read for a part: all of a compressed frame, or its own bytes. */
function bytesInPack(part: Part): readonly [at: number, length: number] {
  const [at, size, , from, bytes] = part;
  return isPacked(part) ? [at, size] : [at + from, bytes];
}

function pieceOf(frame: Buffer, [, , , from, bytes]: Part): Buffer {
  return frame.subarray(from, from + bytes);
}

function cutShort(pack: string): Error {
  return new Error(`${pack} is cut short. Run "docent build" again.`);
}

/**
 * Frames that were unpacked last, the oldest first: who reads a content often reads its neighbours. They are copies in
 * memory that is used again. Of buffers that live as long as this, V8 frees none before there are some 60 MB of them.
 */
const recent = new Map<string, Buffer>();
const mostRecent = 16;

/** Copied, as another frame may take the place of this one. */
function recentPiece(pack: string, part: Part): Buffer | undefined {
  const frame = isPacked(part) ? recent.get(`${pack} ${part[0]}`) : undefined;
  return frame && Buffer.from(pieceOf(frame, part));
}

function unpack(pack: string, [at, , frame]: Part, packed: Buffer): Buffer {
  const bytes = unzip(packed, frame);
  const [oldest] = recent.size < mostRecent ? [] : recent;
  const room = oldest?.[1] ?? Buffer.alloc(0);
  if (oldest) recent.delete(oldest[0]);
  const kept = room.length < frame ? Buffer.allocUnsafeSlow(frame) : room;
  kept.set(bytes);
  recent.set(`${pack} ${at}`, kept);
  return bytes;
}
