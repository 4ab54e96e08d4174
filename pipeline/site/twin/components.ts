import type { PhrasingContent } from 'mdast';
import { readFence, readNotation } from '../code/fence.ts';
import { Accordion, AccordionGroup, Expandable } from '../components/accordion.tsx';
import { Endpoint } from '../components/api/endpoint.tsx';
import { RequestExample, ResponseExample } from '../components/api/examples.tsx';
import { ParamField, ResponseField, valueText } from '../components/api/field.tsx';
import { Badge } from '../components/badge.tsx';
import {
  Callout,
  type CalloutKind,
  Check,
  calloutKind,
  Danger,
  Info,
  Note,
  Tip,
  Warning,
} from '../components/callout.tsx';
import { Card, Column, Columns, Tile } from '../components/card.tsx';
import { CodeBlock, CodeFence, CodeGroup } from '../components/code-block.tsx';
import { Color, ColorItem, ColorRow } from '../components/color.tsx';
import {
  type Component,
  childrenOf,
  flag,
  list,
  number,
  type Props,
  text,
  textOf,
} from '../components/component.ts';
import { Formula } from '../components/formula.tsx';
import { Frame } from '../components/frame.tsx';
import { Heading } from '../components/heading.tsx';
import { Icon } from '../components/icon.tsx';
import { Latex } from '../components/latex.tsx';
import { MermaidDiagram } from '../components/mermaid.tsx';
import { Prompt } from '../components/prompt.tsx';
import { GitHubRepo } from '../components/repository.tsx';
import { Step, Steps } from '../components/steps.tsx';
import { Tab, Tabs } from '../components/tabs.tsx';
import { Tooltip } from '../components/tooltip.tsx';
import { Tree, TreeFile, TreeFolder, treeItems } from '../components/tree.tsx';
import { Update } from '../components/update.tsx';
import { Panel, View, Visibility } from '../components/view.tsx';
import { Address, Transaction } from '../components/web3/address.tsx';
import { ConnectWallet } from '../components/web3/connect-wallet.tsx';
import { ContractRead, ContractWrite } from '../components/web3/contract-call.tsx';
import { fillLabel, wordsOf } from '../words.ts';
import { foldNodes, headingNode, linkTo } from './elements.ts';
import { entry, itemOf, type Node, said, textNode, titleLine } from './nodes.ts';
import type { TwinWalk } from './twin-walk.ts';

type Maker = (walk: TwinWalk, props: Props) => readonly Node[];

const content: Maker = (walk, props) => walk.blocks(props.children);
const nothing: Maker = () => [];

/** Where a card leads, and what it says of that; cards next to each other are one list. */
function cardNodes(walk: TwinWalk, props: Props, inside: readonly Node[]): Node[] {
  const url = flag(props.disabled) ? undefined : text(props.href);
  const title = text(props.title) ?? (inside.length === 0 || url ? text(props.cta) : undefined);
  const image = text(props.img);
  const picture: Node[] =
    image === undefined || title !== undefined ? [] : [{ type: 'image', url: image, alt: '' }];
  if (title === undefined) {
    const line = url === undefined ? [] : walk.line(props.children);
    if (url === undefined || line.length === 0) return [entry('card', [...picture, ...inside])];
    return [entry('card', [...picture, linkTo(url, line)])];
  }
  const line: PhrasingContent =
    url === undefined
      ? { type: 'strong', children: [textNode(title)] }
      : linkTo(url, [textNode(title)]);
  return [entry('card', said([line], inside))];
}

function callout(kind?: CalloutKind): Maker {
  return ({ page, blocks }, props) => {
    const own = kind ?? calloutKind(props.variant) ?? calloutKind(props.type);
    const label = text(props.ariaLabel) ?? (own && page.labels[own]);
    const title = [label, text(props.title)].filter((word) => word !== undefined).join(': ');
    const children = blocks(props.children);
    if (title === '' && children.length === 0) return [];
    const first = title === '' ? [] : [titleLine(textNode(title)) as (typeof children)[number]];
    return [{ type: 'blockquote', children: [...first, ...children] }];
  };
}

