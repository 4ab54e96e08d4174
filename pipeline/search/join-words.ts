import type { PageWords } from './lexicon.ts';
import { withFirstRaised } from './numbers.ts';
import { rowGap } from './posting.ts';

/** The words of one language's pages, to which those of the next pages can be added. */
export interface Lexicon {
  /** How many pages they are. */
  pages: number;
  /** Stem → its posting, written. */
  readonly terms: Map<string, Term>;
  /** Word as written (folded) → its stem. */
  readonly forms: Map<string, string>;
  /** Words of each row: see `writeLength`. */
  lengths: string;
  /** Words of each page's title: see `PageWords`. */
  titles: string;
}

/** A stem's written posting, and how many pages have it. */
interface Term {
  pages: number;
  fields: string;
  rows: string;
  /** The last page in `fields`, and the last row in `rows`. */
  lastPage: number;
  lastRow: number;
}

/** A lexicon without words. */
export function emptyLexicon(): Lexicon {
  return { pages: 0, terms: new Map(), forms: new Map(), lengths: '', titles: '' };
}

/** The words of neighbours as those of all their pages. */
export function joinWords(parts: Iterable<PageWords>): PageWords {
  const lexicon = emptyLexicon();
  for (const words of parts) addWords(lexicon, words);
  const { pages, lengths, titles } = lexicon;
  const terms = [...lexicon.terms.values()];
  const stems = [...lexicon.terms.keys()];
  const places = new Map(stems.map((stem, place) => [stem, place]));
  return {
    ...{ pages, lengths, titles, stems },
    counts: terms.map((term) => term.pages),
    fields: terms.map(({ fields }) => fields),
    rows: terms.map(({ rows }) => rows),
    lastPages: terms.map(({ lastPage }) => lastPage),
    lastRows: terms.map(({ lastRow }) => lastRow),
    forms: [...lexicon.forms].map(([form, stem]) => (form === stem ? '' : form)),
    formStems: [...lexicon.forms.values()].map((stem) => places.get(stem) ?? 0),
  };
}

/** Adds the words of the pages that come next. */
export function addWords(lexicon: Lexicon, words: PageWords): void {
  for (let place = 0; place < words.stems.length; place++) addPosting(lexicon, words, place);
  for (let at = 0; at < words.forms.length; at++) {
    const stem = words.stems[words.formStems[at] ?? 0] ?? '';
    lexicon.forms.set(words.forms[at] || stem, stem);
  }
  lexicon.pages += words.pages;
  lexicon.lengths += words.lengths;
  lexicon.titles += words.titles;
}

/** Postings hold the gaps between their numbers: only the first one depends on what came before. */
function addPosting(
  { terms, pages: firstPage, lengths }: Lexicon,
  words: PageWords,
  place: number,
) {
  const stem = words.stems[place] ?? '';
  const fields = words.fields[place] ?? '';
  const rows = words.rows[place] ?? '';
  let term = terms.get(stem);
  if (!term) {
    term = { pages: 0, fields: '', lastPage: 0, rows: '', lastRow: 0 };
    terms.set(stem, term);
  }
  term.pages += words.counts[place] ?? 0;
  if (fields !== '') {
    term.fields += withFirstRaised(fields, firstPage - term.lastPage);
    term.lastPage = firstPage + (words.lastPages[place] ?? 0);
  }
  if (rows !== '') {
    // A length is one character.
    const firstRow = lengths.length;
    term.rows += withFirstRaised(rows, rowGap(firstRow - term.lastRow));
    term.lastRow = firstRow + (words.lastRows[place] ?? 0);
  }
}
