import type { MdxJsxAttribute } from 'mdast-util-mdx';
import type { ComponentChild, ComponentChildren } from 'preact';
import type { PageTree, SourceFile } from '../../schema/site.ts';
import { element } from './element.ts';
import { attributes, shown, textOf } from './expressions.ts';
import { findSnippet } from './files.ts';
import { handlersName } from './handlers.ts';
import { include } from './include.ts';
import { type AuthorsOptions, type AuthorsState, makeFrame, newState } from './state.ts';
import type { ExpressionNode, JsxNode } from './unit.ts';
import type { Frame } from './walker.ts';

/** What authors bring to a page of their own: snippets, components, data, expressions. */
export interface Authors {
  /** The frame of a file; its expressions see the properties by name. */
  frameOf(tree: PageTree, file: SourceFile, format: 'mdx' | 'md', props: Frame['props']): Frame;
  /** What `{…}` shows. */
  shown(node: ExpressionNode, frame: Frame): ComponentChildren;
  /** The attributes of an element. */
  attributes(node: JsxNode, frame: Frame): Record<string, unknown>;
  /** The attributes by which the browser finds the handlers of an HTML element; none without handlers. */
  handlers(node: JsxNode, frame: Frame): Readonly<Record<string, string>>;
  /** An element of a component that the author wrote or imported; undefined for all others. */
  element(node: JsxNode, frame: Frame, children: () => ComponentChild[]): ComponentChildren;
  /** The snippet that `<Snippet file>` names; undefined when it is missing. */
  snippet(name: string, frame: Frame, props: Record<string, unknown>): ComponentChildren;
  /** An expression as text, where it is text; reports nothing. */
  textOf(holder: ExpressionNode | MdxJsxAttribute, frame: Frame): string | undefined;
  close(): void;
}

/**
 * Makes the page's view of its authors' code. Missing files, packages and cycles were reported
 * when the sources were read; here they only show nothing.
 */
export function createAuthors(options: AuthorsOptions): Authors {
  const state = newState(options);
  return {
    frameOf: (tree, file, format, props) => makeFrame(state, { tree, file, format, props }),
    shown: (node, frame) => shown(state, node, frame),
    attributes: (node, frame) => attributes(state, node, frame),
    handlers: (node, frame) => handlers(state, node, frame),
    element: (node, frame, children) => element(state, node, { frame, children }),
    snippet: (name, frame, props) => snippet(state, name, { frame, props }),
    textOf: (holder, frame) => textOf(state, holder, frame),
    close: () => state.code.sandbox?.close(),
  };
}

function snippet(
  state: AuthorsState,
  name: string,
  { frame, props }: { readonly frame: Frame; readonly props: Frame['props'] },
): ComponentChildren {
  const path = findSnippet(name, frame.file, state.code.page.site);
  return path === undefined ? undefined : include(state, path, { props });
}

function handlers(
  { addIsland }: AuthorsState,
  node: JsxNode,
  frame: Frame,
): Readonly<Record<string, string>> {
  const name = handlersName(node);
  if (name === undefined) return {};
  const island = { module: frame.file, export: name, props: {}, needs: [] };
  return { 'data-island': addIsland(island) };
}
