import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import {
  type Content,
  contentsInPack,
  type PackedContent,
  type Part,
  packFiles,
  packsIn,
  readContentNow,
  readPacked,
} from './contents.ts';
import { folderWriter, writeLines } from './files.ts';
import { packFrame } from './frame.ts';
import { isText, typeOf } from './types.ts';

/**
 * Bytes of the texts that are compressed together. A page, its twin and its record take half of the space and a third
 * of the time next to each other and to a few more pages, as measured at 1000 pages; each reader unpacks a frame.
 */
const frameBytes = 256 * 1024;

/** Bytes of the pieces of larger contents. */
const pieceBytes = 1_000_000;

/** Bytes that wait in memory for their turn to be written. */
const waitingBytes = 1_000_000;

/** Packs of a deployment from which the small ones become one: each lookup asks all of them. */
const mostPacks = 8;

/** Writes the contents of a deployment that the one before does not have into a pack. */
export class PackWriter {
  private readonly folder: string;
  private readonly name: string;
  /** Its file: one string for all contents that are found here. */
  private readonly pack: string;
  private readonly written = new Map<string, readonly Part[]>();
  private handle: number | undefined;
  private end = 0;
  // What waits is copied: buffers that are kept while others are made are freed a long time after they are let go.
  private waiting = Buffer.alloc(0);
  private waitingSize = 0;
  /** Contents of the next frame, and their bytes one after the other. */
  private texts: (readonly [hash: string, bytes: number])[] = [];
  private frame = Buffer.alloc(0);
  private frameSize = 0;

  constructor(folder: string, name: string) {
    this.folder = folder;
    this.name = name;
    this.pack = packFiles(folder, name).pack;
  }

  has(hash: string): boolean {
    return this.written.has(hash);
  }

  add(hash: string, path: string, bytes: Uint8Array): void {
    if (this.written.has(hash)) return;
    if (!isText(typeOf(path)) || bytes.length >= frameBytes) {
      this.written.set(hash, this.addAlone(path, [bytes]));
      return;
    }
    this.written.set(hash, []);
    this.texts.push([hash, bytes.length]);
    if (this.frame.length === 0) this.frame = Buffer.allocUnsafe(2 * frameBytes);
    this.frame.set(bytes, this.frameSize);
    this.frameSize += bytes.length;
    if (this.frameSize >= frameBytes) this.endFrame();
  }

  /** Adds a content that comes in pieces of any size and is never in memory as a whole. */
  addPieces(path: string, pieces: Iterable<Uint8Array>): { hash: string; bytes: number } {
    const digest = createHash('sha256');
    let bytes = 0;
    const seen = function* () {
      for (const piece of pieces) {
        digest.update(piece);
        bytes += piece.length;
        yield piece;
      }
    };
    const parts = this.addAlone(path, seen());
    const hash = digest.digest('hex');
    if (!this.written.has(hash)) this.written.set(hash, parts);
    return { hash, bytes };
  }

  /** Adds a content that arrives in pieces; nothing is added if they end with an error. */
  async addLater(
    hash: string,
    path: string,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const parts: Part[] = [];
    let waiting: Uint8Array[] = [];
    let size = 0;
    for await (const piece of pieces) {
      if (size > 0 && size + piece.length > pieceBytes) {
        parts.push(...this.addAlone(path, waiting));
        waiting = [];
        size = 0;
      }
      waiting.push(piece);
      size += piece.length;
    }
    if (parts.length === 0) this.add(hash, path, Buffer.concat(waiting));
    else this.written.set(hash, [...parts, ...this.addAlone(path, waiting)]);
  }

  /** A content that was added here. */
  find(hash: string): Content | undefined {
    if (!this.written.has(hash)) return undefined;
    this.flush();
    const parts = this.written.get(hash) ?? [];
    return { pack: this.pack, parts };
  }

  /**
   * Takes over the packs of another folder and completes the folder. Packs of which less than half is still used are
   * written again, as are small ones where there are many. Answers the names of all packs.
   */
  finish(before: string | undefined, isUsed: (hash: string) => boolean): string[] {
    const links = folderWriter();
    const kept = before === undefined ? [] : this.keptPacks(before, isUsed);
    for (const name of kept) {
      const [from, to] = [packFiles(before as string, name), packFiles(this.folder, name)];
      if (!links.link(from.index, to.index) || !links.link(from.pack, to.pack)) {
        throw new Error(`${from.pack} is gone.`);
      }
    }
    if (this.written.size === 0) return kept;
    this.flush();
    const sorted = [...this.written].sort(([one], [other]) => (one < other ? -1 : 1));
    writeLines(packFiles(this.folder, this.name).index, sorted.map(indexLine));
    if (this.handle !== undefined) fsyncSync(this.handle);
    this.close();
    return [...kept, this.name];
  }

