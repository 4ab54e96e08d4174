import type { Posting } from './posting.ts';

/** The pages of one language, as far as ranking has to know them. */
export interface Extent {
  /** Page of a row; the rows of a page follow each other. */
  readonly pageOfRow: Uint32Array;
  /** First row of each page, and one behind the last. */
  readonly firstRows: Uint32Array;
  /** What counts of rows and pages are divided by, as they are long (`normsOf`). */
  readonly rowNorms: Float32Array;
  readonly pageNorms: Float32Array;
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

/** How much the texts of these lengths are held against them. */
export function normsOf(lengths: Float64Array, share: number): Float32Array {
  const sum = lengths.reduce((total, length) => total + length, 0);
  const mean = Math.max(1, sum / Math.max(1, lengths.length));
  return Float32Array.from(lengths, (length) => 1 - share + (share * length) / mean);
}

/** Pages that are told; no one looks further down. */
const most = 300;

/**
 * Ranks pages for the words of a question by BM25 over weighted fields: each page gets the score of
 * its best section, mixed with the score of the page as a whole. Answers the best ones, and how many
 * there are in all.
 */
export function rank(
  extent: Extent,
  wanted: readonly Wanted[],
  allowed: (page: number) => boolean,
  boostOf: (page: number) => number,
): { readonly ranked: readonly Ranked[]; readonly total: number } {
  const { pageOfRow, firstRows, rowNorms, pageNorms } = extent;
  const count = pageNorms.length;
  const k = weights.saturation;
  const { base, whole, share, head, extra, access, score, touched, ...one } = slateOf(
    count,
    pageOfRow.length,
  );
  // What one word adds; emptied again after each.
  const { field, texts, part, headPart, own } = one;
  const isAllowed = (page: number): boolean => {
    if (access[page] === 0) access[page] = allowed(page) ? 1 : -1;
    return access[page] === 1;
  };
  let total = 0;

  for (const { options, weight: worth = 1, isLoose } of wanted) {
    const rare = rarityOf(options, count);
    const idf = rare * worth;
    const counted = isLoose ? 0 : rare;
    total += counted;
    const pages: number[] = [];
    let rows = 0;
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
        const norm = rowNorms[row] ?? 1;
        const heading = c >> 8 > 0 ? weights.heading : 0;
        if (own[row] === 0) touched[rows++] = row;
        own[row] = (own[row] ?? 0) + weight * (heading + (weights.text * (c & 255)) / norm);
        texts[page] = (texts[page] ?? 0) + weight * ((c & 255) + weights.pageHeading * (c >> 8));
      }
    }
    for (let i = 0; i < rows; i++) {
      const row = touched[i] ?? 0;
      const f = field[pageOfRow[row] ?? 0] ?? 0;
      const all = f + (own[row] ?? 0);
      extra[row] = (extra[row] ?? 0) + (idf * all) / (all + k) - (idf * f) / (f + k);
      own[row] = 0;
    }
    for (const page of pages) {
      const norm = pageNorms[page] ?? 1;
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

  let found = 0;
  for (let page = 0; page < count; page++) {
    const all = whole[page] ?? 0;
    if (all <= 0) continue;
    let best = 0;
    const end = firstRows[page + 1] ?? 0;
    for (let row = firstRows[page] ?? 0; row < end; row++) best = Math.max(best, extra[row] ?? 0);
    const section = (base[page] ?? 0) + best;
    score[page] = ((1 - weights.page) * section + weights.page * all) * boostOf(page);
    found++;
  }
  const ranked = bestOf(score, count, found).map(
    (page): Ranked => ({
      page,
      score: score[page] ?? 0,
      rows: sectionsOf(extra, firstRows[page] ?? 0, firstRows[page + 1] ?? 0).map((row) => ({
        row,
        score: (extra[row] ?? 0) + (base[page] ?? 0),
      })),
      share: total === 0 ? 0 : (share[page] ?? 0) / total,
      headShare: total === 0 ? 0 : (head[page] ?? 0) / total,
    }),
  );
  return { ranked, total: found };
}

/** The pages of the highest scores, best first. */
function bestOf(score: Float64Array, count: number, found: number): number[] {
  let least = 0;
  if (found > most) {
    const sorted = score.slice(0, count).sort();
    least = sorted[count - most] ?? 0;
  }
  const pages: number[] = [];
  for (let page = 0; page < count; page++) {
    const own = score[page] ?? 0;
    if (own > 0 && own >= least) pages.push(page);
  }
  pages.sort((a, b) => (score[b] ?? 0) - (score[a] ?? 0) || a - b);
  return pages.slice(0, most);
}

/** The best rows of a page. */
function sectionsOf(extra: Float64Array, from: number, to: number): number[] {
  const rows: number[] = [];
  for (let row = from; row < to; row++) if (extra[row] !== 0) rows.push(row);
  return rows.sort((a, b) => (extra[b] ?? 0) - (extra[a] ?? 0) || a - b).slice(0, 4);
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
    score: numbers(pages),
    field: numbers(pages),
    texts: numbers(pages),
    part: numbers(pages),
    headPart: numbers(pages),
    access: new Int8Array(pages),
    extra: numbers(rows),
    own: numbers(rows),
    touched: new Uint32Array(rows),
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
  const { extra, own, touched: _, ...byPage } = known;
  for (const numbers of Object.values(byPage)) numbers.fill(0, 0, pages);
  extra.fill(0, 0, rows);
  own.fill(0, 0, rows);
  return known;
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
