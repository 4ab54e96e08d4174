import type { AlignType, PhrasingContent, TableRow } from 'mdast';
import { type ComponentChildren, Fragment, isValidElement, toChildArray, type VNode } from 'preact';
import { given } from '../../../schema/given.ts';
import { flatten, number, type Props, text, textOf } from '../components/component.ts';
import { isBox } from '../components/part-list.ts';
import { givenHtml } from '../elements.tsx';
import {
  blocksOf,
  entry,
  isInline,
  isPicture,
  itemOf,
  lineOf,
  marked,
  type Node,
  said,
  textNode,
  titleLine,
} from './nodes.ts';
import { readerWord, withReaderWords } from './reader-words.ts';
import type { TwinWalk } from './twin-walk.ts';

type Maker = (walk: TwinWalk, props: Props, tag: string) => readonly Node[];

/** Adds what an HTML element says; of one that is not in the table that is its content. */
export function addElement(walk: TwinWalk, tag: string, props: Props, out: Node[]): void {
  if (props['aria-hidden'] === true || props['aria-hidden'] === 'true' || props.hidden === true)
    return;
  const given =
    props.dangerouslySetInnerHTML === undefined ? undefined : givenHtml(walk.page, props);
  const own = given === undefined ? props : { ...props, children: given };
  const make = Object.hasOwn(makers, tag) ? makers[tag] : undefined;
  const nodes = make ? make(walk, own, tag) : walk.nodes(own.children);
  for (const node of nodes) out.push(node);
}

const nothing: Maker = () => [];
const block: Maker = (walk, props) => walk.blocks(props.children);
const heading: Maker = (walk, props, tag) => headingNode(Number(tag[1]), walk.line(props.children));
const bold: Maker = (walk, props) => marked('strong', walk.nodes(props.children));
const italic: Maker = (walk, props) => marked('emphasis', walk.nodes(props.children));
const struck: Maker = (walk, props) => marked('delete', walk.nodes(props.children));
const term: Maker = (walk, props) => {
  const line = walk.line(props.children);
  return line.length === 0 ? [] : [titleLine(...line)];
};
const embedded: Maker = (walk, props) => {
  const [source] = elementsOf(props.children).map((child) => text(child.props.src));
  const url = text(props.src) ?? source;
  if (url === undefined) return [];
  const label = text(props.title) ?? text(props['aria-label']) ?? walk.page.labels.embedded;
  return [{ type: 'paragraph', children: [{ type: 'link', url, children: [textNode(label)] }] }];
};
const code: Maker = (walk, props) => {
  const { children } = props;
  const value = typeof children === 'string' ? children : codeIn(walk, children);
  return value.trim() === '' ? [] : [{ type: 'inlineCode', value }];
};

/** Text of code, with words for the values that readers change. */
function codeIn({ page }: TwinWalk, children: ComponentChildren): string {
  return toChildArray(children)
    .map((child) => {
      const name = isValidElement(child)
        ? text((child.props as Props)['data-variable'])
        : undefined;
      return name === undefined ? textOf(child) : readerWord(page.site, name, 'code');
    })
    .join('');
}

