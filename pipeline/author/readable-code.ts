import type { Nodes } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import { expressionOf } from '../source/expression.ts';

/** The code of an element of JSX around what is in it. */
type ElementCode = (
  node: MdxJsxFlowElement | MdxJsxTextElement,
  content: readonly string[],
) => string;

/**
 * Code of what a component finds when it looks into Markdown between its tags: plain elements with the texts. It runs
 * only for components that do look; all others show the Markdown as the page renders it. A placeholder for one node
 * is its element to them, and has what is in that.
 */
export function readableCode(nodes: readonly Nodes[], element: ElementCode): string[] {
  const [only, ...others] = nodes;
  if (only === undefined || others.length > 0) return listCode(nodes, element);
  return 'children' in only
    ? listCode(only.children as Nodes[], element)
    : 'value' in only
      ? [JSON.stringify(only.value)]
      : [];
}

function listCode(nodes: readonly Nodes[], element: ElementCode): string[] {
  return apart(nodes, (node) => codeOf(node, element));
}

const block = /^(?:blockquote|code|heading|list|listItem|paragraph|table|tableRow|thematicBreak)$/;

/** Code of nodes with space between blocks, as the related dialect has it: a component may read only the words. */
export function apart<N extends Nodes>(nodes: readonly N[], code: (node: N) => string[]): string[] {
  return nodes.flatMap((node, at) => {
    const isApart = block.test(nodes[at - 1]?.type ?? '') && block.test(node.type);
    return isApart ? ['"\\n"', ...code(node)] : code(node);
  });
}

const tags: Readonly<Record<string, string>> = {
  blockquote: 'blockquote',
  break: 'br',
  delete: 'del',
  emphasis: 'em',
  listItem: 'li',
  paragraph: 'p',
  strong: 'strong',
  table: 'table',
  tableCell: 'td',
  tableRow: 'tr',
  thematicBreak: 'hr',
};

function codeOf(node: Nodes, element: ElementCode): string[] {
  switch (node.type) {
    case 'text':
    case 'math':
    case 'inlineMath':
      return [JSON.stringify(node.value)];
    case 'inlineCode':
      return [made('code', {}, [JSON.stringify(node.value)])];
    case 'code':
      return [made('pre', {}, [made('code', {}, [JSON.stringify(node.value)])])];
    case 'image':
      return [made('img', { src: node.url, alt: node.alt ?? '' }, [])];
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return expressionOf(node) ? [shown(node.value)] : [];
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return [element(node, listCode(node.children as Nodes[], element))];
  }
  const content = 'children' in node ? listCode(node.children as Nodes[], element) : [];
  if (node.type === 'link') return [made('a', { href: node.url }, content)];
  if (node.type === 'heading') return [made(`h${node.depth}`, {}, content)];
  if (node.type === 'list') return [made(node.ordered ? 'ol' : 'ul', {}, content)];
  const tag = tags[node.type];
  return tag === undefined ? content : [made(tag, {}, content)];
}

function made(tag: string, props: object, content: readonly string[]): string {
  return `__h(${[JSON.stringify(tag), JSON.stringify(props), ...content].join(', ')})`;
}

/** Braces around words that nothing declares are text, as on the page. */
function shown(code: string): string {
  return `(() => { try { return (${code}\n); } catch { return ${JSON.stringify(`{${code}}`)}; } })()`;
}
