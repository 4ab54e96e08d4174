import type { SearchRow } from '../../schema/build.ts';
import { writeLength, writeNumbers } from './numbers.ts';
import { rowNumbers, writePosting } from './posting.ts';
import { questionWords } from './question.ts';
import { stemOf } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { isDenseWord, runsOf, wordsOfRun } from './words.ts';

/**
 * Words of some pages of one language, in columns: a cache reads a few long lists sooner than a list for each word.
 * Numbers of pages and rows begin at 0 with the first of these pages.
 */
export interface Words {
  readonly stems: readonly string[];
  /** How many pages have each stem, and its posting, written. */
  readonly counts: readonly number[];
  readonly fields: readonly string[];
  readonly rows: readonly string[];
  /** The last page in each of `fields`, and the last row in each of `rows`. */
  readonly lastPages: readonly number[];
  readonly lastRows: readonly number[];
  /** Words as written (folded) that are not their stems, and the place of each one's stem in `stems`. */
  readonly forms: readonly string[];
  readonly formStems: readonly number[];
  /** Places of the stems that are no words by themselves. */
  readonly bare: readonly number[];
}

/** All words of some pages of one language. */
export interface PageWords extends Words, PageSizes {}

/** How many pages they are, and how large. */
export interface PageSizes {
  readonly pages: number;
  /** Numbers that their rows have: see `rowNumbers`. */
  readonly rowNumbers: number;
  /** Words of each row: see `writeLength`. */
  readonly lengths: string;
  /** Words of each page's title that a question can have: see `writeNumbers`. */
  readonly titles: string;
}

/** A page as its rows tell it. */
export interface LexiconPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Groups of the navigation that contain it, the outermost first. */
  readonly breadcrumbs: readonly string[];
  readonly rows: readonly Pick<SearchRow, 'heading' | 'trail' | 'text' | 'code'>[];
}

/** Collects the words of pages of one language, and remembers what it knows of words. */
export class LexiconBuilder {
  private readonly language: string;
  private readonly words = new Map<string, Word>();
  /** Words of a run of letters: one look for what is met again and again. */
  private readonly runs = new Map<string, readonly Word[]>();
  private terms = new Map<string, Collected>();
  /** The words of `terms`. */
  private met: Word[] = [];
  private rowLengths: number[] = [];
  private titleLengths: number[] = [];
  private pages = 0;
  /** The number of the next page's first row. */
  private nextRow = 0;

  constructor(language: string) {
    this.language = language;
  }

  /** Takes in the next page. */
  add(page: LexiconPage): void {
    const number = this.pages++;
    this.notePage(number, page.title, 1);
    this.titleLengths.push(questionWords(page.title, this.language).length);
    for (const keyword of page.keywords) this.notePage(number, keyword, 3);
    this.notePage(number, page.description, 9);
    // The first folder is often a language or a product, and is part of every path.
    this.notePage(
      number,
      page.path
        .replace(/\/index$/, '')
        .split('/')
        .slice(-3)
        .join(' '),
      27,
    );
    for (const crumb of page.breadcrumbs.slice(1)) this.notePage(number, crumb, 27);
    for (const [at, { heading, trail, text, code }] of page.rows.entries()) {
      const row = this.nextRow + at;
      const place = { page: number, row };
      this.noteRow(place, heading, 256);
      // The topic of a section also includes the headings above it, which don't make it longer.
      for (const above of trail.slice(0, -1)) this.noteRow(place, above, 1);
      let length = this.noteRow(place, text, 1);
      // A listing repeats its names without being more about them.
      length += this.noteRow(place, code, 1, 'once');
      this.rowLengths.push(length);
    }
    this.nextRow += rowNumbers(page.rows.length);
  }

