import { crc32 } from 'node:zlib';
import type { SearchRow } from '../../schema/build.ts';
import type { SectionEntry } from './format.ts';
import { LexiconBuilder, type PageWords } from './lexicon.ts';
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
  readonly facts: PageFacts;
  /** How many rows it has. */
  readonly rows: number;
  /** Characters of the JSON of its sections, and what tells them from others. */
  readonly sectionsLength: number;
  readonly sectionsHash: string;
  /** Whether it is looked up by names, and explains nothing. */
  readonly isReference: boolean;
}

/** JSON of the sections of pages: a list of `SectionEntry` for each, which is as much as a result shows. */
export type SectionTexts = readonly (readonly [path: string, sections: string])[];

/** A batch that was read, with the sections of its pages. */
export interface ReadBatch {
  readonly batch: Batch;
  readonly sections: SectionTexts;
}

/** What a catalog says of a page; it is repeated in each of its rows. */
export type PageFacts = Pick<SearchRow, (typeof factNames)[number]>;

const factNames = [
  ...(['page', 'title', 'description', 'breadcrumbs', 'version', 'product', 'boost'] as const),
  'otherVersion' as const,
  ...(['search', 'assistant', 'hidden', 'protected', 'groups'] as const),
] as const;

/** Number of pages in a batch, on average: those that are read again when one of them has changed. */
const pagesOfBatch = 8;

/** Number of pages whose words are joined, on average: those of all groups are read when a page has changed. */
const pagesOfGroup = 64;

/** Whether a page is the last of its batch: its path decides, so that a new page changes one batch alone. */
export function endsBatch(path: string): boolean {
  return crc32(path) % pagesOfBatch === 0;
}

/** Whether a page is the last of a group of batches. */
export function endsGroup(path: string): boolean {
  return crc32(path) % pagesOfGroup === 0;
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
      const page: CatalogPage = {
        facts: factsOf(first),
        rows: list.length,
        sectionsLength: sections.length,
        sectionsHash: textHash(sections),
        isReference: first.operation || isListOfNames(list),
      };
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
  for (const list of byPage(rows)) {
    batch.push(...list);
    if (!endsGroup(list[0]?.page ?? '')) continue;
    yield read(batch);
    batch = [];
  }
  if (batch.length > 0) yield read(batch);
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

/** Whether most headings of a page are names in code, as in pages written from the source of a library. */
function isListOfNames(rows: readonly SearchRow[]): boolean {
  const headings = new Map(rows.map(({ anchor, heading }) => [anchor, heading]));
  headings.delete('');
  const names = [...headings.values()].filter((heading) => codeName.test(heading));
  return names.length >= 2 && names.length >= headings.size / 2;
}

/** One word, written as no sentence writes it. */
const codeName =
  /^[`@.]?[\w$.]*(?:[a-z][A-Z]|[A-Za-z]_[A-Za-z]|[a-z]\.[a-z]|\(\))[\w$.()]*`?(?:\s|$)/;

function factsOf(row: SearchRow): PageFacts {
  return Object.fromEntries(factNames.map((name) => [name, row[name]])) as unknown as PageFacts;
}

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
