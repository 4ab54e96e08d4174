import type { Extent } from './extent.ts';
import { leastOfHighest } from './highest.ts';
import { nameGain } from './names.ts';
import { type Slate, slateOf } from './slate.ts';
import { together, type WantedOption } from './together.ts';
import { saturated, weightOf, weights } from './weights.ts';

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
 * there are in all.
 */
export function rank(
  extent: Extent,
  wanted: readonly Wanted[],
  allowed: (page: number) => boolean,
  boostOf: (page: number) => number,
): { readonly ranked: readonly Ranked[]; readonly total: number } {
  const slate = slateOf(extent.pageNorms.length, extent.rowLengths.length);
  const words = wanted.map((word) => weighWord(word, extent));
  for (const word of words) addWord(slate, extent, word, allowed);
  const found = scorePages(slate, extent, boostOf);
  const asked = words.reduce((sum, { counted }) => sum + counted, 0);
  return { ranked: bestPages(slate, extent, { found, asked, words, boostOf }), total: found };
}

/** A word of a question as it counts. */
interface WeighedWord {
  readonly options: readonly WantedOption[];
  readonly idf: number;
  /** What it counts for the share of the question that a page has. */
  readonly counted: number;
  readonly isPhrase: boolean;
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

/** What a word adds to pages and their sections. */
function addWord(
  { access, base, whole, share, head, extra, ...scratch }: Slate,
  extent: Extent,
  { options, idf, counted }: WeighedWord,
  allowed: (page: number) => boolean,
): void {
  const { pages, fields, texts, rowAt, rows, rowGains, covers, headCovers } = together(
    options,
    extent,
    scratch,
  );
  const { pageNorms } = extent;
  for (let i = 0; i < pages.length; i++) {
    const page = pages[i] ?? 0;
    if (access[page] === 0) access[page] = allowed(page) ? 1 : -1;
    if (access[page] === -1) continue;
    const f = fields[i] ?? 0;
    const alone = idf * saturated(f);
    const all = f + (weights.text * (texts[i] ?? 0)) / (pageNorms[page] ?? 1);
    base[page] = (base[page] ?? 0) + alone;
    whole[page] = (whole[page] ?? 0) + idf * saturated(all);
    share[page] = (share[page] ?? 0) + counted * (covers === undefined ? 1 : (covers[i] ?? 0));
    head[page] =
      (head[page] ?? 0) +
      counted * (headCovers === undefined ? Math.sign(f) : (headCovers[i] ?? 0));
    for (let at = rowAt[i] ?? 0, end = rowAt[i + 1] ?? 0; at < end; at++) {
      const row = rows[at] ?? 0;
      const gain = rowGains[at] ?? 0;
      // Few pages have a word in their fields: the others cost one product.
      const added = f === 0 ? idf * gain : idf * saturated(f + weightOf(gain)) - alone;
      extra[row] = (extra[row] ?? 0) + added;
    }
  }
}

/** Scores every page that has any of the words; returns how many there are. */
function scorePages(
  { base, whole, extra, scores, places }: Slate,
  { firstRows, pageNorms }: Extent,
  boostOf: (page: number) => number,
): number {
  let found = 0;
  for (let page = 0; page < pageNorms.length; page++) {
    const all = whole[page] ?? 0;
    if (all <= 0) continue;
    let section = 0;
    for (let row = firstRows[page] ?? 0, end = firstRows[page + 1] ?? 0; row < end; row++) {
      const gain = extra[row] ?? 0;
      if (gain > section) section = gain;
    }
    const fields = (1 - weights.page) * ((base[page] ?? 0) + section);
    places[found] = page;
    scores[found++] = boostOf(page) * (fields + weights.page * all);
  }
  return found;
}

/** The pages with the highest scores, best first. */
function bestPages(
  { places, scores, extra, base, share, head, own }: Slate,
  extent: Extent,
  {
    found,
    asked,
    words,
    boostOf,
  }: {
    readonly found: number;
    readonly asked: number;
    readonly words: readonly WeighedWord[];
    readonly boostOf: (page: number) => number;
  },
): Ranked[] {
  const { firstRows } = extent;
  const enough = leastOfHighest(scores.subarray(0, found), most);
  const winners: number[] = [];
  for (let at = 0; at < found; at++) if ((scores[at] ?? 0) >= enough) winners.push(at);
  for (const at of winners) {
    const page = places[at] ?? 0;
    const from = firstRows[page] ?? 0;
    const gains = own.subarray(from, firstRows[page + 1] ?? from);
    scores[at] = (scores[at] ?? 0) + boostOf(page) * nameGain(words, extent, page, gains);
    for (const [index, gain] of gains.entries()) {
      if (gain > 0) extra[from + index] = (extra[from + index] ?? 0) + gain;
    }
    gains.fill(0);
  }
  winners.sort((a, b) => Math.sign((scores[b] ?? 0) - (scores[a] ?? 0)) || a - b);
  return winners.slice(0, most).map((at): Ranked => {
    const page = places[at] ?? 0;
    const from = firstRows[page] ?? 0;
    const to = firstRows[page + 1] ?? from;
    return {
      page,
      score: scores[at] ?? 0,
      rows: sectionsOf(extra, from, to).map((row) => ({
        row,
        score: (extra[row] ?? 0) + (base[page] ?? 0),
      })),
      share: asked === 0 ? 0 : (share[page] ?? 0) / asked,
      headShare: asked === 0 ? 0 : (head[page] ?? 0) / asked,
    };
  });
}

/** The three best rows of a page, best first: as many of its sections are shown. */
function sectionsOf(extra: Float64Array, from: number, to: number): number[] {
  let first = -1;
  let second = -1;
  let third = -1;
  for (let row = from; row < to; row++) {
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
