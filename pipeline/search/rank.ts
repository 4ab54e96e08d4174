import { boundPages, type PageFactors } from './bound-pages.ts';
import { orderByBound, takeHighest } from './by-bound.ts';
import type { Extent } from './extent.ts';
import { nameGain } from './names.ts';
import {
  type Shares,
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

/** A page with its score. */
export interface Ranked {
  readonly page: number;
  readonly score: number;
}

/** The best pages, and what is asked of those that are shown. */
export interface Ranking {
  /** Best first. */
  readonly ranked: readonly Ranked[];
  /** How many pages have any of the words. */
  readonly total: number;
  /** The best sections of a page, best first. */
  readonly sectionsOf: (page: number) => readonly RankedRow[];
  readonly sharesOf: (page: number) => Shares;
}

/** A section with its score. */
export interface RankedRow {
  readonly row: number;
  readonly score: number;
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
export function rank(extent: Extent, wanted: readonly Wanted[], pageFactors: PageFactors): Ranking {
  const slate = slateOf(extent.pageNorms.length, extent.mostRows);
  const words = wanted.map((word) => weighWord(word, extent));
  const total = boundPages(slate, extent, words, pageFactors);
  const best = bestPages(slate, total, (page) => {
    return factorOf(pageFactors, page) * scorePage(slate, extent, words, page).score;
  });
  const ranked = best.map(({ page, score }): Ranked => {
    const named = nameGain(words, extent, page, slate.own);
    return { page, score: score + factorOf(pageFactors, page) * named };
  });
  ranked.sort((a, b) => b.score - a.score || a.page - b.page);
  return {
    ranked: ranked.slice(0, most),
    total,
    sectionsOf: (page) => sectionsOf(slate, extent, words, page),
    sharesOf: (page) => sharesOf(words, page),
  };
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

/** The pages with the highest scores, and all that are as high as the last of these. */
function bestPages(slate: Slate, found: number, scoreOf: (page: number) => number): Ranked[] {
  let best: Ranked[] = [];
  // Those with the highest bounds first: the more of the best are known, the fewer others may be among them.
  orderByBound(slate, found);
  for (let left = found, next = most; left > 0; next = further) {
    const rest = takeHighest(slate, left, { most: next, least: leastOf(best) });
    if (rest === left) break;
    for (const page of slate.places.subarray(rest, left).sort()) {
      best.push({ page, score: scoreOf(page) });
    }
    best.sort((a, b) => b.score - a.score);
    const least = leastOf(best);
    best = best.filter(({ score }) => score >= least);
    left = rest;
  }
  return best;
}

/** What a page has to score at least to be one of the best. */
function leastOf(best: readonly Ranked[]): number {
  return best[most - 1]?.score ?? 0;
}

/** Number of pages that are read at once, behind the first ones: few have bounds above the scores of these. */
const further = 100;

/** The three best rows of a page: as many of its sections are shown. */
function sectionsOf(
  slate: Slate,
  extent: Extent,
  words: readonly WeighedWord[],
  page: number,
): RankedRow[] {
  const { extra, own } = slate;
  const from = extent.firstRows[page] ?? 0;
  const { base } = scorePage(slate, extent, words, page);
  nameGain(words, extent, page, own);
  const count = (extent.firstRows[page + 1] ?? from) - from;
  return Array.from({ length: count }, (_, row) => {
    return { row: from + row, score: (extra[row] ?? 0) + (own[row] ?? 0) };
  })
    .filter(({ score }) => score !== 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ row, score }) => ({ row, score: score + base }));
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
