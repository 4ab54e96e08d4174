import { packJson, unpackJson } from '../cache/packed.ts';
import type { Batch, CatalogPage } from './batch.ts';
import type { StemPosting } from './lexicon.ts';
import { moved } from './posting.ts';

/** The pages of one language, in path order, and their words. */
export interface Shelf {
  readonly language: string;
  readonly pages: readonly ShelvedPage[];
  readonly lexicon: Lexicon;
}

/** A page of a shelf, whose sections are unpacked when they are asked for: those of a large site are much memory. */
export interface ShelvedPage extends Omit<CatalogPage, 'sections'> {
  readonly sections: () => string;
}

/** The words of one language's pages. */
export interface Lexicon {
  /** Stem → its posting, written. */
  readonly terms: ReadonlyMap<string, Term>;
  /** Word as written (folded) → its stem. */
  readonly forms: ReadonlyMap<string, string>;
  /** Words of each row: see `writeLength`. */
  readonly lengths: string;
  /** Words of each page's title: see `PageWords`. */
  readonly titles: string;
}

/** A stem's written posting, and how many pages have it. */
export interface Term {
  readonly pages: number;
  readonly fields: string;
  readonly rows: string;
}

/** Joins batches by language; they come in path order. */
export function catalogOf(batches: Iterable<Batch>): Shelf[] {
  const drafts = new Map<string, Draft>();
  const shelve = shelver();
  for (const { parts } of batches) {
    for (const { language, pages, words } of parts) {
      const draft = drafts.get(language) ?? emptyDraft();
      drafts.set(language, draft);
      for (const posting of words.stems) addPosting(draft, posting);
      for (const [form, stem] of words.forms) draft.forms.set(form, stem);
      draft.pages.push(...shelve(pages));
      draft.lengths += words.lengths;
      draft.titles += words.titles;
    }
  }
  return [...drafts].map(([language, { pages, ...lexicon }]) => ({ language, pages, lexicon }));
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

/** A shelf while batches are added. */
interface Draft {
  readonly pages: ShelvedPage[];
  readonly terms: Map<string, DraftTerm>;
  readonly forms: Map<string, string>;
  lengths: string;
  titles: string;
}

interface DraftTerm extends Term {
  pages: number;
  fields: string;
  lastPage: number;
  rows: string;
  lastRow: number;
}

function emptyDraft(): Draft {
  return { pages: [], terms: new Map(), forms: new Map(), lengths: '', titles: '' };
}

/** Postings hold the gaps between their numbers: only the first one depends on what came before. */
function addPosting({ terms, pages: before, lengths }: Draft, posting: StemPosting): void {
  const [stem, pages, fields, lastPage, rows, lastRow] = posting;
  let term = terms.get(stem);
  if (!term) {
    term = { pages: 0, fields: '', lastPage: 0, rows: '', lastRow: 0 };
    terms.set(stem, term);
  }
  // A length is one character.
  const [firstPage, firstRow] = [before.length, lengths.length];
  const by = { pages: firstPage - term.lastPage, rows: firstRow - term.lastRow };
  const written = moved({ fields, rows }, by);
  term.pages += pages;
  term.fields += written.fields;
  term.rows += written.rows;
  if (fields !== '') term.lastPage = firstPage + lastPage;
  if (rows !== '') term.lastRow = firstRow + lastRow;
}
