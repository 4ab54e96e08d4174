import type { Extent } from './extent.ts';
import type { Slate } from './slate.ts';
import type { WeighedPosting } from './weigh.ts';
import { saturated, weightOf } from './weights.ts';

/** A word of a question, or a synonym of it. */
export interface WantedOption {
  readonly posting: WeighedPosting;
  readonly weight: number;
  /** How far a page that has it has what was asked for, 0 … 1. */
  readonly cover: number;
}

/** A word of a question with its synonyms as one posting. */
export interface Together extends Omit<WeighedPosting, 'titled' | 'headed'> {
  /** How far each page has what was asked for, and its fields alone; left out where all have the word itself. */
  readonly covers?: Float32Array;
  readonly headCovers?: Float32Array;
}

/** Adds up the postings of a word and its synonyms; the pages of several are in no order. */
export function together(
  options: readonly WantedOption[],
  { firstRows }: Extent,
  slate: Pick<Slate, 'seen' | 'own' | 'sum'>,
): Together {
  const [first] = options;
  if (options.length === 1 && first?.weight === 1 && first.cover === 1) return first.posting;
  const { seen, own, sum } = slate;
  let count = 0;
  let rowCount = 0;
  for (const { posting, weight, cover } of options) {
    for (let i = 0; i < posting.pages.length; i++) {
      const page = posting.pages[i] ?? 0;
      let place = seen[page] ?? 0;
      if (place === 0) {
        place = ++count;
        seen[page] = place;
        sum.pages[place - 1] = page;
        sum.fields[place - 1] = 0;
        sum.texts[place - 1] = 0;
        sum.covers[place - 1] = 0;
        sum.headCovers[place - 1] = 0;
      }
      const at = place - 1;
      const fields = posting.fields[i] ?? 0;
      sum.fields[at] = (sum.fields[at] ?? 0) + weight * fields;
      sum.texts[at] = (sum.texts[at] ?? 0) + weight * (posting.texts[i] ?? 0);
      sum.covers[at] = Math.max(sum.covers[at] ?? 0, cover);
      if (fields > 0) sum.headCovers[at] = Math.max(sum.headCovers[at] ?? 0, cover);
    }
    for (let i = 0; i < posting.rows.length; i++) {
      const row = posting.rows[i] ?? 0;
      own[row] = (own[row] ?? 0) + weight * weightOf(posting.rowGains[i] ?? 0);
    }
  }
  for (let i = 0; i < count; i++) {
    const page = sum.pages[i] ?? 0;
    seen[page] = 0;
    sum.rowAt[i] = rowCount;
    for (let row = firstRows[page] ?? 0, end = firstRows[page + 1] ?? 0; row < end; row++) {
      const weight = own[row] ?? 0;
      if (weight === 0) continue;
      own[row] = 0;
      sum.rows[rowCount] = row;
      sum.rowGains[rowCount++] = saturated(weight);
    }
  }
  sum.rowAt[count] = rowCount;
  return { ...sum, pages: sum.pages.subarray(0, count) };
}
