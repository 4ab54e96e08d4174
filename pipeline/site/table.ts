import type { Nodes, Table } from 'mdast';
import { type ComponentChild, h } from 'preact';
import type { Component } from './components/component.ts';
import { htmlComponent } from './elements.tsx';
import { plainText } from './tree-shape.ts';

/** A table; its cells know their column's title, for narrow screens. */
export function tableOf(
  node: Table,
  flow: (nodes: readonly Nodes[]) => ComponentChild[],
): ComponentChild {
  const [head, ...rows] = node.children;
  const cells = (row: Table['children'][number] | undefined, tag: 'th' | 'td') =>
    row?.children.map((cell, index) => {
      const align = node.align?.[index];
      const label = tag === 'td' ? plainText(head?.children[index]) : '';
      // Next to long identifiers, a long text would be pressed into a line per word.
      const isLong = tag === 'td' && row.children.length > 2 && plainText(cell).length > 40;
      // A head without words is none for a screen reader.
      const isHead = tag === 'th' && cell.children.length > 0;
      return h(
        isHead ? 'th' : 'td',
        {
          ...(align ? { style: `text-align:${logical[align] ?? align}` } : {}),
          ...(isHead ? { scope: 'col' } : {}),
          ...(label === '' ? {} : { 'data-label': label }),
          ...(isLong ? { class: 'long' } : {}),
          ...cell.data?.language,
        },
        flow(cell.children),
      );
    });
  return h(
    htmlComponent('table') as Component,
    { 'data-columns': head?.children.length ?? 0 },
    h('thead', null, h('tr', null, cells(head, 'th'))),
    h(
      'tbody',
      null,
      rows.map((row) => h('tr', null, cells(row, 'td'))),
    ),
  );
}

const logical: Readonly<Record<string, string>> = { left: 'start', right: 'end' };
