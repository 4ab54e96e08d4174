import { distance } from 'fastest-levenshtein';
import { isMap, isScalar, isSeq, parseDocument, type Scalar, type YAMLMap } from 'yaml';
import type { Problem } from '../../schema/errors.ts';
import type { Frontmatter } from '../../schema/site.ts';
import { expectedOption, isContextualOption } from './contextual-options.ts';
import { splitFrontmatter } from './frontmatter-range.ts';
import { type Field, looseFields, yamlOptions } from './loose-frontmatter.ts';
import { placeIn } from './tree.ts';

type Kind =
  | 'string'
  | 'boolean'
  | 'number'
  | 'strings'
  | 'contextual'
  | 'related'
  | 'date'
  | readonly string[];

const kinds: Readonly<Record<string, Kind>> = {
  title: 'string',
  description: 'string',
  sidebarTitle: 'string',
  icon: 'string',
  iconType: 'string',
  tag: 'string',
  deprecated: 'boolean',
  url: 'string',
  hidden: 'boolean',
  hideFooterPagination: 'boolean',
  hideApiMarker: 'boolean',
  related: 'related',
  groups: 'strings',
  public: 'boolean',
  mode: ['default', 'wide', 'custom', 'frame', 'center', 'assistant'],
  contextual: 'contextual',
  rss: 'boolean',
  timestamp: 'boolean',
  lastUpdatedDate: 'date',
  keywords: 'strings',
  boost: 'number',
  searchable: 'boolean',
  noindex: 'boolean',
  canonical: 'string',
  robots: 'string',
  api: 'string',
  openapi: 'string',
  'openapi-schema': 'string',
  asyncapi: 'string',
  playground: ['interactive', 'simple', 'none', 'auth'],
  authMethod: ['bearer', 'basic', 'api_key', 'oauth2', 'none'],
  version: 'string',
  contentType: 'string',
};

/** Meta tags without a colon in their name. */
const metaNames: ReadonlySet<string> = new Set(
  'author charset copyright generator google google-site-verification googlebot publisher referrer theme-color'.split(
    ' ',
  ),
);

/** Values of the other dialect, by field. */
const synonyms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  authMethod: { key: 'api_key' },
  playground: { show: 'interactive', hide: 'none' },
};

/** Front matter that has been read; `bodyOffset` as `splitFrontmatter` has it. */
export interface ReadFrontmatter {
  readonly frontmatter: Frontmatter;
  readonly bodyOffset: number;
  readonly problems: readonly Problem[];
}

/**
 * Reads and checks a page's front matter. Invalid values are left out and reported with their
 * position.
 */
export function readFrontmatter(file: {
  readonly path: string;
  readonly text: string;
}): ReadFrontmatter {
  const range = splitFrontmatter(file.text);
  const reader: Reader = { file, offset: range.yamlOffset, problems: [] };
  const values: Record<string, unknown> = {};
  const meta: Record<string, string> = {};
  const other: Record<string, unknown> = {};
  const unknown: Scalar[] = [];
  if (range.unclosed) {
    tell(reader, 'error', 'frontmatter-unclosed', [-range.yamlOffset, 0], {
      reason: 'The front matter is not closed.',
      note: 'Add a line with three dashes (---) after its last field.',
    });
  }
  for (const pair of range.yaml === undefined ? [] : fieldsOf(reader, range.yaml)) {
    if (!isScalar(pair.key)) continue;
    const key = String(pair.key.value);
    const node = pair.value as unknown;
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
    const metaText = key.includes(':') || metaNames.has(key) ? textOf(node) : undefined;
    if (isScalar(node) && node.value === null) continue;
    if (kind !== undefined) {
      const value = readValue(reader, key, kind, node);
      if (value !== undefined) values[key] = value;
    } else if (metaText !== undefined) meta[key] = metaText;
    else {
      other[key] = plain(node);
      if (!nearMiss(reader, pair.key, node)) unknown.push(pair.key);
    }
  }
  tellUnknown(reader, unknown);
  const frontmatter = { ...values, meta, other } as Frontmatter;
  return { frontmatter, bodyOffset: range.bodyOffset, problems: reader.problems };
}

interface Reader {
  readonly file: { readonly path: string; readonly text: string };
  readonly offset: number;
  readonly problems: Problem[];
}

