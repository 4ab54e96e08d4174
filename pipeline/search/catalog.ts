import type { SearchRow } from '../../schema/build.ts';
import { type Lexicon, LexiconBuilder } from './lexicon.ts';

/** A page of the catalog with its rows. */
export interface CatalogPage {
  /** Its first row: everything about the page stands in each of them. */
  readonly facts: SearchRow;
  readonly firstRow: number;
  readonly rows: readonly SearchRow[];
}

/** The pages of one language and their words. */
export interface Shelf {
  readonly language: string;
  readonly pages: readonly CatalogPage[];
  readonly lexicon: Lexicon;
}

/** Everything that can be found, by language. */
export type Catalog = ReadonlyMap<string, Shelf>;

/** Reads all rows; the rows of a page follow each other. */
export function catalogOf(rows: readonly SearchRow[]): Catalog {
  const steps = catalogSteps(rows);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in small portions, so that a server goes on answering meanwhile. */
export async function catalogInPortions(rows: readonly SearchRow[]): Promise<Catalog> {
  const steps = catalogSteps(rows);
  for (;;) {
    const until = performance.now() + 10;
    while (performance.now() < until) {
      const step = steps.next();
      if (step.done) return step.value;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function* catalogSteps(rows: readonly SearchRow[]): Generator<void, Catalog> {
  const byPage = new Map<string, SearchRow[]>();
  for (const row of rows) {
    const list = byPage.get(row.page);
    if (list) list.push(row);
    else byPage.set(row.page, [row]);
  }
  const drafts = new Map<string, { pages: CatalogPage[]; builder: LexiconBuilder; rows: number }>();
  for (const list of byPage.values()) {
    const [facts] = list;
    if (!facts) continue;
    let draft = drafts.get(facts.language);
    if (!draft) {
      draft = { pages: [], builder: new LexiconBuilder(facts.language), rows: 0 };
      drafts.set(facts.language, draft);
    }
    draft.pages.push({ facts, firstRow: draft.rows, rows: list });
    draft.rows += list.length;
    draft.builder.add({ ...facts, path: facts.page, rows: list });
    yield;
  }
  const catalog = new Map<string, Shelf>();
  for (const [language, { pages, builder }] of drafts) {
    catalog.set(language, { language, pages, lexicon: builder.build() });
    yield;
  }
  return catalog;
}
