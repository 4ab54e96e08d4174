import { boundPages, type PageFactors } from './bound-pages.ts';
import { orderByBound, takeHighest } from './by-bound.ts';
import type { Extent } from './extent.ts';
import { keepHighest } from './highest.ts';
import { nameGain } from './names.ts';
import {
  type PageScore,
  scorePage,
  sharesOf,
  type WantedOption,
  type WeighedWord,
} from './page-score.ts';
import { type Slate, slateOf } from './slate.ts';

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
  const found = boundPages(slate, extent, words, pageFactors);
  const scoreOf = (page: number): PageScore => {
    const { score, base } = scorePage(slate, extent, words, page);
    return { score: factorOf(pageFactors, page) * score, base };
  };
  const winners = bestPages(slate, found, (page) => scoreOf(page).score);
  const ranked = winners.map((page): Ranked => {
    const { extra, own } = slate;
    const from = extent.firstRows[page] ?? 0;
    const count = (extent.firstRows[page + 1] ?? from) - from;
    const { score, base } = scoreOf(page);
    const gains = own.subarray(0, count).fill(0);
    const named = factorOf(pageFactors, page) * nameGain(words, extent, page, gains);
    for (let row = 0; row < count; row++) extra[row] = (extra[row] ?? 0) + (gains[row] ?? 0);
    const rows = sectionsOf(extra, count).map((row) => {
      return { row: from + row, score: (extra[row] ?? 0) + base };
    });
    return { page, score: score + named, rows, ...sharesOf(words, page) };
  });
  ranked.sort((a, b) => b.score - a.score || a.page - b.page);
  return { ranked: ranked.slice(0, most), total: found };
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

function factorOf({ kinds, factors }: PageFactors, page: number): number {
  return factors[kinds[page] ?? 0] ?? 1;
}

/** The pages with the highest scores, and all that are as high as the last of these, in their order. */
function bestPages(slate: Slate, found: number, scoreOf: (page: number) => number): number[] {
  const highest = keepHighest(most);
  const winners: { readonly page: number; readonly score: number }[] = [];
  // Those with the highest bounds first: the more of the best are known, the fewer others may be among them.
  orderByBound(slate, found);
  for (let left = found, next = most; left > 0; next += next >> 1) {
    const rest = takeHighest(slate, left, { most: next, least: highest.least() });
    if (rest === left) break;
    for (const page of slate.places.subarray(rest, left).sort()) {
      const score = scoreOf(page);
      highest.add(score);
      if (score >= highest.least()) winners.push({ page, score });
    }
    left = rest;
  }
  return winners
    .filter(({ score }) => score >= highest.least())
    .map(({ page }) => page)
    .sort((a, b) => a - b);
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
