import { entriesIn } from '../../schema/json-entries.ts';
import { readJson, type Written } from '../../schema/json-values.ts';

/** Comments about a value: on the lines above it, behind it, and in it about no entry of its own. */
export interface Around {
  readonly above: readonly string[];
  readonly behind: readonly string[];
  readonly within: readonly string[];
}

const comment = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;

/** The comments of a JSON text, by the offset of the value that they are about. */
export function commentsIn(text: string): ReadonlyMap<number, Around> {
  const found = new Map<number, Around>();
  const origins = new WeakMap();
  // The other offsets stay the same without the mark.
  const { root, faults } = readJson(text.replace(/^\uFEFF/, ' '), { file: '', origins });
  if (faults.some(({ code }) => code === 'json-comment')) collect(text, root, found);
  return found;
}

function collect(text: string, { start, end, entries }: Written, found: Map<number, Around>): void {
  if (!entries) return;
  const spans = entries.map(({ key, value }) => ({ start: (key ?? value).start, end: value.end }));
  const inside = entriesIn(text, { start: start + 1, end: end - 1 }, spans);
  const add = (at: number, part: keyof Around, space: string) => {
    const comments = space.match(comment) ?? [];
    if (comments.length === 0) return;
    const before = found.get(at) ?? { above: [], behind: [], within: [] };
    found.set(at, { ...before, [part]: [...before[part], ...comments] });
  };
  for (const [index, { gap, above, behind }] of inside.entries.entries()) {
    const value = entries[index]?.value;
    if (!value) continue;
    add(value.start, 'above', gap + above);
    add(value.start, 'behind', behind);
    collect(text, value, found);
  }
  add(start, 'within', inside.tail);
}
