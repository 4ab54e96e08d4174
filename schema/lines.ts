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
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}
