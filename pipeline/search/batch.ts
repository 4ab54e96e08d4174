import { crc32 } from 'node:zlib';
import type { SearchRow } from '../../schema/build.ts';
import { copyKey } from './copies.ts';
import type { PageEntry, PageKind, SectionEntry } from './format.ts';
import { LexiconBuilder, type PageWords } from './lexicon.ts';
import { startsOf } from './portions.ts';
import { textHash } from './rows.ts';

/**
 * Neighbours among the pages of a site with their words, in plain data that a cache can keep: of all
 * pages, only the batch of one that has changed is read again.
 */
export interface Batch {
  readonly parts: readonly BatchPart[];
  /** Whether every reader and the assistant may find all of its pages. */
  readonly isOpen: boolean;
}

/** The pages of a batch in one language, in path order. */
export interface BatchPart {
  readonly language: string;
  readonly pages: readonly CatalogPage[];
  readonly words: PageWords;
}

/** A page of the catalog. Its sections are kept elsewhere: few of them are needed when a page has changed. */
export interface CatalogPage {
  readonly path: string;
  /** How many rows it has. */
  readonly rows: number;
  /** JSON of its `PageKind`. */
  readonly kind: string;
  /** The same for pages that are copies of each other (`copyKey`); absent for a page without copies. */
  readonly copyKey?: string;
  /** JSON of its `PageEntry`, up to its sections. */
  readonly head: string;
  /** Characters of this and of the JSON of its sections, and what tells them from others. */
  readonly length: number;
  readonly hash: string;
}

/** JSON of the sections of pages: a list of `SectionEntry` for each, which is as much as a result shows. */
export type SectionTexts = readonly (readonly [path: string, sections: string])[];

/** A batch that was read, with the sections of its pages. */
export interface ReadBatch {
  readonly batch: Batch;
  readonly sections: SectionTexts;
}

/** Number of pages in a batch, on average, and at most: those that are read again when one of them has changed. */
const pagesOfBatch = { mean: 4, most: 6 };

/** About as many pages are in a group, whose words are joined. */
const pagesOfGroup = 64;

/** Cuts pages into groups of batches; a new page changes the batches next to it, and their groups. */
export function batchesIn<T>(
  pages: readonly T[],
  pathOf: (page: T) => string,
): readonly (readonly (readonly T[])[])[] {
  const batches = [...neighbours(pages, pathOf)];
  const lengths = batches.map(({ length }) => length);
  const names = batches.map(([first]) => (first === undefined ? '' : pathOf(first)));
  const starts = startsOf(lengths, names, pagesOfGroup);
  return starts.map((start, at) => batches.slice(start, starts[at + 1]));
}

