import { writeNumbers } from './numbers.ts';

/** Where a word occurs and how often; `pages` and `rows` are ascending. */
export interface Posting {
  /** Every page that has the word in any place. */
  readonly pages: ArrayLike<number>;
  /** Counts per page: title + keywords × 3 + description × 9 + place × 27, each at most 2. */
  readonly pageCounts: ArrayLike<number>;
  readonly rows: ArrayLike<number>;
  /** Counts per row: heading × 256 + text, text at most `mostCounted`. */
  readonly rowCounts: ArrayLike<number>;
}

/** The highest count of a word in the text of a row. */
export const mostCounted = 255;

/** A posting as text: what pages have of it in their fields, and their rows. */
export interface WrittenPosting {
  readonly fields: string;
  readonly rows: string;
}

/** How a row's counts are written behind its gap, in two bits: the word once, twice, more often, in a heading. */
export const ways = { once: 0, twice: 1, often: 2, heading: 3 } as const;

/**
 * Writes a posting; pages whose rows have the word are listed by these, unless their fields have it
 * as well.
 */
export function writePosting({ pages, pageCounts, rows, rowCounts }: Posting): WrittenPosting {
  const fields: number[] = [];
  let last = 0;
  for (let i = 0; i < pages.length; i++) {
    const count = pageCounts[i] ?? 0;
    if (count === 0) continue;
    const page = pages[i] ?? 0;
    fields.push(page - last, count);
    last = page;
  }
  const entries: number[] = [];
  last = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const count = rowCounts[i] ?? 0;
    const gap = rowGap(row - last);
    if (count >= 256)
      entries.push(gap + ways.heading, Math.min(count >> 8, 7) - 1 + 7 * (count & 255));
    else if (count > 2) entries.push(gap + ways.often, count);
    else entries.push(gap + (count === 1 ? ways.once : ways.twice));
    last = row;
  }
  return { fields: writeNumbers(fields), rows: writeNumbers(entries) };
}

/**
 * Row numbers that a page with so many rows has: rows are numbered through all pages, with room for one more on half of
 * them. There, a new section changes the postings of its words, and not those of all pages behind it. More room would
 * take another 1.5 % of what a first question loads.
 */
export function rowNumbers(rows: number): number {
  return rows + (rows & 1);
}

/** How many rows lie between two, as `rows` of a written posting has it: with two bits for counts. */
export function rowGap(rows: number): number {
  return rows * 4;
}
