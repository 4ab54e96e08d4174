import { boundUnit, type Extent } from './extent.ts';
import { keepHighest } from './highest.ts';
import { nameGain } from './names.ts';
import { addRows, sharesOf, type WeighedWord } from './page-gains.ts';
import { type Slate, slateOf } from './slate.ts';
import { addTogether, type WantedOption } from './together.ts';
import { saturated, weights } from './weights.ts';

/** A word of a query: its postings and those of its synonyms. */
export interface Wanted {
  readonly term: string;
  readonly options: readonly WantedOption[];
  /** How much it counts against other words (default 1). */
  readonly weight?: number;
  /** Helps to rank, and says nothing about how much of a question a page has. */
  readonly isLoose?: boolean;
}

/** A page with its score and its sections, best first. */
export interface Ranked {
  readonly page: number;
  readonly score: number;
  readonly rows: readonly { readonly row: number; readonly score: number }[];
  /** Share of the question's words (by their weight) that the page has, in any place. */
  readonly share: number;
  /** The same for its title, keywords, description and place: what it is about. */
  readonly headShare: number;
}

/** Weight of a word: the rarer, the more. */
export function rarity(pages: number, found: number): number {
  return Math.log(1 + (pages - found + 0.5) / (found + 0.5));
}

/** Number of pages returned; no one looks further down. */
const most = 300;

/** What the scores of pages are multiplied by, by kind; those of a kind below 0 are not wanted. */
export interface PageFactors {
  readonly kinds: Uint16Array;
  readonly factors: Float64Array;
}

/**
 * Ranks pages for the words of a question by BM25 over weighted fields: each page gets the score of
 * its best section, mixed with the score of the page as a whole. Answers the best ones, and how many
 * there are in all. The sections of a page are only read where it may be among the best by what they gain at most.
 */
export function rank(
  extent: Extent,
  wanted: readonly Wanted[],
  pageFactors: PageFactors,
): { readonly ranked: readonly Ranked[]; readonly total: number } {
  const slate = slateOf(extent.pageNorms.length, extent.mostRows);
  const words = wanted.map((word) => weighWord(word, extent));
  for (const word of words) addWord(slate, extent, word);
  const found = boundPages(slate, extent, pageFactors);
  const scoreOf = (page: number) => scorePage(slate, extent, words, { page, pageFactors });
  const winners = bestPages(slate, found, scoreOf);
  return { ranked: ranking(slate, extent, { words, winners, pageFactors }), total: found };
}

function weighWord(
  { options, weight = 1, isLoose = false }: Wanted,
  { pageNorms }: Pick<Extent, 'pageNorms'>,
): WeighedWord {
  const rare = rarityOf(options, pageNorms.length);
  return {
    options,
    counted: isLoose ? 0 : rare * weight,
    idf: rare * weight,
    isPhrase: isLoose && weight === 1,
  };
}

/** What a word adds to pages. */
function addWord(slate: Slate, { pageNorms }: Extent, { options, idf }: WeighedWord): void {
  addTogether(options, slate);
  const { base, whole, above, fields, texts, rows } = slate;
  for (let page = 0; page < pageNorms.length; page++) {
    const f = fields[page] ?? 0;
    const all = f + (weights.text * (texts[page] ?? 0)) / (pageNorms[page] ?? 1);
    if (all === 0) continue;
    const alone = idf * saturated(f);
    base[page] = (base[page] ?? 0) + alone;
    whole[page] = (whole[page] ?? 0) + idf * saturated(all);
    above[page] = (above[page] ?? 0) + idf * saturated(f + (rows[page] ?? 0) / boundUnit) - alone;
    fields[page] = 0;
    texts[page] = 0;
    rows[page] = 0;
  }
}

/** Bounds of the scores of every page that has any of the words; returns how many there are. */
function boundPages(
  { base, whole, above, places, bounds }: Slate,
  { pageNorms }: Extent,
  { kinds, factors }: PageFactors,
): number {
  let found = 0;
  for (let page = 0; page < pageNorms.length; page++) {
    const all = whole[page] ?? 0;
    if (all <= 0) continue;
    const factor = factors[kinds[page] ?? 0] ?? 1;
    if (factor < 0) continue;
    const section = rounding * ((base[page] ?? 0) + (above[page] ?? 0));
    places[found] = page;
    bounds[found++] = factor * ((1 - weights.page) * section + weights.page * all);
  }
  return found;
}

