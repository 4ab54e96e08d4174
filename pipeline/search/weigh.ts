import { boundAt, countsApart, type Extent, rowGain } from './extent.ts';
import {
  bytesOf,
  digitOf,
  ends,
  highestEnd,
  links,
  lowestEnd,
  lowestLink,
  readNumbers,
} from './numbers.ts';
import { type WrittenPosting, ways } from './posting.ts';
import { lowestFrom } from './sorted.ts';
import { weights } from './weights.ts';

/** Where a word occurs and how much that weighs, ready to rank by. */
export interface WeighedPosting {
  /** Ascending; all following lists by page use the same positions, and some are longer. */
  readonly pages: Uint32Array;
  /** What title, keywords, description and place weigh. */
  readonly fields: Float32Array;
  /** What all sections of the page have of it together. */
  readonly texts: Uint32Array;
  /**
   * At most what it gains in one of the page's sections, as steps (`weightOfStep`). Four of them for each page, as
   * different words are seldom best in the same section: every fourth row of the site shares one.
   */
  readonly bounds: Uint8Array;
  /** The rows as they are written: those of most pages are never looked at (see `readRows`). */
  readonly rows: Uint8Array;
  /** Where the rows of the page begin there, and the row that the first gap is counted from. */
  readonly starts: Uint32Array;
  readonly before: Uint32Array;
  /** Pages with it in their titles, and rows with it in their headings; ascending. */
  readonly titled: Uint32Array;
  readonly headed: Uint32Array;
}

/** Reads a posting as it weighs, once for all questions that have its word. */
export function weigh(written: WrittenPosting, extent: Extent): WeighedPosting {
  return withFields(textsOf(bytesOf(written.rows), extent), readNumbers(written.fields));
}

/** What rows have; lists by page are longer than the `count` of pages. */
interface Texts extends Omit<WeighedPosting, 'fields' | 'titled'> {
  readonly count: number;
}

function textsOf(rows: Uint8Array, extent: Extent): Texts {
  const most = Math.min(extent.firstRows.length - 1, rows.length);
  const lists = {
    pages: new Uint32Array(most),
    texts: new Uint32Array(most),
    bounds: new Uint8Array(4 * most),
    starts: new Uint32Array(most),
    before: new Uint32Array(most),
    headed: new Uint32Array(rows.length / 2),
  };
  const { count, headings } = readTexts(rows, extent, lists);
  return { ...lists, rows, count, headed: lists.headed.slice(0, headings) };
}

/**
 * Adds up the rows of each page. The first question after a start runs this while it is compiled, over as many
 * rows as a site has: it is a single loop, of whole numbers alone, in which rare rows are calculated like others,
 * as code that has never run is not compiled with the rest.
 */
function readTexts(
  rows: Uint8Array,
  { firstRows, rowLengths, bounds: highest }: Extent,
  { pages, texts, bounds, starts, before, headed }: Omit<Texts, 'rows' | 'count'>,
): { readonly count: number; readonly headings: number } {
  let count = 0;
  let headings = 0;
  let page = -1;
  let end = 0;
  let row = 0;
  let start = 0;
  let number = 0;
  let way: number = ways.once;
  for (let at = 0; at < rows.length; at++) {
    const byte = rows[at] ?? 0;
    const isEnd = byte <= highestEnd;
    number = number * (isEnd ? ends : links) + byte - (isEnd ? lowestEnd : lowestLink);
    if (!isEnd) continue;
    let heading = 0;
    let text = 0;
    if (way < ways.often) {
      const last = row;
      row += number >> 2;
      way = number & 3;
      text = way + 1;
      number = 0;
      if (row >= end) {
        while (row >= end) end = firstRows[++page + 1] ?? 0;
        pages[count] = page;
        starts[count] = start;
        before[count++] = last;
      }
      // Its counts are the next number.
      if (way >= ways.often) continue;
    } else {
      const isHeading = way === ways.heading;
      const inHeading = (number % 7) + 1;
      const inText = (number - (number % 7)) / 7;
      heading = isHeading ? inHeading : 0;
      text = isHeading ? inText : number;
      headed[headings] = row;
      headings += isHeading ? 1 : 0;
      way = ways.once;
      number = 0;
    }
    start = at + 1;
    const found = count - 1;
    texts[found] = (texts[found] ?? 0) + text + weights.pageHeading * heading;
    const bound = highest[boundAt(rowLengths[row] ?? 0, heading, text)] ?? 0;
    const place = 4 * found + (row & 3);
    bounds[place] = Math.max(bounds[place] ?? 0, bound);
  }
  return { count, headings };
}

