import type { Point } from './errors.ts';

/** Turns offsets of a text into lines and columns. */
export function pointsIn(text: string): (offset: number) => Point {
  let starts: number[] | undefined;
  return (wanted) => {
    starts ??= lineStarts(text);
    const offset = Math.max(0, Math.min(wanted, text.length));
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1, offset };
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  // Lines end with \n, \r\n or \r; a search of the engine's own finds the two that end with \n.
  if (/\r(?!\n)/.test(text)) {
    for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
    return starts;
  }
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
