import { createHighest, type Highest } from './highest.ts';
import { type Slate, slateOf } from './slate.ts';
import { indexIn } from './sorted.ts';
import { type Extent, type WeighedPosting, weights } from './weigh.ts';

/** A word of a query: its postings and those of its synonyms. */
export interface Wanted {
  readonly term: string;
  readonly options: readonly WantedOption[];
  /** How much it counts against other words (default 1). */
  readonly weight?: number;
  /** Helps to rank, and says nothing about how much of a question a page has. */
  readonly isLoose?: boolean;
}

/** A synonym. */
export interface WantedOption {
  readonly posting: WeighedPosting;
  readonly weight: number;
  /** How far a page that has it has what was asked for, 0 … 1. */
  readonly cover: number;
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
 * there are in all.
 *
 * What a page's sections can add at the most, and add at the least, is known without looking at them: only
 * those of pages that may be among the best are looked at.
 */
export function rank(
  extent: Extent,
  wanted: readonly Wanted[],
  allowed: (page: number) => boolean,
  boostOf: (page: number) => number,
): { readonly ranked: readonly Ranked[]; readonly total: number } {
  const ranking: Ranking = {
    extent,
    slate: slateOf(extent.pageNorms.length, extent.pageOfRow.length),
    words: wanted.map((word) => weighWord(word, extent)),
    boostOf,
    floor: createHighest(most),
    ceiling: createHighest(most),
    best: createHighest(most),
    found: 0,
  };
  addWords(ranking, allowed);
  boundScores(ranking);
  scorePromising(ranking);
  return { ranked: bestPages(ranking), total: ranking.found };
}

/** One ranking: pages get bounds of their scores, then those that may be among the best their scores. */
interface Ranking {
  readonly extent: Extent;
  readonly slate: Slate;
  readonly words: readonly WeighedWord[];
  readonly boostOf: (page: number) => number;
  /** The highest of the scores that pages have at the least, at the most, and of those that are known. */
  readonly floor: Highest;
  readonly ceiling: Highest;
  readonly best: Highest;
  /** Number of pages with any of the words. */
  found: number;
}

/** A word of a question as it counts. */
interface WeighedWord {
  readonly options: readonly WantedOption[];
  readonly idf: number;
  /** What it counts for the share of the question that a page has. */
  readonly counted: number;
}

function weighWord(
  { options, weight = 1, isLoose }: Wanted,
  { pageNorms }: Pick<Extent, 'pageNorms'>,
): WeighedWord {
  const rare = rarityOf(options, pageNorms.length);
  return { options, counted: isLoose ? 0 : rare, idf: rare * weight };
}

/** What all words add to the pages that may be found. */
function addWords({ slate, extent, words }: Ranking, allowed: (page: number) => boolean): void {
  const { access } = slate;
  const isAllowed = (page: number): boolean => {
    if (access[page] === 0) access[page] = allowed(page) ? 1 : -1;
    return access[page] === 1;
  };
  for (const word of words) addPages(slate, extent, { ...word, isAllowed });
}

/** Turns what sections add at the least and at the most into scores of pages. */
function boundScores(ranking: Ranking): void {
  const { slate, boostOf, floor, ceiling } = ranking;
  const { base, whole, least, most: highest, places } = slate;
  for (let page = 0; page < ranking.extent.pageNorms.length; page++) {
    const all = whole[page] ?? 0;
    if (all <= 0) continue;
    const scale = boostOf(page);
    least[page] = scale * mixed(base[page], least[page], all);
    highest[page] = scale * rounding * mixed(base[page], highest[page], all);
    floor.add(least[page] ?? 0);
    ceiling.add(highest[page] ?? 0);
    places[ranking.found++] = page;
  }
}

/** Looks at the pages that may be among the best; those that promise most raise what others have to reach. */
function scorePromising(ranking: Ranking): void {
  const { slate, floor, ceiling, best, found } = ranking;
  const { places, most: highest } = slate;
  const promising = ceiling.least();
  for (let at = 0; at < found; at++) {
    const page = places[at] ?? 0;
    if ((highest[page] ?? 0) >= promising) scorePage(ranking, page);
  }
  for (let at = 0; at < found; at++) {
    const page = places[at] ?? 0;
    const score = highest[page] ?? 0;
    if (score >= promising || score < Math.max(floor.least(), best.least())) continue;
    scorePage(ranking, page);
  }
}

function scorePage({ slate, extent, words, boostOf, best }: Ranking, page: number): void {
  const { base, whole, extra, exact } = slate;
  addRows(slate, extent, { page, words });
  let most = 0;
  const end = extent.firstRows[page + 1] ?? 0;
  for (let row = extent.firstRows[page] ?? 0; row < end; row++) {
    most = Math.max(most, extra[row] ?? 0);
  }
  exact[page] = boostOf(page) * mixed(base[page], most, whole[page]);
  best.add(exact[page] ?? 0);
}

/** The pages with the highest scores, best first. */
function bestPages({ slate, extent, words, best, found }: Ranking): Ranked[] {
  const { places, exact, extra, base, share, head } = slate;
  const total = words.reduce((sum, { counted }) => sum + counted, 0);
  const enough = best.least();
  const winners: number[] = [];
  for (let at = 0; at < found; at++) {
    const page = places[at] ?? 0;
    const score = exact[page] ?? 0;
    if (score > 0 && score >= enough) winners.push(page);
  }
  winners.sort((a, b) => (exact[b] ?? 0) - (exact[a] ?? 0) || a - b);
  return winners.slice(0, most).map((page): Ranked => {
    const from = extent.firstRows[page] ?? 0;
    const to = extent.firstRows[page + 1] ?? from;
    return {
      page,
      score: exact[page] ?? 0,
      rows: sectionsOf(extra, from, to).map((row) => ({
        row,
        score: (extra[row] ?? 0) + (base[page] ?? 0),
      })),
      share: total === 0 ? 0 : (share[page] ?? 0) / total,
      headShare: total === 0 ? 0 : (head[page] ?? 0) / total,
    };
  });
}

/** A page's score from that of its fields, of its best section beyond these, and of all of it. */
function mixed(fields = 0, section = 0, whole = 0): number {
  return (1 - weights.page) * (fields + section) + weights.page * whole;
}

/** Sums of numbers that were cut to 32 bits may be this much too small. */
const rounding = 1 + 1e-5;

/** What a word adds to pages, their sections left out. */
function addPages(
  slate: Slate,
  { pageNorms }: Extent,
  word: WeighedWord & { readonly isAllowed: (page: number) => boolean },
): void {
  const { base, whole, share, head, least, most: highest } = slate;
  const { touched, seen, field, texts, part, headPart, low, high } = slate;
  const { options, idf, counted, isAllowed } = word;
  const k = weights.saturation;
  let pages = 0;
  for (const { posting, weight, cover } of options) {
    for (let i = 0; i < posting.pages.length; i++) {
      const page = posting.pages[i] ?? 0;
      if (!isAllowed(page)) continue;
      if (seen[page] === 0) {
        seen[page] = 1;
        touched[pages++] = page;
      }
      part[page] = Math.max(part[page] ?? 0, cover);
      texts[page] = (texts[page] ?? 0) + weight * (posting.texts[i] ?? 0);
      const best = weight * (posting.best[i] ?? 0);
      high[page] = (high[page] ?? 0) + best;
      low[page] = Math.max(low[page] ?? 0, best);
      const fields = posting.fields[i] ?? 0;
      if (fields === 0) continue;
      field[page] = (field[page] ?? 0) + weight * fields;
      headPart[page] = Math.max(headPart[page] ?? 0, cover);
    }
  }
  for (let i = 0; i < pages; i++) {
    const page = touched[i] ?? 0;
    const f = field[page] ?? 0;
    const all = f + (weights.text * (texts[page] ?? 0)) / (pageNorms[page] ?? 1);
    const alone = (idf * f) / (f + k);
    base[page] = (base[page] ?? 0) + alone;
    whole[page] = (whole[page] ?? 0) + (idf * all) / (all + k);
    const upper = f + (high[page] ?? 0);
    highest[page] = (highest[page] ?? 0) + (idf * upper) / (upper + k) - alone;
    // One section has the most of this word; whether there are others is unknown.
    const lower = f + (low[page] ?? 0);
    least[page] = Math.max(least[page] ?? 0, (idf * lower) / (lower + k) - alone);
    share[page] = (share[page] ?? 0) + counted * (part[page] ?? 0);
    head[page] = (head[page] ?? 0) + counted * (headPart[page] ?? 0);
    field[page] = 0;
    texts[page] = 0;
    part[page] = 0;
    headPart[page] = 0;
    low[page] = 0;
    high[page] = 0;
    seen[page] = 0;
  }
}

/** What the words of a question add to each section of a page. */
function addRows(
  { extra, own }: Slate,
  { firstRows }: Extent,
  { page, words }: { readonly page: number; readonly words: readonly WeighedWord[] },
): void {
  const k = weights.saturation;
  const start = firstRows[page] ?? 0;
  const end = firstRows[page + 1] ?? 0;
  for (const { options, idf } of words) {
    let f = 0;
    let isThere = false;
    for (const { posting, weight } of options) {
      const at = indexIn(posting.pages, page);
      if (at < 0) continue;
      f += weight * (posting.fields[at] ?? 0);
      for (let i = posting.rowAt[at] ?? 0; i < (posting.rowAt[at + 1] ?? 0); i++) {
        const row = posting.rows[i] ?? 0;
        own[row] = (own[row] ?? 0) + weight * (posting.rowWeights[i] ?? 0);
        isThere = true;
      }
    }
    if (!isThere) continue;
    for (let row = start; row < end; row++) {
      const all = f + (own[row] ?? 0);
      if (all === f) continue;
      extra[row] = (extra[row] ?? 0) + (idf * all) / (all + k) - (idf * f) / (f + k);
      own[row] = 0;
    }
  }
}

/** The best rows of a page. */
function sectionsOf(extra: Float64Array, from: number, to: number): number[] {
  const rows: number[] = [];
  for (let row = from; row < to; row++) if (extra[row] !== 0) rows.push(row);
  return rows.sort((a, b) => (extra[b] ?? 0) - (extra[a] ?? 0) || a - b).slice(0, 4);
}

/** The word's own rarity; where no page has it, that of the most common stand-in. */
function rarityOf(options: Wanted['options'], pages: number): number {
  const own = options.find(({ weight }) => weight === 1);
  if (own && own.posting.pages.length > 0) return rarity(pages, own.posting.pages.length);
  let most = 0;
  for (const { posting } of options) most = Math.max(most, posting.pages.length);
  return rarity(pages, most);
}
