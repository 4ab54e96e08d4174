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

/** A cache while its server runs. */
interface Shelf {
  readonly folder: string;
  /** Bytes that it may hold. */
  readonly limit: number;
  readonly now: () => number;
  /** By hash, the one used last at the end. */
  readonly entries: Map<string, Entry>;
  readonly fetching: Map<string, Promise<string | undefined>>;
  /** Bytes that it holds. */
  total: number;
}

/** Opens the cache in a folder; it never holds more than `limit` bytes for longer than it takes to remove some. */
export function openCache(folder: string, limit: number, now: () => number): DiskCache {
  const entries = readEntries(folder);
  const total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);
  const shelf: Shelf = { folder, limit, now, entries, fetching: new Map(), total };
  return {
    file: (sha256, fetch) => find(shelf, sha256, fetch),
    adopt: (sha256, read) => adopt(shelf, sha256, read),
    bytes: () => shelf.total,
  };
}

async function find(
  shelf: Shelf,
  sha256: string,
  fetch: (file: string) => Promise<boolean>,
): Promise<string | undefined> {
  const { entries, fetching } = shelf;
  const place = placeOf(shelf, sha256);
  if (existsSync(place)) {
    if (!entries.has(sha256)) add(shelf, sha256);
    use(shelf, sha256);
    return place;
  }
  const known = fetching.get(sha256);
  if (known) return known;
  const bringing = bring(shelf, sha256, fetch).finally(() => fetching.delete(sha256));
  fetching.set(sha256, bringing);
  return bringing;
}

async function bring(
  shelf: Shelf,
  sha256: string,
  fetch: (file: string) => Promise<boolean>,
): Promise<string | undefined> {
  const place = placeOf(shelf, sha256);
  const half = halfOf(shelf, place);
  try {
    if (!(await fetch(half))) return undefined;
    if ((await hashOf(half)) !== sha256) {
      throw new Error(`The object ${sha256} is damaged: its content has another sha-256.`);
    }
    renameSync(half, place);
  } finally {
    rmSync(half, { force: true });
  }
  add(shelf, sha256);
  return place;
}

function adopt(shelf: Shelf, sha256: string, read: () => Uint8Array): void {
  const place = placeOf(shelf, sha256);
  if (existsSync(place)) return;
  const half = halfOf(shelf, place);
  try {
    writeFileSync(half, read());
    renameSync(half, place);
    add(shelf, sha256);
  } catch {
    // It is brought again when it is asked for.
    rmSync(half, { force: true });
  }
}

/** Counts a file that is here now, and removes those that were used longest ago. */
function add(shelf: Shelf, sha256: string): void {
  const { entries, limit, now } = shelf;
  forget(shelf, sha256);
  const { size } = statSync(placeOf(shelf, sha256));
  entries.set(sha256, { size, usedAt: now() });
  shelf.total += size;
  for (const [oldest] of entries) {
    // The one that was just asked for stays, even if it is larger than everything.
    if (shelf.total <= limit || oldest === sha256) break;
    rmSync(placeOf(shelf, oldest), { force: true });
    forget(shelf, oldest);
  }
}

function use(shelf: Shelf, sha256: string): void {
  const { entries, now } = shelf;
  const entry = entries.get(sha256);
  if (!entry) return;
  entries.delete(sha256);
  entries.set(sha256, entry);
  if (now() - entry.usedAt < touchAge) return;
  entry.usedAt = now();
  const time = new Date(now());
  utimesSync(placeOf(shelf, sha256), time, time);
}

function forget(shelf: Shelf, sha256: string): void {
  shelf.total -= shelf.entries.get(sha256)?.size ?? 0;
  shelf.entries.delete(sha256);
}

function placeOf({ folder }: Shelf, sha256: string): string {
  return join(folder, sha256.slice(0, 2), sha256);
}

/** Where a file is written before it has its place; the folder of the place is there then. */
function halfOf({ folder }: Shelf, place: string): string {
  mkdirSync(dirname(place), { recursive: true });
  return join(folder, `.${randomUUID()}`);
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
