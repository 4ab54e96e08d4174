import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import type { Place, Point } from './errors.ts';
import { pointsIn } from './lines.ts';
import { type Origin, type Origins, type Span, setOwn } from './pointer.ts';

/** A mistake in the JSON itself. All but `fatal` ones still yield a value. */
export interface JsonFault {
  readonly code:
    | 'json-encoding'
    | 'json-syntax'
    | 'json-comment'
    | 'json-trailing-comma'
    | 'json-duplicate-key'
    | 'json-depth'
    | 'json-empty';
  readonly reason: string;
  readonly note: string;
  readonly place?: Place;
  readonly fatal: boolean;
}

/** A value as it was written; `entries` are those of an object or array, in order. */
export interface Written extends Span {
  readonly entries?: readonly Entry[];
}

interface Entry {
  readonly name: string;
  /** Of an object. */
  readonly key?: Span;
  readonly value: Written;
}

/** What a text says. */
interface JsonValues {
  readonly value?: unknown;
  readonly root: Written;
  readonly faults: readonly JsonFault[];
  /** Where the text can't be read any further. */
  readonly stop?: Pick<Stop, 'offset' | 'isTooDeep'>;
}

/** Levels of objects and arrays. */
export const maxDepth = 200;

/** An object or array that has begun. */
interface Open {
  readonly value: Record<string, unknown> | unknown[];
  readonly origin: Origin;
  readonly self: Written & { end: number };
  readonly entries: Entry[];
  /** The key whose value comes next. */
  key?: { readonly name: string; readonly span: Span };
}

/** Thrown where a text can't be read any further. */
class Stop extends Error {
  readonly offset: number;
  readonly isTooDeep: boolean;

  constructor(offset: number, isTooDeep = false) {
    super();
    this.offset = offset;
    this.isTooDeep = isTooDeep;
  }
}

/**
 * Reads a JSON text and records in `origins` where all of it is. Comments, trailing commas and line breaks in strings
 * are faults that hide nothing else.
 */
export function readJson(
  text: string,
  options: { readonly file: string; readonly origins: Origins },
): JsonValues {
  const points = pointsIn(text);
  const read = readStrict(text, { ...options, points });
  if (!read.stop) return read;
  const { clean, faults } = onOneLine(text, points);
  if (clean === text) return read;
  const again = readStrict(clean, { ...options, points });
  return { ...again, faults: [...faults, ...again.faults] };
}

interface ReadingOptions {
  readonly file: string;
  readonly origins: Origins;
  readonly points: (offset: number) => Point;
}

/** A text that is being read. */
interface Reading extends Omit<ReadingOptions, 'points'> {
  readonly placeOf: (span: Span) => Place;
  readonly faults: JsonFault[];
  /** Objects and arrays that have begun, the innermost last. */
  readonly open: Open[];
  value: unknown;
  root: Written;
  /** The comma that was just read. */
  comma: Span | undefined;
}

