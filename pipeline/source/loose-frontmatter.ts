import { isMap, parseDocument, Scalar, visit, type YAMLError } from 'yaml';

/** Options under which front matter is read; the library's own search for equal keys compares each with each. */
export const yamlOptions = { uniqueKeys: false, prettyErrors: false, strict: false } as const;

/** A field as YAML has it: a key and a value with their places. */
export interface Field {
  readonly key: unknown;
  readonly value: unknown;
}

/** What could be read field by field, and the errors of the others. */
export interface LooseFields {
  readonly fields: readonly Field[];
  readonly errors: readonly Pick<YAMLError, 'pos' | 'message'>[];
}

/**
 * Reads front matter that is not YAML as a whole, one field after the other. Quoted and bracketed values
 * may go on in lines without indentation, as the common readers of front matter have it. A field with a
 * mistake keeps its line as text, and takes no other field along.
 */
export function looseFields(yaml: string): LooseFields {
  const fields: Field[] = [];
  const errors: Pick<YAMLError, 'pos' | 'message'>[] = [];
  const keys = new Set<string>();
  for (const entry of entriesOf(yaml)) {
    const whole = parsed(yaml, entry.start, entry.end);
    const key = scalar(entry.key, entry.start, entry.start + entry.key.length);
    const again = keys.has(entry.key);
    keys.add(entry.key);
    if (again) {
      const message = `Duplicate field "${entry.key}", the first one is used`;
      errors.push({ pos: [entry.start, entry.start + entry.key.length], message });
      continue;
    }
    if (whole.errors.length === 0 && isMap(whole.contents)) {
      fields.push(...whole.contents.items);
      continue;
    }
    const value = parsed(yaml, entry.valueStart, entry.end);
    if (/["'[{]/.test(yaml[entry.valueStart] ?? '') && value.errors.length === 0) {
      fields.push({ key, value: value.contents });
      continue;
    }
    const [error] = whole.errors;
    if (error !== undefined) errors.push(error);
    const text = yaml.slice(entry.valueStart, entry.end).trim();
    if (text !== '' && !/[\r\n]/.test(text)) {
      const plain = text.replace(/^(["'])(.*)\1$/, '$2');
      fields.push({ key, value: scalar(plain, entry.valueStart, entry.valueStart + text.length) });
    }
  }
  return { fields, errors };
}

interface Entry {
  readonly key: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

const keyLine =
  /^(?:"([^"\n\r]+)"|'([^'\n\r]+)'|([^\s#"'[\]{}>|*&!%@`,?-][^:\n\r]*?))[ \t]*:(?:[ \t]+|$)/;

/** Where each field of the top level begins and ends. */
function entriesOf(yaml: string): Entry[] {
  const entries: { key: string; start: number; valueStart: number; end: number }[] = [];
  let skipTo = 0;
  for (const { 0: line, index: at } of yaml.matchAll(/[^\n\r]*(?:\r\n|\n|\r|$)/g)) {
    const last = entries.at(-1);
    const match = at < skipTo ? null : keyLine.exec(line.trimEnd());
    if (match === null) {
      if (last !== undefined) last.end = at + line.length;
      continue;
    }
    const key = match[1] ?? match[2] ?? match[3] ?? '';
    const valueStart = at + match[0].length;
    entries.push({ key, start: at, valueStart, end: at + line.length });
    skipTo = quoteEnd(yaml, valueStart);
  }
  return entries;
}

/** End of a quoted value that goes on in the next lines and ends one of them; 0 when it does not. */
function quoteEnd(yaml: string, start: number): number {
  const quote = yaml[start];
  if (quote !== '"' && quote !== "'") return 0;
  const text = quote === '"' ? /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y : /'[^']*(?:''[^']*)*'/y;
  text.lastIndex = start;
  if (text.exec(yaml) === null) return 0;
  return /^[ \t]*(?:$|[\r\n]| #)/.test(yaml.slice(text.lastIndex, text.lastIndex + 200))
    ? text.lastIndex
    : 0;
}

/** A part of the front matter as a document of its own, with the places of the whole. */
function parsed(yaml: string, start: number, end: number) {
  const document = parseDocument(yaml.slice(start, end).trimEnd(), yamlOptions);
  visit(document, (_, node) => {
    const range = (node as { range?: number[] | null } | null)?.range;
    if (range) for (const index of range.keys()) range[index] = (range[index] ?? 0) + start;
  });
  const errors = document.errors.map(({ message, pos: [from, to] }) => ({
    message,
    pos: [from + start, to + start] as [number, number],
  }));
  return { contents: document.contents, errors };
}

function scalar(value: string, start: number, end: number): Scalar {
  const node = new Scalar(value);
  node.range = [start, end, end];
  return node;
}
