import { type Options, Parser } from 'acorn';
import jsx from 'acorn-jsx';
import type { Expression, Program, SpreadElement } from 'estree';
import type {
  MdxJsxAttribute,
  MdxJsxAttributeValueExpression,
  MdxJsxExpressionAttribute,
} from 'mdast-util-mdx';

const parser = Parser.extend(jsx());
const settings: Options = { ecmaVersion: 'latest', sourceType: 'module', locations: false };
const expressions = new WeakMap<object, { readonly tree?: Expression }>();
const programs = new WeakMap<object, { readonly tree?: Program }>();

/** Anything of the tree that holds JavaScript between braces. */
export interface ExpressionHolder {
  readonly type: string;
  readonly value: string;
}

/**
 * The expression of `{…}` in flow or text, or of an attribute's value; undefined when it is empty, only
 * a comment, or not JavaScript. Offsets count from one character before `value`.
 */
export function expressionOf(
  node: ExpressionHolder | MdxJsxAttributeValueExpression,
): Expression | undefined {
  let known = expressions.get(node);
  if (known === undefined) {
    const tree = parseExpression(node.value);
    known = tree === undefined ? {} : { tree };
    expressions.set(node, known);
  }
  return known.tree;
}

/** The argument of a spread attribute `{...rest}`. */
export function spreadOf(node: MdxJsxExpressionAttribute): Expression | undefined {
  let known = expressions.get(node);
  if (known === undefined) {
    const object = parseExpression(`{${node.value}}`);
    const spread = object?.type === 'ObjectExpression' ? object.properties[0] : undefined;
    const tree = (spread as SpreadElement | undefined)?.argument;
    known = tree === undefined ? {} : { tree };
    expressions.set(node, known);
  }
  return known.tree;
}

/** The expression of an attribute written `name={…}`; undefined for strings and bare names. */
export function attributeExpression(attribute: MdxJsxAttribute): Expression | undefined {
  const { value } = attribute;
  return typeof value === 'object' && value !== null ? expressionOf(value) : undefined;
}

/** The import and export statements of a module line (`mdxjsEsm`); undefined when not JavaScript. */
export function programOf(node: { readonly value: string }): Program | undefined {
  let known = programs.get(node);
  if (known === undefined) {
    const tree = attempt(() => parser.parse(node.value, settings) as unknown as Program);
    known = tree === undefined ? {} : { tree };
    programs.set(node, known);
  }
  return known.tree;
}

/** Parses one JavaScript expression, JSX allowed. */
export function parseExpression(source: string): Expression | undefined {
  if (source.trim() === '') return undefined;
  const wrapped = attempt(() => parser.parse(`(${source}\n)`, settings) as unknown as Program);
  const first = wrapped?.body[0];
  if (wrapped?.body.length !== 1 || first?.type !== 'ExpressionStatement') return undefined;
  return first.expression;
}

const mostTags = 1000;
const longestChain = 3000;
const prefixes = /(?:[!~+-][ \t\r\n]*){1000}/;

/** Whether code nests more deeply than a parser that can fail is able to follow. */
export function isTooDeep(code: string): boolean {
  let tags = 0;
  let chain = 0;
  for (const [mark] of code.matchAll(/<\/|\/>|<[A-Za-z>]|=>|=(?![="'{>])|\?|\*\*|\bnew\b|[;,]/g)) {
    if (mark === '</' || mark === '/>') tags = Math.max(0, tags - 1);
    else if (mark === ';' || mark === ',') chain = 0;
    else if (mark[0] === '<' ? ++tags > mostTags : ++chain > longestChain) return true;
  }
  if (prefixes.test(code)) return true;
  try {
    parser.parse(code, settings);
  } catch (error) {
    return error instanceof RangeError || /stack space/.test(String(error));
  }
  return false;
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
