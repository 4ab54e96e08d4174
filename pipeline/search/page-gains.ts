import type { Extent } from './extent.ts';
import type { Slate } from './slate.ts';
import { lowestFrom } from './sorted.ts';
import { onlyPosting, type WantedOption } from './together.ts';
import { readRows, type WeighedPosting } from './weigh.ts';
import { saturated, weightOf } from './weights.ts';

/** A word of a question as it counts. */
export interface WeighedWord {
  readonly options: readonly WantedOption[];
  readonly idf: number;
  /** What it counts for the share of the question that a page has. */
  readonly counted: number;
  readonly isPhrase: boolean;
}

/** Adds up in `extra` what the rows of a page gain by the words; returns the most that one does. */
export function addRows(
  slate: Slate,
  extent: Extent,
  words: readonly WeighedWord[],
  page: number,
): number {
  const { extra } = slate;
  const from = extent.firstRows[page] ?? 0;
  const count = (extent.firstRows[page + 1] ?? from) - from;
  extra.fill(0, 0, count);
  for (const { options, idf } of words) {
    const posting = onlyPosting(options);
    if (posting) addPosting(slate, extent, posting, { idf, page, from });
    else addOptions(slate, extent, options, { idf, page, from, count });
  }
  let most = 0;
  for (let row = 0; row < count; row++) most = Math.max(most, extra[row] ?? 0);
  return most;
}

function addPosting(
  { extra, read }: Slate,
  extent: Extent,
  posting: WeighedPosting,
  { idf, page, from }: { readonly idf: number; readonly page: number; readonly from: number },
): void {
  const at = positionOf(posting.pages, page);
  if (at < 0) return;
  const fields = posting.fields[at] ?? 0;
  const found = readRows(posting, at, extent, read);
  for (let i = 0; i < found; i++) {
    const row = (read.rows[i] ?? 0) - from;
    extra[row] = (extra[row] ?? 0) + gainWith(fields, read.gains[i] ?? 0, idf);
  }
}

function addOptions(
  { extra, own, read }: Slate,
  extent: Extent,
  options: readonly WantedOption[],
  {
    idf,
    page,
    from,
    count,
  }: {
    readonly idf: number;
    readonly page: number;
    readonly from: number;
    readonly count: number;
  },
): void {
  let fields = 0;
  own.fill(0, 0, count);
  for (const { posting, weight } of options) {
    const at = positionOf(posting.pages, page);
    if (at < 0) continue;
    fields = Math.fround(fields + weight * (posting.fields[at] ?? 0));
    const found = readRows(posting, at, extent, read);
    for (let i = 0; i < found; i++) {
      const row = (read.rows[i] ?? 0) - from;
      own[row] = (own[row] ?? 0) + weight * weightOf(read.gains[i] ?? 0);
    }
  }
  for (let row = 0; row < count; row++) {
    const weight = own[row] ?? 0;
    if (weight === 0) continue;
    extra[row] = (extra[row] ?? 0) + gainWith(fields, Math.fround(saturated(weight)), idf);
  }
}

/** What a row adds to the fields of its page. */
function gainWith(fields: number, gain: number, idf: number): number {
  // Few pages have a word in their fields: the others cost one product.
  if (fields === 0) return idf * gain;
  return idf * saturated(fields + weightOf(gain)) - idf * saturated(fields);
}

/** Shares of the words, by what they count, that a page has anywhere, and in its fields. */
export function sharesOf(
  words: readonly WeighedWord[],
  page: number,
): { readonly share: number; readonly headShare: number } {
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
  if (pages[page] === page) return page;
  const at = lowestFrom(pages, page);
  return pages[at] === page ? at : -1;
}
