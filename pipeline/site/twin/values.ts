import { childrenOf, type Props, text, textOf } from '../components/component.ts';
import { TreeFile, TreeFolder, treeItems } from '../components/tree.tsx';
import type { Maker } from './maker.ts';
import { entry, type Node, textNode } from './nodes.ts';
import type { TwinWalk } from './twin-walk.ts';

/** A colour with its name. */
export const colour: Maker = (_, { name, value }) => {
  const pair =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const shown = [...new Set([text(pair.light ?? value), text(pair.dark)])]
    .filter(Boolean)
    .join(' / ');
  const label = text(name);
  const code = { type: 'inlineCode', value: shown } as const;
  return [entry('colour', label === undefined ? [code] : [textNode(`${label}: `), code])];
};

/** Files and folders as nested lists. */
export const tree: Maker = (walk, props) =>
  treeItems(props.children).flatMap((item) =>
    treeNodes(walk, item.props, item.type === TreeFolder),
  );

/** One file, or a folder with what is in it. */
export function treeNodes(walk: TwinWalk, props: Props, isFolder: boolean): Node[] {
  const name = text(props.name) ?? '';
  const inner = isFolder
    ? childrenOf(props.children, TreeFolder, TreeFile).flatMap((child) =>
        treeNodes(walk, child.props, child.type === TreeFolder),
      )
    : [];
  const shown = isFolder ? `${name.replace(/\/$/, '')}/` : name;
  return [entry('tree', [{ type: 'inlineCode', value: shown }, ...inner])];
}

/** An address, a transaction or a function of a contract: the value that is shown. */
export const chainValue: Maker = (_, props) => {
  const called = [text(props.contract), text(props.function)].filter(Boolean).join('.');
  const value = text(props.value) ?? text(props.address) ?? text(props.hash) ?? called;
  const shown = value || textOf(props.children).trim();
  const label = text(props.label);
  return [
    ...(label === undefined ? [] : [textNode(`${label} `)]),
    ...(shown === '' ? [] : [{ type: 'inlineCode', value: shown } as const]),
  ];
};
