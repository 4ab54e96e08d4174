import type { PhrasingContent } from 'mdast';
import { type Props, text } from '../components/component.ts';
import { type Node, textNode, titleLine } from './nodes.ts';
import type { TwinWalk } from './twin-walk.ts';

/** What a component says, as nodes of Markdown. */
export type Maker = (walk: TwinWalk, props: Props) => readonly Node[];

/** What is between the tags. */
export const content: Maker = (walk, props) => walk.blocks(props.children);

/** A titled part of the page. */
export const titled: Maker = (walk, props) => {
  const title = text(props.title);
  return [...(title === undefined ? [] : [titleLine(textNode(title))]), ...content(walk, props)];
};

/** One paragraph, if it says something. */
export function paragraph(children: readonly PhrasingContent[]): Node[] {
  return children.length === 0 ? [] : [{ type: 'paragraph', children: [...children] }];
}