/** Gains of rows are rounded to 24 bits before they are added. */
const rounding = 1 + 1e-6;

function scorePage(
  slate: Slate,
  extent: Extent,
  words: readonly WeighedWord[],
  { page, pageFactors }: { readonly page: number; readonly pageFactors: PageFactors },
): number {
  const section = addRows(slate, extent, words, page);
  const fields = (1 - weights.page) * ((slate.base[page] ?? 0) + section);
  return factorOf(pageFactors, page) * (fields + weights.page * (slate.whole[page] ?? 0));
}

function factorOf({ kinds, factors }: PageFactors, page: number): number {
  return factors[kinds[page] ?? 0] ?? 1;
}

interface Winner {
  readonly page: number;
  readonly score: number;
}

/** The pages with the highest scores, and all that are as high as the last of these, in their order. */
function bestPages(
  { places, bounds }: Slate,
  found: number,
  scoreOf: (page: number) => number,
): Winner[] {
  const highest = keepHighest(most);
  const winners: Winner[] = [];
  const sorted = bounds.slice(0, found).sort();
  // Those with the highest bounds first: the more of the best are known, the fewer others may be among them.
  let looked = Number.POSITIVE_INFINITY;
  for (let count = most; looked > highest.least(); count *= 2) {
    const least = Math.max(sorted[found - count] ?? 0, highest.least());
    for (let at = 0; at < found; at++) {
      const bound = bounds[at] ?? 0;
      if (bound < least || bound >= looked) continue;
      const page = places[at] ?? 0;
      const score = scoreOf(page);
      highest.add(score);
      if (score >= highest.least()) winners.push({ page, score });
    }
    looked = least;
  }
  return winners.filter(({ score }) => score >= highest.least()).sort((a, b) => a.page - b.page);
}

/** Adds what names count to the scores of the best pages, and reads their sections. */
function ranking(
  slate: Slate,
  extent: Extent,
  {
    words,
    winners,
    pageFactors,
  }: {
    readonly words: readonly WeighedWord[];
    readonly winners: readonly Winner[];
    readonly pageFactors: PageFactors;
  },
): Ranked[] {
  const { extra, own, base } = slate;
  const ranked = winners.map(({ page, score }): Ranked => {
    const from = extent.firstRows[page] ?? 0;
    const count = (extent.firstRows[page + 1] ?? from) - from;
    addRows(slate, extent, words, page);
    const gains = own.subarray(0, count).fill(0);
    const named = score + factorOf(pageFactors, page) * nameGain(words, extent, page, gains);
    for (let row = 0; row < count; row++) extra[row] = (extra[row] ?? 0) + (gains[row] ?? 0);
    return {
      page,
      score: named,
      rows: sectionsOf(extra, count).map((row) => ({
        row: from + row,
        score: (extra[row] ?? 0) + (base[page] ?? 0),
      })),
      ...sharesOf(words, page),
    };
  });
  return ranked.sort((a, b) => b.score - a.score || a.page - b.page).slice(0, most);
}

/** The three best rows of a page, best first: as many of its sections are shown. */
function sectionsOf(extra: Float64Array, count: number): number[] {
  let first = -1;
  let second = -1;
  let third = -1;
  for (let row = 0; row < count; row++) {
    const score = extra[row] ?? 0;
    if (score === 0) continue;
    if (first < 0 || score > (extra[first] ?? 0)) {
      third = second;
      second = first;
      first = row;
    } else if (second < 0 || score > (extra[second] ?? 0)) {
      third = second;
      second = row;
    } else if (third < 0 || score > (extra[third] ?? 0)) third = row;
  }
  return [first, second, third].filter((row) => row >= 0);
}

/** The same between 0 and 1, for a word and its stand-ins: 1 for a word that is on no page. */
export function wordRarity(options: Wanted['options'], pages: number): number {
  return pages === 0 ? 1 : rarityOf(options, pages) / rarity(pages, 0);
}

/** The word's own rarity; where no page has it, that of the most common stand-in. */
function rarityOf(options: Wanted['options'], pages: number): number {
  const own = options.find(({ weight }) => weight === 1);
  if (own && own.posting.pages.length > 0) return rarity(pages, own.posting.pages.length);
  let most = 0;
  for (const { posting } of options) most = Math.max(most, posting.pages.length);
  return rarity(pages, most);
}