const makers: Readonly<Record<string, Maker>> = {
  ...of('svg script style noscript object canvas math', nothing),
  // What an author's component shows later. What it shows already, with elements of its own, is there once.
  template: (walk, props, tag) =>
    'data-slot' in props && !('data-shown' in props) ? block(walk, props, tag) : [],
  ...of('button select option textarea input datalist dialog source track', nothing),
  section: (walk, props, tag) =>
    props.class === 'dc-footnotes' ? footnoteNodes(walk, props) : block(walk, props, tag),
  ...of('p div article main aside header footer nav figure figcaption', block),
  ...of('center form fieldset address hgroup search menu dd summary', block),
  ...of('h1 h2 h3 h4 h5 h6', heading),
  ...of('strong b', bold),
  ...of('em i', italic),
  ...of('del s strike', struck),
  ...of('code kbd samp tt', code),
  ...of('iframe video audio embed', embedded),
  ...of('dt legend caption', term),
  ...of('ul ol', (walk, props, tag) => listNode(walk, props, tag === 'ol')),
  a: (walk, props) => {
    const template = text(props['data-address']);
    const url =
      template === undefined
        ? text(props.href)
        : withReaderWords(template, walk.page.site, 'address');
    if (props.class === 'footnote-back') return [];
    if (props.class === 'footnote-ref') {
      return [{ type: 'footnoteReference', identifier: textOf(props.children) }];
    }
    const nodes = walk.nodes(props.children);
    if (url === undefined) return nodes;
    if (nodes.length > 0) return linkNodes(url, nodes);
    // Around a drawing; one to a place of the page is the sign of a heading.
    const label = text(props['aria-label']) ?? text(props.title);
    return label === undefined || url.startsWith('#') ? [] : [linkTo(url, [textNode(label)])];
  },
  span: (walk, props) => {
    const name = text(props['data-variable']);
    return name === undefined
      ? walk.nodes(props.children)
      : [textNode(readerWord(walk.page.site, name, 'text'))];
  },
  br: () => [{ type: 'break' }],
  hr: () => [{ type: 'thematicBreak' }],
  img: (_, props) => {
    const url = text(props.src) ?? text(props.srcSet);
    // The same picture again, for the dark mode.
    const isSecond = /(?:^|\s)hidden\s+dark:/.test(String(props.class ?? props.className ?? ''));
    if (url === undefined || isSecond) return [];
    return [{ type: 'image', url, alt: text(props.alt) ?? '' }];
  },
  li: (walk, props) => [entry('li', walk.nodes(props.children))],
  pre: (_, props) => {
    const inner = elementsOf(props.children).find((child) => child.type === 'code');
    const classes = String(inner?.props.class ?? inner?.props.className ?? '');
    const lang = /(?:^|\s)language-([\w+#-]+)/.exec(classes)?.[1];
    const value = textOf(props.children).replace(/^\n/, '').trimEnd();
    return value === '' ? [] : [{ type: 'code', value, ...(lang ? { lang } : {}) }];
  },
  blockquote: (walk, props) => {
    const children = walk.blocks(props.children);
    return children.length === 0 ? [] : [{ type: 'blockquote', children }];
  },
  table: tableNodes,
  details: (walk, props) => {
    const all = flatten(props.children);
    const isSummary = (child: (typeof all)[number]) =>
      typeof child === 'object' && child.type === 'summary';
    const title = walk.line(
      all.filter(isSummary).map((child) => (child as VNode<Props>).props.children),
    );
    return foldNodes(title, walk.nodes(all.filter((child) => !isSummary(child))));
  },
};

function of(tags: string, make: Maker): Record<string, Maker> {
  return Object.fromEntries(tags.split(' ').map((tag) => [tag, make]));
}

/** A heading, unless it is empty. */
export function headingNode(level: number, children: ReturnType<TwinWalk['line']>): Node[] {
  if (children.length === 0) return [];
  return [{ type: 'heading', depth: Math.min(6, Math.max(1, level)) as 1, children }];
}

/** A part that opens at its title: an entry of a list, so that its end can be seen. */
export function foldNodes(title: ReturnType<TwinWalk['line']>, content: readonly Node[]): Node[] {
  return title.length === 0
    ? blocksOf(content)
    : [entry('fold', [titleLine(...title), ...content])];
}

/** A link; around blocks it is a card, as far as words can draw one. */
function linkNodes(url: string, nodes: readonly Node[]): Node[] {
  if (nodes.every(isInline)) return [linkTo(url, nodes)];
  const blocks = blocksOf(nodes);
  const title =
    blocks.find((block) => block.type !== 'paragraph' || !isPicture(block.children)) ?? blocks[0];
  if (title === undefined) return [];
  const rest = blocks.filter((block) => block !== title);
  return [entry('card', said([linkTo(url, lineOf([title]))], rest))];
}

/** A link in the text; links inside it are only their words. */
export function linkTo(url: string, nodes: readonly PhrasingContent[]): PhrasingContent {
  const children = nodes.flatMap((node) => (node.type === 'link' ? node.children : [node]));
  return { type: 'link', url, children };
}

/** The elements among some children; fragments are looked into, as are interactive components of authors. */
function elementsOf(children: unknown, out: VNode<Props>[] = []): VNode<Props>[] {
  if (Array.isArray(children)) for (const child of children) elementsOf(child, out);
  else if (typeof children === 'object' && children !== null) {
    const vnode = children as VNode<Props>;
    if (vnode.type === Fragment || isBox(vnode)) elementsOf(vnode.props.children, out);
    else out.push(vnode);
  }
  return out;
}

function listNode(walk: TwinWalk, props: Props, ordered: boolean): Node[] {
  const items = elementsOf(props.children).flatMap((child) => {
    if (child.type !== 'li') return [];
    const item = itemOf(walk.nodes(child.props.children));
    const checked = child.props.class === 'dc-task' ? isChecked(child.props) : undefined;
    return item.children.length === 0 ? [] : [{ ...item, ...given({ checked }) }];
  });
  if (items.length === 0) return [];
  const start = ordered ? number(props.start) : undefined;
  const spread = items.some((item) => item.spread);
  return [{ type: 'list', ordered, spread, ...given({ start }), children: items }];
}

/** The notes at the end of a page, by their numbers. */
function footnoteNodes(walk: TwinWalk, props: Props): Node[] {
  return elementsOf(props.children).flatMap((child): Node[] => {
    if (child.type === 'ol') return footnoteNodes(walk, child.props);
    const identifier = text(child.props.id)?.replace(/^fn-/, '') ?? '';
    return [
      { type: 'footnoteDefinition', identifier, children: walk.blocks(child.props.children) },
    ];
  });
}

function isChecked(props: Props): boolean {
  return elementsOf(props.children).some(
    (child) => child.type === 'input' && child.props.checked === true,
  );
}

function tableNodes(walk: TwinWalk, props: Props): Node[] {
  const rows: TableRow[] = [];
  const align: AlignType[] = [];
  const around: Node[] = [];
  const take = (children: unknown): void => {
    for (const child of elementsOf(children)) {
      const { type } = child;
      if (type === 'tr') rows.push(rowOf(child));
      else if (type === 'caption') around.push(titleLine(...walk.line(child.props.children)));
      else if (type === 'thead' || type === 'tbody' || type === 'tfoot') take(child.props.children);
    }
  };
  const rowOf = (row: VNode<Props>): TableRow => ({
    type: 'tableRow',
    children: elementsOf(row.props.children).map((cell, index) => {
      if (rows.length === 0) align[index] = alignOf(cell.props);
      return { type: 'tableCell', children: walk.line(cell.props.children) };
    }),
  });
  take(props.children);
  return rows.length === 0 ? around : [...around, { type: 'table', align, children: rows }];
}

function alignOf(props: Props): AlignType {
  const style = typeof props.style === 'string' ? props.style : '';
  const [, side] = /text-align:\s*(start|center|end|left|right)/.exec(style) ?? [];
  if (side === undefined) return null;
  return side === 'center' ? 'center' : side === 'start' || side === 'left' ? 'left' : 'right';
}
