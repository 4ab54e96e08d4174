import { findNodeAtLocation, type JSONPath, type Node, parse, parseTree } from 'jsonc-parser';
import {
  type EntryText,
  type EntryTexts,
  entriesIn,
  hasComment,
  textOfEntries,
  withComma,
} from '../../../../../schema/json-entries.ts';

/** Where a value is: keys of objects and indexes of lists. */
export type Path = readonly (string | number)[];

/** The text with another value at a place; undefined removes what is there. Everything else stays as it is. */
export function withValue(text: string, path: Path, value: unknown): string {
  const node = nodeAt(text, path);
  if (value === undefined) return node ? withoutNode(text, node) : text;
  if (node)
    return spliced(text, node.offset, node.offset + node.length, printed(text, node.offset, value));
  // Objects on the way to it are added as well.
  let [outer, rest] = [path, value];
  do {
    const key = outer.at(-1) ?? '';
    outer = outer.slice(0, -1);
    const owner = nodeAt(text, outer);
    if (owner?.type === 'object')
      return inserted(text, owner, Number.POSITIVE_INFINITY, newEntry(text, rest, String(key)));
    rest = { [key]: rest };
    if (owner) return withValue(text, outer, rest);
  } while (outer.length > 0);
  return text;
}

/** The text with a value added to a list, which is made if it is missing. */
export function withEntry(text: string, list: Path, index: number, value: unknown): string {
  const node = nodeAt(text, list);
  if (node?.type !== 'array') return withValue(text, list, [value]);
  return inserted(text, node, index, newEntry(text, value));
}

/** How a new entry is written, on lines with an indentation or on one line. */
function newEntry(text: string, value: unknown, key?: string) {
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  return (indent: string | undefined): Added => ({
    ...{ above: '', behind: '' },
    body: name + written(text, value, indent),
  });
}

/** The text without a value, its key, its comments, and the comma that goes with it. */
function withoutNode(text: string, node: Node): string {
  const own = node.parent?.type === 'property' ? node.parent : node;
  const owner = own.parent;
  if (!owner) return text;
  const { entries, tail } = entriesOf(text, owner);
  const at = owner.children?.indexOf(own) ?? -1;
  const gone = entries[at];
  if (!gone) return text;
  const { end } = formatOf(text);
  const rest = entries.toSpliced(at, 1);
  const next = rest[at];
  if (next && at === 0) {
    const kept = hasComment(next.gap) ? next.gap.trimStart() : '';
    rest[0] = { ...next, gap: gone.gap + kept };
    return withEntries(text, owner, { entries: rest, tail });
  }
  // Comments about no entry stay where they are, and with a blank line in front of the next one.
  const kept = hasComment(gone.gap) ? gone.gap.trimEnd() : '';
  if (next) {
    rest[at] = { ...next, gap: kept === '' ? next.gap : kept + end + next.gap };
    return withEntries(text, owner, { entries: rest, tail });
  }
  const last = rest.at(-1);
  if (last) rest[at - 1] = withComma(last, gone.comma >= 0);
  const isEmpty = !last && kept === '' && !hasComment(tail);
  return withEntries(text, owner, { entries: rest, tail: isEmpty ? '' : kept + tail });
}

/** An entry that is put into an object or list: as it was written elsewhere, or new. */
type Added = Pick<EntryText, 'above' | 'body' | 'behind'>;

/** The text with something added to an object or list, in the way that the others there are written. */
function inserted(
  text: string,
  owner: Node,
  index: number,
  print: (indent: string | undefined) => Added,
): string {
  const { entries, tail } = entriesOf(text, owner);
  const { unit, end } = formatOf(text);
  const outer = indentAt(text, owner.offset);
  const [first] = owner.children ?? [];
  if (!first) {
    const line = end + outer + unit;
    const alone = { ...print(outer + unit), gap: tail.trimEnd() + line, comma: -1 };
    return withEntries(text, owner, { entries: [alone], tail: end + outer });
  }
  const add = (there: EntryTexts, added: Added, gap: string) =>
    withEntries(text, owner, withAdded(there, { at: Math.min(index, entries.length), added, gap }));
  // On lines of their own, or all on one.
  if (text.slice(owner.offset, first.offset).includes('\n')) {
    const indent = indentAt(text, first.offset);
    return add({ entries, tail }, print(indent), end + indent);
  }
  const short = print(undefined);
  if (!/\n|\/\//.test(short.above + short.behind) && !short.body.includes('\n'))
    return add({ entries, tail }, short, ' ');
  const line = end + outer + unit;
  const spread = entries.map((entry) => ({ ...entry, gap: entry.gap.trimEnd() + line }));
  const all = { entries: spread, tail: tail.trimEnd() + end + outer };
  return add(all, print(outer + unit), line);
}

function withAdded(
  { entries, tail }: EntryTexts,
  { at, added, gap }: { readonly at: number; readonly added: Added; readonly gap: string },
): EntryTexts {
  const isLast = at === entries.length;
  const [before, after] = [entries[at - 1], entries[at]];
  const entry = withComma({ ...added, gap, comma: -1 }, !isLast || (before?.comma ?? -1) >= 0);
  const all = entries.toSpliced(at, 0, entry);
  if (before) all[at - 1] = withComma(before, true);
  else if (after) {
    all[0] = { ...entry, gap: after.gap };
    all[1] = { ...after, gap };
  }
  return { entries: all, tail };
}

/** What an object or list has in it, as it is written. */
function entriesOf(text: string, { offset, length, children = [] }: Node): EntryTexts {
  const spans = children.map((child) => ({
    start: child.offset,
    end: child.offset + child.length,
  }));
  return entriesIn(text, { start: offset + 1, end: offset + length - 1 }, spans);
}

function withEntries(text: string, owner: Node, entries: EntryTexts): string {
  const { offset, length, children } = owner;
  const { unit, end } = formatOf(text);
  const first = children?.[0];
  const isOnLines = first && text.slice(offset, first.offset).includes('\n');
  const indent = isOnLines ? indentAt(text, first.offset) : indentAt(text, offset) + unit;
  return spliced(text, offset + 1, offset + length - 1, textOfEntries(entries, end + indent));
}

/** A value as it is written at a place of the text, whose line is the first of it. */
function printed(text: string, offset: number, value: unknown): string {
  return written(text, value, indentAt(text, offset));
}

/** A value on lines with an indentation, or on one line without. */
function written(text: string, value: unknown, indent: string | undefined): string {
  if (indent === undefined) return JSON.stringify(value);
  const { unit, end } = formatOf(text);
  return JSON.stringify(value, null, unit).replaceAll('\n', end + indent);
}

function spliced(text: string, from: number, to: number, insert: string): string {
  return text.slice(0, from) + insert + text.slice(to);
}

/** The white space that the line of a place begins with. */
function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? '';
}

