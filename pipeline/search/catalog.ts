import type { SearchRow } from '../../schema/build.ts';
import { type Lexicon, LexiconBuilder } from './lexicon.ts';

/** A page with its rows. */
export interface CatalogPage {
  /** Its first row: data about the page is repeated in each of them. */
  readonly facts: SearchRow;
  readonly rows: readonly SearchRow[];
}

/** The pages of one language, in path order, and their words. */
export interface Shelf {
  readonly language: string;
  readonly pages: readonly CatalogPage[];
  readonly lexicon: Lexicon;
}

/** Reads all rows, by language. */
export function catalogOf(rows: readonly SearchRow[]): Shelf[] {
  const byPage = new Map<string, SearchRow[]>();
  for (const row of rows) {
    const list = byPage.get(row.page);
    if (list) list.push(row);
    else byPage.set(row.page, [row]);
  }
  const drafts = new Map<string, { pages: CatalogPage[]; builder: LexiconBuilder }>();
  for (const [path, list] of [...byPage].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [facts] = list;
    if (!facts) continue;
    let draft = drafts.get(facts.language);
    if (!draft) {
      draft = { pages: [], builder: new LexiconBuilder(facts.language) };
      drafts.set(facts.language, draft);
    }
    draft.pages.push({ facts, rows: list });
    draft.builder.add({ ...facts, path, rows: list });
  }
  return [...drafts].map(([language, { pages, builder }]) => {
    return { language, pages, lexicon: builder.build() };
  });
}
