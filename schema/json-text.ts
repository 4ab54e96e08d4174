import type { Place } from './errors.ts';
import { type JsonFault, maxDepth, readJson, type Written } from './json-values.ts';
import { pointsIn } from './lines.ts';
import { joinPointer, type Origins, pointerAsPath } from './pointer.ts';

/** A parsed JSON text. `value` is absent if the text has a fatal fault. */
export interface JsonText {
  readonly value?: unknown;
  readonly faults: readonly JsonFault[];
  /** The path of the innermost value at an offset: `navigation.tabs[0]`; empty without a value. */
  readonly pathAt: (offset: number) => string;
}

/**
 * Parses strict JSON and records the position of every key and value in `origins`. Comments and
 * trailing commas are faults, but do not hide other faults.
 */
export function parseJson(
  input: string | Uint8Array,
  options: { readonly file: string; readonly origins: Origins },
): JsonText {
  const faults: JsonFault[] = [];
  const text = decode(input, faults);
  if (text === undefined) return { faults, pathAt: nowhere };
  if (text.trim() === '') {
    return { faults: [{ ...emptyFault, place: range(text, 0, 0) }], pathAt: nowhere };
  }
  const read = readJson(text, options);
  if (read.stop) {
    const { offset, isTooDeep } = read.stop;
    faults.push(isTooDeep ? depthFault(text, offset) : syntaxFault(text, offset));
    return { faults, pathAt: nowhere };
  }
  faults.push(...read.faults);
  return { value: read.value, faults, pathAt: (offset) => pathIn(read.root, offset) };
}

function nowhere(): string {
  return '';
}

function pathIn(root: Written, offset: number): string {
  const parts: string[] = [];
  let inside: Written | undefined = root;
  while (inside?.entries) {
    const { entries }: Written = inside;
    const child: (typeof entries)[number] | undefined = entries[lastBefore(entries, offset)];
    if (child === undefined || offset >= child.value.end) break;
    parts.push(child.name);
    inside = child.value;
  }
  return pointerAsPath(joinPointer(parts));
}

/** Index of the last entry that begins at an offset or before it; -1 if none does. */
function lastBefore(entries: NonNullable<Written['entries']>, offset: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(entries[middle]) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function startOf(entry: NonNullable<Written['entries']>[number] | undefined): number {
  return (entry?.key ?? entry?.value)?.start ?? 0;
}

/** Line and column of a range given by offsets. */
export function range(text: string, start: number, end: number): Place {
  const pointAt = pointsIn(text);
  return { start: pointAt(start), end: pointAt(end) };
}

const emptyFault: JsonFault = {
  code: 'json-empty',
  reason: 'The file is empty, expected a JSON object',
  note: 'Start with { "name": …, "colors": { "primary": … }, "navigation": { … } }.',
  fatal: true,
};

function decode(input: string | Uint8Array, faults: JsonFault[]): string | undefined {
  let text = input;
  if (typeof text !== 'string') {
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text);
    } catch {
      const lossy = new TextDecoder('utf-8').decode(text as Uint8Array);
      const at = lossy.indexOf('\uFFFD');
      const reason = 'Unexpected bytes that are not UTF-8';
      const note = 'Save the file as UTF-8.';
      const place = range(lossy, Math.max(at, 0), Math.max(at, 0) + 1);
      faults.push({ code: 'json-encoding', reason, note, place, fatal: true });
      return undefined;
    }
  }
  // A byte-order mark is tolerated: it is replaced by a space, so that offsets do not change.
  return text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
}

function depthFault(text: string, offset: number): JsonFault {
  const reason = `Nested deeper than ${maxDepth} levels`;
  const note = 'Flatten the file; none of its fields need that depth.';
  const place = range(text, offset, offset + 1);
  return { code: 'json-depth', reason, note, place, fatal: true };
}

/** Where the innermost bracket is that the text does not close. */
function unclosedIn(text: string): number | undefined {
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') {
      for (i++; i < text.length && text[i] !== '"' && text[i] !== '\n'; i++) {
        if (text[i] === '\\') i++;
      }
    } else if (char === '{' || char === '[') open.push(i);
    else if (char === '}' || char === ']') open.pop();
  }
  return open.at(-1);
}

function syntaxFault(text: string, offset: number): JsonFault {
  const unclosed = unclosedIn(text);
  const rest = text.slice(offset).trim();
  if (unclosed !== undefined && (rest === '' || /^[^\s,]{0,200}$/.test(rest))) {
    const bracket = text[unclosed] ?? '{';
    return {
      code: 'json-syntax',
      reason: `Unexpected end of the file, expected the ${bracket === '{' ? '}' : ']'} of the ${bracket} opened here`,
      note: 'Close the bracket.',
      place: range(text, unclosed, unclosed + 1),
      fatal: true,
    };
  }
  const found = /^(?:[\w.+-]+|\\.|.)/su.exec(text.slice(offset))?.[0] ?? '';
  const { expected, note } = expectation(text, offset, found);
  const what = found === '' ? 'end of the file' : JSON.stringify(found.slice(0, 40));
  return {
    code: 'json-syntax',
    reason: `Unexpected ${what}, expected ${expected}`,
    note,
    place: range(text, offset, offset + Math.max(found.length, 1)),
    fatal: true,
  };
}

function expectation(text: string, offset: number, found: string) {
  const before = text.slice(0, offset).trimEnd().at(-1) ?? '';
  if (found.startsWith('\\')) {
    const expected = 'an escape such as \\n, \\" or \\u00e9';
    return { expected, note: 'Write a backslash as \\\\.' };
  }
  if (found === "'") return { expected: '"', note: 'JSON only allows double quotes.' };
  if (before === '{' || (before === ',' && /^[A-Za-z_$]/.test(found))) {
    return { expected: 'a key in double quotes', note: 'Write keys in double quotes.' };
  }
  if (before === '"' || /[\d}\]el]/.test(before)) {
    return { expected: ', or : or a closing bracket', note: 'Add the missing comma or colon.' };
  }
  return { expected: 'a JSON value', note: 'Correct the JSON at this position.' };
}
