import type { Heading, PhrasingContent, Root } from 'mdast';
import { walk } from './tree.ts';

/** Gives headings the id of the empty `<a id="…">` in them: their authors mean it as the address of the heading. */
export function takeAnchors(root: Root, text: string): void {
  if (!/<a\s/.test(text)) return;
  walk(root, (node) => {
    if (node.type === 'heading' && node.data?.id === undefined) takeAnchor(node);
  });
}

function takeAnchor(heading: Heading): void {
  const index = heading.children.findIndex((child) => anchorOf(child) !== undefined);
  const anchor = heading.children[index];
  const id = anchor && anchorOf(anchor);
  if (id === undefined) return;
  heading.children.splice(index, 1);
  heading.data = { ...heading.data, id };
  const before = heading.children[index - 1];
  const isLast = index === heading.children.length;
  if (isLast && before?.type === 'text') before.value = before.value.trimEnd();
}

/** Id of an element that is an address and nothing else. */
function anchorOf(node: PhrasingContent): string | undefined {
  if (node.type !== 'mdxJsxTextElement' || node.name !== 'a' || node.children.length > 0) {
    return undefined;
  }
  const [only, ...others] = node.attributes;
  if (only?.type !== 'mdxJsxAttribute' || others.length > 0) return undefined;
  const isId = (only.name === 'id' || only.name === 'name') && typeof only.value === 'string';
  return isId && only.value !== '' ? (only.value as string) : undefined;
}
