import type { Nodes } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { Page, PageTree, Site, SourceFile } from '../../schema/site.ts';
import { expressionOf, programOf } from '../source/expression.ts';
import { parsePage } from '../source/parse.ts';
import { sitePath } from './addresses.ts';
import { interpolate } from './components/code-block.tsx';
import { declare, evaluate, type Scope, scopeOf } from './evaluate.ts';

/**
 * The page as agents read it: the author's own Markdown, with snippets put in, variables filled,
 * imports taken out, and what is for people only left away. Text is cut and joined, never rewritten.
 */
export function agentMarkdown(page: Page, site: Site, tree: PageTree): string {
  const text = pieceOf({ file: page.file, tree, site, props: {}, open: [page.file.path] });
  return text.replaceAll(/\n{3,}/g, '\n\n').trim();
}

interface Source {
  readonly file: SourceFile;
  readonly tree: PageTree;
  readonly site: Site;
  readonly props: Readonly<Record<string, unknown>>;
  /** Files that are being put in, outermost first. */
  readonly open: readonly string[];
}

/** What a file's names mean. */
interface Sight {
  /** Imported snippets by local name. */
  readonly imports: ReadonlyMap<string, string>;
  readonly scope: Scope;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function pieceOf(source: Source): string {
  const { text } = source.file;
  const imports = importsOf(source);
  const edits: Edit[] = [];
  collect(source.tree.root.children, source, { imports, scope: scopeOfFile(source) }, edits);
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

function collect(nodes: readonly Nodes[], source: Source, sight: Sight, edits: Edit[]): void {
  for (const node of nodes) {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined) continue;
    if (node.type === 'mdxjsEsm') edits.push({ start, end, text: '' });
    else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
      const replaced = replacement(node, source, sight);
      if (replaced === undefined) collect(node.children, source, sight, edits);
      else edits.push({ start, end, text: replaced });
    } else if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') {
      const value = staticText(node, sight.scope);
      if (value !== undefined) edits.push({ start, end, text: value });
    } else if (node.type === 'code') {
      const written = source.file.text.slice(start, end);
      const filled = interpolate(written, source.props);
      if (filled !== written) edits.push({ start, end, text: filled });
    } else if ('children' in node) collect(node.children, source, sight, edits);
  }
}

/** Text in place of an element; undefined leaves it as it is and looks inside. */
function replacement(
  node: MdxJsxFlowElement | MdxJsxTextElement,
  source: Source,
  sight: Sight,
): string | undefined {
  const props = propsOf(node, sight.scope);
  if (node.name === 'Visibility') {
    if (props.for === 'humans') return '';
    return innerText(node, source, sight);
  }
  const path =
    node.name === 'Snippet'
      ? snippetPath(String(props.file ?? ''), source)
      : sight.imports.get(node.name ?? '');
  if (path === undefined || !/\.mdx?$/.test(path) || source.open.includes(path)) return undefined;
  const file = source.site.snippets.get(path);
  if (!file) return undefined;
  const tree = parsePage(file, {
    format: path.endsWith('.md') ? 'md' : 'mdx',
    latex: source.site.config.styling.latex,
  });
  const piece = pieceOf({ ...source, file, tree, props, open: [...source.open, path] });
  return node.type === 'mdxJsxFlowElement' ? `\n${piece.trim()}\n` : piece.trim();
}

function innerText(
  node: MdxJsxFlowElement | MdxJsxTextElement,
  source: Source,
  sight: Sight,
): string {
  const start = node.children[0]?.position?.start.offset;
  const end = node.children.at(-1)?.position?.end.offset;
  if (start === undefined || end === undefined) return '';
  const edits: Edit[] = [];
  collect(node.children, source, sight, edits);
  let out = '';
  let at = start;
  for (const edit of edits) {
    out += source.file.text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + source.file.text.slice(at, end);
}

/** Props, and the constants that the file exports and that need no rendering. */
function scopeOfFile(source: Source): Scope {
  const names: Record<string, unknown> = { user: {}, props: source.props, ...source.props };
  const scope = scopeOf(names);
  for (const node of source.tree.root.children) {
    if (node.type !== 'mdxjsEsm') continue;
    for (const statement of programOf(node)?.body ?? []) {
      if (statement.type !== 'ExportNamedDeclaration') continue;
      if (statement.declaration?.type !== 'VariableDeclaration') continue;
      try {
        declare(statement.declaration, names, { scope });
      } catch {
        // What must be rendered stays as the author wrote it.
      }
    }
  }
  return scope;
}

function importsOf(source: Source): ReadonlyMap<string, string> {
  const imports = new Map<string, string>();
  for (const node of source.tree.root.children) {
    if (node.type !== 'mdxjsEsm') continue;
    for (const statement of programOf(node)?.body ?? []) {
      if (statement.type !== 'ImportDeclaration') continue;
      const path = sitePath(String(statement.source.value), source.file.path);
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ImportDefaultSpecifier') continue;
        const known = [path, `${path}.mdx`, `${path}.md`].find((one) =>
          source.site.snippets.has(one),
        );
        if (known) imports.set(specifier.local.name, known);
      }
    }
  }
  return imports;
}

function snippetPath(name: string, source: Source): string | undefined {
  const plain = name.replace(/^\/+/, '').replace(/^_?snippets\//, '');
  return [`snippets/${plain}`, `_snippets/${plain}`].find((path) => source.site.snippets.has(path));
}

function propsOf(
  node: MdxJsxFlowElement | MdxJsxTextElement,
  scope: Scope,
): Record<string, unknown> {
  const props: Record<string, unknown> = {};
  for (const attribute of node.attributes) {
    if (attribute.type !== 'mdxJsxAttribute') continue;
    const { value } = attribute;
    if (typeof value === 'string') props[attribute.name] = value;
    else if (value) {
      const given = staticText(value, scope);
      if (given !== undefined) props[attribute.name] = given;
    } else props[attribute.name] = true;
  }
  return props;
}

/** What an expression says as text; undefined when that cannot be said without rendering. */
function staticText(node: Parameters<typeof expressionOf>[0], scope: Scope): string | undefined {
  const expression = expressionOf(node);
  if (expression === undefined) return '';
  try {
    const value = evaluate(expression, scope);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  } catch {
    return undefined;
  }
}

function fill(text: string, site: Site): string {
  if (site.variables.size === 0 || !text.includes('{{')) return text;
  return text.replaceAll(
    /(\\?)\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g,
    (written, slash: string, name: string) =>
      slash === '' ? (site.variables.get(name) ?? written) : written,
  );
}
