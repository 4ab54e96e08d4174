import type { PhrasingContent } from 'mdast';
import { defaultWords } from '../components/api/field.tsx';
import { flag, type Props, text } from '../components/component.ts';
import { wording, wordings } from '../components/wording.tsx';
import { wordsOf } from '../words.ts';
import { headingNode } from './elements.ts';
import { content, type Maker } from './maker.ts';
import { entry, type Node, said, textNode } from './nodes.ts';
import type { TwinWalk } from './twin-walk.ts';

/** A field of a request or a response, as API pages have it. */
export function fieldNodes(walk: TwinWalk, props: Props, places: readonly string[]): Node[] {
  if (flag(props.hidden)) return [];
  const labels = wordsOf(walk.page.page.language).api;
  const place = places.find((key) => text(props[key]) !== undefined);
  const name = (place && text(props[place])) ?? text(props.name) ?? '';
  const value = defaultWords(props.default)?.text;
  const facts = [
    wording(props.type)?.text,
    place,
    ...wordings(props.pre).map((chip) => chip.text),
    ...wordings(props.post).map((chip) => chip.text),
    flag(props.required) ? (text(props.requiredLabel) ?? labels.required) : undefined,
    flag(props.deprecated) ? (text(props.deprecatedLabel) ?? labels.deprecated) : undefined,
  ].filter((fact) => fact !== undefined);
  const line: PhrasingContent[] = name === '' ? [] : [{ type: 'inlineCode', value: name }];
  if (facts.length > 0 || value !== undefined) {
    line.push(textNode(` (${facts.join('; ')}`));
    if (value !== undefined) {
      const label = text(props.defaultLabel) ?? labels.default;
      line.push(textNode(`${facts.length > 0 ? '; ' : ''}${label} `));
      line.push({ type: 'inlineCode', value });
    }
    line.push(textNode(')'));
  }
  return [entry('field', said(line, walk.nodes(props.children)))];
}

/** An endpoint of a hand-written page. */
export const endpoint: Maker = (walk, props) => {
  const labels = wordsOf(walk.page.page.language).api;
  const title = text(props.title);
  const call = `${(text(props.method) ?? 'GET').toUpperCase()} ${text(props.path) ?? '/'}`;
  const facts = [
    [labels.authorization, props.auth],
    [labels.rateLimit, props.rateLimit],
    [labels.idempotency, props.idempotency],
    [
      'SDK',
      text(props.sdk)
        ?.split(/[,|]/)
        .map((name) => name.trim())
        .filter(Boolean)
        .join(', '),
    ],
    [labels.since, props.since],
  ] as const;
  return [
    ...(title === undefined ? [] : headingNode(2, [textNode(title)])),
    { type: 'paragraph', children: [{ type: 'inlineCode', value: call }] },
    ...facts.flatMap(([label, value]) => {
      const shown = text(value);
      return shown === undefined ? [] : [entry('fact', [textNode(`${label}: ${shown}`)])];
    }),
    ...content(walk, props),
  ];
};
