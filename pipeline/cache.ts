import { createHash } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

/**
 * A content-addressed memo. An entry is found by the name of its stage and a key that hashes every
 * input which can change the answer, so that a build without the cache is slower and byte for byte
 * the same. Values are JSON on disk, and are handed out as they were given in memory.
 */
export interface Cache {
  /** The value kept for the key, else the one `compute` makes, which is kept. */
  through<T>(stage: string, key: string, compute: () => T | Promise<T>): Promise<T>;
  get<T>(stage: string, key: string): T | undefined;
  set(stage: string, key: string, value: unknown): void;
  /** The same for bytes, which are kept as they are. */
  getBytes(stage: string, key: string): Uint8Array | undefined;
  setBytes(stage: string, key: string, bytes: Uint8Array): void;
  /** Whether the key has an entry; marks it as used without parsing it. */
  has(stage: string, key: string): boolean;
  /** Keeps what was used since the cache was opened, for the next one to open. */
  save(): Promise<void>;
  /** Forgets what was not saved. */
  close(): void;
}

/** sha-256 hex over the parts; a part's end can't be mistaken for the next one's start. */
export function keyOf(...parts: readonly (string | number | boolean | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** A cache that lives as long as the process; entries unused for two saves are dropped. */
export function memoryCache(): Cache {
  let current = new Map<string, unknown>();
  let previous = new Map<string, unknown>();
  const find = (id: string): unknown => {
    if (current.has(id)) return current.get(id);
    const value = previous.get(id);
    if (value !== undefined) current.set(id, value);
    return value;
  };
  return withThrough({
    get: (stage, key) => find(`${stage} ${key}`) as never,
    has: (stage, key) => find(`${stage} ${key}`) !== undefined,
    set: (stage, key, value) => void current.set(`${stage} ${key}`, value),
    getBytes: (stage, key) => find(`${stage} ${key}`) as never,
    setBytes: (stage, key, bytes) => void current.set(`${stage} ${key}`, bytes),
    save: async () => {
      previous = current;
      current = new Map();
    },
    close: () => {},
  });
}

/**
 * A cache in a folder: one pack for each stage, read at the first question. A pack that can't be
 * read is an empty one, an entry whose checksum is wrong is a miss: the folder may be deleted, cut
 * short or filled with noise at any time. What a build doesn't use is forgotten, but for the stage
 * `keep`, of which a build asks only a part. Only one may be open on a folder.
 */
export function diskCache(folder: string, options: { readonly keep?: string } = {}): Cache {
  const packs = new Map<string, Pack>();
  removeHalves(folder);
  const packOf = (stage: string): Pack => {
    let pack = packs.get(stage);
    if (pack === undefined) {
      pack = openPack(join(folder, `${stage}.pack`), stage === options.keep);
      packs.set(stage, pack);
    }
    return pack;
  };
  return withThrough({
    get: (stage, key) => {
      const bytes = packOf(stage).get(key);
      return bytes && JSON.parse(bytes.toString('utf8'));
    },
    has: (stage, key) => packOf(stage).has(key),
    set: (stage, key, value) => packOf(stage).set(key, Buffer.from(JSON.stringify(value))),
    getBytes: (stage, key) => packOf(stage).get(key),
    setBytes: (stage, key, bytes) => packOf(stage).set(key, bytes),
    save: async () => {
      for (const pack of packs.values()) pack.save();
    },
    close: () => {
      for (const pack of packs.values()) pack.close();
    },
  });
}

function withThrough(cache: Omit<Cache, 'through'>): Cache {
  return {
    ...cache,
    async through<T>(stage: string, key: string, compute: () => T | Promise<T>): Promise<T> {
      const kept = cache.get<T>(stage, key);
      if (kept !== undefined) return kept;
      const value = await compute();
      cache.set(stage, key, value);
      return value;
    },
  };
}

/** Size up to which unused entries are kept. */
const keptBytes = 64_000_000;

interface Pack {
  get(key: string): Buffer | undefined;
  has(key: string): boolean;
  set(key: string, bytes: Uint8Array): void;
  save(): void;
  close(): void;
}

/** A pack's last bytes: the length of its index (JSON) as a number, and this mark. */
const mark = 'docent-pack-1';
const tail = mark.length + 8;

/**
 * Entries one after the other, then an index `key → [offset, length, checksum]`. Values stay bytes
 * until somebody asks for them. New entries go into a new file beside the old one at once, so that
 * they don't pile up in memory; a save completes it and puts it in the old one's place. One that is
 * killed half way leaves the old pack.
 */
function openPack(file: string, keepsUnused: boolean): Pack {
  let read: Map<string, Entry> | undefined;
  const entries = (): Map<string, Entry> => {
    read ??= readEntries(file);
    return read;
  };
  const used = new Map<string, Buffer>();
  const fresh = new Map<string, readonly [offset: number, length: number, checksum: number]>();
  let half = openHalf(file);

  const find = (key: string): Buffer | undefined => {
    const own = fresh.get(key);
    if (own !== undefined) return half.read(own[0], own[1]);
    const kept = used.get(key);
    if (kept !== undefined) return kept;
    const entry = entries().get(key);
    if (entry === undefined) return undefined;
    if (crc32(entry.bytes) !== entry.checksum) {
      entries().delete(key);
      return undefined;
    }
    used.set(key, entry.bytes);
    return entry.bytes;
  };

  return {
    get: find,
    has: (key) => fresh.has(key) || find(key) !== undefined,
    set: (key, bytes) => {
      fresh.set(key, [half.append(bytes), bytes.length, crc32(bytes)]);
    },
    save: () => {
      if (keepsUnused) {
        let size = 0;
        for (const [, length] of fresh.values()) size += length;
        for (const bytes of used.values()) size += bytes.length;
        for (const [key, { bytes }] of entries()) {
          if (used.has(key) || fresh.has(key)) continue;
          size += bytes.length;
          if (size < keptBytes) find(key);
        }
      }
      if (fresh.size === 0 && used.size === entries().size) return;
      const index: Record<string, readonly [number, number, number]> = {};
      for (const [key, bytes] of used) {
        if (fresh.has(key)) continue;
        index[key] = [half.append(bytes), bytes.length, crc32(bytes)];
      }
      for (const [key, place] of fresh) index[key] = place;
      const json = Buffer.from(JSON.stringify(index));
      const length = Buffer.alloc(8);
      length.writeDoubleLE(json.length);
      for (const bytes of [json, length, Buffer.from(mark)]) half.append(bytes);
      half.complete();
      half = openHalf(file);
      read = undefined;
      used.clear();
      fresh.clear();
    },
    close: () => half.close(),
  };
}

/** Bytes that wait in memory for their turn to be written. */
const waitingBytes = 1_000_000;

/** The new file of a pack: made when something is put into it. */
function openHalf(file: string) {
  const half = `${file}.${process.pid}`;
  let handle: number | undefined;
  let chunks: Uint8Array[] = [];
  let waiting = 0;
  let written = 0;
  const flush = (): number => {
    if (handle === undefined) {
      mkdirSync(dirname(file), { recursive: true });
      handle = openSync(half, 'w+');
    }
    const bytes = Buffer.concat(chunks);
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
    written += bytes.length;
    chunks = [];
    waiting = 0;
    return handle;
  };
  const close = (): void => {
    if (handle !== undefined) closeSync(handle);
    if (handle !== undefined) rmSync(half, { force: true });
    handle = undefined;
  };
  return {
    append(bytes: Uint8Array): number {
      const offset = written + waiting;
      chunks.push(bytes);
      waiting += bytes.length;
      if (waiting >= waitingBytes) flush();
      return offset;
    },
    read(offset: number, length: number): Buffer {
      const from = handle === undefined || offset + length > written ? flush() : handle;
      const bytes = Buffer.allocUnsafe(length);
      readSync(from, bytes, 0, length, offset);
      return bytes;
    },
    complete(): void {
      closeSync(flush());
      handle = undefined;
      renameSync(half, file);
    },
    close,
  };
}

/** What builds that were killed have left. */
function removeHalves(folder: string): void {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // There is no cache yet.
  }
  for (const name of names) {
    if (/\.pack\.\d+$/.test(name)) rmSync(join(folder, name), { force: true });
  }
}

interface Entry {
  readonly bytes: Buffer;
  readonly checksum: number;
}

function readEntries(file: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  try {
    const bytes = readFileSync(file);
    const end = bytes.length - tail;
    if (end < 0 || bytes.toString('latin1', end + 8) !== mark) return entries;
    const start = end - bytes.readDoubleLE(end);
    const index: Record<string, [number, number, number]> = JSON.parse(
      bytes.toString('utf8', start, end),
    );
    for (const [key, [offset, length, checksum]] of Object.entries(index)) {
      entries.set(key, { bytes: bytes.subarray(offset, offset + length), checksum });
    }
  } catch {
    // Missing, cut short or not ours: the same as empty.
    entries.clear();
  }
  return entries;
}
