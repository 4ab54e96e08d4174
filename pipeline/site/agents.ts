import type { Nodes } from 'mdast';
import type { MdxJsxAttribute, MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { Page, PageTree, Site, SourceFile } from '../../schema/site.ts';
import type { Authors } from '../author/authors.ts';
import { findFile, findSnippet, formatOf } from '../author/files.ts';
import type { ExpressionNode } from '../author/unit.ts';
import type { Frame } from '../author/walker.ts';
import { programOf } from '../source/expression.ts';
import { interpolate } from './components/code-block.tsx';
import { snippetTree } from './snippet-tree.ts';

/** A page whose body was rendered: its expressions have their values. */
export interface ReadPage {
  readonly page: Page;
  readonly site: Site;
  readonly tree: PageTree;
  readonly frame: Frame;
  readonly authors: Pick<Authors, 'frameOf' | 'textOf'>;
}

/**
 * The page for agents: the author's own Markdown, with snippets and variables resolved, and without
 * imports and content for humans only. Text is cut and joined, never rewritten.
 */
export function agentMarkdown({ page, site, tree, frame, authors }: ReadPage): string {
  const left = { includes: mostIncludes };
  const open = [page.file.path];
  const text = pieceOf({ file: page.file, tree, site, frame, authors, open, left });
  return text.replaceAll(/\n{3,}/g, '\n\n').trim();
}

/** Snippets that one page may include, each time counted. */
const mostIncludes = 5000;

interface Source extends Pick<ReadPage, 'site' | 'tree' | 'frame' | 'authors'> {
  readonly file: SourceFile;
  /** Files that are being put in, outermost first. */
  readonly open: readonly string[];
  readonly left: { includes: number };
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function pieceOf(source: Source): string {
  const { text } = source.file;
  const edits: Edit[] = [];
  collect(source.tree.root.children, source, edits);
  const first = source.tree.root.children[0]?.position?.start.offset ?? text.length;
  let out = '';
  let at = first;
  for (const edit of edits) {
    if (edit.start < at) continue;
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  out += text.slice(at);
  return fill(out, source.site);
}

function collect(nodes: readonly Nodes[], source: Source, edits: Edit[]): void {
  for (const node of nodes) {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined) continue;
    if (node.type === 'mdxjsEsm') edits.push({ start, end, text: '' });
    else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
      const replaced = replacement(node, source);
      if (replaced === undefined) collect(node.children, source, edits);
      else edits.push({ start, end, text: replaced });
    } else if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') {
      const value = source.authors.textOf(node as ExpressionNode, source.frame);
      if (value !== undefined) edits.push({ start, end, text: value });
    } else if (node.type === 'code') {
      const written = source.file.text.slice(start, end);
      const filled = interpolate(written, source.frame.props);
      if (filled !== written) edits.push({ start, end, text: filled });
    } else if ('children' in node) collect(node.children, source, edits);
  }
}

/** Text in place of an element; undefined leaves it as it is and looks inside. */
function replacement(
  node: MdxJsxFlowElement | MdxJsxTextElement,
  source: Source,
): string | undefined {
  if (node.name === 'Visibility') {
    return propsOf(node, source).for === 'humans' ? '' : innerText(node, source);
  }
  const path = snippetOf(node, source);
  if (path === undefined || !/\.mdx?$/.test(path) || source.open.includes(path)) return undefined;
  const file = source.site.snippets.get(path);
  if (!file || source.left.includes-- <= 0) return undefined;
  const tree = snippetTree(file, source.site);
  const frame = source.authors.frameOf(tree, file, formatOf(path), propsOf(node, source));
  const piece = pieceOf({ ...source, file, tree, frame, open: [...source.open, path] });
  return node.type === 'mdxJsxFlowElement' ? `\n${piece.trim()}\n` : piece.trim();
}

/** The snippet that an element refers to. */
function snippetOf(
  node: MdxJsxFlowElement | MdxJsxTextElement,
  source: Source,
): string | undefined {
  const { path } = source.file;
  if (node.name === 'Snippet') {
    return findSnippet(String(propsOf(node, source).file ?? ''), path, source.site);
  }
  const from = importsOf(source.tree).get(node.name ?? '');
  return from === undefined ? undefined : findFile(from, path, source.site);
}

function innerText(node: MdxJsxFlowElement | MdxJsxTextElement, source: Source): string {
  const start = node.children[0]?.position?.start.offset;
  const end = node.children.at(-1)?.position?.end.offset;
  if (start === undefined || end === undefined) return '';
  const edits: Edit[] = [];
  collect(node.children, source, edits);
  let out = '';
  let at = start;
  for (const edit of edits) {
    out += source.file.text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + source.file.text.slice(at, end);
}

const imports = new WeakMap<PageTree, ReadonlyMap<string, string>>();

/** Default imports of a file: local name → what it is imported from. */
function importsOf(tree: PageTree): ReadonlyMap<string, string> {
  let known = imports.get(tree);
  if (!known) {
    known = new Map(
      tree.root.children
        .flatMap((node) => (node.type === 'mdxjsEsm' ? (programOf(node)?.body ?? []) : []))
        .flatMap((statement) => {
          if (statement.type !== 'ImportDeclaration') return [];
          const found = statement.specifiers.find(({ type }) => type === 'ImportDefaultSpecifier');
          return found ? [[found.local.name, String(statement.source.value)] as const] : [];
        }),
    );
    imports.set(tree, known);
  }
  return known;
}

function propsOf(
  node: MdxJsxFlowElement | MdxJsxTextElement,
  source: Source,
): Record<string, unknown> {
  const props: [string, unknown][] = [];
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute') continue;
    const value = attributeText(attribute, source);
    if (value !== undefined) props.push([attribute.name, value]);
  }
  return Object.fromEntries(props);
}

function attributeText(attribute: MdxJsxAttribute, { authors, frame }: Source): unknown {
  const { value } = attribute;
  if (typeof value === 'string') return value;
  return value ? authors.textOf(attribute, frame) : true;
}

function fill(text: string, site: Site): string {
  if (site.variables.size === 0 || !text.includes('{{')) return text;
  return text.replaceAll(
    /(\\?)\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g,
    (written, slash: string, name: string) =>
      slash === '' ? (site.variables.get(name) ?? written) : written,
  );
}
