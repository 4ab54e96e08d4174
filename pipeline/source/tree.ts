import type { Literal, Nodes, Parents, PhrasingContent } from 'mdast';
import type {} from 'mdast-util-mdx';
import type {} from 'remark-math';
import type { Place } from '../../schema/errors.ts';
import { pointsIn } from '../../schema/lines.ts';
import type { LanguageAttributes } from '../../schema/site.ts';

/** A variable in prose, `{{name}}`: the renderer puts its value in place. */
export interface VariableNode extends Literal {
  type: 'variable';
  /** Name without braces; `value` is the text as written. */
  name: string;
}

declare module 'unist' {
  interface Data {
    /** Set where the words are in another language than the rest of the page. */
    language?: LanguageAttributes;
  }
}

declare module 'mdast' {
  interface RootContentMap {
    variable: VariableNode;
  }
  interface PhrasingContentMap {
    variable: VariableNode;
  }
  interface HeadingData {
    /** Id that the author gave: `## Title {#id}`. */
    id?: string;
  }
}

declare module 'mdast-util-math' {
  interface InlineMathData {
    /** Written with two dollars inside a line. */
    display?: boolean;
    /** Alone on its lines. */
    block?: boolean;
  }
}

const phrasing: ReadonlySet<string> = new Set<Nodes['type']>([
  'text',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
  'image',
  'imageReference',
  'inlineCode',
  'inlineMath',
  'break',
  'footnoteReference',
  'mdxTextExpression',
  'mdxJsxTextElement',
  'variable',
]);

/** Whether a node belongs into a line of prose. */
export function isPhrasing(node: Nodes): node is PhrasingContent {
  return phrasing.has(node.type);
}

/** Calls `visit` on every node, parents first; `false` keeps it out of the node's children. */
export function walk(node: Nodes, visit: (node: Nodes, parent?: Parents) => unknown): void {
  step(node, undefined, visit);
}

function step(
  node: Nodes,
  parent: Parents | undefined,
  visit: (node: Nodes, parent?: Parents) => unknown,
): void {
  if (visit(node, parent) === false || !('children' in node)) return;
  for (const child of node.children) step(child, node, visit);
}

/** Position of a node in its file. */
export function placeOf(node: { readonly position?: Nodes['position'] }): Place | undefined {
  const { start, end } = node.position ?? {};
  if (start?.offset === undefined || end?.offset === undefined) return undefined;
  return {
    start: { line: start.line, column: start.column, offset: start.offset },
    end: { line: end.line, column: end.column, offset: end.offset },
  };
}

/** The range from one offset to another, in lines and columns. */
export function placeIn(text: string, start: number, end: number): Place {
  const point = pointsIn(text);
  return { start: point(start), end: point(end) };
}
