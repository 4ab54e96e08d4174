import type { BlockContent, List, ListItem, PhrasingContent, RootContent } from 'mdast';
import type {} from 'remark-math';

/** A block of the twin, or a piece of a line. */
export type Node = RootContent;

/** Whether a node is a piece of a line. */
export function isInline(node: Node): node is PhrasingContent {
  return inline.has(node.type);
}

const inline: ReadonlySet<Node['type']> = new Set([
  ...(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'link', 'image', 'break'] as const),
  ...(['inlineMath', 'footnoteReference'] as const),
]);

/** Blocks alone: pieces of lines become paragraphs, entries of lists of one kind become one list. */
export function blocksOf(nodes: readonly Node[]): BlockContent[] {
  const out: Node[] = [];
  let line: PhrasingContent[] = [];
  const close = () => {
    const children = trimmed(line);
    if (children.length > 0) out.push({ type: 'paragraph', children });
    line = [];
  };
  for (const node of nodes) {
    if (isInline(node)) {
      line.push(node);
      continue;
    }
    close();
    const last = out.at(-1);
    if (
      last?.type === 'list' &&
      node.type === 'list' &&
      kindOf(node) &&
      kindOf(last) === kindOf(node)
    ) {
      last.children.push(...node.children);
      last.spread ||= node.spread ?? false;
    } else out.push(node);
  }
  close();
  return out as BlockContent[];
}

function kindOf(list: List): string | undefined {
  return (list.data as { kind?: string } | undefined)?.kind;
}

/** An entry of a list that goes on with the next entry of its kind. */
export function entry(kind: string, children: readonly Node[]): List {
  const item = itemOf(children);
  return {
    type: 'list',
    spread: item.spread ?? false,
    children: [item],
    data: { kind } as List['data'] & object,
  };
}

/** An item of a list; it needs blank lines when it is more than a line with a list below. */
export function itemOf(children: readonly Node[]): ListItem {
  const blocks = blocksOf(children);
  const [, second] = blocks;
  const spread = blocks.length > 2 || (second !== undefined && second.type !== 'list');
  return { type: 'listItem', spread, children: blocks };
}

/** A line of its own in bold: the title of what follows. */
export function titleLine(...children: PhrasingContent[]): Node {
  return { type: 'paragraph', children: [bold(children)] };
}

/** A line in bold; what is bold in it already is so once. */
export function bold(line: readonly PhrasingContent[]): PhrasingContent {
  const children = line.flatMap((node) => (node.type === 'strong' ? node.children : [node]));
  return { type: 'strong', children };
}

/** A first line and what is said of it: on the same line when that begins with a text. */
export function said(
  line: readonly PhrasingContent[],
  content: readonly Node[],
  mark = ': ',
): Node[] {
  const [first, ...rest] = blocksOf(content);
  const isText = first?.type === 'paragraph' && !isPicture(first.children);
  const children = isText ? [...line, textNode(mark), ...first.children] : [...line];
  return [{ type: 'paragraph', children }, ...(isText || !first ? rest : [first, ...rest])];
}

/** Whether a line is only pictures. */
export function isPicture(line: readonly PhrasingContent[]): boolean {
  return line.every((node) => node.type === 'image' || node.type === 'break');
}

/** Pieces of a line alone: what blocks say, one after the other. */
export function lineOf(nodes: readonly Node[]): PhrasingContent[] {
  const out: PhrasingContent[] = [];
  for (const node of nodes) addToLine(node, out);
  return trimmed(out);
}

function addToLine(node: Node | ListItem, out: PhrasingContent[]): void {
  if (node.type === 'break') out.push(textNode(' '));
  else if (node.type === 'code') apart(out, [{ type: 'inlineCode', value: node.value }]);
  else if (node.type === 'math') apart(out, [{ type: 'inlineMath', value: node.value }]);
  else if (node.type === 'list') {
    for (const [index, item] of node.children.entries()) {
      if (index > 0) out.push(textNode(';'));
      apart(out, lineOf(item.children));
    }
  } else if (node.type === 'table') {
    for (const row of node.children) {
      for (const cell of row.children) apart(out, trimmed(cell.children));
    }
  } else if (isInline(node as Node)) out.push(node as PhrasingContent);
  else if ('children' in node) apart(out, lineOf(node.children as Node[]));
}

function apart(out: PhrasingContent[], nodes: readonly PhrasingContent[]): void {
  if (nodes.length === 0) return;
  const last = out.at(-1);
  if (last && !(last.type === 'text' && /\s$/.test(last.value))) out.push(textNode(' '));
  out.push(...nodes);
}

/** A text in bold or italics without space at its ends, where Markdown would not take it for that. */
export function marked(
  type: 'strong' | 'emphasis' | 'delete',
  nodes: readonly Node[],
): PhrasingContent[] {
  const [only] = nodes;
  if (nodes.length === 1 && only?.type === 'text' && only.value === only.value.trim()) {
    return [{ type, children: [only] }];
  }
  const line: PhrasingContent[] = [];
  for (const node of nodes) addToLine(node, line);
  const children = trimmed(line).flatMap((node) => (node.type === type ? node.children : [node]));
  if (children.length === 0) return line.length > 0 ? [textNode(' ')] : [];
  const first = line.find((node) => node.type !== 'text' || node.value !== '');
  const last = line.findLast((node) => node.type !== 'text' || node.value !== '');
  return [
    ...(first?.type === 'text' && /^\s/.test(first.value) ? [textNode(' ')] : []),
    { type, children },
    ...(last?.type === 'text' && /\s$/.test(last.value) ? [textNode(' ')] : []),
  ];
}

/** A text. */
export function textNode(value: string): PhrasingContent {
  return { type: 'text', value };
}

/** Pieces of a line without space or breaks at their ends; texts next to each other become one. */
function trimmed(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const [only] = nodes;
  if (nodes.length === 1 && only && only.type !== 'break') {
    if (only.type !== 'text') return [only];
    const value = only.value.trim();
    return value === '' ? [] : [value === only.value ? only : textNode(value)];
  }
  const out: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    const isSpace = last === undefined || last.type === 'break';
    if (node.type === 'break') {
      if (last?.type === 'text') out[out.length - 1] = textNode(last.value.trimEnd());
      if (!isSpace) out.push(node);
    } else if (node.type !== 'text') {
      out.push(node);
    } else if (last?.type === 'text') {
      const isDouble = last.value.endsWith(' ') && node.value.startsWith(' ');
      out[out.length - 1] = textNode(last.value + (isDouble ? node.value.slice(1) : node.value));
    } else {
      const value = isSpace ? node.value.trimStart() : node.value;
      if (value !== '') out.push(value === node.value ? node : textNode(value));
    }
  }
  for (let last = out.at(-1); last; last = out.at(-1)) {
    if (last.type === 'text') {
      const value = last.value.trimEnd();
      if (value === last.value) break;
      out.pop();
      if (value !== '') out.push(textNode(value));
    } else if (last.type === 'break') out.pop();
    else break;
  }
  return out;
}
