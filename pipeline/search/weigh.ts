import type { Extent } from './extent.ts';
import { lengthClass, readNumbers } from './numbers.ts';
import { type WrittenPosting, ways } from './posting.ts';
import { lowestFrom } from './sorted.ts';
import { saturated, weights } from './weights.ts';

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
  /** What each row gains by it, 0 … 1, if the page's fields do not have it (`saturated`). */
  readonly rowGains: Float32Array;
  /** Pages with it in their titles, and rows with it in their headings; ascending. */
  readonly titled: Uint32Array;
  readonly headed: Uint32Array;
}

/** Reads a posting as it weighs, once for all questions that have its word. */
export function weigh(written: WrittenPosting, extent: Extent): WeighedPosting {
  const entries = readNumbers(written.rows);
  const pageFields = readNumbers(written.fields);
  const { firstRows } = extent;
  const most = Math.min(firstRows.length - 1, entries.length + pageFields.length / 2);
  const pages = new Uint32Array(most);
  const fields = new Float32Array(most);
  const texts = new Float32Array(most);
  const rowAt = new Uint32Array(most + 1);
  const rows = new Uint32Array(entries.length);
  const rowGains = new Float32Array(entries.length);
  const titled: number[] = [];
  const headed: number[] = [];
  let found = 0;
  let last = -1;
  const take = (page: number, weight: number): void => {
    last++;
    pages[last] = page;
    fields[last] = weight;
    rowAt[last] = found;
  };
  let next = 0;
  let nextPage = pageFields[0] ?? 0;
  /** Takes the pages before this one whose fields alone have the word. */
  const takeFields = (page: number): void => {
    while (next < pageFields.length && nextPage <= page) {
      const counts = pageFields[next + 1] ?? 0;
      take(nextPage, fieldWeight(counts));
      if (counts % 3 > 0) titled.push(nextPage);
      next += 2;
      nextPage += pageFields[next] ?? 0;
    }
  };
  let row = 0;
  let page = -1;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] ?? 0;
    row += entry >> 2;
    if (page < 0 || row >= (firstRows[page + 1] ?? 0)) {
      page = Math.max(page, 0);
      while (row >= (firstRows[page + 1] ?? Number.POSITIVE_INFINITY)) page++;
      takeFields(page);
      if (last < 0 || pages[last] !== page) take(page, 0);
    }
    const way = entry & 3;
    let heading = 0;
    let text = way + 1;
    if (way === ways.often) text = entries[++i] ?? 0;
    else if (way === ways.heading) {
      const counts = entries[++i] ?? 0;
      heading = (counts % 7) + 1;
      text = Math.floor(counts / 7);
      headed.push(row);
    }
    texts[last] = (texts[last] ?? 0) + text + weights.pageHeading * heading;
    rows[found] = row;
    rowGains[found++] = rowGain(extent, row, heading, text);
  }
  takeFields(Number.POSITIVE_INFINITY);
  rowAt[last + 1] = found;
  return {
    pages: pages.slice(0, last + 1),
    fields: fields.slice(0, last + 1),
    texts: texts.slice(0, last + 1),
    rowAt: rowAt.slice(0, last + 2),
    rows: rows.slice(0, found),
    rowGains: rowGains.slice(0, found),
    titled: Uint32Array.from(titled),
    headed: Uint32Array.from(headed),
  };
}

/** What a row gains by a word, by how often its heading and its text have it. */
function rowGain(extent: Extent, row: number, heading: number, text: number): number {
  const length = lengthClass(extent.rowLengths, row);
  // Most rows by far have a word once.
  if (heading === 0 && text === 1) return extent.onceGains[length] ?? 0;
  return saturated(
    (heading > 0 ? weights.heading : 0) + (weights.text * text) / (extent.rowNorms[length] ?? 1),
  );
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
    rowGains: Float32Array.from(rows, (at) => posting.rowGains[at] ?? 0),
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