/** Code as it can be copied; what a change adds and removes is shown as a diff. */
function codeNode(
  value: string,
  { lang, title }: { readonly lang: string; readonly title: string | undefined },
): Node[] {
  const { code, added, removed } = readNotation(value);
  const isDiff = added.size + removed.size > 0;
  const sign = (line: number) => (added.has(line) ? '+' : removed.has(line) ? '-' : ' ');
  const shown = isDiff
    ? code
        .split('\n')
        .map((line, index) => `${sign(index + 1)} ${line}`)
        .join('\n')
    : code;
  const label = title?.replace(/[`\n]/g, ' ').trim() ?? '';
  const name = isDiff ? 'diff' : lang;
  return [
    {
      type: 'code',
      value: shown,
      ...(name !== '' || label !== '' ? { lang: name || 'text' } : {}),
      ...(label !== '' && label !== name ? { meta: label } : {}),
    },
  ];
}

const fence: Maker = (_, props) => {
  const lang = text(props.language) ?? '';
  const { title } = readFence(text(props.meta));
  return codeNode(text(props.code) ?? '', { lang, title });
};

const codeBlock: Maker = (_, props) => {
  const [inner] = childrenOf(props.children, CodeFence);
  const lang = text(props.language) ?? text(props.lang) ?? text(inner?.props.language) ?? '';
  const own = text(props.filename) ?? text(props.title);
  const title = own ?? readFence(text(inner?.props.meta)).title;
  const value = text(inner?.props.code) ?? textOf(props.children).replace(/^\n+/, '').trimEnd();
  return codeNode(value, { lang, title });
};

const mermaid: Maker = (_, props) => [
  { type: 'code', lang: 'mermaid', value: (text(props.chart) ?? textOf(props.children)).trim() },
];

const tabs: Maker = (walk, props) => {
  const found = childrenOf(props.children, Tab);
  if (found.length === 0) return content(walk, props);
  return found.flatMap((tab, index) => {
    const title = text(tab.props.title) ?? fillLabel(walk.page.labels.tab, { number: index + 1 });
    return [titleLine(textNode(title)), ...content(walk, tab.props)];
  });
};

/** A titled part of the page. */
const titled: Maker = (walk, props) => {
  const title = text(props.title);
  return [...(title === undefined ? [] : [titleLine(textNode(title))]), ...content(walk, props)];
};

const steps: Maker = (walk, props) => {
  const found = childrenOf(props.children, Step);
  if (found.length === 0) return content(walk, props);
  const children = found.map((step) => itemOf(titled(walk, step.props)));
  const start = number(found[0]?.props.stepNumber) ?? 1;
  const spread = children.some((item) => item.spread);
  return [{ type: 'list', ordered: true, start: Math.max(0, Math.trunc(start)), spread, children }];
};

/** A field of a request or a response, as API pages have it. */
function fieldNodes(walk: TwinWalk, props: Props, places: readonly string[]): Node[] {
  if (flag(props.hidden)) return [];
  const labels = wordsOf(walk.page.page.language).api;
  const place = places.find((key) => text(props[key]) !== undefined);
  const name = (place && text(props[place])) ?? text(props.name) ?? '';
  const value = valueText(props.default);
  const facts = [
    text(props.type),
    place,
    ...list(props.pre),
    ...list(props.post),
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

const endpoint: Maker = (walk, props) => {
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

const tooltip: Maker = (walk, props) => {
  const tip = text(props.tip) ?? text(props.description) ?? '';
  const headline = text(props.headline) ?? text(props.title);
  const href = text(props.href);
  const cta = text(props.cta);
  const said = [
    ...(headline === undefined ? [] : [textNode(`${headline}: `)]),
    ...walk.line(tip === '' ? undefined : walk.page.markdown(tip)),
    ...(href === undefined || cta === undefined
      ? []
      : [textNode(' '), linkTo(href, [textNode(cta)])]),
  ];
  const term = walk.nodes(props.children);
  return said.length === 0 ? term : [...term, textNode(' ('), ...said, textNode(')')];
};

const frame: Maker = (walk, props) => {
  const caption = text(props.caption) ?? text(props.description);
  const hint = text(props.hint) ?? text(props.title);
  return [
    ...(hint === undefined ? [] : paragraph([textNode(hint)])),
    ...content(walk, props),
    ...(caption === undefined ? [] : paragraph(walk.line(walk.page.markdown(caption)))),
  ];
};

function paragraph(children: readonly PhrasingContent[]): Node[] {
  return children.length === 0 ? [] : [{ type: 'paragraph', children: [...children] }];
}

const update: Maker = (walk, props) => {
  const label = text(props.label) ?? text(props.title) ?? walk.page.labels.update;
  const tags = [...new Set(list(props.tags).map((tag) => tag.trim()))].filter(Boolean);
  const about = [text(props.description), tags.join(', ')].filter(Boolean).join(' · ');
  return [
    ...headingNode(2, [textNode(label)]),
    ...(about === '' ? [] : paragraph([textNode(about)])),
    ...content(walk, props),
  ];
};

const badge: Maker = (walk, props) => {
  const href = flag(props.disabled) ? undefined : text(props.href);
  const nodes = walk.nodes(props.children);
  return href === undefined ? nodes : [linkTo(href, walk.line(props.children))];
};

const colour: Maker = (_, { name, value }) => {
  const pair =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const shown = [...new Set([text(pair.light ?? value), text(pair.dark)])]
    .filter(Boolean)
    .join(' / ');
  const label = text(name);
  const code = { type: 'inlineCode', value: shown } as const;
  return [entry('colour', label === undefined ? [code] : [textNode(`${label}: `), code])];
};

const prompt: Maker = (walk, props) => {
  const description = text(props.description) ?? walk.page.labels.prompt;
  const children = walk.blocks(props.children);
  return [
    ...paragraph(walk.line(walk.page.markdown(description))),
    ...(children.length === 0 ? [] : [{ type: 'blockquote', children } as const]),
  ];
};

const repository: Maker = (_, props) => {
  const given = text(props.repo) ?? '';
  const name = given.replace(/^https?:\/\/github\.com\//, '');
  const description = text(props.description);
  const link = linkTo(`https://github.com/${name}`, [textNode(name)]);
  return [entry('card', said([link], description === undefined ? [] : [textNode(description)]))];
};

const tree: Maker = (walk, props) =>
  treeItems(props.children).flatMap((item) =>
    treeNodes(walk, item.props, item.type === TreeFolder),
  );

function treeNodes(walk: TwinWalk, props: Props, isFolder: boolean): Node[] {
  const name = text(props.name) ?? '';
  const inner = isFolder
    ? childrenOf(props.children, TreeFolder, TreeFile).flatMap((child) =>
        treeNodes(walk, child.props, child.type === TreeFolder),
      )
    : [];
  const shown = isFolder ? `${name.replace(/\/$/, '')}/` : name;
  return [entry('tree', [{ type: 'inlineCode', value: shown }, ...inner])];
}

/** An address, a transaction or a function of a contract: the value that is shown. */
const chainValue: Maker = (_, props) => {
  const called = [text(props.contract), text(props.function)].filter(Boolean).join('.');
  const value = text(props.value) ?? text(props.address) ?? text(props.hash) ?? called;
  const shown = value || textOf(props.children).trim();
  const label = text(props.label);
  return [
    ...(label === undefined ? [] : [textNode(`${label} `)]),
    ...(shown === '' ? [] : [{ type: 'inlineCode', value: shown } as const]),
  ];
};

/** What each component says in Markdown. */
export const twinComponents: ReadonlyMap<Component, Maker> = new Map<Component, Maker>([
  [
    Accordion,
    (walk, props) => {
      const title = text(props.title) ?? walk.page.labels.details;
      const description = text(props.description);
      return foldNodes(
        [textNode(title)],
        [
          ...paragraph(description === undefined ? [] : [textNode(description)]),
          ...content(walk, props),
        ],
      );
    },
  ],
  [AccordionGroup, content],
  [Address, chainValue],
  [Badge, badge],
  [Callout, callout()],
  [Card, (walk, props) => cardNodes(walk, props, walk.nodes(props.children))],
  [Check, callout('check')],
  [CodeBlock, codeBlock],
  [
    CodeFence,
    (walk, props) =>
      props.language === 'mermaid' ? mermaid(walk, { chart: props.code }) : fence(walk, props),
  ],
  [CodeGroup, content],
  [Color, content],
  [ColorItem, colour],
  [ColorRow, titled],
  [Column, content],
  [Columns, content],
  [ConnectWallet, nothing],
  [ContractRead, chainValue],
  [ContractWrite, chainValue],
  [Danger, callout('danger')],
  [Endpoint, endpoint],
  [Expandable, titled],
  [
    Formula,
    (_, props) => [
      { type: props.tag === 'div' ? 'math' : 'inlineMath', value: text(props.tex) ?? '' },
    ],
  ],
  [Frame, frame],
  [GitHubRepo, repository],
  [Heading, (walk, props) => headingNode(number(props.level) ?? 2, walk.line(props.children))],
  [
    Icon,
    (_, props) => {
      const label = text(props.ariaLabel) ?? text(props['aria-label']);
      return label === undefined ? [] : [textNode(label)];
    },
  ],
  [Info, callout('info')],
  [
    Latex,
    (_, props) => {
      const tex = (text(props.children) ?? textOf(props.children)).trim();
      const value = tex.replace(/^\$+|\$+$/g, '').trim();
      const display = /^\$\$[\s\S]*\$\$$/.test(tex) || flag(props.display);
      return [{ type: display ? 'math' : 'inlineMath', value }];
    },
  ],
  [MermaidDiagram, mermaid],
  [Note, callout('note')],
  [Panel, content],
  [
    ParamField,
    (walk, props) => fieldNodes(walk, props, ['path', 'query', 'body', 'header', 'cookie']),
  ],
  [Prompt, prompt],
  [RequestExample, content],
  [ResponseExample, content],
  [ResponseField, (walk, props) => fieldNodes(walk, props, [])],
  [Step, (walk, props) => [entry('step', titled(walk, props))]],
  [Steps, steps],
  [Tab, titled],
  [Tabs, tabs],
  [
    Tile,
    (walk, props) => {
      const { description, ...rest } = props;
      const words = text(description);
      const inside = [
        ...walk.blocks(props.children),
        ...paragraph(words === undefined ? [] : [textNode(words)]),
      ];
      return cardNodes(walk, rest, inside);
    },
  ],
  [Tip, callout('tip')],
  [Tooltip, tooltip],
  [Transaction, chainValue],
  [Tree, tree],
  [TreeFile, (walk, props) => treeNodes(walk, props, false)],
  [TreeFolder, (walk, props) => treeNodes(walk, props, true)],
  [Update, update],
  [
    View,
    (walk, props) => titled(walk, { ...props, title: text(props.title) ?? walk.page.labels.view }),
  ],
  [Visibility, (walk, props) => (props.for === 'humans' ? [] : walk.nodes(props.children))],
  [Warning, callout('warning')],
]);
