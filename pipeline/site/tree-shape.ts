import type { Definition, FootnoteDefinition, Nodes, PhrasingContent, RootContent } from 'mdast';
import type { PageTree } from '../../schema/site.ts';

/** Link targets and footnotes of a tree by their lower-case names; the first of a name counts. */
export function collectDefinitions(root: PageTree['root']) {
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  const visit = (nodes: readonly Nodes[]): void => {
    for (const node of nodes) {
      if (node.type === 'definition') {
        const key = node.identifier.toLowerCase();
        if (!definitions.has(key)) definitions.set(key, node);
      } else if (node.type === 'footnoteDefinition') {
        footnotes.set(node.identifier.toLowerCase(), node);
      } else if (
        'children' in node &&
        node.type !== 'paragraph' &&
        node.type !== 'heading' &&
        node.type !== 'table'
      ) {
        visit(node.children);
      }
    }
  };
  visit(root.children);
  return { definitions, footnotes };
}

/** Whether a piece of a paragraph is a tag, an expression or white space. */
export function isTagOrBlank(node: PhrasingContent): boolean {
  return (
    node.type === 'mdxJsxTextElement' ||
    node.type === 'mdxTextExpression' ||
    (node.type === 'text' && node.value.trim() === '')
  );
}

/** End of the run of blocks, from `start`, on one line of the source. */
export function lineOfTags(nodes: readonly Nodes[], start: number): number {
  let end = start;
  for (; end < nodes.length; end++) {
    const node = nodes[end];
    if (node?.type !== 'mdxJsxFlowElement' && node?.type !== 'mdxFlowExpression') break;
    const before = nodes[end - 1]?.position?.end.line;
    if (end > start && (before === undefined || before !== node.position?.start.line)) break;
  }
  return end;
}

/** Elements that belong into a line of text: a paragraph of them stays a paragraph. */
export function isInlineTag(node: Nodes): boolean {
  return (
    (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') &&
    inlineTags.has(node.name ?? '')
  );
}

const inlineTags = new Set(
  'a abbr b bdi bdo br cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var Badge Tooltip Icon Link'.split(
    ' ',
  ),
);

/** Elements whose content is text: Markdown's paragraph inside them would be one element too many. */
export function isTextElement(name: string): boolean {
  return textTags.has(name);
}

const textTags = new Set(
  'p h1 h2 h3 h4 h5 h6 a abbr b bdi bdo button cite code data dfn dt em figcaption i kbd label legend mark q s samp small span strong sub summary sup td th time u var Badge Tooltip Heading Link'.split(
    ' ',
  ),
);

/**
 * The blocks that are one text, which its author divided by beginning lines with tags: inline tags, and paragraphs without
 * a blank line before or after. Undefined if another block is among them, or if there is one block only.
 */
export function linesOfText(nodes: readonly RootContent[]): readonly TextPart[] | undefined {
  if (nodes.length < 2) return undefined;
  const parts: TextPart[] = [];
  let previous: RootContent | undefined;
  for (const node of nodes) {
    const isParagraph = node.type === 'paragraph' && !node.data?.language;
    if (!isParagraph && node.type !== 'mdxFlowExpression' && !isLineTag(node)) return undefined;
    const before = previous?.position?.end;
    const { line = 0, offset = 0 } = node.position?.start ?? {};
    const hasProse = isParagraph || previous?.type === 'paragraph';
    if (before && hasProse && line > before.line + 1) return undefined;
    const isApart = before !== undefined && offset > (before.offset ?? 0);
    parts.push({ nodes: isParagraph ? node.children : [node], isApart });
    previous = node;
  }
  return parts;
}

interface TextPart {
  readonly nodes: readonly Nodes[];
  /** Whether white space comes before it. */
  readonly isApart: boolean;
}

function isLineTag(node: Nodes): boolean {
  return isInlineTag(node) || (node.type === 'mdxJsxFlowElement' && node.name === 'img');
}

/** The content of a lone paragraph, else the nodes themselves. */
export function unwrapOnly(nodes: readonly RootContent[]): readonly Nodes[] {
  const [only] = nodes;
  return nodes.length === 1 && only?.type === 'paragraph' ? only.children : nodes;
}

/** Text of a node without its markup. */
export function plainText(node: Nodes | undefined): string {
  if (!node) return '';
  if ('value' in node && !node.type.startsWith('mdx')) return node.value;
  if ('alt' in node) return node.alt ?? '';
  return 'children' in node ? (node.children as Nodes[]).map(plainText).join('') : '';
}
