import type { Words } from './lexicon.ts';
import { withFirstRaised } from './numbers.ts';
import { rowGap } from './posting.ts';

/** The words of one language's pages, to which those of the next pages can be added. */
export interface Lexicon {
  /** Stem → its posting, written. */
  readonly terms: Map<string, Term>;
  /** Word as written (folded) that is not its stem → its stem. */
  readonly forms: Map<string, string>;
}

/** A stem's written posting, and how many pages have it. */
export interface Term {
  pages: number;
  /** Whether it is a word by itself. */
  isWord: boolean;
  fields: string;
  rows: string;
  /** The last page in `fields`, and the last row in `rows`. */
  lastPage: number;
  lastRow: number;
}

/** Numbers that the first page and the first row of some pages have. */
export interface FirstNumbers {
  readonly page: number;
  readonly row: number;
}

/** A lexicon without words. */
export function emptyLexicon(): Lexicon {
  return { terms: new Map(), forms: new Map() };
}

/** Adds the words of the pages that come next. */
export function addWords(lexicon: Lexicon, words: Words, first: FirstNumbers): void {
  const bare = new Set(words.bare);
  for (let place = 0; place < words.stems.length; place++) {
    const term = addPosting(lexicon, words, place, first);
    if (!bare.has(place)) term.isWord = true;
  }
  for (const [at, form] of words.forms.entries()) {
    lexicon.forms.set(form, words.stems[words.formStems[at] ?? 0] ?? '');
  }
}

/** Postings hold the gaps between their numbers: only the first one depends on what came before. */
function addPosting({ terms }: Lexicon, words: Words, place: number, first: FirstNumbers): Term {
  const stem = words.stems[place] ?? '';
  const fields = words.fields[place] ?? '';
  const rows = words.rows[place] ?? '';
  let term = terms.get(stem);
  if (!term) {
    term = { pages: 0, isWord: false, fields: '', lastPage: 0, rows: '', lastRow: 0 };
    terms.set(stem, term);
  }
  term.pages += words.counts[place] ?? 0;
  if (fields !== '') {
    term.fields += withFirstRaised(fields, first.page - term.lastPage);
    term.lastPage = first.page + (words.lastPages[place] ?? 0);
  }
  if (rows !== '') {
    term.rows += withFirstRaised(rows, rowGap(first.row - term.lastRow));
    term.lastRow = first.row + (words.lastRows[place] ?? 0);
  }
  return term;
}
