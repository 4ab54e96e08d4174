import type { MdxJsxAttribute } from 'mdast-util-mdx';
import { type ComponentChild, type ComponentChildren, isValidElement } from 'preact';
import type { Place } from '../../schema/errors.ts';
import { attributeExpression, expressionOf, spreadOf } from '../source/expression.ts';
import { placeIn } from '../source/file-places.ts';
import { shownAnswer, spreadAnswer, valueAnswer } from './answers.ts';
import { knownAnswer } from './evaluate.ts';
import { literalOf, shownLiteral } from './literal.ts';
import type { AuthorsState } from './state.ts';
import type { ExpressionNode, JsxNode } from './unit.ts';
import type { Frame } from './walker.ts';

/** What `{…}` shows. */
export function shown(state: AuthorsState, node: ExpressionNode, frame: Frame): ComponentChildren {
  const tree = expressionOf(node);
  if (tree === undefined) return undefined;
  const literal = shownLiteral(tree, state.files.get(frame)?.literals);
  if (literal) return renderable(literal.value);
  const place = placeIn(node, frame.file);
  return shownAnswer(state, { holder: node, frame, place, source: node.value });
}

/** The rendering of a value between tags: nothing for booleans and other non-text values. */
function renderable(value: unknown): ComponentChildren {
  if (value === null || value === undefined || typeof value === 'boolean') return undefined;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(renderable) as ComponentChild[];
  return isValidElement(value) ? value : undefined;
}

/** The attributes of an element. */
export function attributes(
  state: AuthorsState,
  node: JsxNode,
  frame: Frame,
): Record<string, unknown> {
  const place = placeIn(node, frame.file);
  const pairs = node.attributes.flatMap((attribute): [string, unknown][] => {
    if (attribute.type === 'mdxJsxAttribute') {
      return [[attribute.name, attributeValue(state, attribute, { frame, place })]];
    }
    if (spreadOf(attribute) === undefined) return [];
    return Object.entries(spreadAnswer(state, { holder: attribute, frame, place }));
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== '__proto__'));
}

function attributeValue(
  state: AuthorsState,
  attribute: MdxJsxAttribute,
  { frame, place }: { readonly frame: Frame; readonly place: Place | undefined },
): unknown {
  const { value } = attribute;
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return state.code.page.fill(value);
  const tree = expressionOf(value);
  if (tree === undefined) return undefined;
  const literal = literalOf(tree, state.files.get(frame)?.literals);
  if (literal) return literal.value;
  return valueAnswer(state, { holder: attribute, frame, place, source: value.value });
}

/** An expression as text, where it is text; reports nothing. */
export function textOf(
  state: AuthorsState,
  holder: ExpressionNode | MdxJsxAttribute,
  frame: Frame,
): string | undefined {
  const tree =
    holder.type === 'mdxJsxAttribute' ? attributeExpression(holder) : expressionOf(holder);
  if (tree === undefined) return '';
  const file = state.files.get(frame);
  const literal = literalOf(tree, file?.literals);
  if (literal) return plainText(literal.value);
  const index = file?.unit.indexes.get(holder);
  if (file === undefined || index === undefined) return undefined;
  const value = knownAnswer(state.code, file, index)?.v;
  return Array.isArray(value) && value.every((part) => typeof part === 'string')
    ? value.join('')
    : plainText(value);
}

function plainText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
