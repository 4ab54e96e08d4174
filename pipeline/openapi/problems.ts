import { LineCounter, parseDocument } from 'yaml';
import type { Place, Problem } from '../../schema/errors.ts';
import { splitPointer } from '../../schema/pointer.ts';
import { asObject } from './json.ts';
import { entryAt } from './yaml-nodes.ts';

/** Creates a problem with the source `openapi`. */
export function problem(
  ruleId: string,
  file: string,
  rest: Omit<Problem, 'severity' | 'source' | 'ruleId' | 'file'> & {
    readonly severity?: Problem['severity'];
  },
): Problem {
  return { severity: 'error', source: 'openapi', ruleId, file, ...rest };
}

/** Place of the value at a JSON pointer in a JSON or YAML text, when there is one. */
export function placeAt(text: string, pointer: string): Place | undefined {
  return placesAt(text, [pointer])[0];
}

/** Letters of a text that is read again for places: reading them takes seconds for a million. */
const mostLetters = 1_000_000;

/** Places of several values or keys in one text, which is read once; of long ones, of the words themselves. */
export function placesAt(
  text: string,
  pointers: readonly string[],
  part: 'key' | 'value' = 'value',
): readonly (Place | undefined)[] {
  if (pointers.length === 0) return [];
  if (text.length > mostLetters) {
    return pointers.map((pointer) => placeOfWords(text, splitPointer(pointer).at(-1) ?? ''));
  }
  const lines = new LineCounter();
  // The value was read: which keys are there twice was said then.
  const options = { merge: true, uniqueKeys: false, logLevel: 'silent' } as const;
  const document = parseDocument(text, { ...options, lineCounter: lines });
  return pointers.map((pointer) => {
    const entry = entryAt(document, splitPointer(pointer));
    const range = asObject(part === 'key' ? (entry?.key ?? entry?.value) : entry?.value)?.range;
    if (!Array.isArray(range)) return undefined;
    return placeOf(lines, Number(range[0]), Number(range[1]));
  });
}

/** Place of the first occurrence of some words in a text. */
export function placeOfWords(text: string, words: string): Place | undefined {
  const offset = words === '' ? -1 : text.indexOf(words);
  if (offset < 0) return undefined;
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  const end = { line, column: column + words.length, offset: offset + words.length };
  return { start: { line, column, offset }, end };
}

/** Offsets as places. */
export function placeOf(lines: LineCounter, start: number, end: number): Place {
  const point = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col), offset };
  };
  return { start: point(start), end: point(end) };
}

/** What an error says, its cause included. */
export function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== ''
    ? `${error.message} (${cause.message})`
    : error.message;
}
