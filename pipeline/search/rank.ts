import type { Posting } from './posting.ts';

/** The pages of one language, as far as ranking has to know them. */
export interface Extent {
  /** Page of a row; the rows of a page follow each other. */
  readonly pageOfRow: ArrayLike<number>;
  readonly rowLengths: ArrayLike<number>;
  readonly pageLengths: ArrayLike<number>;
  readonly meanRow: number;
  readonly meanPage: number;
}

/** A word of a question: its postings and those of what may stand for it. */
export interface Wanted {
  readonly term: string;
  readonly options: readonly WantedOption[];
  /** How much it counts against other words (default 1). */
  readonly weight?: number;
  /** Helps to rank, and says nothing about how much of a question a page has. */
  readonly isLoose?: boolean;
}

/** A word that may stand for another. */
export interface WantedOption {
  readonly posting: Posting;
  readonly weight: number;
  /** How far a page that has it has what was asked for, 0 … 1. */
  readonly cover: number;
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
};

/** A page with its score and its sections, best first. */
export interface Ranked {
  readonly page: number;
  readonly score: number;
  readonly rows: readonly { readonly row: number; readonly score: number }[];
  /** Share of the question's words (by their weight) that the page has, in any place. */
  readonly share: number;
  /** The same for its title, keywords, description and place: what it is about. */
  readonly headShare: number;
}

/** Weight of a word: the rarer, the more. */
export function rarity(pages: number, found: number): number {
  return Math.log(1 + (pages - found + 0.5) / (found + 0.5));
}

/** Pages whose sections are told; further ones are only counted. */
const told = 100;

/**
 * Ranks pages for the words of a question by BM25 over weighted fields: each page gets the score of
 * its best section, mixed with the score of the page as a whole.
 */
export function rank(
  extent: Extent,
  wanted: readonly Wanted[],
  allowed: (page: number) => boolean,
  boostOf: (page: number) => number = () => 1,
): Ranked[] {
  const { pageOfRow, rowLengths, pageLengths, meanRow, meanPage } = extent;
  const count = pageLengths.length;
  const k = weights.saturation;
  const rowCount = pageOfRow.length;
  const { base, whole, share, head, extra, best, access, ...one } = slateOf(count, rowCount);
  // What one word adds; emptied again after each.
  const { field, texts, part, headPart, own } = one;
  const isAllowed = (page: number): boolean => {
    if (access[page] === 0) access[page] = allowed(page) ? 1 : -1;
    return access[page] === 1;
  };
  let total = 0;

  for (const { options, weight: most = 1, isLoose } of wanted) {
    const rare = rarityOf(options, count);
    const idf = rare * most;
    const counted = isLoose ? 0 : rare;
    total += counted;
    const pages: number[] = [];
    const rows: number[] = [];
    for (const { posting, weight, cover } of options) {
      for (let i = 0; i < posting.pages.length; i++) {
        const page = posting.pages[i] ?? 0;
        if (!isAllowed(page)) continue;
        if (part[page] === 0) pages.push(page);
        part[page] = Math.max(part[page] ?? 0, cover);
        const c = posting.pageCounts[i] ?? 0;
        if (c === 0) continue;
        field[page] = (field[page] ?? 0) + weight * fieldWeight(c);
        headPart[page] = Math.max(headPart[page] ?? 0, cover);
      }
      for (let i = 0; i < posting.rows.length; i++) {
        const row = posting.rows[i] ?? 0;
        const page = pageOfRow[row] ?? 0;
        if (access[page] !== 1) continue;
        const c = posting.rowCounts[i] ?? 0;
        const norm = 1 - weights.rowLength + (weights.rowLength * (rowLengths[row] ?? 0)) / meanRow;
        const heading = c >> 8 > 0 ? weights.heading : 0;
        if (own[row] === 0) rows.push(row);
        own[row] = (own[row] ?? 0) + weight * (heading + (weights.text * (c & 255)) / norm);
        texts[page] = (texts[page] ?? 0) + weight * ((c & 255) + weights.pageHeading * (c >> 8));
      }
    }
    for (const row of rows) {
      const f = field[pageOfRow[row] ?? 0] ?? 0;
      const all = f + (own[row] ?? 0);
      extra[row] = (extra[row] ?? 0) + (idf * all) / (all + k) - (idf * f) / (f + k);
      own[row] = 0;
    }
    for (const page of pages) {
      const norm =
        1 - weights.pageLength + (weights.pageLength * (pageLengths[page] ?? 0)) / meanPage;
      const f = field[page] ?? 0;
      const all = f + (weights.text * (texts[page] ?? 0)) / norm;
      base[page] = (base[page] ?? 0) + (idf * f) / (f + k);
      whole[page] = (whole[page] ?? 0) + (idf * all) / (all + k);
      share[page] = (share[page] ?? 0) + counted * (part[page] ?? 0);
      head[page] = (head[page] ?? 0) + counted * (headPart[page] ?? 0);
      field[page] = 0;
      texts[page] = 0;
      part[page] = 0;
      headPart[page] = 0;
    }
  }

  for (let row = 0; row < rowCount; row++) {
    const page = pageOfRow[row] ?? 0;
    if ((extra[row] ?? 0) > (best[page] ?? 0)) best[page] = extra[row] ?? 0;
  }
  const found: { page: number; score: number }[] = [];
  for (let page = 0; page < count; page++) {
    const all = whole[page] ?? 0;
    if (all <= 0) continue;
    const section = (base[page] ?? 0) + (best[page] ?? 0);
    const score = (1 - weights.page) * section + weights.page * all;
    found.push({ page, score: score * boostOf(page) });
  }
  found.sort((a, b) => b.score - a.score || a.page - b.page);
  const sections = sectionsOf(
    new Set(found.slice(0, told).map(({ page }) => page)),
    extra,
    pageOfRow,
  );
  return found.map(({ page, score }) => ({
    page,
    score,
    rows: (sections.get(page) ?? []).map((row) => ({
      row,
      score: (extra[row] ?? 0) + (base[page] ?? 0),
    })),
    share: total === 0 ? 0 : (share[page] ?? 0) / total,
    headShare: total === 0 ? 0 : (head[page] ?? 0) / total,
  }));
}

