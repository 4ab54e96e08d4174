import type { Program } from 'estree';
import type { Nodes, RootContent } from 'mdast';
import type {
  MdxFlowExpression,
  MdxJsxAttribute,
  MdxJsxExpressionAttribute,
  MdxJsxFlowElement,
  MdxJsxTextElement,
  MdxTextExpression,
} from 'mdast-util-mdx';
import type { PageTree } from '../../schema/site.ts';
import { expressionOf, programOf, spreadOf } from '../source/expression.ts';
import type { ValueKind } from './exchange.ts';
import { handlersName } from './handlers.ts';
import { literalOf, shownLiteral } from './literal.ts';
import { apart, readableCode } from './readable-code.ts';

export type JsxNode = MdxJsxFlowElement | MdxJsxTextElement;
export type ExpressionNode = MdxFlowExpression | MdxTextExpression;

/** An expression of a file: a pair of braces, an attribute, or a whole element of an author's component. */
export type Holder = JsxNode | ExpressionNode | MdxJsxAttribute | MdxJsxExpressionAttribute;

/** What a name that a file imports is there. */
export interface ImportedName {
  readonly from: string;
  /** `default`, `*` or a name. */
  readonly name: string;
}

/** The code of an MDX file: its import and export lines, and its expressions as a list of functions. */
export interface Unit {
  /** Names that the import and export lines declare, and what they import. */
  readonly declared: ReadonlyMap<string, ImportedName | undefined>;
  /** Names that other files can import. */
  readonly exported: readonly string[];
  readonly expressions: readonly UnitExpression[];
  readonly indexes: ReadonlyMap<Holder, number>;
  /** Content between tags of an author's component that the host renders. */
  readonly slots: readonly (readonly Nodes[])[];
  /** Import and export lines, each in its own line of the file. */
  readonly lines: string;
  /** Properties that the expressions see by their bare names. */
  readonly parameters: readonly string[];
}

export interface UnitExpression {
  readonly code: string;
  readonly kind: ValueKind;
  /** Part of the element of an author's component, and wanted alone only when that element fails. */
  readonly isSpare: boolean;
}

interface Draft {
  readonly declared: Unit['declared'];
  readonly parameters: readonly string[];
  readonly fill: (text: string) => string;
  readonly isSnippet: (name: ImportedName) => boolean;
  readonly expressions: UnitExpression[];
  readonly indexes: Map<Holder, number>;
  readonly slots: (readonly Nodes[])[];
}

/**
 * Reads the code of a tree. `names` are the properties that the file was given; `fill` puts variables
 * into attributes, and `isSnippet` knows imports that are Markdown.
 */
export function unitOf(
  tree: PageTree,
  names: readonly string[],
  { fill, isSnippet }: Pick<Draft, 'fill' | 'isSnippet'>,
): Unit {
  const modules = tree.root.children.flatMap((node) => (node.type === 'mdxjsEsm' ? [node] : []));
  const programs = modules.flatMap((node) => programOf(node) ?? []);
  const declared = new Map(programs.flatMap(declaredBy));
  const draft: Draft = {
    declared,
    parameters: names.filter((name) => identifier.test(name) && !declared.has(name)),
    fill,
    isSnippet,
    expressions: [],
    indexes: new Map(),
    slots: [],
  };
  for (const node of tree.root.children) visit(node, draft, false);
  return {
    ...draft,
    exported: programs.flatMap(exportedBy),
    lines: linesOf(modules),
  };
}

/** The code of a unit, before it is compiled. */
export function unitCode({ lines, parameters, expressions }: Unit): string {
  const list = expressions.map(({ code }) => `() => ${code}`).join(',\n');
  return `${lines}\nexport const __docent = ({${parameters.join(', ')}}, __slot) => [\n${list}\n];`;
}

/** Whether a name is one of the author's: declared in the file, or given to it. */
export function isAuthors(
  name: string | null,
  unit: Pick<Unit, 'declared' | 'parameters'>,
): boolean {
  const [first = ''] = (name ?? '').split('.');
  return unit.declared.has(first) || (/^[A-Z]/.test(first) && unit.parameters.includes(first));
}

