import { type CalloutKind, calloutKind } from '../components/callout.tsx';
import { flag, list, number, text } from '../components/component.ts';
import { partsOf, withoutIslands } from '../components/part-list.ts';
import { Step } from '../components/steps.tsx';
import { Tab } from '../components/tabs.tsx';
import { wording } from '../components/wording.tsx';
import { fillLabel } from '../fill-label.ts';
import { headingNode, linkTo } from './elements.ts';
import { content, type Maker, markdownLine, paragraph, titled, wordsLine } from './maker.ts';
import { itemOf, textNode, titleLine } from './nodes.ts';

/** A quotation that begins with the kind of the callout. */
export function callout(kind?: CalloutKind): Maker {
  return (walk, props) => {
    const own = kind ?? calloutKind(props.variant) ?? calloutKind(props.type);
    const label = text(props.ariaLabel) ?? (own && walk.page.labels[own]);
    const title = wording(props.title);
    const words = [
      ...(label === undefined ? [] : [textNode(title === undefined ? label : `${label}: `)]),
      ...(title === undefined ? [] : wordsLine(walk, title)),
    ];
    const children = walk.blocks(props.children);
    if (words.length === 0 && children.length === 0) return [];
    const first = words.length === 0 ? [] : [titleLine(...words) as (typeof children)[number]];
    return [{ type: 'blockquote', children: [...first, ...children] }];
  };
}

/** One tab after another, each below its title. */
export const tabs: Maker = (walk, props) => {
  const { before, parts } = partsOf(withoutIslands(props.children, Tab), Tab);
  const shown = parts.flatMap(({ part, after }, index) => {
    const title = wording(part.props.title);
    const words = title?.text
      ? wordsLine(walk, title)
      : [textNode(fillLabel(walk.page.labels.tab, { number: index + 1 }))];
    return [titleLine(...words), ...walk.blocks([part.props.children, ...after])];
  });
  return [...walk.blocks([...before]), ...shown];
};

/** A numbered list. */
export const steps: Maker = (walk, props) => {
  const { before, parts } = partsOf(withoutIslands(props.children, Step), Step);
  const first = walk.blocks([...before]);
  if (parts.length === 0) return first;
  const children = parts.map(({ part, after }) =>
    itemOf(titled(walk, { ...part.props, children: [part.props.children, ...after] })),
  );
  const start = number(parts[0]?.part.props.stepNumber) ?? 1;
  const spread = children.some((item) => item.spread);
  const list = { type: 'list', ordered: true, spread, children } as const;
  return [...first, { ...list, start: Math.max(0, Math.trunc(start)) }];
};

/** A picture between its hint and its caption. */
export const frame: Maker = (walk, props) => {
  const caption = wording(props.caption) ?? wording(props.description);
  const hint = wording(props.hint) ?? wording(props.title);
  return [
    ...(hint === undefined ? [] : paragraph(wordsLine(walk, hint))),
    ...content(walk, props),
    ...(caption === undefined ? [] : paragraph(markdownLine(walk, caption))),
  ];
};

/** A section of a changelog. */
export const update: Maker = (walk, props) => {
  const label = wording(props.label) ?? wording(props.title);
  const tags = [...new Set(list(props.tags).map((tag) => tag.trim()))].filter(Boolean);
  const about = [wording(props.description)?.text, tags.join(', ')].filter(Boolean).join(' · ');
  return [
    ...headingNode(2, label?.text ? wordsLine(walk, label) : [textNode(walk.page.labels.update)]),
    ...(about === '' ? [] : paragraph([textNode(about)])),
    ...content(walk, props),
  ];
};

/** What is asked of a model, below what it is for. */
export const prompt: Maker = (walk, props) => {
  const description = text(props.description) ?? walk.page.labels.prompt;
  const children = walk.blocks(props.children);
  return [
    ...paragraph(walk.line(walk.page.markdown(description))),
    ...(children.length === 0 ? [] : [{ type: 'blockquote', children } as const]),
  ];
};

/** Its words, as a link where it is one. */
export const badge: Maker = (walk, props) => {
  const href = flag(props.disabled) ? undefined : text(props.href);
  const nodes = walk.nodes(props.children);
  return href === undefined ? nodes : [linkTo(href, walk.line(props.children))];
};

/** A term and, in brackets, what it means. */
export const tooltip: Maker = (walk, props) => {
  const tip = wording(props.tip) ?? wording(props.description);
  const headline = wording(props.headline) ?? wording(props.title);
  const href = text(props.href);
  const cta = text(props.cta);
  const said = [
    ...(headline === undefined ? [] : [...wordsLine(walk, headline), textNode(': ')]),
    ...(tip === undefined ? [] : markdownLine(walk, tip)),
    ...(href === undefined || cta === undefined
      ? []
      : [textNode(' '), linkTo(href, [textNode(cta)])]),
  ];
  const term = walk.nodes(props.children);
  return said.length === 0 ? term : [...term, textNode(' ('), ...said, textNode(')')];
};
