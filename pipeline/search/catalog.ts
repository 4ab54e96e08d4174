import { packJson, unpackJson } from '../cache/packed.ts';
import type { Batch, CatalogPage } from './batch.ts';
import { addWords, emptyLexicon, type Lexicon } from './join-words.ts';

/** The pages of one language, in path order, and their words. */
export interface Shelf {
  readonly language: string;
  readonly pages: readonly ShelvedPage[];
  readonly lexicon: Pick<Readonly<Lexicon>, 'terms' | 'forms' | 'lengths' | 'titles'>;
}

/** A page of a shelf, whose sections are unpacked when they are asked for: those of a large site are much memory. */
export interface ShelvedPage extends Omit<CatalogPage, 'sections'> {
  readonly sections: () => string;
}

/** Joins batches by language; they come in path order. */
export function catalogOf(batches: Iterable<Batch>): Shelf[] {
  const shelves = new Map<string, { readonly pages: ShelvedPage[]; readonly lexicon: Lexicon }>();
  const shelve = shelver();
  for (const { parts } of batches) {
    for (const { language, pages, words } of parts) {
      const shelf = shelves.get(language) ?? { pages: [], lexicon: emptyLexicon() };
      shelves.set(language, shelf);
      addWords(shelf.lexicon, words);
      shelf.pages.push(...shelve(pages));
    }
  }
  return [...shelves].map(([language, shelf]) => ({ language, ...shelf }));
}

/** Packs the sections of neighbours together; those that were unpacked last are asked for page by page. */
function shelver(): (pages: readonly CatalogPage[]) => readonly ShelvedPage[] {
  let last: { readonly packed: Uint8Array; readonly sections: readonly string[] } | undefined;
  return (pages) => {
    const packed = packJson(Buffer.from(JSON.stringify(pages.map(({ sections }) => sections))));
    const sectionsOf = (number: number): string => {
      if (last?.packed !== packed) last = { packed, sections: unpackJson(packed) };
      return last.sections[number] ?? '';
    };
    return pages.map(({ sections: _, ...page }, number) => ({
      ...page,
      sections: () => sectionsOf(number),
    }));
  };
}
