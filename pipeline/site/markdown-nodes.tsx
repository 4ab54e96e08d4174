import type { List, ListItem, Nodes, Paragraph, Parents, PhrasingContent } from 'mdast';
import type { ComponentChild, ComponentChildren } from 'preact';
import { h } from 'preact';
import type { Place } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import type { Frame } from '../author/walker.ts';
import { placeIn } from '../source/file-places.ts';
import { headingText, plainIdOf } from '../source/headings.ts';
import { cellCode, proseCode } from './cell-code.ts';
import { fenceWords } from './code/fence.ts';
import { CodeFence, interpolate } from './components/code-block.tsx';
import type { Component } from './components/component.ts';
import { Formula } from './components/formula.tsx';
import { Heading } from './components/heading.tsx';
import { htmlComponent } from './elements.tsx';
import { jsxElement, makesBlock } from './markdown-jsx.tsx';
import { tableOf } from './table.ts';
import { isInlineTag, isTagOrBlank } from './tree-shape.ts';
import {
  addressTemplate,
  codeTemplate,
  hasReaderVariable,
  variableElement,
  variablePieces,
} from './variable-element.ts';
import type { Walk } from './walk.ts';

type NodeOf<Type extends Nodes['type']> = Extract<Nodes, { type: Type }>;
type Maker<Node> = (walk: Walk, node: Node, frame: Frame) => ComponentChildren;

/** The element of a node; what is not in the table below shows its children. */
export function elementOf(walk: Walk, node: Nodes, frame: Frame): ComponentChildren {
  const make = makers[node.type] as Maker<Nodes> | undefined;
  if (make) return make(walk, node, frame);
  return 'children' in node ? walk.flow((node as Parents).children, frame) : undefined;
}

const nothing = (): undefined => undefined;

const makers: { readonly [Type in Nodes['type']]?: Maker<NodeOf<Type>> } = {
  text: (_, node) => node.value,
  paragraph,
  heading,
  emphasis: (walk, node, frame) => h('em', null, walk.flow(node.children, frame)),
  strong: (walk, node, frame) => h('strong', null, walk.flow(node.children, frame)),
  delete: (walk, node, frame) => h('del', null, walk.flow(node.children, frame)),
  blockquote: (walk, node, frame) => h('blockquote', null, walk.flow(node.children, frame)),
  break: () => h('br', null),
  thematicBreak: () => h('hr', null),
  list,
  listItem,
  inlineCode: ({ page, isInCell }, node) =>
    hasReaderVariable(page, node.value)
      ? h('code', null, variablePieces(page, node.value))
      : (isInCell ? cellCode : proseCode)(page.fill(node.value)),
  code: fence,
  link: (walk, node, frame) => anchor(walk, node, linkOf(walk, node, frame)),
  linkReference,
  image: (walk, node, frame) =>
    image(walk, node, { alt: node.alt, place: placeIn(node, frame.file) }),
  imageReference,
  table,
  footnoteReference: ({ notes, footnotes }, node) => notes.reference(node.identifier, footnotes),
  inlineMath: ({ page }, node, frame) => {
    const data = node.data as { display?: boolean } | undefined;
    const display = data?.display === true;
    const html = page.math(node.value, display, placeIn(node, frame.file));
    return h(Formula, { tag: 'span', tex: node.value, html });
  },
  math: ({ page }, node, frame) => {
    const html = page.math(node.value, true, placeIn(node, frame.file));
    return h(Formula, { tag: 'div', tex: node.value, html });
  },
  variable: ({ page }, node) => variableElement(page, node.name, node.value),
  mdxJsxFlowElement: jsxElement,
  mdxJsxTextElement: jsxElement,
  mdxFlowExpression: ({ authors }, node, frame) => authors.shown(node, frame),
  mdxTextExpression: ({ authors }, node, frame) => authors.shown(node, frame),
  definition: nothing,
  footnoteDefinition: nothing,
  mdxjsEsm: nothing,
  yaml: nothing,
};

/**
 * A paragraph with only tags and spaces is how authors write a block on one line. One with blocks among its words is
 * divided at them: a browser would do that as well, and leave an empty paragraph after each.
 */
function paragraph(walk: Walk, node: Paragraph, frame: Frame): ComponentChildren {
  if (node.children.length > 0 && node.children.every(isTagOrBlank)) {
    const tags = node.children.filter((child) => child.type !== 'text');
    if (tags.length > 0 && !tags.every((child) => isInlineTag(child))) {
      const made = walk.flow(node.children, frame);
      // Expressions that only give text make a paragraph as text would.
      return made.some((child) => typeof child === 'object') ? made : h('p', null, made);
    }
  }
  const language = node.data?.language;
  const line = (nodes: readonly PhrasingContent[]) =>
    h('p', language ?? null, walk.flow(nodes, frame));
  if (!node.children.some(makesBlock)) return line(node.children);
  return aroundBlocks(node.children).map((part) => {
    if (!part.some(makesBlock)) return line(part);
    const made = walk.flow(part, frame);
    return language ? h('div', language, made) : made;
  });
}