const identifier =
  /^(?!(?:arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$)[A-Za-z_$][\w$]*$/;

function declaredBy(program: Program): [string, ImportedName | undefined][] {
  return program.body.flatMap((statement): [string, ImportedName | undefined][] => {
    if (statement.type === 'ImportDeclaration') {
      const from = String(statement.source.value);
      return statement.specifiers.map((specifier) => {
        const name =
          specifier.type === 'ImportDefaultSpecifier'
            ? 'default'
            : specifier.type === 'ImportNamespaceSpecifier'
              ? '*'
              : nameOf(specifier.imported);
        return [specifier.local.name, { from, name }];
      });
    }
    const declaration = statement.type.startsWith('Export')
      ? (statement as { declaration?: unknown }).declaration
      : statement;
    return declarationNames(declaration).map((name) => [name, undefined]);
  });
}

function exportedBy(program: Program): string[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    return statement.declaration
      ? declarationNames(statement.declaration)
      : statement.specifiers.map(({ exported }) => nameOf(exported));
  });
}

function nameOf(node: { readonly type: string; name?: string; value?: unknown }): string {
  return node.name ?? String(node.value);
}

function declarationNames(node: unknown): string[] {
  const { type, id, declarations } = (node ?? {}) as {
    type?: string;
    id?: { name: string } | null;
    declarations?: readonly { id: unknown }[];
  };
  if (type === 'VariableDeclaration')
    return (declarations ?? []).flatMap((one) => patternNames(one.id));
  return (type === 'FunctionDeclaration' || type === 'ClassDeclaration') && id ? [id.name] : [];
}

function patternNames(node: unknown): string[] {
  const pattern = node as {
    type: string;
    name: string;
    elements: unknown[];
    properties: { type: string; value: unknown; argument: unknown }[];
    left: unknown;
    argument: unknown;
  } | null;
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ArrayPattern':
      return pattern.elements.flatMap(patternNames);
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => patternNames(one.value ?? one.argument));
    case 'AssignmentPattern':
      return patternNames(pattern.left);
    case 'RestElement':
      return patternNames(pattern.argument);
    default:
      return [];
  }
}

/** Module lines, padded so that each begins in the line where the author wrote it. */
function linesOf(modules: readonly { value: string; position?: Nodes['position'] }[]): string {
  let text = '';
  let line = 1;
  for (const { value, position } of modules) {
    const start = position?.start.line ?? line;
    const gap = '\n'.repeat(Math.max(1, start - line));
    text += (line === 1 && start === 1 ? '' : gap) + value;
    line = Math.max(line, start) + value.split('\n').length - 1;
  }
  return text;
}

/** Gives every expression of a node its place in the list; `isInlined` below an author's element. */
function visit(node: Nodes, draft: Draft, isInlined: boolean): void {
  if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') {
    add(node, { code: braced(node), kind: 'child', isSpare: isInlined }, draft);
  } else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
    visitElement(node, draft, isInlined);
  } else if ('children' in node) {
    for (const child of node.children) visit(child, draft, isInlined);
  }
}

function visitElement(node: JsxNode, draft: Draft, isInlined: boolean): void {
  if (isAuthors(node.name, draft) && !isInlined) {
    add(node, { code: elementCode(node, draft), kind: 'child', isSpare: false }, draft);
  } else {
    for (const attribute of node.attributes) visitAttribute(attribute, draft, isInlined);
  }
  const inside = isInlined || (isAuthors(node.name, draft) && !isSnippetElement(node, draft));
  for (const child of node.children) visit(child as Nodes, draft, inside);
}

