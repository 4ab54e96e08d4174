import type * as ESTree from 'estree';
import type * as JSX from 'estree-jsx';
import { attributeName, elementName, jsxText } from './jsx-names.ts';
import { isNothing, member, method, NeedsCompiling } from './members.ts';
import { applyBinary, applyUnary, string } from './operators.ts';

/**
 * Evaluates an expression of a page without compiling it: literals, templates, lists, objects, member
 * access, operators, small arrow functions, and the methods of text and lists that do not change
 * anything. Everything else throws `NeedsCompiling`.
 */
export function evaluate(node: Expression, scope: Scope, markup?: MarkupBuilder): unknown {
  return visit(node as Expression, { scope, markup, steps: { left: maximalSteps } });
}

/** Names an expression can see. */
export interface Scope {
  /** Undefined when there is no such name. */
  lookup(name: string): { readonly value: unknown } | undefined;
}

/** Makes an element of the page from JSX inside an expression. */
export interface MarkupBuilder {
  element(name: string, props: Record<string, unknown>, children: readonly unknown[]): unknown;
  fragment(children: readonly unknown[]): unknown;
  /** Called for a name that no scope has; its result is the value. */
  unknownName?(name: string): unknown;
}

/** Any expression with or without JSX. */
export type Expression = ESTree.Expression | JSX.JSXElement | JSX.JSXFragment | ESTree.Node;

/** Thrown for a name that nothing in sight declares. */
export class UnknownName extends Error {
  override readonly name = 'UnknownName';
  readonly identifier: string;

  constructor(identifier: string) {
    super(`"${identifier}" is not defined`);
    this.identifier = identifier;
  }
}

type Call = ESTree.SimpleCallExpression;

interface Context {
  readonly scope: Scope;
  readonly markup: MarkupBuilder | undefined;
  readonly steps: { left: number };
}

/** A page's expressions are small; one that needs more than this runs in the engine, with a clock. */
const maximalSteps = 100_000;

/** A scope from plain values, before an outer one. */
export function scopeOf(values: Readonly<Record<string, unknown>>, outer?: Scope): Scope {
  return {
    lookup: (name) => (Object.hasOwn(values, name) ? { value: values[name] } : outer?.lookup(name)),
  };
}

function visit(node: Expression, context: Context): unknown {
  if (context.steps.left-- <= 0) throw new NeedsCompiling('Too many steps');
  switch (node.type) {
    case 'Literal':
      return literal(node);
    case 'Identifier':
      return identifier(node.name, context);
    case 'TemplateLiteral':
      return node.quasis
        .map((quasi, index) => {
          const hole = node.expressions[index];
          return (quasi.value.cooked ?? '') + (hole ? string(visit(hole, context)) : '');
        })
        .join('');
    case 'ArrayExpression':
      return node.elements.flatMap((element) => {
        if (element === null) return [undefined];
        if (element.type === 'SpreadElement')
          return [...iterable(visit(element.argument, context))];
        return [visit(element, context)];
      });
    case 'ObjectExpression':
      return object(node, context);
    case 'MemberExpression':
    case 'ChainExpression':
      return optional(node, context);
    case 'ConditionalExpression':
      return visit(visit(node.test, context) ? node.consequent : node.alternate, context);
    case 'LogicalExpression':
      return logical(node, context);
    case 'UnaryExpression':
      return unary(node, context);
    case 'BinaryExpression':
      return binary(node, context);
    case 'CallExpression':
      return optional(node as Expression, context);
    case 'ArrowFunctionExpression':
      return arrow(node, context);
    case 'SequenceExpression':
      throw new NeedsCompiling('A sequence');
    case 'JSXElement':
      return element(node, context);
    case 'JSXFragment':
      return context.markup?.fragment(children(node.children, context));
    case 'JSXEmptyExpression':
      return undefined;
    case 'ParenthesizedExpression' as never:
      return visit((node as unknown as { expression: Expression }).expression, context);
    default:
      throw new NeedsCompiling(node.type);
  }
}

function literal(node: ESTree.Literal): unknown {
  if ('regex' in node) throw new NeedsCompiling('A regular expression');
  return node.value;
}

