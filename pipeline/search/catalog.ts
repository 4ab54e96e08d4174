import type { SearchRow } from '../../schema/build.ts';
import type { SectionEntry } from './format.ts';
import { type Lexicon, LexiconBuilder } from './lexicon.ts';

/** A page of the catalog: its texts are not kept, but for as much as a result shows. */
export interface CatalogPage {
  readonly facts: PageFacts;
  /** How many rows it has. */
  readonly rows: number;
  /** JSON of its sections: a list of `SectionEntry`. */
  readonly sections: string;
}

/** Data about a page, which is repeated in each of its rows. */
export type PageFacts = Omit<SearchRow, 'id' | 'heading' | 'trail' | 'anchor' | 'text' | 'code'>;

/** The pages of one language, in path order, and their words. */
export interface Shelf {
  readonly language: string;
  readonly pages: readonly CatalogPage[];
  readonly lexicon: Lexicon;
}

/** Reads all rows, by language; those of a page come together, and pages in path order. */
export function catalogOf(rows: Iterable<SearchRow>): Shelf[] {
  const drafts = new Map<string, { pages: CatalogPage[]; builder: LexiconBuilder }>();
  for (const list of byPage(rows)) {
    const [first] = list;
    if (!first) continue;
    const { id: _id, heading: _h, trail: _t, anchor: _a, text: _x, code: _c, ...facts } = first;
    let draft = drafts.get(facts.language);
    if (!draft) {
      draft = { pages: [], builder: new LexiconBuilder(facts.language) };
      drafts.set(facts.language, draft);
    }
    const sections = JSON.stringify(list.map(sectionEntry));
    draft.pages.push({ facts, rows: list.length, sections });
    draft.builder.add({ ...facts, path: facts.page, rows: list });
  }
  return [...drafts].map(([language, { pages, builder }]) => {
    return { language, pages, lexicon: builder.build() };
  });
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

/** Characters of a section's text. */
const textLength = 240;

function sectionEntry(row: SearchRow): SectionEntry {
  const text = row.text === '' ? row.code || row.description : row.text;
  return [row.anchor, row.trail, cutText(text)];
}

function cutText(whole: string): string {
  // More than enough of a long text, in case consecutive spaces are merged.
  const text = whole.slice(0, 4 * textLength).replaceAll(/\s+/g, ' ');
  if (text.length <= textLength) return text;
  return text.slice(0, textLength).replace(/[\ud800-\udbff]$/, '');
}
