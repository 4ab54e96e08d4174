import type { Extent } from './extent.ts';
import type { Slate } from './slate.ts';
import { lowestFrom } from './sorted.ts';
import { readRows, type WeighedPosting } from './weigh.ts';
import { saturated, weightOf, weights } from './weights.ts';

/** A word of a question, or a synonym of it. */
export interface WantedOption {
  readonly posting: WeighedPosting;
  readonly weight: number;
  /** How far a page that has it has what was asked for, 0 … 1. */
  readonly cover: number;
}

/** A word of a question as it counts. */
export interface WeighedWord {
  readonly options: readonly WantedOption[];
  readonly idf: number;
  /** What it counts for the share of the question that a page has. */
  readonly counted: number;
  readonly isPhrase: boolean;
}

/** A page by its words alone: see `rank`. */
export interface PageScore {
  readonly score: number;
  /** What its fields count for each of its sections. */
  readonly base: number;
}

/** Scores a page; what its rows add to its fields is left in `extra`. */
export function scorePage(
  slate: Slate,
  extent: Extent,
  words: readonly WeighedWord[],
  page: number,
): PageScore {
  const { extra } = slate;
  const from = extent.firstRows[page] ?? 0;
  const count = (extent.firstRows[page + 1] ?? from) - from;
  for (let row = 0; row < count; row++) extra[row] = 0;
  let base = 0;
  let whole = 0;
  for (const word of words) {
    const { fields, texts } = addRows(slate, extent, word, { page, from, count });
    base += word.idf * saturated(fields);
    whole += word.idf * saturated(fields + (weights.text * texts) / (extent.pageNorms[page] ?? 1));
  }
  let section = 0;
  for (let row = 0; row < count; row++) section = Math.max(section, extra[row] ?? 0);
  return { score: (1 - weights.page) * (base + section) + weights.page * whole, base };
}

/** Adds what the rows of a page gain by a word; returns what the page has of it. */
function addRows(
  { extra, own, read }: Slate,
  extent: Extent,
  { options, idf }: WeighedWord,
  { page, from, count }: { readonly page: number; readonly from: number; readonly count: number },
): { readonly fields: number; readonly texts: number } {
  const [first] = options;
  const isOnly = options.length === 1 && first?.weight === 1 && first.cover === 1;
  let fields = 0;
  let texts = 0;
  for (let row = 0; row < count; row++) own[row] = 0;
  for (const { posting, weight } of options) {
    const at = positionOf(posting.pages, page);
    if (at < 0) continue;
    fields = Math.fround(fields + weight * (posting.fields[at] ?? 0));
    texts = Math.fround(texts + weight * (posting.texts[at] ?? 0));
    const found = readRows(posting, at, extent, read);
    for (let i = 0; i < found; i++) {
      const row = (read.rows[i] ?? 0) - from;
      const gain = read.gains[i] ?? 0;
      own[row] = isOnly ? gain : (own[row] ?? 0) + weight * weightOf(gain);
    }
  }
  for (let row = 0; row < count; row++) {
    const has = own[row] ?? 0;
    if (has === 0) continue;
    const gain = isOnly ? has : Math.fround(saturated(has));
    // Few pages have a word in their fields: the others cost one product.
    const added =
      fields === 0
        ? idf * gain
        : idf * saturated(fields + weightOf(gain)) - idf * saturated(fields);
    extra[row] = (extra[row] ?? 0) + added;
  }
  return { fields, texts };
}

/** How much of a question a page has. */
export interface Shares {
  /** Share of the question's words (by their weight) that the page has, in any place. */
  readonly share: number;
  /** The same for its title, keywords, description and place: what it is about. */
  readonly headShare: number;
}

/** Shares of the words, by what they count, that a page has. */
export function sharesOf(words: readonly WeighedWord[], page: number): Shares {
  let [asked, share, headShare] = [0, 0, 0];
  for (const { options, counted } of words) {
    let [most, inHead] = [0, 0];
    for (const { posting, cover } of options) {
      const at = positionOf(posting.pages, page);
      if (at < 0) continue;
      most = Math.max(most, cover);
      if ((posting.fields[at] ?? 0) > 0) inHead = Math.max(inHead, cover);
    }
    asked += counted;
    share += counted * Math.fround(most);
    headShare += counted * Math.fround(inHead);
  }
  return asked === 0
    ? { share: 0, headShare: 0 }
    : { share: share / asked, headShare: headShare / asked };
}

/** Where a page is among ascending ones, -1 if it is missing. */
function positionOf(pages: Uint32Array, page: number): number {
  // Words on nearly all pages.
  if (page < pages.length && pages[page] === page) return page;
  const at = lowestFrom(pages, page);
  return at < pages.length && pages[at] === page ? at : -1;
}
