import type { Code, FootnoteDefinition, Heading, Paragraph, Root, RootContent, Table } from 'mdast';
import { type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import type {} from 'remark-math';
import { lineText } from './line.ts';

/** The tree of a twin as Markdown. */
export function twinText(root: Root): string {
  return root.children.length === 0 ? '' : toMarkdown(root, options).trim();
}

/**
 * Blocks are written by the library, lines by ourselves: its rules escape much that is safe (`snake\_case`)
 * and write signs next to bold words by number (`**a&#x3A;**`), and they take most of its time.
 */
const handlers: Readonly<Record<string, Handle>> = {
  paragraph: (node: Paragraph, parent) => {
    const text = lineText(node.children, true);
    if (parent?.type !== 'listItem' || typeof parent.checked !== 'boolean') return text;
    return parent.children[0] === node ? `[${parent.checked ? 'x' : ' '}] ${text}` : text;
  },
  footnoteDefinition: (node: FootnoteDefinition, _, state, info) => {
    const content = state.containerFlow(node, info);
    const inner = state.indentLines(content, (line, index, isBlank) =>
      index === 0 || isBlank ? line : `    ${line}`,
    );
    return `[^${node.identifier}]: ${inner}`;
  },
  heading: (node: Heading) =>
    `${'#'.repeat(node.depth)} ${lineText(node.children, false).replaceAll('\n', ' ')}`,
  code: (node: Code) => {
    const marks = fenceOf(node.value);
    const info = [node.lang, node.meta].filter(Boolean).join(' ').replaceAll('`', "'");
    return `${marks}${info}\n${node.value}\n${marks}`;
  },
  math: (node: Extract<RootContent, { type: 'math' }>) => `$$\n${node.value.trim()}\n$$`,
  table: (node: Table) => tableText(node),
};

/** Longer than every run of marks in the code. */
function fenceOf(code: string): string {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map((run) => run.length));
  return '`'.repeat(longest + 1);
}

function tableText({ align, children: [head, ...rows] }: Table): string {
  const width = Math.max(...[head, ...rows].map((row) => row?.children.length ?? 0));
  const columns = Array.from({ length: width }, (_, index) => index);
  const rowText = (row: typeof head) =>
    `| ${columns.map((index) => cellText(row?.children[index]?.children ?? [])).join(' | ')} |`;
  const rules = columns.map((index) => {
    const side = align?.[index];
    return `${side === 'left' || side === 'center' ? ':' : ''}---${side === 'right' || side === 'center' ? ':' : ''}`;
  });
  return [rowText(head), `| ${rules.join(' | ')} |`, ...rows.map(rowText)].join('\n');
}

/** A bar ends a cell, even in code. */
function cellText(children: Paragraph['children']): string {
  return lineText(children, false).replace(/\\?\n/g, ' ').replaceAll('|', '\\|');
}

const options: Options = {
  bullet: '-',
  listItemIndent: 'one',
  rule: '-',
  fences: true,
  handlers: handlers as NonNullable<Options['handlers']>,
};
