import type { Nodes, Table } from 'mdast';
import { type ComponentChild, h } from 'preact';
import { walk } from '../source/tree.ts';
import type { Component } from './components/component.ts';
import { htmlComponent } from './elements.tsx';
import { plainText } from './tree-shape.ts';

/** A table; its cells know their column's title, for narrow screens. */
export function tableOf(
  node: Table,
  flow: (nodes: readonly Nodes[]) => ComponentChild[],
): ComponentChild {
  const [head, ...rows] = node.children;
  const labels = head?.children.map(labelOf) ?? [];
  const cells = (row: Table['children'][number] | undefined, tag: 'th' | 'td') =>
    row?.children.map((cell, index) => {
      const align = node.align?.[index];
      const label = (tag === 'td' && labels[index]) || '';
      const size = tag === 'td' ? sizeOf(plainText(cell), row.children.length) : undefined;
      // A head without words is none for a screen reader.
      const isHead = tag === 'th' && cell.children.length > 0;
      return h(
        isHead ? 'th' : 'td',
        {
          ...(align ? { style: `text-align:${logical[align] ?? align}` } : {}),
          ...(isHead ? { scope: 'col' } : {}),
          ...(label === '' ? {} : { 'data-label': label }),
          ...(size ? { class: size } : {}),
          ...cell.data?.language,
        },
        flow(cell.children),
      );
    });
  // A row may end before its table does.
  const missingCells = (row: Table['children'][number]) =>
    head?.children.slice(row.children.length).map(() => h('td', null));
  return h(
    htmlComponent('table') as Component,
    { 'data-columns': head?.children.length ?? 0 },
    h('thead', null, h('tr', null, cells(head, 'th'))),
    h(
      'tbody',
      null,
      rows.map((row) => h('tr', null, cells(row, 'td'), missingCells(row))),
    ),
  );
}

/** The words of a head, or what an element in it says in its attributes: `<Card title="Pro" />`, `<img alt="Rust" />`. */
function labelOf(head: Nodes): string {
  const written = plainText(head);
  if (written.trim() !== '') return written;
  let said = '';
  walk(head, (node) => {
    if (said !== '') return false;
    if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return true;
    for (const attribute of node.attributes) {
      if (attribute.type !== 'mdxJsxAttribute' || !/^(?:title|alt)$/.test(attribute.name)) continue;
      if (typeof attribute.value === 'string') said ||= attribute.value;
    }
    return true;
  });
  return said;
}

/** What a cell needs to be read with ease, which its column would not give it by itself. */
function sizeOf(text: string, columns: number): 'dc-long' | 'dc-whole' | undefined {
  // Next to long identifiers, a long text would be pressed into a line per word.
  if (columns > 2 && text.length > 40) return 'dc-long';
  // A date or a telephone number, which browsers break after each hyphen.
  return /^\S{1,20}$/.test(text) && text.includes('-') ? 'dc-whole' : undefined;
}

const logical: Readonly<Record<string, string>> = { left: 'start', right: 'end' };
