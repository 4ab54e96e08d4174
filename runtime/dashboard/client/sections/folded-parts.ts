import type { DeploymentChangeDetails } from '../../../../packages/client/models.ts';

/** Lines that are shown or folded together, with the numbers of the first one in both files. */
export interface FoldedPart {
  readonly type: 'same' | 'removed' | 'added';
  readonly lines: readonly string[];
  readonly old: number;
  readonly now: number;
  readonly isFolded: boolean;
}

/** Unchanged lines that stay in view next to a change. */
const context = 3;

/** Fewer unchanged lines are not worth a fold. */
const fewest = 4;

/** The parts of a difference with those folded that have not changed and are not next to a change. */
export function foldedParts(parts: DeploymentChangeDetails['parts']): FoldedPart[] {
  const folded: FoldedPart[] = [];
  let [old, now] = [1, 1];
  const add = (type: FoldedPart['type'], lines: readonly string[], isFolded = false) => {
    if (lines.length === 0) return;
    folded.push({ type, lines, old, now, isFolded });
    if (type !== 'added') old += lines.length;
    if (type !== 'removed') now += lines.length;
  };
  for (const [index, { type, lines }] of parts.entries()) {
    const before = index === 0 ? 0 : context;
    const after = index === parts.length - 1 ? 0 : context;
    if (type !== 'same' || lines.length < before + after + fewest) {
      add(type, lines);
      continue;
    }
    add('same', lines.slice(0, before));
    add('same', lines.slice(before, lines.length - after), true);
    add('same', lines.slice(lines.length - after));
  }
  return folded;
}