/** Adds what the fields of pages have, and the pages that have the word in these alone. */
function withFields(found: Texts, entries: Uint32Array): WeighedPosting {
  const { rows, headed } = found;
  const most = found.count + entries.length / 2;
  const pages = new Uint32Array(most);
  const fields = new Float32Array(most);
  const texts = new Uint32Array(most);
  const bounds = new Uint8Array(4 * most);
  // The four of each page as one number.
  const [from, to] = [new Uint32Array(found.bounds.buffer), new Uint32Array(bounds.buffer)];
  const starts = new Uint32Array(most);
  const before = new Uint32Array(most);
  const titled: number[] = [];
  let at = 0;
  let next = 0;
  let nextPage = entries[0] ?? none;
  let count = 0;
  for (let page = found.pages[0] ?? none; page < none || nextPage < none; count++) {
    if (page <= nextPage) {
      pages[count] = page;
      texts[count] = found.texts[at] ?? 0;
      to[count] = from[at] ?? 0;
      starts[count] = found.starts[at] ?? 0;
      before[count] = found.before[at] ?? 0;
    } else {
      pages[count] = nextPage;
      starts[count] = rows.length;
    }
    const isNext = nextPage <= page;
    if (page <= nextPage) page = ++at < found.count ? (found.pages[at] ?? none) : none;
    if (!isNext) continue;
    const counts = entries[next + 1] ?? 0;
    fields[count] = fieldWeight(counts);
    if (counts % 3 > 0) titled.push(nextPage);
    next += 2;
    nextPage = next < entries.length ? nextPage + (entries[next] ?? 0) : none;
  }
  return {
    pages: pages.subarray(0, count),
    fields: fields.subarray(0, count),
    texts: texts.subarray(0, count),
    ...{ bounds, rows, starts, before },
    titled: new Uint32Array(titled),
    headed,
  };
}

/** Behind all pages. */
const none = 2 ** 31 - 1;

/** Title, keywords, description and place. */
function fieldWeight(counts: number): number {
  return (
    weights.title * (counts % 3) +
    weights.keywords * (Math.floor(counts / 3) % 3) +
    weights.description * (Math.floor(counts / 9) % 3) +
    weights.place * Math.floor(counts / 27)
  );
}

/** Bytes of a posting in memory. */
export function sizeOf(posting: WeighedPosting | undefined): number {
  if (!posting) return 200;
  const { pages, rows, titled, headed } = posting;
  return 400 + 24 * pages.length + rows.length + 4 * (titled.length + headed.length);
}

/** Rows of one page and what each gains by a word, 0 … 1, if the page's fields do not have it. */
export interface RowGains {
  readonly rows: Uint32Array;
  readonly gains: Float32Array;
}

/** Reads the rows of the page at a position of a posting; returns how many there are. */
export function readRows(
  { rows: written, pages, starts, before }: WeighedPosting,
  position: number,
  { firstRows, rowLengths, rowNorms, gains: known }: Extent,
  { rows, gains }: RowGains,
): number {
  const end = firstRows[(pages[position] ?? 0) + 1] ?? 0;
  let row = before[position] ?? 0;
  let count = 0;
  for (let at = starts[position] ?? 0; at < written.length; count++) {
    let number = 0;
    let byte = written[at++] ?? 0;
    for (; byte > highestEnd; byte = written[at++] ?? 0)
      number = number * links + byte - lowestLink;
    const entry = number * ends + byte - lowestEnd;
    row += entry >> 2;
    if (row >= end) break;
    const way = entry & 3;
    let heading = 0;
    let text = way + 1;
    if (way >= ways.often) {
      number = 0;
      byte = written[at++] ?? 0;
      for (; byte > highestEnd; byte = written[at++] ?? 0) {
        number = number * links + byte - lowestLink;
      }
      text = number * ends + byte - lowestEnd;
      if (way === ways.heading) {
        heading = (text % 7) + 1;
        text = Math.floor(text / 7);
      }
    }
    rows[count] = row;
    const length = rowLengths[row] ?? 0;
    gains[count] =
      text < countsApart - 1
        ? (known[boundAt(length, heading, text)] ?? 0)
        : rowGain(rowNorms[digitOf(length)] ?? 1, heading, text);
  }
  return count;
}

/** The part of a posting on visible pages; undefined if it is empty. */
export function visiblePart(
  posting: WeighedPosting,
  isVisible: (page: number) => boolean,
  { firstRows }: Extent,
): WeighedPosting | undefined {
  const kept = [...posting.pages.keys()].filter((i) => isVisible(posting.pages[i] ?? 0));
  if (kept.length === 0) return undefined;
  if (kept.length === posting.pages.length) return posting;
  const { pages, fields, texts, bounds, rows, starts, before, titled, headed } = posting;
  const part = (list: Uint32Array) => Uint32Array.from(kept, (i) => list[i] ?? 0);
  return {
    pages: part(pages),
    fields: Float32Array.from(kept, (i) => fields[i] ?? 0),
    texts: part(texts),
    bounds: Uint8Array.from(kept.flatMap((i) => [...bounds.subarray(4 * i, 4 * i + 4)])),
    rows,
    starts: part(starts),
    before: part(before),
    titled: titled.filter(isVisible),
    headed: headed.filter((row) => isVisible(lowestFrom(firstRows, row + 1) - 1)),
  };
}
