import { readNumbers, writeNumbers } from './numbers.ts';

/** Where a word occurs and how often; `pages` and `rows` are ascending. */
export interface Posting {
  /** Every page that has the word in any place. */
  readonly pages: ArrayLike<number>;
  /** Counts per page: title + keywords × 3 + description × 9 + place × 27, each at most 2. */
  readonly pageCounts: ArrayLike<number>;
  readonly rows: ArrayLike<number>;
  /** Counts per row: heading × 256 + text, text at most 255. */
  readonly rowCounts: ArrayLike<number>;
}

/** A posting as text: what pages have of it in their fields, and their rows. */
export interface WrittenPosting {
  readonly fields: string;
  readonly rows: string;
}

/** How a row's counts are written behind its gap, in two bits: the word once, twice, more often, in a heading. */
const ways = { once: 0, twice: 1, often: 2, heading: 3 } as const;

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
    const gap = (row - last) * 4;
    if (count >= 256)
      entries.push(gap + ways.heading, Math.min(count >> 8, 7) - 1 + 7 * (count & 255));
    else if (count > 2) entries.push(gap + ways.often, count);
    else entries.push(gap + (count === 1 ? ways.once : ways.twice));
    last = row;
  }
  return { fields: writeNumbers(fields), rows: writeNumbers(entries) };
}

/** Reads a posting. */
export function readPosting(written: WrittenPosting, pageOfRow: Uint32Array): Posting {
  const entries = readNumbers(written.rows);
  const rows = new Uint32Array(entries.length);
  const rowCounts = new Uint16Array(entries.length);
  let found = 0;
  let row = 0;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] ?? 0;
    row += entry >> 2;
    let count = (entry & 3) + 1;
    if (count > 2) {
      const more = entries[++i] ?? 0;
      count = count === 3 ? more : (((more % 7) + 1) << 8) + Math.floor(more / 7);
    }
    rows[found] = row;
    rowCounts[found++] = count;
  }
  const fields = readNumbers(written.fields);
  const pages = new Uint32Array(found + fields.length / 2);
  const pageCounts = new Uint8Array(pages.length);
  let last = 0;
  let at = 0;
  const takeRows = (before: number): void => {
    for (; at < found; at++) {
      const page = pageOfRow[rows[at] ?? 0] ?? 0;
      if (page >= before) return;
      if (last === 0 || pages[last - 1] !== page) pages[last++] = page;
    }
  };
  let page = 0;
  for (let i = 0; i < fields.length; i += 2) {
    page += fields[i] ?? 0;
    takeRows(page);
    pages[last] = page;
    pageCounts[last++] = fields[i + 1] ?? 0;
  }
  takeRows(Number.POSITIVE_INFINITY);
  return {
    pages: pages.subarray(0, last),
    pageCounts: pageCounts.subarray(0, last),
    rows: rows.subarray(0, found),
    rowCounts: rowCounts.subarray(0, found),
  };
}
