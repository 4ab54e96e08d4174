import type { PhrasingContent } from 'mdast';
import type { Props } from '../components/component.ts';
import { type Wording, wording } from '../components/wording.tsx';
import { type Node, textNode, titleLine } from './nodes.ts';
import type { TwinWalk } from './twin-walk.ts';

/** What a component says, as nodes of Markdown. */
export type Maker = (walk: TwinWalk, props: Props) => readonly Node[];

/** What is between the tags. */
export const content: Maker = (walk, props) => walk.blocks(props.children);

/** A titled part of the page. */
export const titled: Maker = (walk, props) => {
  const title = wording(props.title);
  return [
    ...(title === undefined ? [] : [titleLine(...wordsLine(walk, title))]),
    ...content(walk, props),
  ];
};

/** Words of an attribute on one line. */
export function wordsLine(walk: TwinWalk, { shown }: Wording): PhrasingContent[] {
  return typeof shown === 'string' ? [textNode(shown)] : walk.line(shown);
}

/** Words of an attribute that may be Markdown, on one line. */
export function markdownLine(walk: TwinWalk, { shown }: Wording): PhrasingContent[] {
  return walk.line(typeof shown === 'string' ? walk.page.markdown(shown) : shown);
}

/** One paragraph, unless it is empty. */
export function paragraph(children: readonly PhrasingContent[]): Node[] {
  return children.length === 0 ? [] : [{ type: 'paragraph', children: [...children] }];
}
