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

/** The same in one go, up to the first string that reaches over a line. */
function readStrict(text: string, { file, origins, points }: ReadingOptions): JsonValues {
  const placeOf = ({ start, end }: Span) => ({ start: points(start), end: points(end) });
  const faults: JsonFault[] = [];
  const report = (code: JsonFault['code'], span: Span, reason: string, note: string) =>
    faults.push({ code, reason, note, place: placeOf(span), fatal: false });
  const open: Open[] = [];
  let value: unknown;
  let root: Written = { start: 0, end: 0 };
  let comma: Span | undefined;

  const put = (one: unknown, written: Written) => {
    const owner = open.at(-1);
    if (owner === undefined) {
      value = one;
      root = written;
      return;
    }
    const { key } = owner;
    const name = key?.name ?? String(owner.entries.length);
    const entry: Entry = key ? { name, key: key.span, value: written } : { name, value: written };
    owner.origin.entries.set(name, entry);
    owner.entries.push(entry);
    if (Array.isArray(owner.value)) owner.value.push(one);
    else setOwn(owner.value, name, one);
  };
  const begin = (empty: Open['value'], start: number): void => {
    comma = undefined;
    if (open.length === maxDepth) throw new Stop(start, true);
    const entries: Open['entries'] = [];
    // Its end is not known yet.
    const self = { start, end: start, entries };
    const origin = { file, self, entries: new Map(), placeOf };
    open.push({ value: empty, origin, self, entries });
  };
  const end = (bracket: string, at: number): void => {
    if (comma) {
      const reason = `Unexpected comma before ${bracket}`;
      report('json-trailing-comma', comma, reason, 'Remove the comma.');
    }
    comma = undefined;
    const closed = open.pop();
    if (!closed) return;
    closed.self.end = at + 1;
    origins.set(closed.value, closed.origin);
    put(closed.value, closed.self);
  };
  const visitor: JSONVisitor = {
    onObjectBegin: (offset) => begin({}, offset),
    onArrayBegin: (offset) => begin([], offset),
    onObjectEnd: (offset) => end('}', offset),
    onArrayEnd: (offset) => end(']', offset),
    onObjectProperty: (name, start, length) => {
      comma = undefined;
      const owner = open.at(-1);
      if (!owner) return;
      const span = { start, end: start + length };
      owner.key = { name, span };
      if (owner.origin.entries.has(name)) {
        const reason = `Duplicate key ${JSON.stringify(name)}`;
        report('json-duplicate-key', span, reason, 'Remove one of the two.');
      }
    },
    onLiteralValue: (one, start, length) => {
      comma = undefined;
      put(one, { start, end: start + length });
    },
    onSeparator: (character, start) => {
      if (character === ',') comma = { start, end: start + 1 };
    },
    onComment: (start, length) => {
      const reason = 'Unexpected comment, JSON does not allow comments';
      report('json-comment', { start, end: start + length }, reason, 'Remove the comment.');
    },
    onError: (code, offset, length) => {
      throw new Stop(stopOf(text, code, { start: offset, end: offset + length }));
    },
  };
  try {
    visit(text, visitor, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof Stop) return { root, faults, stop: error };
    throw error;
  }
  return { value, root, faults };
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
