import {
  type AnyNode,
  type DocumentNode,
  type ElementNode,
  type MemberNode,
  parse,
  type ValueNode,
} from '@humanwhocodes/momoa';
import type { Place, Point } from './errors.ts';
import {
  behind,
  joinPointer,
  type Origin,
  type Origins,
  pointerAsPath,
  setOwn,
} from './pointer.ts';

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

/** A parsed JSON text. `value` is absent if the text has a fatal fault. */
export interface JsonText {
  readonly value?: unknown;
  readonly faults: readonly JsonFault[];
  /** The path of the innermost value at an offset: `navigation.tabs[0]`; empty without a value. */
  readonly pathAt: (offset: number) => string;
}

const maxDepth = 200;

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
  const brackets = scanBrackets(text);
  if (brackets.tooDeep !== undefined) {
    const reason = `Nested deeper than ${maxDepth} levels`;
    const note = 'Flatten the file; none of its fields need that depth.';
    const place = range(text, brackets.tooDeep, brackets.tooDeep + 1);
    const fault: JsonFault = { code: 'json-depth', reason, note, place, fatal: true };
    return { faults: [fault], pathAt: nowhere };
  }
  // Only what is not strict JSON has tokens to look at, which take half as long as all else.
  const tokens = !isStrict(text);
  let document: DocumentNode;
  try {
    document = parse(text, { mode: 'jsonc', tokens, allowTrailingCommas: true });
  } catch (error) {
    faults.push(syntaxFault(text, error, brackets.unclosed));
    return { faults, pathAt: nowhere };
  }
  if (tokens) checkTokens(text, document, faults);
  const value = convert(document.body, options, faults);
  return { value, faults, pathAt: (offset) => pathIn(document.body, offset) };
}

function nowhere(): string {
  return '';
}

function isStrict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function pathIn(root: ValueNode, offset: number): string {
  const parts: string[] = [];
  let node: ValueNode | undefined = root;
  while (node?.type === 'Object' || node?.type === 'Array') {
    const children: readonly (MemberNode | ElementNode)[] =
      node.type === 'Object' ? node.members : node.elements;
    const at = lastBefore(children, offset);
    const child: MemberNode | ElementNode | undefined = children[at];
    if (child === undefined || offset >= child.value.loc.end.offset) break;
    parts.push(child.type === 'Member' ? keyOf(child) : String(at));
    node = child.value;
  }
  return pointerAsPath(joinPointer(parts));
}

/** Index of the last node that begins at an offset or before it; -1 if none does. */
function lastBefore(nodes: readonly AnyNode[], offset: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.loc.start.offset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function keyOf({ name }: MemberNode): string {
  return name.type === 'String' ? name.value : name.name;
}

/** Line and column of a range given by offsets. */
export function range(text: string, start: number, end: number): Place {
  return { start: pointAt(text, start), end: pointAt(text, end) };
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

function scanBrackets(text: string): { tooDeep?: number; unclosed?: number } {
  const open: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') {
      for (i++; i < text.length && text[i] !== '"' && text[i] !== '\n'; i++) {
        if (text[i] === '\\') i++;
      }
    } else if (char === '{' || char === '[') {
      open.push(i);
      if (open.length > maxDepth) return { tooDeep: i };
    } else if (char === '}' || char === ']') open.pop();
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? {} : { unclosed };
}

function syntaxFault(text: string, error: unknown, unclosed: number | undefined): JsonFault {
  const at = (error as { offset?: unknown }).offset;
  const offset = typeof at === 'number' ? Math.min(at, text.length) : 0;
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
  const found = /^(?:[\w.+-]+|.)/su.exec(text.slice(offset))?.[0] ?? '';
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
  if (found === "'") return { expected: '"', note: 'JSON only allows double quotes.' };
  if (before === '{' || (before === ',' && /^[A-Za-z_$]/.test(found))) {
    return { expected: 'a key in double quotes', note: 'Write keys in double quotes.' };
  }
  if (before === '"' || /[\d}\]el]/.test(before)) {
    return { expected: ', or : or a closing bracket', note: 'Add the missing comma or colon.' };
  }
  return { expected: 'a JSON value', note: 'Correct the JSON at this position.' };
}

function checkTokens(text: string, document: DocumentNode, faults: JsonFault[]): void {
  const tokens = document.tokens ?? [];
  let comma: { start: Point; end: Point } | undefined;
  for (const token of tokens) {
    const place = token.loc;
    if (token.type === 'LineComment' || token.type === 'BlockComment') {
      const reason = 'Unexpected comment, JSON does not allow comments';
      const note = 'Remove the comment.';
      faults.push({ code: 'json-comment', reason, note, place, fatal: false });
      continue;
    }
    if (comma !== undefined && (token.type === 'RBrace' || token.type === 'RBracket')) {
      const reason = `Unexpected comma before ${token.type === 'RBrace' ? '}' : ']'}`;
      const note = 'Remove the comma.';
      faults.push({ code: 'json-trailing-comma', reason, note, place: comma, fatal: false });
    }
    comma = token.type === 'Comma' ? place : undefined;
    if (token.type === 'String') {
      const raw = text.slice(place.start.offset, place.end.offset);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are forbidden in JSON strings
      const control = /[\u0000-\u001f]/.exec(raw);
      if (control !== null) {
        // Relative to the start of the string: searching the whole text for each would be
        // quadratic.
        const start = behind(place.start, control.index);
        faults.push({
          code: 'json-syntax',
          reason: 'Unexpected line break or control character inside a string',
          note: 'Write it as an escape such as \\n, or close the string on its line.',
          place: { start, end: behind(start, 1) },
          fatal: false,
        });
      }
    }
  }
}

function convert(
  node: ValueNode,
  options: { readonly file: string; readonly origins: Origins },
  faults: JsonFault[],
): unknown {
  if (node.type === 'Object') {
    const object: Record<string, unknown> = {};
    const origin: Origin = { file: options.file, self: node.loc, entries: new Map() };
    for (const member of node.members) {
      const name = keyOf(member);
      const key = member.name.loc;
      if (origin.entries.has(name)) {
        const reason = `Duplicate key ${JSON.stringify(name)}`;
        const note = 'Remove one of the two.';
        faults.push({ code: 'json-duplicate-key', reason, note, place: key, fatal: false });
      }
      origin.entries.set(name, { key, value: member.value.loc });
      setOwn(object, name, convert(member.value, options, faults));
    }
    options.origins.set(object, origin);
    return object;
  }
  if (node.type === 'Array') {
    const origin: Origin = { file: options.file, self: node.loc, entries: new Map() };
    const array = node.elements.map((element, index) => {
      origin.entries.set(String(index), { value: element.value.loc });
      return convert(element.value, options, faults);
    });
    options.origins.set(array, origin);
    return array;
  }
  if (node.type === 'Null') return null;
  if (node.type === 'String' || node.type === 'Number' || node.type === 'Boolean')
    return node.value;
  return null;
}

function pointAt(text: string, offset: number): Point {
  const before = text.slice(0, offset);
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, offset };
}
