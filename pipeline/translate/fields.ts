import { isMap, isScalar, isSeq, parseDocument, type Scalar } from 'yaml';
import { splitFrontmatter } from '../source/frontmatter-range.ts';
import type { Edit } from './splice.ts';

/** A text of the front matter that readers see. */
export interface Field {
  readonly key: string;
  readonly value: string;
  /** Range of the scalar in the page's text, quotes included. */
  readonly start: number;
  readonly end: number;
  readonly type: Scalar.Type;
  /** Inside of `[…]`, where commas and brackets mean something. */
  readonly flow: boolean;
}

/** Fields that are translated. */
const translated: ReadonlySet<string> = new Set([
  'title',
  'sidebarTitle',
  'description',
  'keywords',
  'og:title',
  'og:description',
]);

/** Finds the fields of a page's front matter that are translated; none when it is no valid YAML. */
export function fieldsOf(text: string): Field[] {
  const { yaml, yamlOffset } = splitFrontmatter(text);
  if (yaml === undefined) return [];
  const document = parseDocument(yaml, { prettyErrors: false, strict: false });
  if (document.errors.length > 0 || !isMap(document.contents)) return [];
  const fields: Field[] = [];
  const add = (key: string, node: unknown, flow: boolean) => {
    if (!isScalar(node) || typeof node.value !== 'string' || node.anchor || node.tag) return;
    const [start, end] = node.range ?? [];
    if (start === undefined || end === undefined || node.value.trim() === '') return;
    const type = (node.type ?? 'PLAIN') as Scalar.Type;
    fields.push({
      key,
      value: node.value,
      start: start + yamlOffset,
      end: end + yamlOffset,
      type,
      flow,
    });
  };
  for (const { key, value } of document.contents.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (!translated.has(name)) continue;
    if (isSeq(value)) for (const item of value.items) add(name, item, value.flow === true);
    else add(name, value, document.contents.flow === true);
  }
  return fields;
}

/** The edit that gives a field another value, quoted as its author quoted it. */
export function fieldEdit(field: Field, value: string, text: string): Edit {
  const { start, end } = field;
  const words = lineOf(value);
  // What the model left as it was stays byte for byte.
  if (words === lineOf(field.value)) return { start, end, text: text.slice(start, end) };
  return { start, end, text: written(field, words, text) };
}

/** A value as one line. */
export function lineOf(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}

function written(field: Field, value: string, text: string): string {
  switch (field.type) {
    case 'QUOTE_SINGLE':
      return `'${value.replaceAll("'", "''")}'`;
    case 'QUOTE_DOUBLE':
      return quoted(value);
    case 'BLOCK_FOLDED':
    case 'BLOCK_LITERAL': {
      const raw = text.slice(field.start, field.end);
      const [, head = '>', indent = '  '] =
        /^([^\n]*\r?\n)(?:[ \t]*\r?\n)*([ \t]+)/.exec(raw) ?? [];
      const tail = /(?:\r?\n)+$/.exec(raw)?.[0] ?? '\n';
      return /\n$/.test(head) ? `${head}${indent}${value}${tail}` : quoted(value);
    }
    default:
      return isPlain(value, field.flow) ? value : quoted(value);
  }
}

function quoted(value: string): string {
  return JSON.stringify(value);
}

/** Whether YAML reads the value as this very string without quotes. */
function isPlain(value: string, flow: boolean): boolean {
  if (flow && /[,[\]{}]/.test(value)) return false;
  const document = parseDocument(`k: ${value}\n`, { prettyErrors: false });
  if (document.errors.length > 0 || !isMap(document.contents)) return false;
  const only = document.contents.items;
  const node = only[0]?.value;
  return only.length === 1 && isScalar(node) && node.value === value && node.comment == null;
}

/** Values of the front matter by key, as YAML reads them; undefined when it can't. */
function valuesOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const { yaml } = splitFrontmatter(text);
  if (yaml === undefined) return {};
  const document = parseDocument(yaml, { prettyErrors: false, strict: false });
  if (document.errors.length > 0) return undefined;
  const value = document.toJS() as unknown;
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Whether two front matters differ at most in the fields that are translated. */
export function sameRest(before: string, after: string): boolean {
  const [a, b] = [valuesOf(before), valuesOf(after)];
  if (a === undefined || b === undefined) return a === b;
  const rest = (values: Readonly<Record<string, unknown>>) =>
    JSON.stringify(
      Object.entries(values).map(([key, value]) => [
        key,
        translated.has(key) ? shapeOf(value) : value,
      ]),
    );
  return rest(a) === rest(b);
}

function shapeOf(value: unknown): unknown {
  return Array.isArray(value) ? value.length : typeof value;
}