/** The same in one go, up to the first string that reaches over a line. */
function readStrict(text: string, { points, ...options }: ReadingOptions): JsonValues {
  const reading: Reading = {
    ...options,
    placeOf: ({ start, end }) => ({ start: points(start), end: points(end) }),
    ...{ faults: [], open: [] },
    ...{ value: undefined, root: { start: 0, end: 0 }, comma: undefined },
  };
  const { faults } = reading;
  try {
    visit(text, visitorOf(reading, text), { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof Stop) return { root: reading.root, faults, stop: error };
    throw error;
  }
  return { value: reading.value, root: reading.root, faults };
}

function visitorOf(reading: Reading, text: string): JSONVisitor {
  return {
    onObjectBegin: (offset) => begin(reading, {}, offset),
    onArrayBegin: (offset) => begin(reading, [], offset),
    onObjectEnd: (offset) => end(reading, '}', offset),
    onArrayEnd: (offset) => end(reading, ']', offset),
    onObjectProperty: (name, start, length) =>
      nameNext(reading, name, { start, end: start + length }),
    onLiteralValue: (value, start, length) => {
      reading.comma = undefined;
      put(reading, value, { start, end: start + length });
    },
    onSeparator: (character, start) => {
      if (character === ',') reading.comma = { start, end: start + 1 };
    },
    onComment: (start, length) => {
      const reason = 'Unexpected comment, JSON does not allow comments';
      const span = { start, end: start + length };
      report(reading, 'json-comment', span, { reason, note: 'Remove the comment.' });
    },
    onError: (code, offset, length) => {
      throw new Stop(stopOf(text, code, { start: offset, end: offset + length }));
    },
  };
}

function begin(reading: Reading, value: Open['value'], start: number): void {
  const { open, file, placeOf } = reading;
  reading.comma = undefined;
  if (open.length === maxDepth) throw new Stop(start, true);
  const entries: Open['entries'] = [];
  // Its end is not known yet.
  const self = { start, end: start, entries };
  open.push({ value, origin: { file, self, entries: new Map(), placeOf }, self, entries });
}

function end(reading: Reading, bracket: string, at: number): void {
  if (reading.comma) {
    const reason = `Unexpected comma before ${bracket}`;
    report(reading, 'json-trailing-comma', reading.comma, { reason, note: 'Remove the comma.' });
  }
  reading.comma = undefined;
  const closed = reading.open.pop();
  if (!closed) return;
  closed.self.end = at + 1;
  reading.origins.set(closed.value, closed.origin);
  put(reading, closed.value, closed.self);
}

/** A key, whose value comes next. */
function nameNext(reading: Reading, name: string, span: Span): void {
  reading.comma = undefined;
  const owner = reading.open.at(-1);
  if (!owner) return;
  owner.key = { name, span };
  if (owner.origin.entries.has(name)) {
    const reason = `Duplicate key ${JSON.stringify(name)}`;
    report(reading, 'json-duplicate-key', span, { reason, note: 'Remove one of the two.' });
  }
}

/** Puts a value where it belongs: into what is open, or as the whole. */
function put(reading: Reading, value: unknown, written: Written): void {
  const owner = reading.open.at(-1);
  if (owner === undefined) {
    reading.value = value;
    reading.root = written;
    return;
  }
  const { key } = owner;
  const name = key?.name ?? String(owner.entries.length);
  const entry: Entry = key ? { name, key: key.span, value: written } : { name, value: written };
  owner.origin.entries.set(name, entry);
  owner.entries.push(entry);
  if (Array.isArray(owner.value)) owner.value.push(value);
  else setOwn(owner.value, name, value);
}

function report(
  reading: Reading,
  code: JsonFault['code'],
  span: Span,
  said: Pick<JsonFault, 'reason' | 'note'>,
): void {
  reading.faults.push({ code, ...said, place: reading.placeOf(span), fatal: false });
}

/** Where in a token that can't be read the mistake is. */
function stopOf(text: string, code: ParseErrorCode, { start, end }: Span): number {
  const name = printParseErrorCode(code);
  if (/^UnexpectedEndOf(?:String|Comment)$/.test(name)) return text.length;
  if (!/^Invalid(?:EscapeCharacter|Unicode)$/.test(name)) return start;
  const good = /^(?:[^\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/;
  return start + (good.exec(text.slice(start, end))?.[0].length ?? 0);
}

/** Comments and strings, which may reach over several lines; the last one may have no end. */
const passages = /\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g;

/** The text with spaces for line breaks and other control characters in strings, which are faults. */
function onOneLine(
  text: string,
  points: (offset: number) => Point,
): { readonly clean: string; readonly faults: readonly JsonFault[] } {
  const faults: JsonFault[] = [];
  const clean = text.replace(passages, (passage, offset: number) => {
    if (!passage.startsWith('"')) return passage;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are forbidden in JSON strings
    const control = /[\u0000-\u001f]/;
    const at = passage.search(control);
    if (at < 0) return passage;
    faults.push({
      code: 'json-syntax',
      reason: 'Unexpected line break or control character inside a string',
      note: 'Write it as an escape such as \\n, or close the string on its line.',
      place: { start: points(offset + at), end: points(offset + at + 1) },
      fatal: false,
    });
    return passage.replaceAll(new RegExp(control, 'g'), ' ');
  });
  return { clean, faults };
}