  close(): void {
    if (this.handle !== undefined) closeSync(this.handle);
    this.handle = undefined;
  }

  /** Names of the packs that stay as they are; what is used of the others is copied. */
  private keptPacks(before: string, isUsed: (hash: string) => boolean): string[] {
    const packs = packsIn(before).map((name) => {
      const { pack } = packFiles(before, name);
      return { name, pack, size: statSync(pack).size };
    });
    packs.sort((one, other) => other.size - one.size);
    const total = packs.reduce((sum, { size }) => sum + size, 0);
    const isMany = packs.length >= mostPacks;
    if (!isMany && this.end < total / 2) return packs.map(({ name }) => name);
    return packs.flatMap(({ name, pack }, index) => {
      const all = [...contentsInPack(before, name)];
      const used = all.filter(({ hash }) => !this.written.has(hash) && isUsed(hash));
      const stays = sizeOf(used) * 2 >= sizeOf(all) && (index === 0 || !isMany);
      if (stays) return [name];
      for (const { hash, parts } of inOrder(used)) this.copy(hash, { pack, parts });
      return [];
    });
  }

  private copy(hash: string, { pack, parts }: Content): void {
    const [only] = parts;
    if (only && parts.length === 1) {
      // Whether it is a text shows in what it became.
      const [, size, frame] = only;
      this.add(hash, size < frame ? 'copy.txt' : 'copy', readContentNow({ pack, parts }));
      return;
    }
    // Nothing else is in the frames of a large content, which stay as they are.
    const copied = parts.map((part): Part => {
      const [, size, frame, from, bytes] = part;
      return [this.append(readPacked(pack, part)), size, frame, from, bytes];
    });
    this.written.set(hash, copied);
  }

  /** Frames that nothing else is in. */
  private addAlone(path: string, pieces: Iterable<Uint8Array>): Part[] {
    const parts: Part[] = [];
    for (const piece of inPieces(pieces)) {
      const packed = isText(typeOf(path)) ? packFrame(piece) : piece;
      parts.push([this.append(packed), packed.length, piece.length, 0, piece.length]);
    }
    return parts;
  }

  private endFrame(): void {
    if (this.texts.length === 0) return;
    const packed = packFrame(this.frame.subarray(0, this.frameSize));
    const at = this.append(packed);
    let from = 0;
    for (const [hash, length] of this.texts) {
      this.written.set(hash, [[at, packed.length, this.frameSize, from, length]]);
      from += length;
    }
    this.texts = [];
    this.frameSize = 0;
  }

  /** Answers where the bytes are in the pack. */
  private append(bytes: Uint8Array): number {
    const at = this.end;
    this.end += bytes.length;
    if (this.waitingSize + bytes.length > waitingBytes) this.writeWaiting();
    if (bytes.length > waitingBytes) this.write(bytes);
    else {
      if (this.waiting.length === 0) this.waiting = Buffer.allocUnsafe(waitingBytes);
      this.waiting.set(bytes, this.waitingSize);
      this.waitingSize += bytes.length;
    }
    return at;
  }

  private flush(): void {
    this.endFrame();
    this.writeWaiting();
  }

  private writeWaiting(): void {
    this.write(this.waiting.subarray(0, this.waitingSize));
    this.waitingSize = 0;
  }

  private write(bytes: Uint8Array): void {
    if (this.handle === undefined) {
      mkdirSync(this.folder, { recursive: true });
      this.handle = openSync(this.pack, 'wx+');
    }
    for (let at = 0; at < bytes.length; ) at += writeSync(this.handle, bytes, at);
  }
}

/** The same bytes in pieces of a size that is fit for memory. */
function* inPieces(pieces: Iterable<Uint8Array>): Iterable<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const some = piece.subarray(at, at + pieceBytes - size);
      waiting.push(some);
      size += some.length;
      at += some.length;
      if (size < pieceBytes) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      size = 0;
    }
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Bytes of contents, before they are compressed. */
function sizeOf(contents: readonly PackedContent[]): number {
  let sum = 0;
  for (const { parts } of contents) for (const [, , , , bytes] of parts) sum += bytes;
  return sum;
}

/** By their place, so that neighbours are read from the same frame. */
function inOrder(contents: readonly PackedContent[]): readonly PackedContent[] {
  const place = ({ parts }: PackedContent) => parts[0]?.[0] ?? 0;
  return contents.toSorted((one, other) => place(one) - place(other));
}

function indexLine([hash, parts]: readonly [string, readonly Part[]]): string {
  return JSON.stringify({ hash, parts } satisfies PackedContent);
}
