import { hash as digest } from 'node:crypto';
import { join } from 'node:path';
import { openPack, type Pack, removeHalves } from './pack.ts';

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
