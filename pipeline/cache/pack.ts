import {
  closeSync,
  existsSync,
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

/** The entries of one stage in one file. */
export interface Pack {
  get(key: string): Buffer | undefined;
  has(key: string): boolean;
  set(key: string, bytes: Uint8Array): void;
  save(): void;
  close(): void;
}

/** Size up to which unused entries are kept. */
const keptBytes = 64_000_000;

/** Bytes of forgotten entries that are no reason to write a pack again. */
const sparedBytes = 1_000_000;

/** A pack begins with this mark and, as a number, where its index ends. */
const mark = 'docent-pack-3';
const head = mark.length + 8;

/** Where an entry's bytes lie in a file, and their crc32. */
type Span = readonly [offset: number, length: number, checksum: number];

/**
 * Entries one after the other, then an index and its length. The index is JSON: a list of all keys, and one of their
 * offsets, lengths and checksums. An object with thousands of keys takes three times as long to write and to read.
 * Values stay on the disk until they are requested. New entries are written immediately to a file next
 * to the pack, so that they don't accumulate in memory. Saving appends them to the pack with a new
 * index, and moves the end in its first bytes last: if it is interrupted, the pack is the one before. A
 * pack that is mostly forgotten entries is written again.
 */
export function openPack(file: string, keepsUnused: boolean): Pack {
  let opened: OldPack | undefined;
  const old = (): OldPack => {
    opened ??= openOld(file);
    return opened;
  };
  const used = new Set<string>();
  const fresh = new Map<string, Span>();
  let half = openHalf(file);
  const close = (): void => {
    opened?.close();
    opened = undefined;
    half.close();
  };
  return {
    get: (key) => {
      const own = fresh.get(key);
      if (own !== undefined) return half.read(own[0], own[1]);
      const span = old().spans.get(key);
      const bytes = span && old().read(span);
      if (bytes) used.add(key);
      else old().spans.delete(key);
      return bytes;
    },
    has: (key) => {
      const has = fresh.has(key) || old().spans.has(key);
      if (has) used.add(key);
      return has;
    },
    set: (key, bytes) => {
      fresh.set(key, [half.append(bytes), bytes.length, crc32(bytes)]);
    },
    save: () => {
      const { spans } = old();
      if (keepsUnused) keepUnused(spans, used, fresh);
      if (fresh.size === 0 && used.size === spans.size) return;
      saveEntries(file, { old: old(), kept: keptSpans(spans, used, fresh), half, fresh });
      close();
      half = openHalf(file);
      used.clear();
      fresh.clear();
    },
    close,
  };
}

type Spans = ReadonlyMap<string, Span>;
type OldPack = ReturnType<typeof openOld>;
type HalfPack = ReturnType<typeof openHalf>;

/** Adds unused entries to the used ones, as many as there is room for. */
function keepUnused(spans: Spans, used: Set<string>, fresh: Spans): void {
  let size = bytesOf(fresh.values());
  for (const key of used) size += spans.get(key)?.[1] ?? 0;
  for (const [key, [, length]] of spans) {
    if (used.has(key) || fresh.has(key)) continue;
    size += length;
    if (size < keptBytes) used.add(key);
  }
}

/** The old entries that are used and that no new one replaces. */
function keptSpans(spans: Spans, used: ReadonlySet<string>, fresh: Spans): Map<string, Span> {
  const kept = new Map<string, Span>();
  for (const key of used) {
    const span = fresh.has(key) ? undefined : spans.get(key);
    if (span) kept.set(key, span);
  }
  return kept;
}

/** What a pack will have: entries that it has already, and new ones. */
interface Saving {
  readonly old: OldPack;
  readonly kept: Map<string, Span>;
  readonly half: HalfPack;
  readonly fresh: Spans;
}

function saveEntries(file: string, saving: Saving): void {
  const { old, kept, half, fresh } = saving;
  const wanted = bytesOf(fresh.values()) + bytesOf(kept.values());
  const isMostlyWanted = old.end + half.size() < 2 * wanted + sparedBytes;
  // Whoever deletes the folder may do so at any time.
  if (old.end > 0 && isMostlyWanted && existsSync(file)) appendTo(file, saving);
  else writeAgain(saving);
}

function appendTo(file: string, { old, kept, half, fresh }: Saving): void {
  for (const [key, [offset, length, checksum]] of fresh) {
    kept.set(key, [old.end + offset - head, length, checksum]);
  }
  const handle = openSync(file, 'r+');
  try {
    let at = old.end;
    for (const bytes of half.parts()) at = writeAll(handle, bytes, at);
    at = writeAll(handle, indexBytes(kept), at);
    writeAll(handle, headBytes(at), 0);
  } finally {
    closeSync(handle);
  }
}

function writeAgain({ old, kept, half, fresh }: Saving): void {
  const index = new Map<string, Span>();
  for (const [key, span] of kept) {
    const bytes = old.read(span);
    if (bytes) index.set(key, [half.append(bytes), bytes.length, crc32(bytes)]);
  }
  for (const [key, span] of fresh) index.set(key, span);
  half.append(indexBytes(index));
  half.complete();
}

/** What builds that were killed have left. */
export function removeHalves(folder: string): void {
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

/** Bytes that are read at once where entries are asked for in the order in which they were written. */
const windowBytes = 64 * 1024;

/** A pack as it was saved; empty when it is missing, cut short or not ours. */
function openOld(file: string) {
  const spans = new Map<string, Span>();
  let handle: number | undefined;
  let end = 0;
  let window = Buffer.alloc(0);
  let windowAt = 0;
  let windowEnd = 0;
  /** Where the last entry ended. */
  let next = 0;
  const bytesAt = (offset: number, length: number): Buffer => {
    const bytes = Buffer.allocUnsafe(length);
    const count = handle === undefined ? 0 : readSync(handle, bytes, 0, length, offset);
    return bytes.subarray(0, count);
  };
  const readAhead = (offset: number): void => {
    if (window.length === 0) window = Buffer.allocUnsafeSlow(windowBytes);
    windowAt = offset;
    windowEnd = offset;
    if (handle !== undefined) windowEnd += readSync(handle, window, 0, windowBytes, offset);
  };
  const entryAt = (offset: number, length: number): Buffer => {
    const isNext = offset === next;
    next = offset + length;
    const isInWindow = () => offset >= windowAt && next <= windowEnd;
    if (isNext && length < windowBytes && !isInWindow()) readAhead(offset);
    if (!isInWindow()) return bytesAt(offset, length);
    return Buffer.from(window.subarray(offset - windowAt, next - windowAt));
  };
  try {
    handle = openSync(file, 'r');
    const first = bytesAt(0, head);
    if (first.toString('latin1', 0, mark.length) === mark) {
      const last = first.readDoubleLE(mark.length);
      if (last > fstatSync(handle).size) throw new Error('The pack is cut short.');
      const length = bytesAt(last - 8, 8).readDoubleLE(0);
      const [keys, numbers]: WrittenIndex = JSON.parse(
        bytesAt(last - 8 - length, length).toString('utf8'),
      );
      let at = 0;
      for (const key of keys) {
        spans.set(key, [numbers[at++] ?? 0, numbers[at++] ?? 0, numbers[at++] ?? 0]);
      }
      end = last;
    }
  } catch {
    spans.clear();
  }
  return {
    spans,
    /** Where the next entries belong; 0 when there is no pack. */
    end,
    /** Undefined when the bytes are not those that were written. */
    read([offset, length, checksum]: Span): Buffer | undefined {
      try {
        const bytes = entryAt(offset, length);
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

/** Bytes that wait in memory for their turn to be written. */
const waitingBytes = 1_000_000;

/** New entries, after the space for the first bytes of a pack. Its file is made when it has many. */
function openHalf(file: string) {
  const half = `${file}.${process.pid}`;
  let handle: number | undefined;
  // Copies: a small buffer kept would keep the whole block of memory that it is cut from.
  let waiting = Buffer.alloc(0);
  let length = 0;
  let written = head;
  const open = (): number => {
    if (handle === undefined) {
      mkdirSync(dirname(file), { recursive: true });
      handle = openSync(half, 'w+');
    }
    return handle;
  };
  const write = (bytes: Uint8Array): void => {
    written = writeAll(open(), bytes, written);
  };
  const flush = (): void => {
    write(waiting.subarray(0, length));
    length = 0;
  };
  return {
    append(bytes: Uint8Array): number {
      if (length + bytes.length > waitingBytes) flush();
      const offset = written + length;
      if (bytes.length > waitingBytes) write(bytes);
      else {
        if (waiting.length === 0) waiting = Buffer.allocUnsafe(waitingBytes);
        waiting.set(bytes, length);
        length += bytes.length;
      }
      return offset;
    },
    read(offset: number, size: number): Buffer {
      if (offset >= written) {
        return Buffer.from(waiting.subarray(offset - written, offset - written + size));
      }
      const bytes = Buffer.allocUnsafe(size);
      readSync(open(), bytes, 0, size, offset);
      return bytes;
    },
    /** Bytes of all entries. */
    size: () => written + length - head,
    /** All entries, in the order of their offsets. */
    *parts(): Iterable<Uint8Array> {
      const part = Buffer.allocUnsafe(Math.min(waitingBytes, written - head));
      for (let at = head; at < written; ) {
        const count = readSync(open(), part, 0, Math.min(part.length, written - at), at);
        if (count === 0) throw new Error(`Can't read ${half}`);
        at += count;
        yield part.subarray(0, count);
      }
      yield waiting.subarray(0, length);
    },
    /** Makes it the pack; its last entry is the index. */
    complete(): void {
      flush();
      const done = open();
      writeAll(done, headBytes(written), 0);
      closeSync(done);
      handle = undefined;
      renameSync(half, file);
    },
    close(): void {
      if (handle !== undefined) closeSync(handle);
      if (handle !== undefined) rmSync(half, { force: true });
      handle = undefined;
    },
  };
}

function headBytes(end: number): Buffer {
  const bytes = Buffer.alloc(head);
  bytes.write(mark, 'latin1');
  bytes.writeDoubleLE(end, mark.length);
  return bytes;
}

type WrittenIndex = readonly [keys: readonly string[], numbers: readonly number[]];

function indexBytes(index: Spans): Buffer {
  const numbers: number[] = [];
  for (const [offset, length, checksum] of index.values()) numbers.push(offset, length, checksum);
  const written: WrittenIndex = [[...index.keys()], numbers];
  const json = Buffer.from(JSON.stringify(written));
  const length = Buffer.alloc(8);
  length.writeDoubleLE(json.length);
  return Buffer.concat([json, length]);
}

/** Answers where it ended. */
function writeAll(handle: number, bytes: Uint8Array, from: number): number {
  let at = 0;
  while (at < bytes.length) {
    at += writeSync(handle, bytes, at, bytes.length - at, from + at);
  }
  return from + at;
}

function bytesOf(spans: Iterable<Span>): number {
  let size = 0;
  for (const [, length] of spans) size += length;
  return size;
}
