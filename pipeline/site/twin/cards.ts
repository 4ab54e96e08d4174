import type { PhrasingContent } from 'mdast';
import { flag, type Props, text } from '../components/component.ts';
import { wording } from '../components/wording.tsx';
import { linkTo } from './elements.ts';
import { type Maker, paragraph, wordsLine } from './maker.ts';
import { bold, entry, type Node, said, textNode } from './nodes.ts';
import type { TwinWalk } from './twin-walk.ts';

/** Where a card leads, and what it says of that; cards next to each other are one list. */
export function cardNodes(walk: TwinWalk, props: Props, content: readonly Node[]): Node[] {
  const url = flag(props.disabled) ? undefined : text(props.href);
  const [written, description] = [wording(props.title), wording(props.description)];
  // Without a title, the description is the name of the card.
  const given = written ?? description;
  const about = written === undefined ? undefined : description;
  const inside = [...paragraph(about === undefined ? [] : wordsLine(walk, about)), ...content];
  const title = given ?? (inside.length === 0 || url ? wording(props.cta) : undefined);
  const image = text(props.img);
  const picture: Node[] =
    image === undefined || title !== undefined ? [] : [{ type: 'image', url: image, alt: '' }];
  if (title === undefined) {
    const line = url === undefined ? [] : walk.line(props.children);
    if (url === undefined || line.length === 0) return [entry('card', [...picture, ...inside])];
    return [entry('card', [...picture, linkTo(url, line)])];
  }
  const words = wordsLine(walk, title);
  const line: PhrasingContent = url === undefined ? bold(words) : linkTo(url, words);
  return [entry('card', said([line], inside))];
}

/** A link to a repository. */
export const repository: Maker = (_, props) => {
  const given = text(props.repo) ?? '';
  const name = given.replace(/^https?:\/\/github\.com\//, '');
  const description = text(props.description);
  const link = linkTo(`https://github.com/${name}`, [textNode(name)]);
  return [entry('card', said([link], description === undefined ? [] : [textNode(description)]))];
};
