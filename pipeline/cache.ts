import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
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
  });
}

/**
 * A cache in a folder: one pack for each stage, read at the first question. A pack that can't be
 * read is an empty one, an entry whose checksum is wrong is a miss: the folder may be deleted, cut
 * short or filled with noise at any time. What a build doesn't use is forgotten, but for the stage
 * `keep`, of which a build asks only a part.
 */
export function diskCache(folder: string, options: { readonly keep?: string } = {}): Cache {
  const packs = new Map<string, Pack>();
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
    set: (stage, key, value) => packOf(stage).set(key, exactly(JSON.stringify(value))),
    getBytes: (stage, key) => packOf(stage).get(key),
    setBytes: (stage, key, bytes) => packOf(stage).set(key, Buffer.from(bytes)),
    save: async () => {
      for (const pack of packs.values()) await pack.save();
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

/** `Buffer.from` keeps three bytes for each letter of a long text; thousands of entries wait in memory. */
function exactly(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

interface Pack {
  get(key: string): Buffer | undefined;
  has(key: string): boolean;
  set(key: string, bytes: Buffer): void;
  save(): Promise<void>;
}

/** A pack's last bytes: the length of its index (JSON) as a number, and this mark. */
const mark = 'docent-pack-1';
const tail = mark.length + 8;

/**
 * Entries one after the other, then an index `key → [offset, length, checksum]`. Values stay bytes
 * until somebody asks for them. A save writes a new file beside the old one and puts it in its
 * place: one that is killed half way leaves the old pack.
 */
function openPack(file: string, keepsUnused: boolean): Pack {
  const entries = readEntries(file);
  const used = new Map<string, Buffer>();
  let changed = false;

  const find = (key: string): Buffer | undefined => {
    const own = used.get(key);
    if (own !== undefined) return own;
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    if (crc32(entry.bytes) !== entry.checksum) {
      entries.delete(key);
      return undefined;
    }
    used.set(key, entry.bytes);
    return entry.bytes;
  };

  return {
    get: find,
    has: (key) => find(key) !== undefined,
    set: (key, bytes) => {
      used.set(key, bytes);
      changed = true;
    },
    save: async () => {
      if (keepsUnused) {
        let size = 0;
        for (const bytes of used.values()) size += bytes.length;
        for (const [key, { bytes }] of entries) {
          size += bytes.length;
          if (size < keptBytes) find(key);
        }
      }
      if (!changed && used.size === entries.size) return;
      const index: Record<string, [number, number, number]> = {};
      const chunks: Buffer[] = [];
      let offset = 0;
      for (const [key, bytes] of used) {
        index[key] = [offset, bytes.length, crc32(bytes)];
        chunks.push(bytes);
        offset += bytes.length;
      }
      const json = Buffer.from(JSON.stringify(index));
      const length = Buffer.alloc(8);
      length.writeDoubleLE(json.length);
      chunks.push(json, length, Buffer.from(mark));
      await mkdir(dirname(file), { recursive: true });
      const half = `${file}.${process.pid}`;
      try {
        const handle = await open(half, 'w');
        try {
          // Some hundred chunks at once: neither a call for each nor a second copy of them all.
          for (let at = 0; at < chunks.length; at += 500) {
            await handle.writeFile(Buffer.concat(chunks.slice(at, at + 500)));
          }
        } finally {
          await handle.close();
        }
        await rename(half, file);
      } catch (error) {
        await rm(half, { force: true });
        throw error;
      }
      changed = false;
    },
  };
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
