import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { Place } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { pointsIn } from '../../schema/lines.ts';
import { scanTag } from './scan.ts';

/**
 * Positions of an element's attributes in the page's text, in order: the parser has none. Empty if
 * the tag can't be found again.
 */
export function attributePlaces(
  text: string,
  element: MdxJsxFlowElement | MdxJsxTextElement,
): readonly { readonly name?: string; readonly place: Place; readonly value?: Place }[] {
  const start = element.position?.start.offset;
  const tag = start === undefined || text[start] !== '<' ? undefined : scanTag(text, start);
  if (tag === undefined) return [];
  const point = pointsIn(text);
  const range = (from: number, to: number): Place => ({ start: point(from), end: point(to) });
  return tag.attributes.map(({ name, start, end, valueStart }) => ({
    ...given({ name }),
    place: range(start, end),
    ...(valueStart === undefined ? {} : { value: range(valueStart, end) }),
  }));
}