function visitAttribute(
  attribute: JsxNode['attributes'][number],
  draft: Draft,
  isSpare: boolean,
): void {
  if (attribute.type === 'mdxJsxExpressionAttribute') {
    if (spreadOf(attribute)) {
      add(attribute, { code: `({${attribute.value}\n})`, kind: 'spread', isSpare }, draft);
    }
  } else if (typeof attribute.value === 'object' && attribute.value !== null) {
    const tree = expressionOf(attribute.value);
    if (tree && !literalOf(tree)) {
      add(attribute, { code: `(${attribute.value.value}\n)`, kind: 'value', isSpare }, draft);
    }
  }
}

function add(
  holder: Holder,
  expression: Omit<UnitExpression, 'code'> & { readonly code: string | undefined },
  draft: Draft,
): void {
  const { code } = expression;
  if (code === undefined || draft.indexes.has(holder)) return;
  draft.indexes.set(holder, draft.expressions.length);
  draft.expressions.push({ ...expression, code });
}

/** The code between braces; undefined for a comment, for nothing, and for a plain literal. */
function braced(node: ExpressionNode): string | undefined {
  const tree = expressionOf(node);
  return tree === undefined || shownLiteral(tree) ? undefined : `(${node.value}\n)`;
}

/** The element of an author's component with all that is written between its tags. */
function elementCode(node: JsxNode, draft: Draft): string {
  const content = isSnippetElement(node, draft)
    ? slotCode(node.children as Nodes[], draft)
    : contentCode(node.children as RootContent[], draft);
  return madeCode(node, content, draft);
}

function madeCode(node: JsxNode, content: readonly string[], draft: Draft): string {
  return `__h(${[nameCode(node.name), propsCode(node, draft), ...content].join(', ')})`;
}

function isSnippetElement(node: JsxNode, draft: Draft): boolean {
  const imported = draft.declared.get(node.name ?? '');
  return imported !== undefined && draft.isSnippet(imported);
}

function nameCode(name: string | null): string {
  if (name === null) return '__F';
  const isName = /^[A-Z_$][\w$]*$|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(name);
  return isName ? name : JSON.stringify(name);
}

function propsCode(node: JsxNode, draft: Draft): string {
  const parts = node.attributes.flatMap((attribute) => {
    if (attribute.type === 'mdxJsxExpressionAttribute') {
      return spreadOf(attribute) ? `${attribute.value}\n` : [];
    }
    const name = `[${JSON.stringify(attribute.name)}]`;
    const { value } = attribute;
    if (value === null || value === undefined) return `${name}: true`;
    if (typeof value === 'string') return `${name}: ${JSON.stringify(draft.fill(value))}`;
    return expressionOf(value) ? `${name}: (${value.value}\n)` : [];
  });
  return `{${parts.join(', ')}}`;
}

function contentCode(nodes: readonly RootContent[], draft: Draft): string[] {
  return apart(nodes, (node) => nodeCode(node, draft));
}

function nodeCode(node: RootContent, draft: Draft): string[] {
  switch (node.type) {
    case 'text':
      return [JSON.stringify(node.value)];
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return expressionOf(node) ? [`(${node.value}\n)`] : [];
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      // The page knows which element has the handlers.
      return handlersName(node) === undefined
        ? [elementCode(node, draft)]
        : slotCode([node], draft);
    case 'paragraph':
      // Tags on one line are no paragraph.
      return node.children.every(isTagOrBlank) && node.children.some(isTag)
        ? contentCode(node.children.filter(isTag), draft)
        : slotCode([node], draft);
    default:
      return slotCode([node], draft);
  }
}

function isTag(node: Nodes): boolean {
  return node.type === 'mdxJsxTextElement' || node.type === 'mdxTextExpression';
}

function isTagOrBlank(node: Nodes): boolean {
  return isTag(node) || (node.type === 'text' && node.value.trim() === '');
}

function slotCode(nodes: readonly Nodes[], draft: Draft): string[] {
  if (nodes.length === 0) return [];
  for (const node of nodes) visit(node, draft, false);
  const readable = readableCode(nodes, (node, content) => madeCode(node, content, draft));
  return [`__slot(${draft.slots.push(nodes) - 1}, () => [${readable.join(', ')}])`];
}
