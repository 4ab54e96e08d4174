import type * as ESTree from 'estree';

/**
 * The value of an expression that needs no engine: literals, lists and objects of them, and names whose
 * values are at hand. Undefined for everything else: most attributes of most pages are such literals,
 * and a page that holds nothing else never starts the sandbox.
 */
export function literalOf(
  node: ESTree.Node,
  names: Readonly<Record<string, unknown>> = {},
): { readonly value: unknown } | undefined {
  switch (node.type) {
    case 'Literal':
      return 'regex' in node || 'bigint' in node ? undefined : { value: node.value };
    case 'TemplateLiteral':
      return node.expressions.length === 0
        ? { value: node.quasis[0]?.value.cooked ?? '' }
        : undefined;
    case 'UnaryExpression':
      return node.operator === '-' && node.argument.type === 'Literal'
        ? { value: -Number(node.argument.value) }
        : undefined;
    case 'Identifier':
      if (node.name === 'undefined') return { value: undefined };
      return Object.hasOwn(names, node.name) ? { value: names[node.name] } : undefined;
    case 'ArrayExpression':
      return listOf(node, names);
    case 'ObjectExpression':
      return objectOf(node, names);
    default:
      return undefined;
  }
}

function listOf(node: ESTree.ArrayExpression, names: Readonly<Record<string, unknown>>) {
  const list: unknown[] = [];
  for (const element of node.elements) {
    const item = element === null ? undefined : literalOf(element, names);
    if (item === undefined) return undefined;
    list.push(item.value);
  }
  return { value: list };
}

function objectOf(node: ESTree.ObjectExpression, names: Readonly<Record<string, unknown>>) {
  const pairs: [string, unknown][] = [];
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.computed || property.kind !== 'init') {
      return undefined;
    }
    const { key } = property;
    const name =
      key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    const item = literalOf(property.value, names);
    if (name === undefined || unsafe.has(name) || item === undefined) return undefined;
    pairs.push([name, item.value]);
  }
  return { value: Object.fromEntries(pairs) };
}

/** Keys by which a plain object would pass for an element, or change its prototype. */
const unsafe = new Set(['__proto__', 'constructor']);

/** A literal that can be shown between tags. */
export function shownLiteral(node: ESTree.Node, names?: Readonly<Record<string, unknown>>) {
  return node.type === 'ObjectExpression' || node.type === 'ArrayExpression'
    ? undefined
    : literalOf(node, names);
}
