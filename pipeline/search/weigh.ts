import type { Posting } from './posting.ts';
import { lowestFrom } from './sorted.ts';

/** The pages of one language, as far as ranking has to know them. */
export interface Extent {
  /** Page of a row; the rows of a page follow each other. */
  readonly pageOfRow: Uint32Array;
  /** First row of each page, and one behind the last. */
  readonly firstRows: Uint32Array;
  /** What counts of rows and pages are divided by, as they are long (`normsOf`). */
  readonly rowNorms: Float32Array;
  readonly pageNorms: Float32Array;
  /** How many words of its title each page could be asked for. */
  readonly titleLengths: ArrayLike<number>;
}

/** How much each place counts; found by trial over several sites and kept round. */
export const weights = {
  title: 3,
  keywords: 3,
  description: 2,
  /** Its path and the groups of the navigation. */
  place: 2.5,
  heading: 3,
  text: 1,
  /** A heading as a part of the whole page. */
  pageHeading: 2,
  /** How fast repetition stops to count. */
  saturation: 2.5,
  /** How much a long section, and a long page, is held against it. */
  rowLength: 0.5,
  pageLength: 0.7,
  /** Share of the whole page in its score; the rest is its best section's. */
  page: 0.4,
  /** A title, or a heading, that says all that was asked. */
  wholeTitle: 1,
  wholeHeading: 0.3,
};

/** Where a word occurs and how much that weighs, ready to rank by. */
export interface WeighedPosting {
  /** Ascending; all following lists by page use the same positions. */
  readonly pages: Uint32Array;
  /** What title, keywords, description and place weigh. */
  readonly fields: Float32Array;
  /** What all sections of the page have of it together. */
  readonly texts: Float32Array;
  /** Where the rows of each page begin, and where the last ones end. */
  readonly rowAt: Uint32Array;
  readonly rows: Uint32Array;
  /** What it weighs in each row. */
  readonly rowWeights: Float32Array;
  /** Pages with it in their titles, and rows with it in their headings; ascending. */
  readonly titled: Uint32Array;
  readonly headed: Uint32Array;
}

/** Weighs a posting, once for all questions that have its word. */
export function weigh(posting: Posting, extent: Extent): WeighedPosting {
  const { pageOfRow, rowNorms } = extent;
  const { pages, rows, rowCounts } = posting;
  const count = pages.length;
  const fields = new Float32Array(count);
  const texts = new Float32Array(count);
  const rowAt = new Uint32Array(count + 1);
  const rowWeights = new Float32Array(rows.length);
  const titled: number[] = [];
  const headed: number[] = [];
  for (let i = 0, at = 0; i < count; i++) {
    rowAt[i] = at;
    const pageCounts = posting.pageCounts[i] ?? 0;
    fields[i] = fieldWeight(pageCounts);
    if (pageCounts % 3 > 0) titled.push(pages[i] ?? 0);
    for (; at < rows.length && pageOfRow[rows[at] ?? 0] === pages[i]; at++) {
      const counts = rowCounts[at] ?? 0;
      if (counts >> 8 > 0) headed.push(rows[at] ?? 0);
      texts[i] = (texts[i] ?? 0) + (counts & 255) + weights.pageHeading * (counts >> 8);
      rowWeights[at] = rowWeight(counts, rowNorms[rows[at] ?? 0] ?? 1);
    }
    rowAt[i + 1] = at;
  }
  return {
    ...{ fields, texts, rowAt },
    pages: Uint32Array.from(pages),
    rows: Uint32Array.from(rows),
    rowWeights,
    titled: Uint32Array.from(titled),
    headed: Uint32Array.from(headed),
  };
}

/** What the counts of a section weigh for it. */
function rowWeight(counts: number, norm: number): number {
  const heading = counts >> 8 > 0 ? weights.heading : 0;
  return heading + (weights.text * (counts & 255)) / norm;
}

/** How much the texts of these lengths are held against them. */
export function normsOf(lengths: Float64Array, share: number): Float32Array {
  let sum = 0;
  for (const length of lengths) sum += length;
  const mean = Math.max(1, sum / Math.max(1, lengths.length));
  const norms = new Float32Array(lengths.length);
  for (let i = 0; i < norms.length; i++) norms[i] = 1 - share + (share * (lengths[i] ?? 0)) / mean;
  return norms;
}

/** Bytes of a posting in memory. */
export function sizeOf(posting: WeighedPosting | undefined): number {
  if (!posting) return 200;
  const { pages, rows, titled, headed } = posting;
  return 200 + 16 * pages.length + 8 * rows.length + 4 * (titled.length + headed.length);
}

/** The part of a posting on visible pages; undefined if it is empty. */
export function visiblePart(
  posting: WeighedPosting,
  isVisible: (page: number) => boolean,
): WeighedPosting | undefined {
  const kept: number[] = [];
  const rows: number[] = [];
  const rowAt = [0];
  for (let i = 0; i < posting.pages.length; i++) {
    if (!isVisible(posting.pages[i] ?? 0)) continue;
    kept.push(i);
    for (let at = posting.rowAt[i] ?? 0; at < (posting.rowAt[i + 1] ?? 0); at++) rows.push(at);
    rowAt.push(rows.length);
  }
  if (kept.length === 0) return undefined;
  if (kept.length === posting.pages.length) return posting;
  const { pages, fields, texts, titled, headed } = posting;
  const own = Uint32Array.from(rows, (at) => posting.rows[at] ?? 0);
  return {
    pages: Uint32Array.from(kept, (i) => pages[i] ?? 0),
    fields: Float32Array.from(kept, (i) => fields[i] ?? 0),
    texts: Float32Array.from(kept, (i) => texts[i] ?? 0),
    rowAt: Uint32Array.from(rowAt),
    rows: own,
    rowWeights: Float32Array.from(rows, (at) => posting.rowWeights[at] ?? 0),
    titled: titled.filter(isVisible),
    headed: headed.filter((row) => own[lowestFrom(own, row)] === row),
  };
}

/** Title, keywords, description and place. */
function fieldWeight(counts: number): number {
  return (
    weights.title * (counts % 3) +
    weights.keywords * (Math.floor(counts / 3) % 3) +
    weights.description * (Math.floor(counts / 9) % 3) +
    weights.place * Math.floor(counts / 27)
  );
}
