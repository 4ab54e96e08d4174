import type { Path } from './edit.ts';
import { isFields, nameOf } from './form.ts';
import { addable, canBeIn, type TreeRow } from './tree.ts';

/** Where a dragged entry would be put, and the edge of a row at which that is shown. */
export interface Landing {
  readonly list: Path;
  readonly index: number;
  readonly depth: number;
  readonly row: string;
  readonly edge: 'top' | 'bottom';
}

/** The place of the pointer on a row: from 0 at its top to 1, and the level that it is indented to. */
export interface Pointer {
  readonly part: number;
  readonly level: number;
}

/**
 * Where an entry lands on a row: in front of it, in it, or behind it. Below the last entry of a list, the indentation of
 * the pointer says behind which of the entries that end there. Undefined where it can't be, or is already.
 */
export function landingOn(
  rows: readonly TreeRow[],
  dragged: TreeRow,
  target: TreeRow,
  { part, level }: Pointer,
): Landing | undefined {
  const within = insideOf(dragged, target);
  const top: Landing = {
    ...{ list: target.list, index: target.index, depth: target.depth },
    ...{ row: target.name, edge: 'top' },
  };
  const inside: Landing | undefined = within && {
    ...{ ...within, depth: target.depth + 1 },
    ...{ row: lastIn(rows, target).name, edge: 'bottom' },
  };
  const below = behind(rows, dragged, target, level);
  const order = inside
    ? part < 0.25
      ? [top, inside, below]
      : part < 0.75
        ? [inside, top, below]
        : [below, inside, top]
    : part < 0.5
      ? [top, below]
      : [below, top];
  const found = order.find((one) => one && isAllowed(dragged, one.list));
  if (!found || (nameOf(found.list) === nameOf(dragged.list) && isHere(found.index, dragged))) {
    return undefined;
  }
  return found;
}

function isHere(index: number, dragged: TreeRow): boolean {
  return index === dragged.index || index === dragged.index + 1;
}

function isAllowed(dragged: TreeRow, list: Path): boolean {
  return canBeIn(dragged, list) && !dragged.path.every((part, at) => list[at] === part);
}

/** Behind a row, or behind one that it is the end of, or in front of its first entry. */
function behind(
  rows: readonly TreeRow[],
  dragged: TreeRow,
  target: TreeRow,
  level: number,
): Landing | undefined {
  const first = rows[rows.indexOf(target) + 1];
  if (first && first.depth > target.depth && isAllowed(dragged, first.list)) {
    const { list, index, depth, name: row } = first;
    return { list, index, depth, row, edge: 'top' };
  }
  const last = lastIn(rows, target);
  let one = target;
  while (one.index === one.count - 1 && (level < one.depth || !isAllowed(dragged, one.list))) {
    const outer = rows.find(({ name }) => name === nameOf(one.list.slice(0, -1)));
    if (!outer || lastIn(rows, outer) !== last) break;
    one = outer;
  }
  const { list, index, depth } = one;
  return { list, index: index + 1, depth, row: last.name, edge: 'bottom' };
}

/** The last row that is in another one, or that row itself. */
function lastIn(rows: readonly TreeRow[], row: TreeRow): TreeRow {
  let last = row;
  for (let at = rows.indexOf(row) + 1; (rows[at]?.depth ?? 0) > row.depth; at++) {
    last = rows[at] ?? last;
  }
  return last;
}

/** The end of a list in an entry that another one can be in: one with entries, if there is any. */
export function insideOf(
  moved: TreeRow,
  owner: TreeRow,
): { readonly list: Path; readonly index: number } | undefined {
  const lists = addable(owner)
    .filter((key) => isAllowed(moved, [...owner.path, key]))
    .map((key) => ({ list: [...owner.path, key], index: countIn(owner.value, key) }));
  // An empty list of tabs in a tab is what no one means.
  const plain = lists.filter(({ list }) => ['groups', 'pages'].includes(String(list.at(-1))));
  return lists.find(({ index }) => index > 0) ?? plain.at(-1);
}

/** How many entries a list of an entry has. */
export function countIn(value: unknown, key: string): number {
  const list = isFields(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.length : 0;
}
