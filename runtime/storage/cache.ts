import { createHash, randomUUID } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Files on this disk by their hash, of objects of a storage; the ones asked for last stay. */
export interface DiskCache {
  /** Where a file is now; `fetch` writes it when it is not here. Undefined if it is nowhere. */
  readonly file: (
    sha256: string,
    fetch: (file: string) => Promise<boolean>,
  ) => Promise<string | undefined>;
  /** Keeps a content that is elsewhere on this disk. */
  readonly adopt: (sha256: string, read: () => Uint8Array) => void;
  /** Bytes of all files. */
  readonly bytes: () => number;
}

/** Milliseconds after which a use is noted again for the next start. */
const touchAge = 60_000;

interface Entry {
  readonly size: number;
  usedAt: number;
}

/** Opens the cache in a folder; it never holds more than `limit` bytes for longer than it takes to remove some. */
export function openCache(folder: string, limit: number, now: () => number): DiskCache {
  const placeOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  const entries = readEntries(folder);
  let total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  const fetching = new Map<string, Promise<string | undefined>>();

  const forget = (sha256: string): void => {
    total -= entries.get(sha256)?.size ?? 0;
    entries.delete(sha256);
  };
  const use = (sha256: string): void => {
    const entry = entries.get(sha256);
    if (!entry) return;
    entries.delete(sha256);
    entries.set(sha256, entry);
    if (now() - entry.usedAt < touchAge) return;
    entry.usedAt = now();
    const time = new Date(now());
    utimesSync(placeOf(sha256), time, time);
  };
  const add = (sha256: string): void => {
    forget(sha256);
    const { size } = statSync(placeOf(sha256));
    entries.set(sha256, { size, usedAt: now() });
    total += size;
    for (const [oldest] of entries) {
      // The one that was just asked for stays, even if it is larger than everything.
      if (total <= limit || oldest === sha256) break;
      rmSync(placeOf(oldest), { force: true });
      forget(oldest);
    }
  };
  const bring = async (
    sha256: string,
    fetch: (file: string) => Promise<boolean>,
  ): Promise<string | undefined> => {
    const place = placeOf(sha256);
    const half = join(folder, `.${randomUUID()}`);
    mkdirSync(dirname(place), { recursive: true });
    try {
      if (!(await fetch(half))) return undefined;
      if ((await hashOf(half)) !== sha256) {
        throw new Error(`The object ${sha256} is damaged: its content has another sha-256.`);
      }
      renameSync(half, place);
    } finally {
      rmSync(half, { force: true });
    }
    add(sha256);
    return place;
  };
  return {
    file: async (sha256, fetch) => {
      const place = placeOf(sha256);
      if (existsSync(place)) {
        if (!entries.has(sha256)) add(sha256);
        use(sha256);
        return place;
      }
      const known = fetching.get(sha256);
      if (known) return known;
      const bringing = bring(sha256, fetch).finally(() => fetching.delete(sha256));
      fetching.set(sha256, bringing);
      return bringing;
    },
    adopt: (sha256, read) => {
      const place = placeOf(sha256);
      if (existsSync(place)) return;
      const half = join(folder, `.${randomUUID()}`);
      mkdirSync(dirname(place), { recursive: true });
      try {
        writeFileSync(half, read());
        renameSync(half, place);
        add(sha256);
      } catch {
        // It is brought again when it is asked for.
        rmSync(half, { force: true });
      }
    },
    bytes: () => total,
  };
}

/** What an earlier process left, the one used last at the end; halves of files are removed. */
function readEntries(folder: string): Map<string, Entry> {
  mkdirSync(folder, { recursive: true });
  const found: (readonly [string, Entry])[] = [];
  for (const name of readdirSync(folder)) {
    if (name.startsWith('.')) rmSync(join(folder, name), { force: true });
    else if (/^[0-9a-f]{2}$/.test(name)) {
      for (const sha256 of readdirSync(join(folder, name))) {
        const { size, mtimeMs } = statSync(join(folder, name, sha256));
        found.push([sha256, { size, usedAt: mtimeMs }]);
      }
    }
  }
  return new Map(found.sort(([, one], [, other]) => one.usedAt - other.usedAt));
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
