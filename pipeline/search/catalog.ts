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
      for (const page of pages) shelf.pages.push(shelve(page));
    }
  }
  return [...shelves].map(([language, shelf]) => ({ language, ...shelf }));
}

/** Pages whose sections are packed together: each time takes much memory besides what it makes. */
const pagesOfBundle = 256;

interface Bundle {
  /** Until there are enough of them. */
  sections: string[];
  packed?: Uint8Array;
}

/** Packs the sections of neighbours together; those that were unpacked last are asked for page by page. */
function shelver(): (page: CatalogPage) => ShelvedPage {
  let bundle: Bundle = { sections: [] };
  let last: { readonly of: Bundle; readonly sections: readonly string[] } | undefined;
  const sectionsOf = (of: Bundle, number: number): string => {
    if (of.packed === undefined) return of.sections[number] ?? '';
    if (last?.of !== of) last = { of, sections: unpackJson(of.packed) };
    return last.sections[number] ?? '';
  };
  return ({ sections, ...page }) => {
    const own = bundle;
    const number = own.sections.push(sections) - 1;
    if (own.sections.length === pagesOfBundle) {
      own.packed = packJson(Buffer.from(JSON.stringify(own.sections)));
      own.sections = [];
      bundle = { sections: [] };
    }
    return { ...page, sections: () => sectionsOf(own, number) };
  };
}