type Range = readonly [number, number, ...number[]];

function tell(
  reader: Reader,
  severity: Problem['severity'],
  ruleId: string,
  range: Range,
  words: Pick<Problem, 'reason'> & Partial<Problem>,
): void {
  const start = range[0] + reader.offset;
  const place = placeIn(reader.file.text, start, Math.max(start, range[1] + reader.offset));
  reader.problems.push({
    severity,
    source: 'source',
    ruleId,
    file: reader.file.path,
    place,
    ...words,
  });
}

function fieldsOf(reader: Reader, yaml: string): readonly Field[] {
  if (yaml.length > longest) {
    tell(reader, 'error', 'frontmatter-syntax', [0, 1], {
      reason: `The front matter has ${yaml.length} characters, expected at most ${longest}.`,
      note: 'Move content into the body of the page.',
    });
    return [];
  }
  const document = parseDocument(yaml, yamlOptions);
  if (document.errors.length > 0 || hasTwins(document.contents)) {
    const { fields, errors } = looseFields(yaml);
    for (const error of errors.slice(0, 5)) {
      const words = error.message.split('\n')[0] ?? error.message;
      tell(reader, 'error', 'frontmatter-syntax', error.pos, {
        reason: `The front matter is not valid YAML: ${words.replace(/\.?$/, '.')}`,
        note: /mapping|implicit/i.test(words)
          ? 'Put quotes around a value that contains a colon.'
          : 'Correct it at this position; each line is "key: value".',
      });
    }
    return fields;
  }
  const { contents } = document;
  if (isMap(contents)) return contents.items;
  if (contents !== null) {
    tell(reader, 'error', 'frontmatter-type', contents.range ?? [0, 0], {
      reason: 'The front matter is not a list of "key: value" lines.',
      note: 'Write one field per line, such as "title: Quick start".',
    });
  }
  return [];
}

/** Longest front matter that is read, in characters. */
const longest = 100_000;

function hasTwins(contents: unknown): boolean {
  if (!isMap(contents)) return false;
  const keys = contents.items.map(({ key }) => (isScalar(key) ? String(key.value) : key));
  return new Set(keys).size < keys.length;
}

function readValue(reader: Reader, key: string, kind: Kind, node: unknown): unknown {
  const refuse = (expected: readonly string[]) => tellValue(reader, key, node, expected);
  if (Array.isArray(kind)) {
    const text = isScalar(node) ? scalarText(node) : undefined;
    const value = text === undefined ? undefined : (synonyms[key]?.[text] ?? text);
    return value !== undefined && kind.includes(value) ? value : refuse(kind);
  }
  switch (kind) {
    case 'string':
      return isScalar(node) ? scalarText(node) : refuse(['a string']);
    case 'boolean': {
      const value = isScalar(node) ? node.value : undefined;
      if (value === true || value === 'true' || value === 'yes') return true;
      if (value === false || value === 'false' || value === 'no') return false;
      return refuse(['true', 'false']);
    }
    case 'number': {
      const value = isScalar(node) ? Number(node.value) : Number.NaN;
      return Number.isFinite(value) && value > 0 ? value : refuse(['a number above 0']);
    }
    case 'date': {
      const text = isScalar(node) ? scalarText(node) : '';
      return Number.isNaN(Date.parse(text)) ? refuse(['a date such as 2026-01-31']) : text;
    }
    case 'strings': {
      if (isScalar(node))
        return scalarText(node)
          .split(/\s*,\s*/)
          .filter((part) => part !== '');
      if (!isSeq(node) || !node.items.every(isScalar)) return refuse(['a list of strings']);
      return (node.items as Scalar[]).map(scalarText);
    }
    case 'contextual':
      if (isScalar(node) && node.value === false) return { options: [] };
      return isMap(node) ? readMenu(reader, node) : refuse(['an object', 'false']);
    case 'related': {
      if (isScalar(node) && node.value === false) return false;
      if (!isSeq(node)) return refuse(['a list of pages', 'false']);
      const items = node.items.map(plain);
      return items.every((item) => typeof item === 'string' || isTextRecord(item))
        ? items
        : refuse(['a list of pages', 'false']);
    }
  }
  return undefined;
}

