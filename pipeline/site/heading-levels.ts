/**
 * How many headings are around each of a list, by their depths: a level that was skipped is none. Authors skip
 * one for the size of the next: `####` directly below `##` is of the second level.
 */
export function headingLevels(headings: readonly { readonly depth: number }[]): readonly number[] {
  const around: number[] = [];
  return headings.map(({ depth }) => {
    while ((around.at(-1) ?? 0) >= depth) around.pop();
    return around.push(depth) - 1;
  });
}

/** The headings that a list of contents has: those of the first three levels, and what is directly below one of the second. */
export function listedHeadings<T extends { readonly depth: number }>(headings: readonly T[]): T[] {
  const levels = headingLevels(headings);
  return headings.filter(({ depth }, i) => depth <= 3 || (levels[i] ?? 0) < 2);
}
