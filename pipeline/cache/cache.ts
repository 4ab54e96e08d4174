import { hash as digest } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
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
  /**
   * Whether the key has an entry; marks it as used without reading it, so a damaged entry counts as
   * well.
   */
  has(stage: string, key: string): boolean;
  /** Keeps what was used since the cache was opened, for the next one to open. */
  save(): Promise<void>;
  /** Forgets what was not saved. */
  close(): void;
}

/** An entry that `has` was believed in turns out to be damaged: without the cache all is well. */
export class DamagedCacheError extends Error {
  override readonly name = 'DamagedCacheError';
}

/** sha-256 hex over the parts; a part's end can't be mistaken for the next one's start. */
export function keyOf(...parts: readonly (string | number | boolean | undefined)[]): string {
  return digest('sha256', JSON.stringify(parts), 'hex');
}

/** A cache that lives as long as the process; entries unused for two saves are dropped. */
export function memoryCache(): Cache {
  interface Stage {
    current: Map<string, unknown>;
    previous: ReadonlyMap<string, unknown>;
  }
  const stages = new Map<string, Stage>();
  const stageOf = (name: string): Stage => {
    let stage = stages.get(name);
    if (stage === undefined) {
      stage = { current: new Map(), previous: new Map() };
      stages.set(name, stage);
    }
    return stage;
  };
  const find = (name: string, key: string): unknown => {
    const stage = stageOf(name);
    const known = stage.current.get(key);
    if (known !== undefined) return known;
    const value = stage.previous.get(key);
    if (value !== undefined) stage.current.set(key, value);
    return value;
  };
  return withThrough({
    get: (stage, key) => find(stage, key) as never,
    has: (stage, key) => find(stage, key) !== undefined,
    set: (stage, key, value) => void stageOf(stage).current.set(key, value),
    getBytes: (stage, key) => find(stage, key) as never,
    setBytes: (stage, key, bytes) => void stageOf(stage).current.set(key, bytes),
    save: async () => {
      for (const stage of stages.values()) {
        stage.previous = stage.current;
        stage.current = new Map();
      }
    },
    close: () => {},
  });
}

/**
 * A cache in a folder: one pack for each stage, opened at the first question. A pack that can't be
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

/** Where an entry's bytes lie in a file, and their crc32. */
type Span = readonly [offset: number, length: number, checksum: number];

/**
 * Entries one after the other, then an index `key → [offset, length, checksum]`. Values stay on the
 * disk until they are requested. New entries are written immediately to a new file next to the old
 * one, so that they don't accumulate in memory; saving completes it and replaces the old one. If it
 * is interrupted, the old pack remains.
 */
function openPack(file: string, keepsUnused: boolean): Pack {
  let opened: ReturnType<typeof openOld> | undefined;
  const old = () => {
    opened ??= openOld(file);
    return opened;
  };
  const used = new Set<string>();
  const fresh = new Map<string, Span>();
  let half = openHalf(file);

  const find = (key: string): Buffer | undefined => {
    const own = fresh.get(key);
    if (own !== undefined) return half.read(own[0], own[1]);
    const span = old().spans.get(key);
    const bytes = span && old().read(span);
    if (bytes) used.add(key);
    else old().spans.delete(key);
    return bytes;
  };

  return {
    get: find,
    has: (key) => {
      const has = fresh.has(key) || old().spans.has(key);
      if (has) used.add(key);
      return has;
    },
    set: (key, bytes) => {
      fresh.set(key, [half.append(bytes), bytes.length, crc32(bytes)]);
    },
    save: () => {
      if (keepsUnused) {
        let size = 0;
        for (const [, length] of fresh.values()) size += length;
        for (const key of used) size += old().spans.get(key)?.[1] ?? 0;
        for (const [key, [, length]] of old().spans) {
          if (used.has(key) || fresh.has(key)) continue;
          size += length;
          if (size < keptBytes) used.add(key);
        }
      }
      if (fresh.size === 0 && used.size === old().spans.size) return;
      const index: Record<string, Span> = {};
      for (const key of used) {
        const bytes = fresh.has(key) ? undefined : find(key);
        if (bytes) index[key] = [half.append(bytes), bytes.length, crc32(bytes)];
      }
      for (const [key, span] of fresh) index[key] = span;
      const json = Buffer.from(JSON.stringify(index));
      const length = Buffer.alloc(8);
      length.writeDoubleLE(json.length);
      for (const bytes of [json, length, Buffer.from(mark)]) half.append(bytes);
      half.complete();
      half = openHalf(file);
      opened?.close();
      opened = undefined;
      used.clear();
      fresh.clear();
    },
    close: () => {
      opened?.close();
      opened = undefined;
      half.close();
    },
  };
}

/** Bytes that wait in memory for their turn to be written. */
const waitingBytes = 1_000_000;

/** The new file of a pack: made when something is put into it. */
function openHalf(file: string) {
  const half = `${file}.${process.pid}`;
  let handle: number | undefined;
  // Copies: a small buffer kept would keep the whole block of memory that it is cut from.
  let waiting = Buffer.alloc(0);
  let length = 0;
  let written = 0;
  const write = (to: number, bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at);
    written += bytes.length;
  };
  const flush = (): number => {
    if (handle === undefined) {
      mkdirSync(dirname(file), { recursive: true });
      handle = openSync(half, 'w+');
    }
    write(handle, waiting.subarray(0, length));
    length = 0;
    return handle;
  };
  const close = (): void => {
    if (handle !== undefined) closeSync(handle);
    if (handle !== undefined) rmSync(half, { force: true });
    handle = undefined;
  };
  return {
    append(bytes: Uint8Array): number {
      const offset = written + length;
      if (length + bytes.length > waitingBytes) write(flush(), bytes);
      else {
        if (waiting.length === 0) waiting = Buffer.allocUnsafe(waitingBytes);
        waiting.set(bytes, length);
        length += bytes.length;
      }
      return offset;
    },
    read(offset: number, size: number): Buffer {
      const from = handle === undefined || offset + size > written ? flush() : handle;
      const bytes = Buffer.allocUnsafe(size);
      readSync(from, bytes, 0, size, offset);
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

/** A pack as it was saved; empty when it is missing, cut short or not ours. */
function openOld(file: string) {
  const spans = new Map<string, Span>();
  let handle: number | undefined;
  const bytesAt = (offset: number, length: number): Buffer => {
    const bytes = Buffer.allocUnsafe(length);
    const count = handle === undefined ? 0 : readSync(handle, bytes, 0, length, offset);
    return bytes.subarray(0, count);
  };
  try {
    handle = openSync(file, 'r');
    const end = fstatSync(handle).size - tail;
    const last = bytesAt(end, tail);
    if (last.toString('latin1', 8) === mark) {
      const length = last.readDoubleLE(0);
      const index: Record<string, Span> = JSON.parse(
        bytesAt(end - length, length).toString('utf8'),
      );
      for (const [key, span] of Object.entries(index)) spans.set(key, span);
    }
  } catch {
    spans.clear();
  }
  return {
    spans,
    /** Undefined when the bytes are not those that were written. */
    read([offset, length, checksum]: Span): Buffer | undefined {
      try {
        const bytes = bytesAt(offset, length);
        return bytes.length === length && crc32(bytes) === checksum ? bytes : undefined;
      } catch {
        return undefined;
      }
    },
    close(): void {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}
