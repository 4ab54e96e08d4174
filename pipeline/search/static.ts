import { hash as digest } from 'node:crypto';
import { basename, extname, join } from 'node:path';
import { build } from 'esbuild';
import type { SearchRow } from '../../schema/build.ts';
import { catalogOf, type Shelf } from './catalog.ts';
import { copyKey } from './copies.ts';
import type { Posting } from './lexicon.ts';

/** A file of the index that a static host serves. */
export interface StaticFile {
  readonly path: string;
  readonly content: string;
  /** Named by its content. */
  readonly immutable: boolean;
}

/** `index.json`: where the reader begins. */
export interface StaticIndex {
  /** Module that reads the rest. */
  readonly reader: string;
  readonly basePath: string;
  readonly source: string;
  /** Language → file of `StaticShelf`. */
  readonly languages: Readonly<Record<string, string>>;
  /** Language → what its readers can choose between, in the order of the pages. */
  readonly choices: Readonly<Record<string, StaticChoices>>;
  /** The author's own synonyms. */
  readonly synonyms: string;
  /** Set by the runtime: ask there instead. */
  readonly api?: string;
}

/** Versions and products of one language's pages: they are called differently in another. */
export interface StaticChoices {
  readonly versions: readonly string[];
  readonly products: readonly string[];
}

/** The pages of one language, and which file has which words and texts. */
export interface StaticShelf {
  readonly language: string;
  readonly pages: readonly StaticPage[];
  /** Places in the navigation: pages beside each other share theirs. */
  readonly places: readonly (readonly string[])[];
  readonly rowsOfPage: readonly number[];
  readonly rowLengths: readonly number[];
  readonly pageLengths: readonly number[];
  /** First stem of each file of words, ascending. */
  readonly words: readonly (readonly [stem: string, file: string])[];
  /** First page of each file of texts. */
  readonly texts: readonly (readonly [page: number, file: string])[];
}

/** Copies of a page share their number. */
export type StaticPage = readonly [
  path: string,
  title: string,
  place: number,
  version: string,
  product: string,
  boost: number,
  copy: number,
];

/** A word: rows and pages are gaps to the one before, with `:count` where it isn't 1 (rows) or 0 (pages). */
export type StaticWord = readonly [stem: string, forms: string, pages: string, rows: string];

/** A section: as much of its text as a result shows. */
export type StaticSection = readonly [anchor: string, trail: readonly string[], text: string];

/** Characters of JSON to a file. */
const sizes = { words: 9_000, texts: 4_500 };
/** Characters of a section's text. */
const textLength = 240;

/** Folder of the index below the site's root. */
export const staticFolder = '_docent/search';

/**
 * Cuts an index into files so small that a question loads only what it needs: the words it has, and
 * the texts of the pages it finds. Pages that need a session are left out (S3-48).
 */
export function staticFiles(
  rows: readonly SearchRow[],
  options: {
    readonly basePath: string;
    readonly sourceLanguage: string;
    readonly reader: string;
    readonly synonyms?: string;
    /** One file of each kind under a fixed name: for a site in memory. */
    readonly whole?: boolean;
  },
): StaticFile[] {
  const open = rows.filter((row) => row.search && !row.protected && !row.hidden);
  const files: StaticFile[] = [];
  const names = new Set<string>();
  const put = (kind: string, content: string): string => {
    const hash = digest('sha256', content, 'hex').slice(0, 12);
    const name = options.whole ? `${kind}.json` : `${kind}-${hash}.json`;
    // Copies of pages have the same texts, and share a file.
    const path = `${staticFolder}/${name}`;
    if (!names.has(path)) files.push({ path, content, immutable: !options.whole });
    names.add(path);
    return name;
  };
  const languages: Record<string, string> = {};
  const choices: Record<string, StaticChoices> = {};
  for (const shelf of catalogOf(open).values()) {
    const name = shelf.language.toLowerCase().replace(/[^a-z0-9-]/g, '');
    const facts = shelf.pages.map((page) => page.facts);
    choices[shelf.language] = {
      versions: namesOf(facts, 'version'),
      products: namesOf(facts, 'product'),
    };
    languages[shelf.language] = put(name, JSON.stringify(shelfOf(shelf, name, put, options.whole)));
  }
  const index: StaticIndex = {
    reader: options.reader,
    basePath: options.basePath,
    source: options.sourceLanguage,
    languages,
    choices,
    synonyms: options.synonyms ?? '',
  };
  files.push({
    path: `${staticFolder}/index.json`,
    content: JSON.stringify(index),
    immutable: false,
  });
  return files;
}

function namesOf(rows: readonly SearchRow[], kind: 'version' | 'product'): string[] {
  return [...new Set(rows.map((row) => row[kind]))].filter((name) => name !== '');
}

/** Names of the files of a whole index, before it is made. */
export function wholeNames(languages: Iterable<string>): string[] {
  const names = [...languages].flatMap((language) => {
    const name = language.toLowerCase().replace(/[^a-z0-9-]/g, '');
    return [`${name}.json`, `${name}-w.json`, `${name}-t.json`];
  });
  return ['index.json', ...names].map((name) => `${staticFolder}/${name}`);
}

