import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import {
  type Content,
  contentsInPack,
  type PackedContent,
  type Part,
  packFiles,
  packsIn,
  partBytes,
} from './contents.ts';
import { type PackedPart, packParts } from './encode.ts';
import { folderWriter, writeLines } from './files.ts';

/** Bytes that wait in memory for their turn to be written. */
const waitingBytes = 1_000_000;

/** Packs of a deployment from which the small ones become one: each lookup asks all of them. */
const mostPacks = 8;

/**
 * Writes the contents of a deployment that the one before does not have into a pack. Folders and small files for each
 * page would take a third of the time of a build that changes little, and several times the space.
 */
export class PackWriter {
  private readonly folder: string;
  private readonly name: string;
  private readonly written = new Map<string, readonly Part[]>();
  private handle: number | undefined;
  private waiting: Uint8Array[] = [];
  private waitingSize = 0;
  private end = 0;

  constructor(folder: string, name: string) {
    this.folder = folder;
    this.name = name;
  }

  has(hash: string): boolean {
    return this.written.has(hash);
  }

  /** Adds a content whose parts are packed already. */
  add(hash: string, parts: readonly PackedPart[]): void {
    if (this.written.has(hash)) return;
    this.written.set(
      hash,
      parts.map((part) => this.append(part)),
    );
  }

  /** Adds a content that comes in pieces of any size and is never in memory as a whole. */
  addPieces(path: string, pieces: Iterable<Uint8Array>): { hash: string; bytes: number } {
    const digest = createHash('sha256');
    const parts: Part[] = [];
    let bytes = 0;
    for (const piece of inParts(pieces)) {
      digest.update(piece);
      bytes += piece.length;
      for (const part of packParts(path, piece)) parts.push(this.append(part));
    }
    const hash = digest.digest('hex');
    if (!this.written.has(hash)) this.written.set(hash, parts);
    return { hash, bytes };
  }

  /** Adds a content whose pieces come by and by; there is none if they end with an error. */
  async addLater(
    hash: string,
    path: string,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const parts: Part[] = [];
    for await (const piece of pieces) {
      for (const part of packParts(path, piece)) parts.push(this.append(part));
    }
    this.written.set(hash, parts);
  }

  /** A content that was added here. */
  find(hash: string): Content | undefined {
    const parts = this.written.get(hash);
    if (!parts) return undefined;
    this.flush();
    return { pack: packFiles(this.folder, this.name).pack, parts };
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
    const packs = packsIn(before).map((name) => ({
      name,
      size: statSync(packFiles(before, name).pack).size,
    }));
    packs.sort((one, other) => other.size - one.size);
    const total = packs.reduce((sum, { size }) => sum + size, 0);
    const isLarge = this.end > total / 2;
    if (packs.length < mostPacks && !isLarge) return packs.map(({ name }) => name);
    const isMany = packs.length >= mostPacks;
    return packs.flatMap(({ name, size }, index) => {
      const used = [...contentsInPack(before, name)].filter(
        ({ hash }) => !this.written.has(hash) && isUsed(hash),
      );
      const usedSize = used.reduce((sum, { parts }) => sum + packedSize(parts), 0);
      const stays = usedSize * 2 >= size && (index === 0 || !isMany);
      if (stays) return [name];
      this.copyAll(packFiles(before, name).pack, used);
      return [];
    });
  }

  private copyAll(pack: string, contents: readonly PackedContent[]): void {
    const from = openSync(pack, 'r');
    try {
      for (const { hash, parts } of contents) {
        const packed = parts.map(([at, size, bytes]) => {
          const buffer = Buffer.allocUnsafe(size);
          if (readSync(from, buffer, 0, size, at) < size) throw new Error(`${pack} is cut short.`);
          return { packed: buffer, bytes };
        });
        this.add(hash, packed);
      }
    } finally {
      closeSync(from);
    }
  }

  private append({ packed, bytes }: PackedPart): Part {
    const at = this.end;
    this.waiting.push(packed);
    this.waitingSize += packed.length;
    this.end += packed.length;
    if (this.waitingSize >= waitingBytes) this.flush();
    return [at, packed.length, bytes];
  }

  private flush(): void {
    if (this.waitingSize === 0 && this.handle !== undefined) return;
    if (this.handle === undefined) {
      mkdirSync(this.folder, { recursive: true });
      this.handle = openSync(packFiles(this.folder, this.name).pack, 'wx+');
    }
    const block = Buffer.concat(this.waiting);
    for (let at = 0; at < block.length; ) at += writeSync(this.handle, block, at);
    this.waiting = [];
    this.waitingSize = 0;
  }
}

/** The same bytes in pieces of a part's size. */
function* inParts(pieces: Iterable<Uint8Array>): Iterable<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const some = piece.subarray(at, at + partBytes - size);
      waiting.push(some);
      size += some.length;
      at += some.length;
      if (size < partBytes) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      size = 0;
    }
  }
  if (size > 0) yield Buffer.concat(waiting);
}

function packedSize(parts: readonly Part[]): number {
  return parts.reduce((sum, [, size]) => sum + size, 0);
}

function indexLine([hash, parts]: readonly [string, readonly Part[]]): string {
  return JSON.stringify({ hash, parts } satisfies PackedContent);
}
