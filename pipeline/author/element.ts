import type { Nodes } from 'mdast';
import { type ComponentChild, type ComponentChildren, Fragment, h, isValidElement } from 'preact';
import { expressionOf } from '../source/expression.ts';
import { placeIn } from '../source/file-places.ts';
import { shownAnswer } from './answers.ts';
import { findFile, isFileImport } from './files.ts';
import { include } from './include.ts';
import { literalOf } from './literal.ts';
import type { FileCode } from './page-code.ts';
import type { AuthorsState } from './state.ts';
import { type ImportedName, isAuthors, type JsxNode } from './unit.ts';
import type { Frame } from './walker.ts';

/** An element of a component that the author wrote or imported; undefined for all others. */
export function element(
  state: AuthorsState,
  node: JsxNode,
  { frame, children }: { readonly frame: Frame; readonly children: () => ComponentChild[] },
): ComponentChildren {
  const file = state.files.get(frame);
  if (file === undefined || !isAuthors(node.name, file.unit)) return undefined;
  const imported = file.unit.declared.get(node.name ?? '');
  if (imported && !exists(state, imported, frame)) return h(Fragment, null, children());
  const path = imported && snippetPath(state, imported, frame);
  const props = path === undefined ? undefined : literalAttributes(state, node, file);
  if (path !== undefined && props !== undefined) {
    const kids = children();
    return include(state, path, {
      props: kids.length === 0 ? props : { ...props, children: kids },
    });
  }
  const place = placeIn(node as Nodes, frame.file);
  return h(Fragment, null, shownAnswer(state, { holder: node, frame, place }) ?? children());
}

/** Whether an import has a file or is part of React; a missing file was reported when the source was read. */
function exists({ code }: AuthorsState, { from }: ImportedName, { file }: Frame): boolean {
  if (isFileImport(from)) return findFile(from, file, code.page.site) !== undefined;
  return /^p?react(?:$|[-/])/.test(from);
}

/** The Markdown file that an import names, if it does. */
function snippetPath(
  { code }: AuthorsState,
  { from, name }: ImportedName,
  { file }: Frame,
): string | undefined {
  if (name !== 'default') return undefined;
  const path = findFile(from, file, code.page.site);
  return path !== undefined && /\.mdx?$/.test(path) ? path : undefined;
}

/** The attributes of an element when all of them are literals: such a snippet needs no sandbox. */
function literalAttributes(
  { code }: AuthorsState,
  node: JsxNode,
  { literals }: FileCode,
): Record<string, unknown> | undefined {
  const pairs: [string, unknown][] = [];
  for (const attribute of node.attributes) {
    if (attribute.type === 'mdxJsxExpressionAttribute') return undefined;
    const { name, value } = attribute;
    if (value === null || value === undefined) pairs.push([name, true]);
    else if (typeof value === 'string') pairs.push([name, code.page.fill(value)]);
    else {
      const tree = expressionOf(value);
      const literal = tree && literalOf(tree, literals);
      if (!literal || isValidElement(literal.value)) return undefined;
      pairs.push([name, literal.value]);
    }
  }
  return Object.fromEntries(pairs);
}
