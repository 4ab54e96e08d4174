/** Numbers of one ranking, by page. */
export type Slate = ReturnType<typeof makeSlate>;

function makeSlate(pages: number, rows: number) {
  const numbers = (count: number) => new Float64Array(count);
  return {
    base: numbers(pages),
    whole: numbers(pages),
    /** At most what its best section adds. */
    above: numbers(pages),
    // Of one word with its synonyms; zeros again after each.
    fields: new Float32Array(pages),
    texts: new Float32Array(pages),
    rows: numbers(pages),
    // Of pages that were found, in their order.
    places: new Uint32Array(pages),
    bounds: numbers(pages),
    // Of the rows of one page: what they add, by all words and by one of them.
    extra: numbers(rows),
    own: new Float32Array(rows),
    read: { rows: new Uint32Array(rows), gains: new Float32Array(rows) },
  };
}

let known: Slate = makeSlate(0, 0);

/**
 * An empty slate, for so many pages with so many rows each at most: one for all rankings, for none waits for
 * anything, and new ones would keep the collector busy.
 */
export function slateOf(pages: number, rows: number): Slate {
  const size = { pages: known.base.length, rows: known.extra.length };
  if (pages > size.pages || rows > size.rows) {
    known = makeSlate(Math.max(pages, size.pages), Math.max(rows, size.rows));
    return known;
  }
  for (const numbers of [known.base, known.whole, known.above]) numbers.fill(0, 0, pages);
  return known;
}
