import { findNodeAtLocation, type JSONPath, type Node, parse, parseTree } from 'jsonc-parser';

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
      return inserted(text, owner, Number.POSITIVE_INFINITY, rest, String(key));
    rest = { [key]: rest };
    if (owner) return withValue(text, outer, rest);
  } while (outer.length > 0);
  return text;
}

/** The text with a value added to a list, which is made if it is missing. */
export function withEntry(text: string, list: Path, index: number, value: unknown): string {
  const node = nodeAt(text, list);
  if (node?.type !== 'array') return withValue(text, list, [value]);
  return inserted(text, node, index, value);
}

/** The text without a value, its key, and the comma that goes with it. */
function withoutNode(text: string, node: Node): string {
  const own = node.parent?.type === 'property' ? node.parent : node;
  const owner = own.parent;
  const others = owner?.children ?? [];
  const at = others.indexOf(own);
  const [before, after] = [others[at - 1], others[at + 1]];
  if (before) return spliced(text, before.offset + before.length, own.offset + own.length, '');
  if (after) return spliced(text, own.offset, after.offset, '');
  if (!owner) return text;
  const empty = owner.type === 'array' ? '[]' : '{}';
  return spliced(text, owner.offset, owner.offset + owner.length, empty);
}

/** The text with something added to an object or list, in the way that the others there are written. */
function inserted(text: string, owner: Node, index: number, value: unknown, key?: string): string {
  const children = owner.children ?? [];
  const at = Math.min(index, children.length);
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const [first, before, after] = [children[0], children[at - 1], children[at]];
  const print = (indent: string | undefined) => name + written(text, value, indent);
  if (!first) {
    const outer = indentAt(text, owner.offset);
    const inner = outer + formatOf(text).unit;
    const { end } = formatOf(text);
    const [open = '', close = ''] = owner.type === 'array' ? '[]' : '{}';
    const whole = `${open}${end}${inner}${print(inner)}${end}${outer}${close}`;
    return spliced(text, owner.offset, owner.offset + owner.length, whole);
  }
  // On lines of their own, or all on one.
  const lead = text.slice(owner.offset + 1, first.offset);
  const isOnLines = lead.includes('\n');
  const indent = isOnLines ? indentAt(text, first.offset) : undefined;
  const gap = indent === undefined ? ' ' : formatOf(text).end + indent;
  if (before) {
    const end = before.offset + before.length;
    return spliced(text, end, end, `,${gap}${print(indent)}`);
  }
  const start = after?.offset ?? first.offset;
  return spliced(text, start, start, `${print(indent)},${gap}`);
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
 * The text with an entry of a list moved within it. Only the entries change their places: commas, line
 * breaks and comments between them stay where they are.
 */
export function withMoved(text: string, list: Path, from: number, to: number): string {
  const entries = nodeAt(text, list)?.children ?? [];
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (from === to || low < 0 || high >= entries.length) return text;
  const order = entries.map((_, index) => index);
  order.splice(to, 0, ...order.splice(from, 1));
  let moved = '';
  let end = 0;
  for (const [slot, index] of order.entries()) {
    const [place, entry] = [entries[slot], entries[index]];
    if (!place || !entry) continue;
    moved += text.slice(end, place.offset) + text.slice(entry.offset, entry.offset + entry.length);
    end = place.offset + place.length;
  }
  return moved + text.slice(end);
}

/**
 * The text with an entry moved to another list, and the place where it is then. Undefined if the other list
 * is inside of the entry.
 */
export function withTransfer(
  text: string,
  from: Path,
  list: Path,
  index: number,
  value: unknown,
): { readonly text: string; readonly path: Path } | undefined {
  const isWithin = (path: Path, outer: Path) => outer.every((part, at) => path[at] === part);
  if (isWithin(list, from)) return undefined;
  const added = withEntry(text, list, index, value);
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