/** The page's own menu; without a valid entry in its list the page has the site's. */
function readMenu(reader: Reader, node: YAMLMap): unknown {
  const { options, ...rest } = plain(node) as Record<string, unknown>;
  const list = node.get('options', true) as unknown;
  if (options === undefined || options === null) return rest;
  if (!isSeq(list)) return tellValue(reader, 'contextual.options', list, ['a list']) ?? rest;
  const valid = list.items.filter((item) => {
    if (isContextualOption(plain(item))) return true;
    tellValue(reader, 'contextual.options', item, expectedOption);
    return false;
  });
  const isEmptied = valid.length === 0 && list.items.length > 0;
  return isEmptied ? rest : { ...rest, options: valid.map(plain) };
}

function tellValue(
  reader: Reader,
  key: string,
  node: unknown,
  expected: readonly string[],
): undefined {
  const actual = shown(node);
  tell(reader, 'warning', 'frontmatter-type', rangeOf(node), {
    reason: `Unexpected ${actual} for "${key}", expected ${expected.join(' or ')}.`,
    actual,
    expected,
    note: 'The value is ignored; correct it.',
  });
}

function isTextRecord(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((part) => typeof part === 'string');
}

/** Reports a key that is similar to a known one which could have its value. */
function nearMiss(reader: Reader, node: Scalar, value: unknown): boolean {
  const key = String(node.value);
  const near = Object.entries(kinds)
    .filter(([, kind]) => couldBe(kind, value))
    .map(([known]) => ({ known, away: typosBetween(known.toLowerCase(), key.toLowerCase()) }))
    .filter(({ known, away }) => away <= (known.length < 8 ? 1 : 2))
    .sort((a, b) => a.away - b.away)[0];
  if (near === undefined) return false;
  tell(reader, 'warning', 'frontmatter-unknown-key', node.range ?? [0, 0], {
    reason: `Unknown front matter field "${key}"; did you mean "${near.known}"?`,
    actual: key,
    expected: [near.known],
    note: `Rename it to "${near.known}", unless it is your own field.`,
  });
  return true;
}

/** Whether a value has the form of a kind: a list of `tags` is no mistyped `tag`, which is a text. */
function couldBe(kind: Kind, value: unknown): boolean {
  if (isMap(value)) return kind === 'contextual';
  if (isSeq(value)) return kind === 'strings' || kind === 'related';
  return true;
}

/** Letters added, left out or changed; two that changed places are one mistake (`titel`). */
function typosBetween(one: string, other: string): number {
  const away = distance(one, other);
  const sorted = (text: string) => [...text].sort().join('');
  return away === 2 && sorted(one) === sorted(other) ? 1 : away;
}

/** An author's own keys are legal: one note for all of a page's. */
function tellUnknown(reader: Reader, keys: readonly Scalar[]): void {
  const [first] = keys;
  if (first === undefined) return;
  const names = keys.map((key) => `"${String(key.value)}"`).join(', ');
  tell(reader, 'note', 'frontmatter-unknown-key', first.range ?? [0, 0], {
    reason: `Unknown front matter ${keys.length > 1 ? 'fields' : 'field'} ${names}.`,
    actual: String(first.value),
    note: 'Expressions of the page can still read it.',
  });
}

function rangeOf(node: unknown): Range {
  const range = (node as { range?: readonly number[] | null } | null)?.range;
  return [range?.[0] ?? 0, range?.[1] ?? 0];
}

/** `1.0` stays "1.0": numbers and dates in string fields keep their spelling. */
function scalarText(node: Scalar): string {
  if (typeof node.value === 'string') return node.value;
  return node.source ?? String(node.value);
}

/** What a meta tag can say: a text, or a list of them such as two authors. An object is the author's own. */
function textOf(node: unknown): string | undefined {
  if (isScalar(node)) return scalarText(node);
  if (!isSeq(node) || !node.items.every(isScalar)) return undefined;
  return (node.items as Scalar[]).map(scalarText).join(', ');
}

function plain(node: unknown): unknown {
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map(plain);
  if (isMap(node)) {
    return Object.fromEntries(
      node.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', plain(value)]),
    );
  }
  return null;
}

function shown(node: unknown): string {
  const text = JSON.stringify(plain(node)) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