/**
 * The text with an entry of a list moved within it, with its comments. White space and comments about no entry stay
 * where they are.
 */
export function withMoved(text: string, list: Path, from: number, to: number): string {
  const owner = nodeAt(text, list);
  if (!owner) return text;
  const { entries, tail } = entriesOf(text, owner);
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (from === to || low < 0 || high >= entries.length) return text;
  const order = [...entries];
  order.splice(to, 0, ...order.splice(from, 1));
  const moved = order.map((entry, index) => {
    const { gap, comma } = entries[index] as EntryText;
    return withComma({ ...entry, gap }, comma >= 0);
  });
  return withEntries(text, owner, { entries: moved, tail });
}

/**
 * The text with an entry moved to another list, as it is written and with its comments, and the place where it is
 * then. Undefined if the other list is inside of the entry.
 */
export function withTransfer(
  text: string,
  from: Path,
  list: Path,
  index: number,
): { readonly text: string; readonly path: Path } | undefined {
  const isWithin = (path: Path, outer: Path) => outer.every((part, at) => path[at] === part);
  const entry = nodeAt(text, from);
  const source = entry?.parent;
  if (!entry || !source || isWithin(list, from)) return undefined;
  const { above, body, behind } = withComma(
    entriesOf(text, source).entries[source.children?.indexOf(entry) ?? -1] as EntryText,
    false,
  );
  const before = indentAt(text, entry.offset);
  const print = (indent = '') => ({
    above: reindented(above, before, indent),
    body: reindented(body, before, indent),
    behind: reindented(behind, before, indent),
  });
  const there = nodeAt(text, list)?.type === 'array' ? text : withValue(text, list, []);
  const target = nodeAt(there, list);
  if (!target) return undefined;
  const added = inserted(there, target, index, print);
  const old = [...from];
  const here = from[list.length];
  if (isWithin(from, list) && typeof here === 'number' && here >= index)
    old[list.length] = here + 1;
  const removed = withValue(added, old, undefined);
  const path = [...list, index];
  const last = old.length - 1;
  const [gone, mine] = [old[last], path[last]];
  const isBehind = typeof gone === 'number' && typeof mine === 'number' && mine > gone;
  if (isBehind && isWithin(path, old.slice(0, last))) path[last] = mine - 1;
  return { text: removed, path };
}

/** Lines with another indentation; the first one has none of its own. */
function reindented(part: string, before: string, after: string): string {
  return part.replaceAll(/\n([ \t]*)/g, (_, indent: string) =>
    indent.startsWith(before) ? `\n${after}${indent.slice(before.length)}` : `\n${indent}`,
  );
}

/** Characters that are compared at once. */
const step = 4096;

/** The part of a text that differs in another. */
export function changeBetween(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  const most = Math.min(before.length, after.length);
  const isSame = (at: number, other: number) =>
    before.slice(at, at + step) === after.slice(other, other + step);
  let from = 0;
  while (from + step <= most && isSame(from, from)) from += step;
  while (from < most && before[from] === after[from]) from++;
  let same = 0;
  while (
    same + step <= most - from &&
    isSame(before.length - same - step, after.length - same - step)
  ) {
    same += step;
  }
  while (
    same < most - from &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  ) {
    same++;
  }
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

/** What a text says: plain JSON, mostly, which the browser reads in a tenth of the time. */
export function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parse(text, [], { allowTrailingComma: true });
  }
}

let tree: { readonly text: string; readonly root: Node | undefined } | undefined;

/** The places of all values of a text. Those of the last text are kept: the next change needs them. */
export function treeOf(text: string): Node | undefined {
  if (tree?.text !== text) {
    tree = { text, root: parseTree(text, [], { allowTrailingComma: true }) };
  }
  return tree.root;
}

function nodeAt(text: string, path: Path): Node | undefined {
  const root = treeOf(text);
  return root && findNodeAtLocation(root, path as JSONPath);
}

/** The indentation and line ends that the text has. */
function formatOf(text: string): { readonly unit: string; readonly end: string } {
  const [, unit = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  return { unit, end: text.includes('\r\n') ? '\r\n' : '\n' };
}
