import type { Extent, Posting } from './lexicon.ts';

/** A word of a question: its postings and those of what may stand for it. */
export interface Wanted {
  readonly term: string;
  readonly options: readonly { readonly posting: Posting; readonly weight: number }[];
}

/** How much each place counts; found by trial over several sites and kept round. */
export const weights = {
  title: 3,
  keywords: 3,
  description: 2,
  path: 1.5,
  heading: 3,
  text: 1,
  /** How fast repetition stops to count. */
  saturation: 2,
  /** How much a long section, and a long page, is held against it. */
  rowLength: 0.4,
  pageLength: 0.7,
  /** Share of the whole page in its score; the rest is its best section's. */
  page: 0.3,
};

/** A page with its score and its sections, best first. */
export interface Ranked {
  readonly page: number;
  readonly score: number;
  readonly rows: readonly { readonly row: number; readonly score: number }[];
  /** Share of the question's words (by their weight) that the page has. */
  readonly share: number;
}

/** Weight of a word: the rarer, the more. */
export function rarity(pages: number, found: number): number {
  return Math.log(1 + (pages - found + 0.5) / (found + 0.5));
}

/**
 * Ranks pages for the words of a question by BM25 over weighted fields: each page gets the score of its best
 * section, mixed with the score of the page as a whole.
 */
export function rank(
  extent: Extent,
  wanted: readonly Wanted[],
  allowed: (page: number) => boolean,
  boostOf: (page: number) => number = () => 1,
): Ranked[] {
  const { pageOfRow, rowLengths, pageLengths } = extent;
  const count = pageLengths.length;
  const meanRow = mean(rowLengths);
  const meanPage = mean(pageLengths);
  const base = new Float64Array(count);
  const whole = new Float64Array(count);
  const share = new Float64Array(count);
  const extra = new Map<number, number>();
  const allow = new Int8Array(count);
  const isAllowed = (page: number): boolean => {
    if (allow[page] === 0) allow[page] = allowed(page) ? 1 : -1;
    return allow[page] === 1;
  };
  const k = weights.saturation;
  let total = 0;

  for (const { options } of wanted) {
    const idf = rarityOf(options, count);
    total += idf;
    const fields = new Map<number, number>();
    const texts = new Map<number, number>();
    const rows = new Map<number, number>();
    const shares = new Map<number, number>();
    for (const { posting, weight } of options) {
      for (let i = 0; i < posting.pages.length; i++) {
        const page = posting.pages[i] ?? 0;
        if (!isAllowed(page)) continue;
        const c = posting.pageCounts[i] ?? 0;
        const sum =
          weights.title * Math.min(c & 15, 2) +
          weights.keywords * Math.min((c >> 4) & 15, 2) +
          weights.description * Math.min((c >> 8) & 15, 2) +
          weights.path * Math.min((c >> 12) & 15, 2);
        fields.set(page, (fields.get(page) ?? 0) + weight * sum);
        shares.set(page, Math.max(shares.get(page) ?? 0, weight));
      }
      for (let i = 0; i < posting.rows.length; i++) {
        const row = posting.rows[i] ?? 0;
        const page = pageOfRow[row] ?? 0;
        if (!isAllowed(page)) continue;
        const c = posting.rowCounts[i] ?? 0;
        const norm = 1 - weights.rowLength + (weights.rowLength * (rowLengths[row] ?? 0)) / meanRow;
        const heading = c >> 8 > 0 ? weights.heading : 0;
        rows.set(
          row,
          (rows.get(row) ?? 0) + weight * (heading + (weights.text * (c & 255)) / norm),
        );
        texts.set(page, (texts.get(page) ?? 0) + weight * ((c & 255) + (c >> 8)));
      }
    }
    for (const [page, field] of fields) {
      const norm =
        1 - weights.pageLength + (weights.pageLength * (pageLengths[page] ?? 0)) / meanPage;
      const text = (weights.text * (texts.get(page) ?? 0)) / norm;
      base[page] = (base[page] ?? 0) + (idf * field) / (field + k);
      whole[page] = (whole[page] ?? 0) + (idf * (field + text)) / (field + text + k);
      share[page] = (share[page] ?? 0) + idf * (shares.get(page) ?? 0);
    }
    for (const [row, own] of rows) {
      const field = fields.get(pageOfRow[row] ?? 0) ?? 0;
      const gain = (idf * (field + own)) / (field + own + k) - (idf * field) / (field + k);
      extra.set(row, (extra.get(row) ?? 0) + gain);
    }
  }

  const best = new Map<number, { row: number; score: number }[]>();
  for (const [row, score] of extra) {
    const page = pageOfRow[row] ?? 0;
    const list = best.get(page);
    if (list) list.push({ row, score });
    else best.set(page, [{ row, score }]);
  }
  const ranked: Ranked[] = [];
  for (let page = 0; page < count; page++) {
    const all = whole[page] ?? 0;
    if (all <= 0) continue;
    const rows = (best.get(page) ?? []).sort((a, b) => b.score - a.score || a.row - b.row);
    const section = (base[page] ?? 0) + (rows[0]?.score ?? 0);
    ranked.push({
      page,
      score: ((1 - weights.page) * section + weights.page * all) * boostOf(page),
      rows: rows.slice(0, 4).map(({ row, score }) => ({ row, score: score + (base[page] ?? 0) })),
      share: total === 0 ? 0 : (share[page] ?? 0) / total,
    });
  }
  return ranked.sort((a, b) => b.score - a.score || a.page - b.page);
}

/** The word's own rarity; where no page has it, that of the most common stand-in. */
function rarityOf(options: Wanted['options'], pages: number): number {
  const own = options.find(({ weight }) => weight === 1);
  if (own && own.posting.pages.length > 0) return rarity(pages, own.posting.pages.length);
  let most = 0;
  for (const { posting } of options) most = Math.max(most, posting.pages.length);
  return rarity(pages, most);
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return Math.max(1, sum / Math.max(1, values.length));
}