  /** The words of the pages since the last call. */
  take(): PageWords {
    const { pages, nextRow, terms, met, rowLengths, titleLengths } = this;
    for (const word of met) {
      word.found = undefined;
      word.countedIn = -1;
    }
    this.terms = new Map();
    this.met = [];
    this.rowLengths = [];
    this.titleLengths = [];
    this.pages = 0;
    this.nextRow = 0;
    const places = new Map([...terms.keys()].map((stem, place) => [stem, place]));
    const bare = new Set(places.values());
    for (const { form, stem } of met) if (form === stem) bare.delete(places.get(stem) ?? 0);
    const others = met.filter(({ form, stem }) => form !== stem);
    const written = [...terms.values()].map(writePosting);
    return {
      pages,
      rowNumbers: nextRow,
      lengths: rowLengths.map(writeLength).join(''),
      titles: writeNumbers(titleLengths),
      stems: [...terms.keys()],
      counts: [...terms.values()].map((found) => found.pages.length),
      fields: written.map(({ fields }) => fields),
      rows: written.map(({ rows }) => rows),
      lastPages: [...terms.values()].map(lastPage),
      lastRows: [...terms.values()].map(({ rows }) => rows.at(-1) ?? 0),
      forms: others.map(({ form }) => form),
      formStems: others.map(({ stem }) => places.get(stem) ?? 0),
      bare: [...bare],
    };
  }

  private notePage(page: number, text: string, unit: 1 | 3 | 9 | 27): void {
    for (const run of runsOf(text)) {
      for (const word of this.wordsIn(run)) {
        const found = this.collected(word);
        const last = this.pageEntry(found, page);
        const counts = found.pageCounts[last] ?? 0;
        // Said twice in a title, it is said often enough.
        if (Math.floor(counts / unit) % 3 < 2) found.pageCounts[last] = counts + unit;
      }
    }
  }

  /** Counts the words of a text, or each of them `once`; returns how many. */
  private noteRow(
    { page, row }: { readonly page: number; readonly row: number },
    text: string,
    unit: 1 | 256,
    once?: 'once',
  ): number {
    let length = 0;
    for (const run of runsOf(text)) {
      for (const word of this.wordsIn(run)) {
        // A title may consist of them ("If/Else").
        if (unit === 1 && word.isNoise) continue;
        if (once) {
          if (word.countedIn === row) continue;
          word.countedIn = row;
        }
        length++;
        const found = this.collected(word);
        this.pageEntry(found, page);
        const { rows, rowCounts } = found;
        if (rows[rows.length - 1] !== row) {
          rows.push(row);
          rowCounts.push(0);
        }
        const last = rowCounts.length - 1;
        const counts = rowCounts[last] ?? 0;
        if (((counts / unit) & 255) < 255) rowCounts[last] = counts + unit;
      }
    }
    return length;
  }

  private pageEntry({ pages, pageCounts }: Collected, page: number): number {
    if (pages[pages.length - 1] !== page) {
      pages.push(page);
      pageCounts.push(0);
    }
    return pages.length - 1;
  }

  private wordsIn(run: string): readonly Word[] {
    let words = this.runs.get(run);
    if (words === undefined) {
      words = wordsOfRun(run).map((word) => this.read(word));
      if (!isDenseWord(run)) this.runs.set(run, words);
    }
    return words;
  }

  private read(word: string): Word {
    let read = this.words.get(word);
    if (read === undefined) {
      const { language } = this;
      const isNoise = !isDenseWord(word) && isStopWord(word, language);
      read = {
        ...{ form: word, stem: stemOf(word, language), isNoise },
        ...{ found: undefined, countedIn: -1 },
      };
      this.words.set(word, read);
    }
    return read;
  }

  private collected(word: Word): Collected {
    if (word.found) return word.found;
    const found = this.terms.get(word.stem) ?? {
      pages: [],
      pageCounts: [],
      rows: [],
      rowCounts: [],
    };
    this.terms.set(word.stem, found);
    word.found = found;
    this.met.push(word);
    return found;
  }
}

/** The last page that has a stem in its fields. */
function lastPage({ pages, pageCounts }: Collected): number {
  return pages[pageCounts.findLastIndex((count) => count > 0)] ?? 0;
}

/** What there is to know of a word as written. */
interface Word {
  readonly form: string;
  readonly stem: string;
  /** Where it was met; words of one stem share it. */
  found: Collected | undefined;
  /** Says nothing in running text. */
  readonly isNoise: boolean;
  /** The last row where it was counted once. */
  countedIn: number;
}

interface Collected {
  readonly pages: number[];
  readonly pageCounts: number[];
  readonly rows: number[];
  readonly rowCounts: number[];
}
