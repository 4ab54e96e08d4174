import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageFactors } from '../../../pipeline/search/bound-pages.ts';
import { type Extent, extentOf, weightOfStep } from '../../../pipeline/search/extent.ts';
import { writeLength } from '../../../pipeline/search/numbers.ts';
import { type WrittenPosting, writePosting } from '../../../pipeline/search/posting.ts';
import { rank, rarity } from '../../../pipeline/search/rank.ts';
import {
  readRows,
  visiblePart,
  type WeighedPosting,
  weigh,
} from '../../../pipeline/search/weigh.ts';
import { weightOf, weights } from '../../../pipeline/search/weights.ts';

/** Pages of one to five sections, of any lengths. */
const extents = fc
  .array(fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 }), {
    minLength: 320,
    maxLength: 420,
  })
  .map(extentOfPages);

function extentOfPages(pages: readonly (readonly number[])[]): Extent {
  const counts = Uint32Array.from(pages, (rows) => rows.length);
  return extentOf(counts, pages.flat().map(writeLength).join(''), new Uint8Array(pages.length));
}

/** The page of each row, by its number. */
function pageOfRows({ firstRows, rowLengths }: Extent): ReadonlyMap<number, number> {
  const pages = new Map<number, number>();
  let page = -1;
  for (const [row, length] of rowLengths.entries()) {
    if (firstRows[page + 1] === row) page++;
    if (length > 0) pages.set(row, page);
  }
  return pages;
}

/** A word in about every `each`th row and page. */
function postingOf(extent: Extent, each: number, seed: number): WrittenPosting {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const rows: number[] = [];
  const rowCounts: number[] = [];
  const pages = new Map<number, number>();
  for (const [row, page] of pageOfRows(extent)) {
    if (random() < 1 / each) {
      rows.push(row);
      rowCounts.push((random() < 0.2 ? 256 : 0) + 1 + Math.floor(random() * 5));
      pages.set(page, 0);
    }
  }
  for (let page = 0; page < extent.pageNorms.length; page++) {
    if (random() < 0.3 / each) pages.set(page, 1 + Math.floor(random() * 80));
  }
  const sorted = [...pages].sort(([a], [b]) => a - b);
  return writePosting({
    pages: sorted.map(([page]) => page),
    pageCounts: sorted.map(([, counts]) => counts),
    rows,
    rowCounts,
  });
}

/** All rows of a posting with what they gain. */
function rowsOf(posting: WeighedPosting, extent: Extent): [row: number, gain: number][] {
  const read = { rows: new Uint32Array(extent.mostRows), gains: new Float32Array(extent.mostRows) };
  return Array.from(posting.pages).flatMap((_, position) => {
    const count = readRows(posting, position, extent, read);
    return Array.from(read.rows.subarray(0, count), (row, at): [number, number] => [
      row,
      read.gains[at] ?? 0,
    ]);
  });
}

const nameless = { titled: new Uint32Array(), headed: new Uint32Array() };

