import type { ComponentChildren, VNode } from 'preact';
import { h } from 'preact';
import { childrenOf, classes, flag, flatten, type Props, text, textOf } from './component.ts';
import { usePage } from './page-context.ts';

/** Folders and files, written as components or as a nested list. */
export function Tree(props: Props) {
  const page = usePage();
  page.feature('tree');
  return (
    <div class={classes('dc-tree', text(props.className))} data-tree dir="ltr">
      <ul class="tree-level">{treeItems(props.children)}</ul>
    </div>
  );
}

/** The folders and files at the top of a tree. */
export function treeItems(children: ComponentChildren): VNode<Props>[] {
  const nodes = childrenOf(children, TreeFolder, TreeFile);
  return nodes.length > 0 ? nodes : fromList(children);
}

/** A folder of a `Tree`. */
export function TreeFolder(props: Props) {
  const page = usePage();
  const name = text(props.name) ?? '';
  const marked = flag(props.highlight);
  const icon = (
    <>
      {page.icon('folder', { library: 'lucide' })}
      <span class="tree-name">{name}</span>
    </>
  );
  const level = <ul class="tree-level">{childrenOf(props.children, TreeFolder, TreeFile)}</ul>;
  const open = flag(props.defaultOpen) || !flag(props.openable, true);
  return (
    <li class={classes('tree-folder', marked && 'tree-marked', text(props.className))}>
      {flag(props.openable, true) ? (
        <details open={open}>
          <summary>{icon}</summary>
          {level}
        </details>
      ) : (
        <>
          <span class="tree-row">{icon}</span>
          {level}
        </>
      )}
    </li>
  );
}

/** A file of a `Tree`. */
export function TreeFile(props: Props) {
  const page = usePage();
  return (
    <li class={classes('tree-file', flag(props.highlight) && 'tree-marked', text(props.className))}>
      <span class="tree-row">
        {page.icon('file', { library: 'lucide' })}
        <span class="tree-name">{text(props.name)}</span>
      </span>
    </li>
  );
}

/** A nested Markdown list: what holds items, or ends in a slash, is a folder. */
function fromList(children: ComponentChildren): VNode<Props>[] {
  return flatten(children).flatMap((child): VNode<Props>[] => {
    if (typeof child !== 'object') return [];
    if (child.type === 'ul' || child.type === 'ol') return fromList(child.props.children);
    if (child.type !== 'li') return [];
    const parts = flatten(child.props.children);
    const isList = (part: (typeof parts)[number]) =>
      typeof part === 'object' && (part.type === 'ul' || part.type === 'ol');
    const lists = parts.filter(isList);
    const name = textOf(parts.filter((part) => !isList(part))).trim();
    const inner = fromList(lists);
    if (inner.length === 0 && !name.endsWith('/')) return [h<Props>(TreeFile, { name })];
    return [
      h<Props>(TreeFolder, { name: name.replace(/\/$/, ''), defaultOpen: inner.length > 0 }, inner),
    ];
  });
}