/** The lines before, between and after the blocks of a paragraph, and each block alone. */
function aroundBlocks(nodes: readonly PhrasingContent[]): PhrasingContent[][] {
  const parts: PhrasingContent[][] = [[]];
  for (const node of nodes) {
    if (makesBlock(node)) parts.push([node], []);
    else parts.at(-1)?.push(node);
  }
  return parts.filter((part) => !part.every((node) => node.type === 'text' && !node.value.trim()));
}

function heading(walk: Walk, node: NodeOf<'heading'>, frame: Frame): ComponentChild {
  const { id, language } = node.data ?? {};
  // What a component adds to the words, such as a version, is part of no link that was written to them.
  const isExtended = node.children.some((child) => child.type === 'mdxJsxTextElement');
  const written = isExtended ? plainIdOf(headingText(node)) : undefined;
  return h(
    Heading,
    { level: node.depth, ...given({ id, written }), ...language },
    walk.flow(node.children, frame),
  );
}

function list(walk: Walk, node: List, frame: Frame): ComponentChild {
  const { ordered, start, children } = node;
  const hasTasks = children.some((item) => typeof item.checked === 'boolean');
  return h(
    ordered ? 'ol' : 'ul',
    {
      ...(ordered && typeof start === 'number' && start !== 1 ? { start } : {}),
      ...(hasTasks ? { class: 'task-list' } : {}),
    },
    walk.flow(children, frame),
  );
}

function listItem(walk: Walk, node: ListItem, frame: Frame): ComponentChild {
  const tight = node.spread !== true;
  const isTask = typeof node.checked === 'boolean';
  const [only] = node.children.length === 1 && !isTask ? node.children : [];
  const content = node.children.flatMap((child): ComponentChild[] => {
    if (!tight || child.type !== 'paragraph') return walk.flow([child], frame);
    const words = walk.flow(child.children, frame);
    const language = child === only ? undefined : child.data?.language;
    return language ? [h('span', language, words)] : words;
  });
  if (!isTask) return h('li', (tight && only?.data?.language) || null, content);
  const { labels } = walk.page;
  return h('li', { class: 'dc-task' }, [
    h('input', {
      type: 'checkbox',
      checked: node.checked,
      disabled: true,
      'aria-label': node.checked ? labels.done : labels.toDo,
    }),
    ' ',
    ...content,
  ]);
}

function fence({ page }: Walk, node: NodeOf<'code'>, frame: Frame): ComponentChild {
  const template = codeTemplate(page, node.value);
  const { language, meta } = fenceWords(node.lang, node.meta);
  return h(CodeFence, {
    language,
    meta: page.fill(meta),
    place: placeIn(node, frame.file),
    code: interpolate(page.fill(node.value), frame.props),
    ...(template === undefined ? {} : { template: interpolate(template, frame.props) }),
  });
}

/** Where a link leads and what it is called. */
interface Target {
  readonly url: string;
  readonly title?: string | null | undefined;
}

interface Linked {
  readonly children: ComponentChild[];
  readonly place: Place | undefined;
}

function linkOf(walk: Walk, node: Parents, frame: Frame): Linked {
  return { children: walk.flow(node.children, frame), place: placeIn(node, frame.file) };
}

function linkReference(walk: Walk, node: NodeOf<'linkReference'>, frame: Frame): ComponentChildren {
  const definition = walk.definitions.get(node.identifier.toLowerCase());
  const link = linkOf(walk, node, frame);
  return definition ? anchor(walk, definition, link) : ['[', ...link.children, ']'];
}

function anchor(
  { page }: Walk,
  { url, title }: Target,
  { children, place }: Linked,
): ComponentChild {
  const template = addressTemplate(page, url);
  const address = template === undefined ? {} : { 'data-address': template };
  return h(
    htmlComponent('a') as Component,
    { href: page.fill(url), ...address, ...(title ? { title } : {}), place } as never,
    children,
  );
}

function imageReference(
  walk: Walk,
  node: NodeOf<'imageReference'>,
  frame: Frame,
): ComponentChildren {
  const definition = walk.definitions.get(node.identifier.toLowerCase());
  if (!definition) return node.alt ?? '';
  return image(walk, definition, { alt: node.alt, place: placeIn(node, frame.file) });
}

function image(
  { page }: Walk,
  { url, title }: Target,
  { alt, place }: { readonly alt: string | null | undefined; readonly place: Place | undefined },
): ComponentChild {
  return h(htmlComponent('img') as Component, {
    src: page.fill(url),
    alt: alt ?? '',
    ...(title ? { title } : {}),
    place,
  });
}

function table(walk: Walk, node: NodeOf<'table'>, frame: Frame): ComponentChild {
  walk.isInCell = true;
  try {
    return tableOf(node, (cells) => walk.flow(cells, frame));
  } finally {
    walk.isInCell = false;
  }
}