test('ranks pages by their best section and the whole page', () => {
  const words = fc.array(
    fc.array(
      fc.record({ each: fc.integer({ min: 1, max: 40 }), seed: fc.nat(), isOwn: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(extents, words, fc.integer({ min: 1, max: 5 }), (extent, asked, hidden) => {
      const allowed = (page: number) => hidden === 1 || page % hidden !== 0;
      const boostOf = (page: number) => (page % 7 === 0 ? 1.5 : 1);
      const pageFactors: PageFactors = {
        kinds: Uint16Array.from(extent.pageNorms.keys()),
        factors: Float64Array.from(extent.pageNorms, (_, page) =>
          allowed(page) ? boostOf(page) : -1,
        ),
      };
      const wanted = asked.map((options, index) => ({
        term: String(index),
        options: options.map(({ each, seed, isOwn }) => ({
          // Names are added to that (see names.test.ts).
          posting: { ...weigh(postingOf(extent, each, seed), extent), ...nameless },
          weight: isOwn ? 1 : 0.2,
          cover: isOwn ? 1 : 0.8,
        })),
      }));
      const { ranked, total } = rank(extent, wanted, pageFactors);
      const scores = new Map<number, number>();
      const pageOfRow = pageOfRows(extent);
      const postings = wanted.flatMap(({ options }) => options.map(({ posting }) => posting));
      const gains = new Map(postings.map((posting) => [posting, rowsOf(posting, extent)]));
      const k = weights.saturation;
      for (let page = 0; page < extent.pageNorms.length; page++) {
        if (!allowed(page)) continue;
        let [base, whole] = [0, 0];
        const extra = new Map<number, number>();
        for (const { options } of wanted) {
          const own = options.find(({ weight }) => weight === 1);
          const most = Math.max(...options.map(({ posting }) => posting.pages.length));
          const idf = rarity(
            extent.pageNorms.length,
            own && own.posting.pages.length > 0 ? own.posting.pages.length : most,
          );
          let [fields, texts] = [0, 0];
          const rows = new Map<number, number>();
          for (const { posting, weight } of options) {
            const at = posting.pages.indexOf(page);
            if (at < 0) continue;
            fields += weight * (posting.fields[at] ?? 0);
            texts += weight * (posting.texts[at] ?? 0);
            for (const [row, gain] of gains.get(posting) ?? []) {
              if (pageOfRow.get(row) !== page) continue;
              const weighs = weight * weightOf(gain);
              rows.set(row, (rows.get(row) ?? 0) + weighs);
            }
          }
          const all = fields + texts / (extent.pageNorms[page] ?? 1);
          base += (idf * fields) / (fields + k);
          whole += (idf * all) / (all + k);
          for (const [row, weighs] of rows) {
            const sum = fields + weighs;
            const gain = (idf * sum) / (sum + k) - (idf * fields) / (fields + k);
            extra.set(row, (extra.get(row) ?? 0) + gain);
          }
        }
        if (whole === 0) continue;
        const best = base + Math.max(0, ...extra.values());
        scores.set(page, ((1 - weights.page) * best + weights.page * whole) * boostOf(page));
      }
      expect(total).toBe(scores.size);
      const best = [...scores.values()].sort((a, b) => b - a).slice(0, 300);
      expect(ranked.length).toBe(best.length);
      for (const [index, { page, score }] of ranked.entries()) {
        expect(score).toBeCloseTo(scores.get(page) ?? 0, 4);
        expect(score).toBeCloseTo(best[index] ?? 0, 4);
      }
    }),
    { numRuns: 15 },
  );
});

test('a posting without the pages that a reader may not find has nothing of them', () => {
  const extent = extentOfPages([[1, 1], [1], [1, 1]]);
  const posting = weigh(
    writePosting({
      pages: [0, 1, 2],
      pageCounts: [1, 0, 0],
      // The second page has a number without a row.
      rows: [1, 2, 4, 5],
      rowCounts: [1, 2, 257, 1],
    }),
    extent,
  );
  const part = visiblePart(posting, (page) => page !== 1, extent);
  expect(Array.from(part?.pages ?? [])).toEqual([0, 2]);
  expect(part && rowsOf(part, extent).map(([row]) => row)).toEqual([1, 4, 5]);
  expect(Array.from(part?.fields ?? [])).toEqual([weights.title, 0]);
  expect(Array.from(part?.titled ?? [])).toEqual([0]);
  expect(Array.from(part?.headed ?? [])).toEqual([4]);
  expect(visiblePart(posting, () => false, extent)).toBeUndefined();
  expect(visiblePart(posting, () => true, extent)).toBe(posting);
});

test('a posting weighs what its counts say', () => {
  const extent = extentOfPages([[50, 50], [50], [50], [50, 50]]);
  const posting = weigh(
    writePosting({
      // The second page has the word in its title and description alone, the last one in its path and a heading.
      pages: [0, 1, 3],
      pageCounts: [0, 2 + 9, 27],
      rows: [0, 1, 6, 7],
      rowCounts: [1, 9, 256, 2 * 256 + 3],
    }),
    extent,
  );
  const { heading, pageHeading, text, title, description, place } = weights;
  expect(Array.from(posting.pages)).toEqual([0, 1, 3]);
  expect(Array.from(posting.fields)).toEqual([0, 2 * title + description, place]);
  expect(Array.from(posting.texts)).toEqual([10, 0, 3 + 3 * pageHeading]);
  const rows = rowsOf(posting, extent);
  expect(rows.map(([row]) => row)).toEqual([0, 1, 6, 7]);
  // All rows are as long as the mean: nothing is held against them.
  const rowWeights = [text, 9 * text, heading, heading + 3 * text];
  for (const [at, weight] of rowWeights.entries())
    expect(weightOf(rows[at]?.[1] ?? 0)).toBeCloseTo(weight, 4);
});

test('a word gains no more in any row than its page has as a bound for every fourth row', () => {
  fc.assert(
    fc.property(extents, fc.integer({ min: 1, max: 40 }), fc.nat(), (extent, each, seed) => {
      const posting = weigh(postingOf(extent, each, seed), extent);
      const highest = new Map<string, number>();
      const pageOfRow = pageOfRows(extent);
      for (const [row, gain] of rowsOf(posting, extent)) {
        const key = `${pageOfRow.get(row)} ${row % 4}`;
        highest.set(key, Math.max(highest.get(key) ?? 0, gain));
      }
      for (const [at, page] of posting.pages.entries()) {
        for (let quarter = 0; quarter < 4; quarter++) {
          const step = posting.bounds[4 * at + quarter] ?? 0;
          const gain = highest.get(`${page} ${quarter}`) ?? 0;
          expect(weightOfStep[step]).toBeGreaterThanOrEqual(weightOf(gain));
          // Bounds that are far too high would let every page be looked at.
          expect(step / 256).toBeLessThan(gain + 1 / 256);
        }
      }
    }),
    { numRuns: 15 },
  );
});

test('a word that a row has as often as can be counted has a bound', () => {
  const extent = extentOfPages([[1], [200]]);
  const counts = { pages: [0], pageCounts: [0], rows: [0], rowCounts: [7 * 256 + 255] };
  const { bounds } = weigh(writePosting(counts), extent);
  expect(weightOfStep[bounds[0] ?? 0]).toBeGreaterThanOrEqual(weights.heading + 255);
  expect(Number.isFinite(weightOfStep[bounds[0] ?? 0])).toBe(true);
});
