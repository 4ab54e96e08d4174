import type { Node, SourceFile } from 'typescript/unstable/ast';
import {
  isCallExpression,
  isIdentifier,
  isImportDeclaration,
  isPropertyAccessExpression,
  isTemplateExpression,
  SyntaxKind,
} from 'typescript/unstable/ast';

/** A piece of text that people read. It is as long as in its file: everything that is not prose is blanked. */
export interface Passage {
  readonly kind: 'page' | 'comment' | 'message' | 'title';
  readonly start: number;
  readonly text: string;
}

/** The prose of a Markdown or MDX file: everything except code, URLs and imports. */
export function pagePassages(source: string): readonly Passage[] {
  const text = source
    .replace(/^( *)(`{3,})(.*)\n[\s\S]*?^\1\2`*$/gm, (fence, _indent, _marks, info: string) =>
      /^(text|console)?( |$)/.test(info) ? fence : blank(fence),
    )
    .replace(/`[^`\n]+`|\]\([^)\s]*\)|https?:\/\/\S+|^(?:import|export) .*$/gm, blank);
  return [{ kind: 'page', start: 0, text }];
}

/** The comments of a style sheet, or of code with blanked literals. */
export function comments(source: string): readonly Passage[] {
  const found = source.matchAll(/(?:\/\/.*(?:\n[ \t]*(?=\/\/))?)+|\/\*[\s\S]*?\*\//g);
  return Array.from(found, ({ 0: text, index }) => ({
    kind: 'comment',
    start: index,
    text: text.replace(/`[^`\n]+`|https?:\/\/\S+|^[ \t]*\/\/|^[ \t]*\/?\*+|\*\/$/gm, blank),
  }));
}

/** The comments and messages of a code file. In tests, only titles are messages. */
export function codePassages(file: SourceFile, isTest: boolean): readonly Passage[] {
  const passages: Passage[] = [];
  const literals: Node[] = [];
  const visit = (node: Node): void => {
    if (isImportDeclaration(node)) return;
    const isProse = isTemplateExpression(node) || stringKinds.has(node.kind);
    if (isProse && (!isTest || isTitle(node))) {
      const text = proseOf(node, file);
      const kind = isTest ? 'title' : 'message';
      if (/\S\s+\S/.test(text)) passages.push({ kind, start: node.getStart(file), text });
    }
    if (literalKinds.has(node.kind)) literals.push(node);
    node.forEachChild(visit);
  };
  visit(file);
  return [...passages, ...comments(withoutLiterals(file, literals))];
}

const stringKinds = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.JsxText,
]);

const literalKinds = new Set([
  ...stringKinds,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
  SyntaxKind.RegularExpressionLiteral,
]);

function withoutLiterals(file: SourceFile, literals: readonly Node[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const node of literals) {
    const start = node.getStart(file);
    parts.push(file.text.slice(at, start), blank(file.text.slice(start, node.end)));
    at = node.end;
  }
  return parts.join('') + file.text.slice(at);
}

/** The text of a literal. An expression in a template counts as one word. */
function proseOf(node: Node, file: SourceFile): string {
  const start = node.getStart(file);
  let text = file.text.slice(start, node.end);
  if (!isTemplateExpression(node)) return text;
  for (const { expression } of node.templateSpans) {
    const from = expression.pos - start;
    const to = expression.end - start;
    text = text.slice(0, from) + '_'.repeat(to - from) + text.slice(to);
  }
  return text;
}

/** Whether a literal is the first argument of `test`, `it` or `describe`, or of a variant such as `test.each`. */
function isTitle(node: Node): boolean {
  const call = node.parent;
  if (!isCallExpression(call) || call.arguments[0] !== node) return false;
  let callee: Node = call.expression;
  while (isCallExpression(callee) || isPropertyAccessExpression(callee)) callee = callee.expression;
  return isIdentifier(callee) && /^(test|it|describe|eachStore)$/.test(callee.text);
}

/** Replaces everything but line breaks with spaces, so that positions do not change. */
function blank(text: string): string {
  return text.replace(/\S/g, ' ');
}
