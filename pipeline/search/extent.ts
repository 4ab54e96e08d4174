import { lengthClass, lengthOf } from './numbers.ts';
import { saturated, weights } from './weights.ts';

/** The pages of one language, as far as ranking has to know them. */
export interface Extent {
  /** First row of each page, and one behind the last; the rows of a page follow each other. */
  readonly firstRows: Uint32Array;
  /** The class of each row's length, a character for each (`lengthClass`). */
  readonly rowLengths: string;
  /** What counts of rows are divided by, as they are long: by class of length. */
  readonly rowNorms: Float32Array;
  /** What a word that occurs once gains a row of each class. */
  readonly onceGains: Float32Array;
  /** The same for pages, each by its number. */
  readonly pageNorms: Float32Array;
  /** How many words of its title each page could be asked for. */
  readonly titleLengths: ArrayLike<number>;
}

/** Reads how many rows each page has, how long these are, and how long the titles of pages. */
export function extentOf(
  counts: Uint32Array,
  rowLengths: string,
  titleLengths: ArrayLike<number>,
): Extent {
  const firstRows = new Uint32Array(counts.length + 1);
  const pageLengths = new Float64Array(counts.length);
  let row = 0;
  let sum = 0;
  for (let page = 0; page < counts.length; page++) {
    let length = 0;
    for (const end = row + (counts[page] ?? 0); row < end; row++) {
      length += lengthOf[lengthClass(rowLengths, row)] ?? 0;
    }
    firstRows[page + 1] = row;
    pageLengths[page] = length;
    sum += length;
  }
  const rowNorms = normsOf(lengthOf, sum / Math.max(1, row), weights.rowLength);
  return {
    firstRows,
    rowLengths,
    rowNorms,
    onceGains: rowNorms.map((norm) => saturated(weights.text / norm)),
    pageNorms: normsOf(pageLengths, sum / Math.max(1, counts.length), weights.pageLength),
    titleLengths,
  };
}

/** How much lengths are held against texts, by their mean. */
function normsOf(lengths: Float64Array, mean: number, share: number): Float32Array {
  const norms = new Float32Array(lengths.length);
  const unit = share / Math.max(1, mean);
  for (let i = 0; i < norms.length; i++) norms[i] = 1 - share + unit * (lengths[i] ?? 0);
  return norms;
}
