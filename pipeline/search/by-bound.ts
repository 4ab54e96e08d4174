import type { Slate } from './slate.ts';

type Bounded = Pick<Slate, 'places' | 'bounds'>;

/**
 * Makes a heap of the pages that were found: the first of them has the highest bound. Few of them are looked at, and
 * sorting them all would cost more than that.
 */
export function orderByBound(pages: Bounded, found: number): void {
  for (let at = (found >> 1) - 1; at >= 0; at--) {
    sink(pages, found, at, pages.places[at] ?? 0, pages.bounds[at] ?? 0);
  }
}

/**
 * Moves the highest pages of a heap of so many behind its end, except those whose bounds are below the least that
 * counts; returns how many are left.
 */
export function takeHighest(
  pages: Bounded,
  count: number,
  { most, least }: { readonly most: number; readonly least: number },
): number {
  const { places, bounds } = pages;
  let left = count;
  while (left > 0 && count - left < most && (bounds[0] ?? 0) >= least) {
    const highest = places[0] ?? 0;
    left--;
    sink(pages, left, 0, places[left] ?? 0, bounds[left] ?? 0);
    places[left] = highest;
  }
  return left;
}

/** Puts a page where no other one below it has a higher bound. */
function sink(
  { places, bounds }: Bounded,
  count: number,
  from: number,
  page: number,
  bound: number,
): void {
  let at = from;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= count) break;
    const isRight = left + 1 < count && (bounds[left + 1] ?? 0) > (bounds[left] ?? 0);
    const highest = isRight ? left + 1 : left;
    if ((bounds[highest] ?? 0) <= bound) break;
    places[at] = places[highest] ?? 0;
    bounds[at] = bounds[highest] ?? 0;
    at = highest;
  }
  places[at] = page;
  bounds[at] = bound;
}