/** Bundles the module that reads the files in a browser. */
export async function bundleReader(): Promise<{ readonly path: string; readonly content: string }> {
  const result = await build({
    absWorkingDir: import.meta.dirname,
    // The same module in the sources and, compiled, in dist/.
    entryPoints: [join(import.meta.dirname, `reader${extname(import.meta.filename)}`)],
    outdir: staticFolder,
    bundle: true,
    format: 'esm',
    target: ['es2022', 'safari16.4'],
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    entryNames: '[name]-[hash]',
    write: false,
    logLevel: 'silent',
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error('The reader of the search index has no bundle');
  return { path: `${staticFolder}/${basename(file.path)}`, content: file.text };
}

function shelfOf(
  shelf: Shelf,
  name: string,
  put: (kind: string, content: string) => string,
  whole = false,
): StaticShelf {
  const { pages, lexicon } = shelf;
  const copies = new Map<string, number>();
  const places = new Map<string, number>();
  return {
    language: shelf.language,
    pages: pages.map(({ facts, rows }) => {
      const key = copyKey(facts, rows.length);
      const copy = copies.get(key) ?? copies.size;
      copies.set(key, copy);
      const { page, title, version, product, boost } = facts;
      const crumbs = JSON.stringify(facts.breadcrumbs);
      const place = places.get(crumbs) ?? places.size;
      places.set(crumbs, place);
      return [page, title, place, version, product, boost, copy];
    }),
    places: [...places.keys()].map((crumbs) => JSON.parse(crumbs)),
    rowsOfPage: pages.map(({ rows }) => rows.length),
    rowLengths: Array.from(lexicon.rowLengths),
    pageLengths: Array.from(lexicon.pageLengths),
    words: portions(wordsIn(shelf), whole ? Number.POSITIVE_INFINITY : sizes.words).map(
      ({ first, json }) => [first[0], put(`${name}-w`, json)],
    ),
    texts: textFiles(
      portions(textsIn(shelf), whole ? Number.POSITIVE_INFINITY : sizes.texts),
      (json) => put(`${name}-t`, json),
    ),
  };
}

function textFiles(
  parts: readonly Portion<unknown>[],
  put: (json: string) => string,
): [number, string][] {
  let first = 0;
  return parts.map(({ count, json }) => {
    const at = first;
    first += count;
    return [at, put(json)];
  });
}

function wordsIn({ lexicon }: Shelf): StaticWord[] {
  const forms = new Map<string, string[]>();
  for (const [form, stem] of lexicon.forms) {
    const list = forms.get(stem);
    if (list) list.push(form);
    else forms.set(stem, [form]);
  }
  return [...lexicon.terms]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([stem, posting]) => [
      stem,
      (forms.get(stem) ?? []).map((form) => (form === stem ? '' : form)).join(' '),
      gaps(posting.pages, posting.pageCounts, 0, fieldsOnly(posting)),
      gaps(posting.rows, posting.rowCounts, 1),
    ]);
}

/** Pages whose rows have the word need no mention, unless their title or description has it too. */
function fieldsOnly(posting: Posting): (index: number) => boolean {
  return (index) => (posting.pageCounts[index] ?? 0) > 0;
}

function gaps(
  numbers: ArrayLike<number>,
  counts: ArrayLike<number>,
  usual: number,
  wanted: (index: number) => boolean = () => true,
): string {
  const parts: string[] = [];
  let last = 0;
  for (let i = 0; i < numbers.length; i++) {
    if (!wanted(i)) continue;
    const number = numbers[i] ?? 0;
    const count = counts[i] ?? 0;
    const gap = (number - last).toString(36);
    parts.push(count === usual ? gap : `${gap}:${count.toString(36)}`);
    last = number;
  }
  return parts.join(' ');
}

function textsIn({ pages }: Shelf): StaticSection[][] {
  return pages.map(({ rows }) =>
    rows.map((row) => {
      const text = row.text === '' ? row.code || row.description : row.text;
      return [row.anchor, row.trail, cutText(text)];
    }),
  );
}

function cutText(whole: string): string {
  // More than enough of a long text, for blanks that come together in one.
  const text = whole.slice(0, 4 * textLength).replaceAll(/\s+/g, ' ');
  if (text.length <= textLength) return text;
  return text.slice(0, textLength).replace(/[\ud800-\udbff]$/, '');
}

/** Neighbours whose JSON makes a file. */
interface Portion<T> {
  readonly first: T;
  readonly count: number;
  readonly json: string;
}

/** Groups neighbours until their JSON reaches a size. */
function portions<T>(items: readonly T[], size: number): Portion<T>[] {
  const found: { readonly first: T; readonly parts: string[] }[] = [];
  let used = 0;
  for (const item of items) {
    const json = JSON.stringify(item);
    const last = found.at(-1);
    if (last && used + json.length <= size) {
      last.parts.push(json);
      used += json.length;
    } else {
      found.push({ first: item, parts: [json] });
      used = json.length;
    }
  }
  return found.map(({ first, parts }) => {
    return { first, count: parts.length, json: `[${parts.join(',')}]` };
  });
}