/** Numbers of one ranking, by page and by row. */
type Slate = ReturnType<typeof makeSlate>;

function makeSlate(pages: number, rows: number) {
  const numbers = (count: number) => new Float64Array(count);
  return {
    base: numbers(pages),
    whole: numbers(pages),
    share: numbers(pages),
    head: numbers(pages),
    best: numbers(pages),
    field: numbers(pages),
    texts: numbers(pages),
    part: numbers(pages),
    headPart: numbers(pages),
    access: new Int8Array(pages),
    extra: numbers(rows),
    own: numbers(rows),
  };
}

let known: Slate = makeSlate(0, 0);

/** An empty slate: one for all rankings, for none waits for anything, and new ones would keep the collector busy. */
function slateOf(pages: number, rows: number): Slate {
  const size = { pages: known.base.length, rows: known.extra.length };
  if (pages > size.pages || rows > size.rows) {
    known = makeSlate(Math.max(pages, size.pages), Math.max(rows, size.rows));
    return known;
  }
  const { extra, own, ...byPage } = known;
  for (const numbers of Object.values(byPage)) numbers.fill(0, 0, pages);
  extra.fill(0, 0, rows);
  own.fill(0, 0, rows);
  return known;
}

/** Rows of the pages that were asked for, the best first. */
function sectionsOf(
  pages: ReadonlySet<number>,
  extra: Float64Array,
  pageOfRow: ArrayLike<number>,
): Map<number, number[]> {
  const sections = new Map<number, number[]>();
  for (let row = 0; row < pageOfRow.length; row++) {
    const page = pageOfRow[row] ?? 0;
    if (extra[row] === 0 || !pages.has(page)) continue;
    const rows = sections.get(page);
    if (rows) rows.push(row);
    else sections.set(page, [row]);
  }
  for (const rows of sections.values()) {
    rows.sort((a, b) => (extra[b] ?? 0) - (extra[a] ?? 0) || a - b);
    rows.length = Math.min(rows.length, 4);
  }
  return sections;
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

/** The word's own rarity; where no page has it, that of the most common stand-in. */
function rarityOf(options: Wanted['options'], pages: number): number {
  const own = options.find(({ weight }) => weight === 1);
  if (own && own.posting.pages.length > 0) return rarity(pages, own.posting.pages.length);
  let most = 0;
  for (const { posting } of options) most = Math.max(most, posting.pages.length);
  return rarity(pages, most);
}
