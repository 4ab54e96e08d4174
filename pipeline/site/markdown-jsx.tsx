import type { Nodes, RootContent } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { ComponentChild, ComponentChildren } from 'preact';
import { Fragment, h } from 'preact';
import type { Place } from '../../schema/errors.ts';
import type { Frame } from '../author/walker.ts';
import { placeIn } from '../source/file-places.ts';
import type { PageContext } from './components/page-context.ts';
import { components } from './components/registry.ts';
import { cleanAttributes, htmlComponent, isVoid } from './elements.tsx';
import { classNames } from './tailwind/class-names.ts';
import { isTextElement, linesOfText, unwrapOnly } from './tree-shape.ts';
import { unknownComponent } from './unknown-component.ts';
import type { Walk } from './walk.ts';

type JsxNode = MdxJsxFlowElement | MdxJsxTextElement;
type Props = Record<string, unknown>;

/** A tag of a page: a fragment, what the author wrote or imported, HTML, a snippet or a component. */
export function jsxElement(walk: Walk, node: JsxNode, frame: Frame): ComponentChildren {
  const { page, authors } = walk;
  const { name } = node;
  const nodes = node.children as RootContent[];
  const isText = name !== null && isTextElement(name);
  const text = isText ? linesOfText(nodes) : undefined;
  const content = text?.flatMap((part) => part.nodes) ?? (isText ? unwrapOnly(nodes) : nodes);
  const children = () => {
    if (!text) return walk.flow(content as Nodes[], frame);
    return text.flatMap((part) => [
      ...(part.isApart ? [' '] : []),
      ...walk.flow(part.nodes, frame),
    ]);
  };
  if (name === null) return children();
  const own = authors.element(node, frame, children);
  if (own !== undefined) return own;
  const props = authors.attributes(node, frame);
  noteLanguages(page, node);
  const place = placeIn(node, frame.file);
  if (/^[a-z]/.test(name) && !name.includes('.')) {
    // A browser ends a paragraph where a block begins: what an author calls one may hold some.
    const tag = name === 'p' && content.some(isBlock) ? 'div' : name;
    const handled = { ...props, ...authors.handlers(node, frame) };
    // The code of a script runs in browsers alone, and is left out: `window` in it is no mistake of the page.
    const inner = tag === 'script' ? undefined : children();
    return htmlElement(page, { tag, props: handled, children: inner, place });
  }
  if (name === 'Snippet') return snippet(walk, { props, children: children(), frame });
  return componentElement(page, { name, props, children: children(), frame, place });
}

/** Whether a node is a tag before which browsers end the paragraph. */
export function makesBlock(node: Nodes): boolean {
  if (node.type !== 'mdxJsxTextElement' && node.type !== 'mdxJsxFlowElement') return false;
  const name = node.name ?? '';
  return blockTags.has(name) || (components.has(name) && !lineComponents.has(name));
}

function isBlock(node: Nodes): boolean {
  return makesBlock(node) || markdownBlocks.has(node.type);
}

const markdownBlocks: ReadonlySet<Nodes['type']> = new Set([
  ...(['blockquote', 'code', 'heading', 'list', 'paragraph', 'table', 'thematicBreak'] as const),
]);

const blockTags = new Set(
  'address article aside blockquote center details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section summary table ul'.split(
    ' ',
  ),
);

/** Components that are part of a line of text. */
const lineComponents = new Set(
  'Address Badge Icon Latex Link Tooltip Transaction Visibility'.split(' '),
);

/** Attributes in another language than the page are marked where they are shown. */
function noteLanguages(page: PageContext, node: JsxNode): void {
  for (const { data, value } of node.attributes) {
    if (data?.language && typeof value === 'string') page.speaks(value, data.language);
  }
}

function snippet(
  { authors }: Walk,
  found: { readonly props: Props; readonly children: ComponentChildren; readonly frame: Frame },
): ComponentChildren {
  const { children, frame } = found;
  const { file, ...props } = found.props;
  return (
    authors.snippet(String(file ?? ''), frame, { ...props, children }) ??
    h(Fragment, null, children)
  );
}

interface Found {
  readonly props: Props;
  readonly children: ComponentChildren;
  readonly place: Place | undefined;
}

/** An HTML element; those that Docent shows in its own way are components. */
export function htmlElement(
  page: PageContext,
  { tag, props, children, place }: Found & { readonly tag: string },
): ComponentChild {
  if (typeof props.id === 'string' && !/^h[1-6]$/.test(tag)) page.claimId(props.id);
  noteClassNames(page, props);
  const known = htmlComponent(tag);
  if (known) return h(known, { ...props, place } as never, children);
  const clean = tag === 'svg' ? svgAttributes(cleanAttributes(props)) : cleanAttributes(props);
  if (tag === 'textarea') return textArea(clean, children);
  return h(tag as 'div', clean as never, isVoid(tag) ? undefined : children);
}

/** JSX has `strokeWidth` for `stroke-width`. The renderer knows that of what is in a drawing, not of the drawing. */
function svgAttributes(props: Props): Props {
  return Object.fromEntries(
    Object.entries(props).map(([name, value]) => [
      presentation.test(name)
        ? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        : name,
      value,
    ]),
  );
}

const presentation =
  /^(?:alignment|baseline|clip(?!PathU)|color|dominant|fill|flood|font|image|letter|lighting|paint|pointer|shape|stop|stroke|text|transform|vector|word|writing)[A-Z]/;

/** What is in a text area is its content in HTML, and its value in JSX. */
function textArea(
  { value, defaultValue = value, ...clean }: Props,
  children: ComponentChildren,
): ComponentChild {
  const text = defaultValue ?? '';
  return h('textarea', clean, text === '' ? children : String(text));
}

/** A component of the site; the content of one that does not exist is shown without it. */
export function componentElement(
  page: PageContext,
  { name, props, children, frame, place }: Found & { readonly name: string; readonly frame: Frame },
): ComponentChild {
  noteClassNames(page, props);
  const known = components.get(name);
  if (known) return h(known, { ...props, place } as never, children);
  page.report(unknownComponent(name, { file: frame.file, place }));
  return h(Fragment, null, children);
}

function noteClassNames(page: PageContext, props: Props): void {
  page.classNames(classNames(props.class));
  page.classNames(classNames(props.className));
}
