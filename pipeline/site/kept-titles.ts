import { slug } from 'github-slugger';
import type { Root } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import { headingIds, plainIdOf } from '../source/headings.ts';
import { walk } from '../source/tree.ts';

type Element = MdxJsxFlowElement | MdxJsxTextElement;

/** Components whose title gives them an id: the properties that may hold it, the first one first. */
const titled: Readonly<Record<string, readonly string[]>> = {
  Accordion: ['title'],
  Step: ['title'],
  Tab: ['title'],
  Update: ['label', 'title'],
};

/**
 * Gives titled components of a translation the ids of its source, where both have the same ones
 * and only their titles differ.
 */
export function keepTitles(translation: Root, source: Root): void {
  const own = elementsOf(translation);
  const theirs = elementsOf(source);
  if (own.length !== theirs.length) return;
  if (own.some(({ name }, index) => name !== theirs[index]?.name)) return;
  let headings: ReadonlySet<string> | undefined;
  for (const [index, element] of own.entries()) {
    const other = theirs[index];
    const title = other && titleOf(other);
    if (title === undefined || title === titleOf(element) || hasId(element)) continue;
    headings ??= new Set(headingIds(source).map(({ id }) => id));
    // Parts of a panel make way for headings of their name.
    const isPart = element.name === 'Tab' || element.name === 'Accordion';
    const id = isPart && headings.has(slug(title)) ? `${slug(title)}-part` : plainIdOf(title);
    element.attributes = [
      ...element.attributes,
      { type: 'mdxJsxAttribute', name: 'id', value: id },
    ];
  }
}

function elementsOf(root: Root): Element[] {
  const found: Element[] = [];
  walk(root, (node) => {
    if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return;
    if (node.name !== null && Object.hasOwn(titled, node.name)) found.push(node);
  });
  return found;
}

function titleOf(element: Element): string | undefined {
  for (const name of titled[element.name ?? ''] ?? []) {
    for (const attribute of element.attributes) {
      if (attribute.type !== 'mdxJsxAttribute' || attribute.name !== name) continue;
      if (typeof attribute.value === 'string') return attribute.value;
    }
  }
  return undefined;
}

function hasId(element: Element): boolean {
  return element.attributes.some((one) => one.type === 'mdxJsxAttribute' && one.name === 'id');
}
