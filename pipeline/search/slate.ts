/** Numbers of one ranking, by page and by row. */
export type Slate = ReturnType<typeof makeSlate>;

function makeSlate(pages: number, rows: number) {
  const numbers = (count: number) => new Float64Array(count);
  return {
    base: numbers(pages),
    whole: numbers(pages),
    share: numbers(pages),
    head: numbers(pages),
    scores: numbers(pages),
    places: new Uint32Array(pages),
    access: new Int8Array(pages),
    /** What sections add. */
    extra: numbers(rows),
    // Of one word with its synonyms; zeros again after each.
    seen: new Uint32Array(pages),
    own: new Float32Array(rows),
    sum: {
      pages: new Uint32Array(pages),
      fields: new Float32Array(pages),
      texts: new Float32Array(pages),
      covers: new Float32Array(pages),
      headCovers: new Float32Array(pages),
      rowAt: new Uint32Array(pages + 1),
      rows: new Uint32Array(rows),
      rowGains: new Float32Array(rows),
    },
  };
}

let known: Slate = makeSlate(0, 0);

/** An empty slate: one for all rankings, for none waits for anything, and new ones would keep the collector busy. */
export function slateOf(pages: number, rows: number): Slate {
  const size = { pages: known.base.length, rows: known.extra.length };
  if (pages > size.pages || rows > size.rows) {
    known = makeSlate(Math.max(pages, size.pages), Math.max(rows, size.rows));
    return known;
  }
  const { base, whole, share, head, scores, access, extra } = known;
  for (const numbers of [base, whole, share, head, scores, access]) numbers.fill(0, 0, pages);
  extra.fill(0, 0, rows);
  return known;
}
