import type { Nodes } from 'mdast';
import type { ComponentChild, ComponentChildren } from 'preact';
import { h } from 'preact';
import type { LanguageAttributes, PageTree } from '../../schema/site.ts';
import type { Authors } from '../author/authors.ts';
import type { Frame, Walker } from '../author/walker.ts';
import { rangeOf } from '../source/file-places.ts';
import { isPhrasing } from '../source/tree.ts';
import type { PageContext } from './components/page-context.ts';
import { createFootnotes } from './footnotes.ts';
import { componentElement, htmlElement } from './markdown-jsx.tsx';
import { elementOf } from './markdown-nodes.tsx';
import { withElements } from './raw-html.ts';
import { collectDefinitions, isInlineTag, lineOfTags } from './tree-shape.ts';
import type { Walk } from './walk.ts';

/** Makes the walker of a page. */
export function createWalker(page: PageContext, authors: Authors): Walker {
  const walk: Walk = {
    page,
    authors,
    notes: createFootnotes(page),
    definitions: new Map(),
    footnotes: new Map(),
    isInCell: false,
    flow: (nodes, frame) => flow(walk, nodes, frame),
  };
  return {
    tree: (tree, frame, isPage) => treeOf(walk, tree, { frame, isPage: isPage === true }),
    nodes: walk.flow,
    html: (tag, props, children, place) => htmlElement(page, { tag, props, children, place }),
    component: (name, props, children, at) =>
      componentElement(page, { name, props, children, ...at }),
  };
}

/** A tree has its own definitions; those of the tree around it come back afterwards. */
function treeOf(
  walk: Walk,
  { root, problems }: PageTree,
  { frame, isPage }: { readonly frame: Frame; readonly isPage: boolean },
): ComponentChildren {
  const { page, notes, definitions, footnotes } = walk;
  page.marks?.expect(problems, frame.file);
  Object.assign(walk, collectDefinitions(root));
  const result = walk.flow(root.children, frame);
  notes.add(walk.footnotes);
  const section = isPage ? notes.section((nodes) => walk.flow(nodes, frame)) : undefined;
  Object.assign(walk, { definitions, footnotes });
  return section ? [result, section] : result;
}

/** Neighbours in the same other language share an element with that language. */
function flow(walk: Walk, siblings: readonly Nodes[], frame: Frame): ComponentChild[] {
  const nodes = frame.format === 'md' ? withElements(siblings) : siblings;
  if (!nodes.some((node) => languageOf(node))) return lines(walk, nodes, frame);
  const out: ComponentChild[] = [];
  for (let index = 0, end = 0; index < nodes.length; index = end) {
    const language = languageOf(nodes[index]);
    do end++;
    while (end < nodes.length && languageOf(nodes[end]) === language);
    const made = lines(walk, nodes.slice(index, end), frame);
    out.push(...(language ? [h('span', language, made)] : made));
  }
  return out;
}

/** The language of words in a line, where it is another than that of the page; blocks have it on their element. */
function languageOf(node: Nodes | undefined): LanguageAttributes | undefined {
  return node && isPhrasing(node) ? node.data?.language : undefined;
}

/** The result of rendering some nodes. */
interface Line {
  readonly walk: Walk;
  readonly frame: Frame;
  readonly out: ComponentChild[];
}

/** Nodes one by one, and lines of tags as lines. */
function lines(walk: Walk, nodes: readonly Nodes[], frame: Frame): ComponentChild[] {
  const out: ComponentChild[] = [];
  for (let index = 0; index < nodes.length; index++) {
    const end = lineOfTags(nodes, index);
    if (end > index + 1) {
      out.push(...tagLine(walk, nodes.slice(index, end), frame));
      index = end - 1;
    } else add({ walk, frame, out }, nodes[index] as Nodes);
  }
  return out;
}

/**
 * The parser reads a line of tags as blocks and drops the spaces between them; they are restored.
 */
function tagLine(walk: Walk, nodes: readonly Nodes[], frame: Frame): ComponentChild[] {
  const out: ComponentChild[] = [];
  for (const [index, node] of nodes.entries()) {
    const before = nodes[index - 1]?.position?.end.offset;
    if (before !== undefined && (node.position?.start.offset ?? before) > before) out.push(' ');
    add({ walk, frame, out }, node);
  }
  const isText =
    nodes.every((node) => isInlineTag(node) || node.type === 'mdxFlowExpression') &&
    out.every((child) => typeof child !== 'object' || nodes.some(isInlineTag));
  return isText ? [h('p', null, out)] : out;
}

/** Adds a node's element, and after it the marks of the problems that were found in it. */
function add({ walk, frame, out }: Line, node: Nodes): void {
  const { marks } = walk.page;
  const before = marks?.count() ?? 0;
  const made = elementOf(walk, node, frame);
  if (Array.isArray(made)) out.push(...(made as ComponentChild[]));
  else if (made !== undefined) out.push(made as ComponentChild);
  const mark = marks?.since(before, rangeOf(node, frame.file));
  if (mark !== undefined) out.push(mark as ComponentChild);
}
