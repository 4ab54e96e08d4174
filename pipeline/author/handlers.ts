import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { PageTree } from '../../schema/site.ts';
import { attributeExpression } from '../source/expression.ts';
import { walk } from '../source/tree.ts';

type JsxNode = MdxJsxFlowElement | MdxJsxTextElement;

/** Begins the names of what the bundle of a file exports for its elements with handlers. */
export const handlersPrefix = 'docent_on_';

/**
 * The name under which the bundle of a file has the handlers of an HTML element, as in `<button onClick={open}>`;
 * undefined for elements without any. Each element has its place in the file in its name.
 */
export function handlersName(node: JsxNode): string | undefined {
  const offset = node.position?.start.offset;
  if (offset === undefined || handlersOf(node).length === 0) return undefined;
  return `${handlersPrefix}${offset}`;
}

/** Code that exports the handlers of a file's elements, each in a function: it may use what only exists once it is called. */
export function handlersCode(tree: PageTree): string {
  const lines: string[] = [];
  walk(tree.root, (node) => {
    if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return;
    const name = handlersName(node);
    if (name !== undefined) lines.push(`export const ${name} = {${handlersOf(node).join()}};`);
  });
  return lines.join('\n');
}

function handlersOf({ name, attributes }: JsxNode): readonly string[] {
  if (!/^[a-z][^.]*$/.test(name ?? '')) return [];
  return attributes.flatMap((attribute) => {
    if (attribute.type !== 'mdxJsxAttribute' || !/^on[A-Z]\w*$/.test(attribute.name)) return [];
    const { value } = attribute;
    if (typeof value !== 'object' || !attributeExpression(attribute)) return [];
    return [`${attribute.name}: () => (${value?.value}\n)`];
  });
}
