import type { Nodes, Parents, Root, RootContent } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { LanguageAttributes, Page, SourceFile, UntranslatedPart } from '../../schema/site.ts';
import { attributePlaces } from '../source/attributes.ts';
import { isPhrasing, walk } from '../source/tree.ts';
import { isInlineTag, isTagOrBlank, isTextElement, unwrapOnly } from './tree-shape.ts';

/** Marks in a tree what of its file is in the source language, each on the smallest node around it. */
export function markUntranslated(root: Root, { text, untranslated }: SourceFile): void {
  if (untranslated === undefined) return;
  const { attributes: language, parts } = untranslated;
  const isProse = finderOf(parts.filter(({ field, prop }) => (field ?? prop) === undefined));
  const visit = (node: Nodes): void => {
    if (!('children' in node)) return;
    const content = contentOf(node);
    for (const run of runsOf(content)) {
      const [start, end] = [run[0]?.position?.start.offset, run.at(-1)?.position?.end.offset];
      if (start === undefined || end === undefined || !isProse(start, end)) continue;
      markRun(node, run, language);
    }
    for (const child of content) if (!isPhrasing(child)) visit(child);
  };
  visit(root);
  const props = parts.filter(({ prop }) => prop !== undefined);
  if (props.length > 0) markProps(root, text, { isProp: finderOf(props), language });
}

/** Attributes for what shows a value of a page's front matter. */
export function languageOfField(
  { file }: Page,
  field: string,
): LanguageAttributes | Record<string, never> {
  const isPart = file.untranslated?.parts.some((part) => part.field === field);
  return isPart && file.untranslated ? file.untranslated.attributes : {};
}

/** Tells whether one of the parts, none of which overlap, begins inside of a range. */
function finderOf(parts: readonly UntranslatedPart[]): (start: number, end: number) => boolean {
  const starts = parts.map(({ start }) => start).sort((a, b) => a - b);
  return (start, end) => {
    let low = 0;
    for (let high = starts.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (starts[low] ?? end) < end;
  };
}

/** What an element shows: in some of them a lone paragraph is none. */
function contentOf(node: Parents): readonly Nodes[] {
  if (!isElement(node) || !isTextElement(node.name ?? '')) return node.children;
  return unwrapOnly(node.children as RootContent[]);
}

/** The prose among the children of a node, as it was divided for translation. */
function runsOf(children: readonly Nodes[]): Nodes[][] {
  const runs: Nodes[][] = [];
  let isOpen = false;
  for (const child of children) {
    if (!isPhrasing(child)) isOpen = false;
    else if (isOpen) runs.at(-1)?.push(child);
    else {
      runs.push([child]);
      isOpen = true;
    }
  }
  return runs;
}

function markRun(holder: Parents, run: readonly Nodes[], language: LanguageAttributes): void {
  const isWhole = run.length === contentOf(holder).length;
  if (holder.type === 'paragraph' && isWhole && isBlock(run)) {
    for (const node of run) {
      if (!isElement(node)) continue;
      for (const inner of runsOf(contentOf(node))) markRun(node, inner, language);
    }
  } else if (isElement(holder) && isWhole && /^[a-z][a-z0-9]*$/.test(holder.name ?? '')) {
    addAttributes(holder, language);
  } else if (isWhole && /^(?:paragraph|heading|tableCell)$/.test(holder.type)) {
    holder.data = { ...holder.data, language };
  } else {
    for (const node of run) node.data = { ...node.data, language };
  }
}

/** Whether a paragraph holds components and nothing else: they are shown without it. */
function isBlock(nodes: readonly Nodes[]): boolean {
  return (
    nodes.every((node) => isTagOrBlank(node as Parameters<typeof isTagOrBlank>[0])) &&
    nodes.some((node) => isElement(node) && !isInlineTag(node))
  );
}

function addAttributes(element: Element, { lang, dir }: LanguageAttributes): void {
  const known = new Set(
    element.attributes.map((attribute) => 'name' in attribute && attribute.name),
  );
  for (const [name, value] of Object.entries({ lang, ...(dir ? { dir } : {}) })) {
    if (known.has(name)) continue;
    element.attributes = [...element.attributes, { type: 'mdxJsxAttribute', name, value }];
  }
}

/** Marks values of properties; components show them in an element that says their language. */
function markProps(
  root: Root,
  text: string,
  {
    isProp,
    language,
  }: { readonly isProp: ReturnType<typeof finderOf>; readonly language: LanguageAttributes },
): void {
  walk(root, (node) => {
    if (!isElement(node)) return;
    for (const [index, { value }] of attributePlaces(text, node).entries()) {
      const attribute = node.attributes[index];
      if (!attribute || !value || !isProp(value.start.offset, value.end.offset)) continue;
      attribute.data = { ...attribute.data, language };
    }
  });
}

type Element = MdxJsxFlowElement | MdxJsxTextElement;

function isElement(node: Nodes): node is Element {
  return node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement';
}
