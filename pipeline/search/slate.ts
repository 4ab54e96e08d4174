/** Numbers of one ranking. */
export type Slate = ReturnType<typeof makeSlate>;

function makeSlate(pages: number, rows: number) {
  return {
    // Of pages that were found, in their order: which these are, and what they score at most.
    places: new Uint32Array(pages),
    bounds: new Float64Array(pages),
    // Of the rows of one page: what they add, by all words and by one of them.
    extra: new Float64Array(rows),
    own: new Float32Array(rows),
    read: { rows: new Uint32Array(rows), gains: new Float32Array(rows) },
  };
}

let known: Slate = makeSlate(0, 0);

/**
 * A slate for so many pages with so many rows each at most: one for all rankings, for none waits for anything,
 * and new ones would keep the collector busy.
 */
export function slateOf(pages: number, rows: number): Slate {
  const size = { pages: known.places.length, rows: known.extra.length };
  if (pages > size.pages || rows > size.rows) {
    known = makeSlate(Math.max(pages, size.pages), Math.max(rows, size.rows));
  }
  return known;
}