function identifier(name: string, context: Context): unknown {
  if (name === 'undefined') return undefined;
  const found = context.scope.lookup(name);
  if (found !== undefined) return found.value;
  if (globals.has(name)) return globals.get(name);
  if (engineNames.has(name)) throw new NeedsCompiling(name);
  if (context.markup?.unknownName) return context.markup.unknownName(name);
  throw new UnknownName(name);
}

/** Pure functions an expression may call; wrapped so that nothing else of the global is in reach. */
const globals = new Map<string, unknown>([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['String', (value: unknown) => string(value)],
  ['Number', (value: unknown) => Number(value)],
  ['Boolean', (value: unknown) => Boolean(value)],
]);

const engineNames = new Set(
  'Object Array Math JSON Date RegExp Map Set Promise Intl URL Symbol BigInt React parseInt parseFloat isNaN encodeURIComponent decodeURIComponent console window document globalThis process navigator fetch setTimeout useState useEffect useRef useMemo useCallback useReducer useContext useId useLayoutEffect'.split(
    ' ',
  ),
);

function object(node: ESTree.ObjectExpression, context: Context): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const value = visit(property.argument, context);
      if (typeof value === 'object' && value !== null) {
        for (const [key, item] of Object.entries(value)) define(result, key, item);
      }
    } else {
      if (property.kind !== 'init') throw new NeedsCompiling('An accessor');
      define(
        result,
        propertyName(property.key, property.computed, context),
        visit(property.value as Expression, context),
      );
    }
  }
  return result;
}

/** `__proto__` becomes an ordinary key. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function propertyName(key: Expression, computed: boolean, context: Context): string {
  if (!computed && key.type === 'Identifier') return key.name;
  return string(visit(key, context));
}

const cut = Symbol('end of an optional chain');

function optional(node: Expression, context: Context): unknown {
  const value = chain(node, context);
  return value === cut ? undefined : value;
}

function chain(node: Expression, context: Context): unknown {
  if (node.type === 'ChainExpression') return optional(node.expression, context);
  if (node.type === 'MemberExpression') {
    const target = chain(node.object as Expression, context);
    if (target === cut || (node.optional && isNothing(target))) return cut;
    return member(target, propertyName(node.property as Expression, node.computed, context));
  }
  if (node.type === 'CallExpression') return call(node as unknown as Call, context);
  return visit(node, context);
}

function call(node: Call, context: Context): unknown {
  const callee = node.callee as Expression;
  if (callee.type === 'MemberExpression') {
    const target = chain(callee.object as Expression, context);
    if (target === cut || (callee.optional && isNothing(target))) return cut;
    const name = propertyName(callee.property as Expression, callee.computed, context);
    return method(target, name, callArguments(node, context));
  }
  const found = visit(callee, context);
  if (node.optional && isNothing(found)) return cut;
  if (typeof found !== 'function') throw new TypeError('What is called here is not a function');
  return found(...callArguments(node, context));
}

function callArguments(node: Call, context: Context): unknown[] {
  return node.arguments.flatMap((argument) =>
    argument.type === 'SpreadElement'
      ? [...iterable(visit(argument.argument, context))]
      : [visit(argument, context)],
  );
}

function logical(node: ESTree.LogicalExpression, context: Context): unknown {
  const left = visit(node.left, context);
  if (node.operator === '&&') return left ? visit(node.right, context) : left;
  if (node.operator === '||') return left ? left : visit(node.right, context);
  return left ?? visit(node.right, context);
}

function unary(node: ESTree.UnaryExpression, context: Context): unknown {
  return applyUnary(node.operator, visit(node.argument, context));
}

function binary(node: ESTree.BinaryExpression, context: Context): unknown {
  if (node.left.type === 'PrivateIdentifier') throw new NeedsCompiling('A private name');
  return applyBinary(node.operator, visit(node.left, context), visit(node.right, context));
}

function arrow(node: ESTree.ArrowFunctionExpression, context: Context): unknown {
  if (node.async) throw new NeedsCompiling('An async function');
  return (...values: unknown[]): unknown => {
    const names: Record<string, unknown> = {};
    node.params.forEach((pattern, index) => {
      if (pattern.type === 'RestElement')
        bind(pattern.argument, values.slice(index), names, context);
      else bind(pattern, values[index], names, context);
    });
    const inner = { ...context, scope: scopeOf(names, context.scope) };
    if (node.body.type !== 'BlockStatement') return visit(node.body, inner);
    return block(node.body, names, inner);
  };
}

function bind(
  pattern: ESTree.Pattern,
  value: unknown,
  names: Record<string, unknown>,
  context: Context,
): void {
  const inner = { ...context, scope: scopeOf(names, context.scope) };
  switch (pattern.type) {
    case 'Identifier':
      define(names, pattern.name, value);
      return;
    case 'AssignmentPattern':
      bind(pattern.left, value === undefined ? visit(pattern.right, inner) : value, names, context);
      return;
    case 'ObjectPattern': {
      const taken = new Set<string>();
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          const rest = Object.entries(Object(value)).filter(([key]) => !taken.has(key));
          bind(property.argument, Object.fromEntries(rest), names, context);
        } else {
          const key = propertyName(property.key as Expression, property.computed, inner);
          taken.add(key);
          bind(property.value, member(value, key), names, context);
        }
      }
      return;
    }
    case 'ArrayPattern': {
      const items = [...iterable(value)];
      pattern.elements.forEach((element, index) => {
        if (element?.type === 'RestElement')
          bind(element.argument, items.slice(index), names, context);
        else if (element) bind(element, items[index], names, context);
      });
      return;
    }
    default:
      throw new NeedsCompiling(pattern.type);
  }
}

/** Bodies of constants and one `return`, which is how small components are written. */
function block(
  body: ESTree.BlockStatement,
  names: Record<string, unknown>,
  context: Context,
): unknown {
  for (const statement of body.body) {
    if (statement.type === 'ReturnStatement') {
      return statement.argument ? visit(statement.argument, context) : undefined;
    }
    if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') {
      throw new NeedsCompiling(statement.type);
    }
    declare(statement, names, context);
  }
  return undefined;
}

