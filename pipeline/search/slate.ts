/** Numbers of one ranking, by page and by row. */
export type Slate = ReturnType<typeof makeSlate>;

function makeSlate(pages: number, rows: number) {
  const numbers = (count: number) => new Float64Array(count);
  return {
    base: numbers(pages),
    whole: numbers(pages),
    share: numbers(pages),
    head: numbers(pages),
    /** What the best section adds, at the least and at the most; then the scores with it. */
    least: numbers(pages),
    most: numbers(pages),
    exact: numbers(pages),
    places: new Uint32Array(pages),
    access: new Int8Array(pages),
    // Of one word; zeros again after each.
    field: numbers(pages),
    texts: numbers(pages),
    part: numbers(pages),
    headPart: numbers(pages),
    low: numbers(pages),
    high: numbers(pages),
    seen: new Uint8Array(pages),
    touched: new Uint32Array(pages),
    // Of sections.
    extra: numbers(rows),
    own: numbers(rows),
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
  const { base, whole, share, head, least, most, exact, access, extra } = known;
  for (const numbers of [base, whole, share, head, least, most, exact, access])
    numbers.fill(0, 0, pages);
  extra.fill(0, 0, rows);
  return known;
}