/** Paths decide where a batch ends, so that a new page moves no other end, unless it makes a batch too long. */
function* neighbours<T>(pages: readonly T[], pathOf: (page: T) => string): Iterable<readonly T[]> {
  let some: T[] = [];
  for (const page of pages) {
    some.push(page);
    const isEnd = crc32(pathOf(page)) % pagesOfBatch.mean === 0;
    if (!isEnd && some.length < pagesOfBatch.most) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** Reads batches of rows: those that everyone may find, or all of them if `isPrivate`. */
export function batchReader(isPrivate: boolean): (rows: Iterable<SearchRow>) => ReadBatch {
  const builders = new Map<string, LexiconBuilder>();
  const builderOf = (language: string): LexiconBuilder => {
    const builder = builders.get(language) ?? new LexiconBuilder(language);
    builders.set(language, builder);
    return builder;
  };
  return (rows) => {
    const pages = new Map<string, CatalogPage[]>();
    const texts: [string, string][] = [];
    let isOpen = true;
    for (const list of byPage(rows)) {
      const [first] = list;
      if (!first) continue;
      const isPublic = first.search && !first.protected && !first.hidden;
      if (!isPublic || !first.assistant) isOpen = false;
      if (!isPublic && !isPrivate) continue;
      const { language } = first;
      const sections = JSON.stringify(list.map(sectionEntry));
      texts.push([first.page, sections]);
      const page = catalogPage(list, first, { sections, isPrivate });
      const others = pages.get(language);
      if (others) others.push(page);
      else pages.set(language, [page]);
      builderOf(language).add({ ...first, path: first.page, rows: list });
    }
    const parts = [...pages].map(([language, list]) => {
      return { language, pages: list, words: builderOf(language).take() };
    });
    return { batch: { parts, isOpen }, sections: texts };
  };
}

/** Rows that are read one after the other, in batches as large as groups: nothing of them is remembered. */
export function* batchesOf(rows: Iterable<SearchRow>, isPrivate: boolean): Iterable<ReadBatch> {
  const read = batchReader(isPrivate);
  let batch: SearchRow[] = [];
  let pages = 0;
  for (const list of byPage(rows)) {
    batch.push(...list);
    if (++pages % pagesOfGroup > 0) continue;
    yield read(batch);
    batch = [];
  }
  if (batch.length > 0) yield read(batch);
}

function catalogPage(
  rows: readonly SearchRow[],
  first: SearchRow,
  made: { readonly sections: string; readonly isPrivate: boolean },
): CatalogPage {
  const { page: path, title, description, breadcrumbs } = first;
  const entry: Omit<PageEntry, 'sections' | 'copies'> = { path, title, description, breadcrumbs };
  const head = `${JSON.stringify(entry).slice(0, -1)},"sections":`;
  const key = copyKey(first, rows.length);
  return {
    ...{ path, rows: rows.length, kind: JSON.stringify(kindOf(rows, first, made.isPrivate)) },
    ...(key === undefined ? {} : { copyKey: key }),
    head,
    length: head.length + made.sections.length,
    hash: textHash(head + made.sections),
  };
}

/** What ranking has to know of a page; it is repeated in each of its rows. */
function kindOf(rows: readonly SearchRow[], first: SearchRow, isPrivate: boolean): PageKind {
  const { version, product, boost, otherVersion, operation } = first;
  const { search, assistant, hidden, protected: isProtected, groups } = first;
  const reference = operation ? 'operation' : isListOfNames(rows) ? 'names' : undefined;
  return {
    ...{ version, product, boost },
    ...(otherVersion ? { isOther: true } : {}),
    ...(reference ? { reference } : {}),
    ...(isPrivate ? { access: { search, assistant, hidden, protected: isProtected, groups } } : {}),
  };
}

function* byPage(rows: Iterable<SearchRow>): Iterable<readonly SearchRow[]> {
  let list: SearchRow[] = [];
  for (const row of rows) {
    const before = list[0]?.page;
    if (before !== undefined && before !== row.page) {
      if (row.page < before) throw new Error(`${row.page} comes after ${before}`);
      yield list;
      list = [];
    }
    list.push(row);
  }
  if (list.length > 0) yield list;
}

/** Whether most headings of a page (two of three) are names in code, as in pages written from a library's source. */
export function isListOfNames(rows: readonly Pick<SearchRow, 'anchor' | 'heading'>[]): boolean {
  const headings = new Map(rows.map(({ anchor, heading }) => [anchor, heading]));
  headings.delete('');
  const names = [...headings.values()].filter((heading) => codeName.test(heading));
  return names.length >= 2 && names.length * 3 >= headings.size * 2;
}

/** One word, written as no sentence writes it. What is all capitals is an error or a variable, which pages explain. */
const codeName = /^[`@.]?[\w$.]*(?:[a-z][A-Z]|[a-z]_[A-Za-z]|[a-z]\.[a-z]|\(\))[\w$.()]*`?(?:\s|$)/;

/**
 * Characters of a section's text, of which a result shows those around the words that were asked for. Each of them
 * is loaded with every result.
 */
const textLength = 400;

function sectionEntry(row: SearchRow): SectionEntry {
  const text = row.text === '' ? row.code || row.description : row.text;
  return [row.anchor, row.trail, cutText(text)];
}

function cutText(whole: string): string {
  // More than enough of a long text, in case consecutive spaces are merged.
  // Lines are kept: a snippet leaves out those that are only labels.
  const text = whole
    .slice(0, 4 * textLength)
    .replaceAll(/\s+/g, (blank) => (blank.includes('\n') ? '\n' : ' '));
  if (text.length <= textLength) return text;
  return text.slice(0, textLength).replace(/[\ud800-\udbff]$/, '');
}
