import { diffLines } from 'diff';

/** Whole lines of two texts that are in both, or in one of them only. */
export interface LinesPart {
  readonly type: 'same' | 'removed' | 'added';
  readonly lines: readonly string[];
}

/** What differs between two texts, in order. */
export interface LineDifference {
  readonly added: number;
  readonly removed: number;
  readonly parts: readonly LinesPart[];
  /** Whether the parts end before the texts do. */
  readonly truncated: boolean;
}

/** Edits after which a text counts as rewritten: the shortest difference would not help anyone. */
const mostEdits = 2000;

/** Characters of all parts together. */
const longest = 500_000;

/** Compares two texts line by line; their size and the time that it takes are bounded. */
export function lineDifference(before: string, after: string): LineDifference {
  const found = diffLines(before, after, { maxEditLength: mostEdits });
  const whole = found
    ? found.map(({ value, added, removed }) =>
        part(added ? 'added' : removed ? 'removed' : 'same', value),
      )
    : [part('removed', before), part('added', after)].filter(({ lines }) => lines.length > 0);
  const linesOf = (type: LinesPart['type']) =>
    whole.reduce((sum, one) => sum + (one.type === type ? one.lines.length : 0), 0);
  const parts: LinesPart[] = [];
  let room = longest;
  for (const { type, lines } of whole) {
    const fitting = fittingLines(lines, room);
    if (fitting.length > 0) parts.push({ type, lines: fitting });
    if (fitting.length < lines.length) break;
    room -= lines.reduce((sum, line) => sum + line.length + 1, 0);
  }
  const shown = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const all = whole.reduce((sum, { lines }) => sum + lines.length, 0);
  return { added: linesOf('added'), removed: linesOf('removed'), parts, truncated: shown < all };
}

function part(type: LinesPart['type'], text: string): LinesPart {
  const lines = text.split('\n');
  // What is behind the last line break is no line.
  if (lines.at(-1) === '') lines.pop();
  return { type, lines };
}

/** As many of the lines as there is room for. */
function fittingLines(lines: readonly string[], room: number): readonly string[] {
  let left = room;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}
