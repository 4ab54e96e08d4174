import type { List, ListItem, Paragraph, Root, Table } from 'mdast';
import { lineText } from './line.ts';
import type { Node } from './nodes.ts';

/** The tree of a twin as Markdown. */
export function twinText(root: Root): string {
  return blocksText(root.children, { isTight: false, depth: 0 });
}

/** Lists and quotes in each other are indented this often: without an end, a page could grow with its square. */
const deepest = 24;

interface Around {
  /** Whether blocks follow each other without blank lines. */
  readonly isTight: boolean;
  readonly depth: number;
}

function blocksText(blocks: readonly Node[], { isTight, depth }: Around): string {
  let out = '';
  let before: Node | undefined;
  let isOther = false;
  for (const block of blocks) {
    // Lists of one kind next to each other have different marks, or they would be one.
    isOther = areLists(before, block) ? !isOther : false;
    const text = blockText(block, { isOther, depth });
    if (text === '') continue;
    if (before !== undefined) out += isTight && !needsBlank(block) ? '\n' : '\n\n';
    out += text;
    before = block;
  }
  return out;
}

function areLists(before: Node | undefined, block: Node): boolean {
  if (before?.type !== 'list' || block.type !== 'list') return false;
  return (before.ordered ?? false) === (block.ordered ?? false);
}

/** A list that does not begin at 1 would be part of the paragraph above it. */
function needsBlank(block: Node): boolean {
  return block.type === 'list' && block.ordered === true && (block.start ?? 1) !== 1;
}

interface At {
  readonly isOther: boolean;
  readonly depth: number;
}

function blockText(block: Node, at: At): string {
  switch (block.type) {
    case 'paragraph':
      return lineText(block.children, true);
    case 'heading':
      return `${'#'.repeat(block.depth)} ${lineText(block.children, false).replaceAll('\n', ' ')}`;
    case 'code':
      return codeText(block.value, [block.lang, block.meta].filter(Boolean).join(' '));
    case 'math':
      return `$$\n${block.value.trim()}\n$$`;
    case 'thematicBreak':
      return '---';
    case 'table':
      return tableText(block);
    case 'list':
      return listText(block, at);
    case 'blockquote':
      return quoteText(
        blocksText(block.children, { isTight: false, depth: at.depth + 1 }),
        at.depth,
      );
    case 'footnoteDefinition': {
      const content = blocksText(block.children, { isTight: false, depth: at.depth + 1 });
      return `[^${block.identifier}]: ${indented(content, '    ')}`;
    }
    default:
      return '';
  }
}

function listText(list: List, { isOther, depth }: At): string {
  const { ordered, start, spread, children } = list;
  const end = isOther ? ')' : '.';
  const bullet = isOther ? '* ' : '- ';
  const first = start ?? 1;
  const texts = children.map((item, index) =>
    itemText(item, ordered ? `${first + index}${end} ` : bullet, depth),
  );
  return texts.join(spread ? '\n\n' : '\n');
}

function itemText(item: ListItem, mark: string, depth: number): string {
  const content = blocksText(item.children, { isTight: !item.spread, depth: depth + 1 });
  const box = typeof item.checked === 'boolean' ? `[${item.checked ? 'x' : ' '}] ` : '';
  const pad = depth < deepest ? ' '.repeat(mark.length) : '';
  return `${mark}${box}${indented(content, pad)}`.trimEnd();
}

function indented(text: string, pad: string): string {
  return pad === '' || !text.includes('\n') ? text : text.replace(/\n(?=[^\n])/g, `\n${pad}`);
}

function quoteText(text: string, depth: number): string {
  if (depth >= deepest) return text;
  return `> ${text.replaceAll('\n', '\n> ').replaceAll('> \n', '>\n')}`;
}

/** Marks longer than every run of them in the code. */
function codeText(code: string, info: string): string {
  let marks = '```';
  while (code.includes(marks)) marks += '`';
  return `${marks}${info.replaceAll('`', "'")}\n${code}\n${marks}`;
}

function tableText({ align, children: rows }: Table): string {
  let width = 0;
  for (const row of rows) width = Math.max(width, row.children.length);
  const lines = rows.map(({ children }) => {
    let line = '|';
    for (let index = 0; index < width; index++) {
      const cell = children[index];
      line += cell === undefined ? '  |' : ` ${cellText(cell.children)} |`;
    }
    return line;
  });
  let rule = '|';
  for (let index = 0; index < width; index++) {
    const side = align?.[index];
    const isLeft = side === 'left' || side === 'center';
    rule += ` ${isLeft ? ':' : ''}---${side === 'right' || side === 'center' ? ':' : ''} |`;
  }
  lines.splice(1, 0, rule);
  return lines.join('\n');
}

/** A bar ends a cell, even in code. */
function cellText(children: Paragraph['children']): string {
  const text = lineText(children, false);
  return /[|\n]/.test(text) ? text.replace(/\\?\n/g, ' ').replaceAll('|', '\\|') : text;
}