/** Evaluates a `const` declaration into `names`. */
export function declare(
  statement: ESTree.VariableDeclaration,
  names: Record<string, unknown>,
  context: { scope: Scope; markup?: MarkupBuilder | undefined },
): void {
  const full: Context = { steps: { left: maximalSteps }, markup: undefined, ...context };
  for (const declarator of statement.declarations) {
    if (!declarator.init) throw new NeedsCompiling('A declaration without a value');
    bind(declarator.id, visit(declarator.init, full), names, full);
  }
}

function element(node: JSX.JSXElement, context: Context): unknown {
  if (!context.markup) throw new NeedsCompiling('JSX');
  const { openingElement } = node;
  const props: Record<string, unknown> = {};
  for (const attribute of openingElement.attributes) {
    if (attribute.type === 'JSXSpreadAttribute') {
      const value = visit(attribute.argument, context);
      for (const [key, item] of Object.entries(Object(value))) define(props, key, item);
      continue;
    }
    define(props, attributeName(attribute.name), attributeValue(attribute.value, context));
  }
  return context.markup.element(
    elementName(openingElement.name),
    props,
    children(node.children, context),
  );
}

function attributeValue(value: JSX.JSXAttribute['value'], context: Context): unknown {
  if (!value) return true;
  if (value.type === 'JSXExpressionContainer') return visit(value.expression, context);
  return visit(value as Expression, context);
}

function children(
  nodes: readonly JSX.JSXElement['children'][number][],
  context: Context,
): unknown[] {
  return nodes.flatMap((node): unknown[] => {
    if (node.type === 'JSXText') {
      const value = jsxText(node.value);
      return value === '' ? [] : [value];
    }
    if (node.type === 'JSXExpressionContainer') return [visit(node.expression, context)];
    if (node.type === 'JSXSpreadChild') return [...iterable(visit(node.expression, context))];
    return [visit(node as Expression, context)];
  });
}

function iterable(value: unknown): Iterable<unknown> {
  if (Array.isArray(value) || typeof value === 'string') return value;
  throw new TypeError('What is spread here is not a list');
}
