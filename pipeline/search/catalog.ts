import type { Batch, CatalogPage } from './batch.ts';
import { addWords, emptyLexicon, type Lexicon } from './join-words.ts';

/** The pages of one language, in path order, and their words. */
export interface Shelf {
  readonly language: string;
  readonly pages: readonly CatalogPage[];
  readonly lexicon: Pick<Readonly<Lexicon>, 'terms' | 'forms' | 'lengths' | 'titles'>;
}

/** Joins batches by language; they come in path order. */
export function catalogOf(batches: Iterable<Batch>): Shelf[] {
  const shelves = new Map<string, { readonly pages: CatalogPage[]; readonly lexicon: Lexicon }>();
  for (const { parts } of batches) {
    for (const { language, pages, words } of parts) {
      const shelf = shelves.get(language) ?? { pages: [], lexicon: emptyLexicon() };
      shelves.set(language, shelf);
      addWords(shelf.lexicon, words);
      for (const page of pages) shelf.pages.push(page);
    }
  }
  return [...shelves].map(([language, shelf]) => ({ language, ...shelf }));
}
