import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/** Bytes that are read at once. */
const block = 4096;

/**
 * The line of a key in a file of lines of JSON, each of which begins with its key, ascending: a dozen small
 * reads, however long the file is. Undefined when no line has the key.
 */
export function findLine(file: string, key: string): string | undefined {
  const handle = openSync(file, 'r');
  try {
    const { low, high } = placeOf(handle, key);
    const buffer = Buffer.allocUnsafe(2 * block);
    const some = buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, low));
    for (let at = 0; at < high - low; ) {
      const end = some.indexOf(10, at);
      const line = end < 0 ? lineAt(handle, low + at) : some.toString('utf8', at, end);
      const own = keyIn(line);
      if (own === key) return line;
      if (end < 0 || own === undefined || own > key) break;
      at = end + 1;
    }
    return undefined;
  } finally {
    closeSync(handle);
  }
}

/** Lines that are read before other work gets its turn. */
const atOnce = 200;

/** The lines of a file one after the other, while requests are answered; it is never in memory as a whole. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let count = 0;
  for (const line of linesNow(file)) {
    yield line;
    if (++count % atOnce === 0) await setImmediate();
  }
}

/**
 * The same, without waiting: for work that does nothing else meanwhile. Each iteration reads the file
 * again; given a key, from its line on.
 */
export function linesNow(file: string, key?: string): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      if (key === undefined) return yield* linesAt(file, () => 0);
      let isBefore = true;
      for (const line of linesAt(file, (handle) => placeOf(handle, key).low)) {
        if (isBefore && (keyIn(line) ?? '') < key) continue;
        isBefore = false;
        yield line;
      }
    },
  };
}

/** The lines that only one of two lists has, both sorted by their keys: `side` says which. */
export function* differingLines(
  before: Iterable<string>,
  now: Iterable<string>,
): Iterable<{ readonly side: 'before' | 'now'; readonly line: string }> {
  const [olds, news] = [before[Symbol.iterator](), now[Symbol.iterator]()];
  let [old, next] = [olds.next(), news.next()];
  while (!old.done || !next.done) {
    if (!old.done && !next.done && old.value === next.value) {
      [old, next] = [olds.next(), news.next()];
      continue;
    }
    const isOld = !old.done && (next.done || keyBefore(old.value, next.value));
    if (isOld) {
      yield { side: 'before', line: old.value };
      old = olds.next();
    } else {
      yield { side: 'now', line: next.value };
      next = news.next();
    }
  }
}

/** Whether a line is before another, or in its place. */
function keyBefore(line: string, other: string): boolean {
  return (keyIn(line) ?? '') <= (keyIn(other) ?? '');
}

/** The lines from a place on at which one begins. */
function* linesAt(file: string, placeIn: (handle: number) => number): Iterable<string> {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.allocUnsafe(64 * block);
    let at = placeIn(handle);
    let rest: Buffer[] = [];
    for (;;) {
      const size = readSync(handle, buffer, 0, buffer.length, at);
      if (size === 0) break;
      at += size;
      let start = 0;
      for (let end = buffer.indexOf(10); end >= 0 && end < size; ) {
        const last = buffer.subarray(start, end);
        const line = rest.length > 0 ? Buffer.concat([...rest, last]) : last;
        rest = [];
        if (line.length > 0) yield line.toString('utf8');
        start = end + 1;
        end = buffer.indexOf(10, start);
      }
      if (start < size) rest.push(Buffer.from(buffer.subarray(start, size)));
    }
    if (rest.length > 0) yield Buffer.concat(rest).toString('utf8');
  } finally {
    closeSync(handle);
  }
}

/** The line of a key, if there is one, begins in low … high; a line begins at low. */
function placeOf(handle: number, key: string): { readonly low: number; readonly high: number } {
  let low = 0;
  let high = fstatSync(handle).size;
  while (high - low > block) {
    const middle = Math.floor((low + high) / 2);
    const start = nextLine(handle, middle);
    if (start >= high || keyOf(handle, start) > key) high = middle;
    else low = start;
  }
  return { low, high };
}

/** Where the first line begins at a place or after it; the place is not the beginning of the file. */
function nextLine(handle: number, from: number): number {
  const buffer = Buffer.allocUnsafe(block);
  for (let at = from - 1; ; at += block) {
    const read = readSync(handle, buffer, 0, block, at);
    const end = buffer.subarray(0, read).indexOf(10);
    if (end >= 0) return at + end + 1;
    if (read < block) return Number.POSITIVE_INFINITY;
  }
}

function keyOf(handle: number, start: number): string {
  const buffer = Buffer.allocUnsafe(block);
  const read = readSync(handle, buffer, 0, block, start);
  return keyIn(buffer.toString('utf8', 0, read)) ?? keyIn(lineAt(handle, start)) ?? '';
}

function lineAt(handle: number, start: number): string {
  const parts: Buffer[] = [];
  for (let at = start; ; at += block) {
    const buffer = Buffer.allocUnsafe(block);
    const part = buffer.subarray(0, readSync(handle, buffer, 0, block, at));
    const end = part.indexOf(10);
    parts.push(end < 0 ? part : part.subarray(0, end));
    if (end >= 0 || part.length < block) return Buffer.concat(parts).toString('utf8');
  }
}

/** The first value of a line; undefined where it isn't in this part of it. */
export function keyIn(line: string): string | undefined {
  const [, text] = /^\{"\w+":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
  return text === undefined ? undefined : JSON.parse(text);
}
