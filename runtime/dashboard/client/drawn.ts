/** Which rows of a long list are drawn. */
export interface Drawn {
  readonly first: number;
  /** The one after the last. */
  readonly end: number;
}

/** The rows between two heights of a list, and a few next to them for whoever scrolls or moves on. */
export function drawnRows({
  top,
  bottom,
  height,
  rows,
  margin = 12,
}: {
  /** Where the visible part begins and ends, from the top of the list. */
  readonly top: number;
  readonly bottom: number;
  /** Of one row. */
  readonly height: number;
  readonly rows: number;
  readonly margin?: number;
}): Drawn {
  const first = Math.max(0, Math.min(rows, Math.floor(top / height) - margin));
  const end = Math.max(first, Math.min(rows, Math.ceil(bottom / height) + margin));
  return { first, end };
}
