import { bytesOf, digitOf, lengthOf, lowestEnd } from './numbers.ts';
import { mostCounted, rowNumbers } from './posting.ts';
import { saturated, weightOf, weights } from './weights.ts';

/** The pages of one language, as far as ranking has to know them. */
export interface Extent {
  /** First row of each page, and one behind the last; the rows of a page follow each other (`rowNumbers`). */
  readonly firstRows: Uint32Array;
  /** The most row numbers that a page has. */
  readonly mostRows: number;
  /** The length of each row as it is written, a byte for each (`digitOf`); 0 for numbers without a row. */
  readonly rowLengths: Uint8Array;
  /** What counts of rows are divided by, as they are long: by class of length. */
  readonly rowNorms: Float32Array;
  /** At most what a word gains in a row, as a step of `weightOfStep`: see `boundAt`. */
  readonly bounds: Uint8Array;
  /** What a word gains in a row (`rowGain`) that has it less than `countsApart` times: at the same places. */
  readonly gains: Float32Array;
  /** What counts of pages are divided by, each by its number. */
  readonly pageNorms: Float32Array;
  /** How many words of its title each page could be asked for. */
  readonly titleLengths: ArrayLike<number>;
}

/** Reads how many rows each page has (one at least), how long these are, and how long the titles of pages. */
export function extentOf(
  counts: Uint32Array,
  lengths: string,
  titleLengths: ArrayLike<number>,
): Extent {
  const firstRows = new Uint32Array(counts.length + 1);
  // A page has at most one number without a row.
  const rowLengths = new Uint8Array(lengths.length + counts.length);
  const pageLengths = readLengths(bytesOf(lengths), counts, firstRows, rowLengths);
  const sum = pageLengths.reduce((all, length) => all + length, 0);
  const rowNorms = normsOf(lengthOf, sum / lengths.length, weights.rowLength);
  return {
    firstRows,
    mostRows: rowNumbers(counts.reduce((most, count) => Math.max(most, count), 0)),
    rowLengths,
    rowNorms,
    ...tablesOf(rowNorms),
    pageNorms: normsOf(pageLengths, sum / counts.length, weights.pageLength),
    titleLengths,
  };
}

/** Puts the length of each row at its number, and answers those of pages. */
function readLengths(
  written: Uint8Array,
  counts: Uint32Array,
  firstRows: Uint32Array,
  rowLengths: Uint8Array,
): Float64Array {
  const pageLengths = new Float64Array(counts.length);
  let at = 0;
  let row = 0;
  for (let page = 0; page < counts.length; page++) {
    const count = counts[page] ?? 0;
    let length = 0;
    for (const end = at + count; at < end; at++) {
      const byte = written[at] ?? 0;
      rowLengths[row++] = byte;
      length += lengthOfByte[byte] ?? 0;
    }
    pageLengths[page] = length;
    row += rowNumbers(count) - count;
    firstRows[page + 1] = row;
  }
  return pageLengths;
}

/** How much lengths are held against texts, by their mean. */
function normsOf(lengths: Float64Array, mean: number, share: number): Float32Array {
  const norms = new Float32Array(lengths.length);
  const unit = share / Math.max(1, mean);
  for (let i = 0; i < norms.length; i++) norms[i] = 1 - share + unit * (lengths[i] ?? 0);
  return norms;
}

/** What a row gains by a word, by how often its heading and its text have it. */
export function rowGain(norm: number, heading: number, text: number): number {
  return Math.fround(saturated((heading > 0 ? weights.heading : 0) + (weights.text * text) / norm));
}

/**
 * What a row weighs whose gain is this many 256ths: bounds are whole numbers of a byte, as a posting has four of
 * them for each page. As counts are limited, no gain is above the last step.
 */
export const weightOfStep = Float64Array.from({ length: 256 }, (_, step) => weightOf(step / 256));

/** Where the bound of a row is, by the byte of its length: rows that have a word very often share one. */
export function boundAt(byte: number, heading: number, text: number): number {
  return ((heading > 0 ? countsApart : 0) + Math.min(text, countsApart - 1)) * bytes + byte;
}

/** Counts of a text that have bounds of their own; the last of these is for all higher ones. */
export const countsApart = 16;

/** Bytes that lengths are written in, rounded up. */
const bytes = 128;

const lengthOfByte = Float64Array.from(
  { length: bytes },
  (_, byte) => lengthOf[digitOf(byte)] ?? 0,
);

function tablesOf(rowNorms: Float32Array): Pick<Extent, 'bounds' | 'gains'> {
  const bounds = new Uint8Array(2 * countsApart * bytes);
  const gains = new Float32Array(bounds.length);
  for (let byte = lowestEnd; byte < bytes; byte++) {
    const norm = rowNorms[digitOf(byte)] ?? 1;
    for (let count = 0; count < countsApart; count++) {
      const text = count < countsApart - 1 ? count : mostCounted;
      for (let heading = 0; heading < 2; heading++) {
        const gain = rowGain(norm, heading, text);
        const at = boundAt(byte, heading, count);
        gains[at] = gain;
        bounds[at] = Math.ceil(256 * gain);
      }
    }
  }
  return { bounds, gains };
}
