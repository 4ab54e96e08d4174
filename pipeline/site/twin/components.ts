import { Accordion, AccordionGroup, Expandable } from '../components/accordion.tsx';
import { Endpoint } from '../components/api/endpoint.tsx';
import { RequestExample, ResponseExample } from '../components/api/examples.tsx';
import { ParamField, ResponseField } from '../components/api/field.tsx';
import { Badge } from '../components/badge.tsx';
import { Callout, Check, Danger, Info, Note, Tip, Warning } from '../components/callout.tsx';
import { Card, Column, Columns, Tile } from '../components/card.tsx';
import { CodeBlock, CodeFence, CodeGroup } from '../components/code-block.tsx';
import { Color, ColorItem, ColorRow } from '../components/color.tsx';
import { type Component, flag, number, text, textOf } from '../components/component.ts';
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
import { Tree, TreeFile, TreeFolder } from '../components/tree.tsx';
import { Update } from '../components/update.tsx';
import { Panel, View, Visibility } from '../components/view.tsx';
import { Address, Transaction } from '../components/web3/address.tsx';
import { ConnectWallet } from '../components/web3/connect-wallet.tsx';
import { ContractRead, ContractWrite } from '../components/web3/contract-call.tsx';
import { wording } from '../components/wording.tsx';
import { signOf } from '../icon-sign.ts';
import { endpoint, fieldNodes } from './api.ts';
import { cardNodes, repository } from './cards.ts';
import { codeBlock, fence, mermaid } from './code.ts';
import { foldNodes, headingNode } from './elements.ts';
import { content, type Maker, paragraph, titled, wordsLine } from './maker.ts';
import { entry, textNode } from './nodes.ts';
import { badge, callout, frame, prompt, steps, tabs, tooltip, update } from './structure.ts';
import { chainValue, colour, tree, treeNodes } from './values.ts';

const nothing: Maker = () => [];

/** What each component says in Markdown. */
export const twinComponents: ReadonlyMap<Component, Maker> = new Map<Component, Maker>([
  [
    Accordion,
    (walk, props) => {
      const title = wording(props.title);
      const description = wording(props.description);
      return foldNodes(
        title?.text ? wordsLine(walk, title) : [textNode(walk.page.labels.details)],
        [
          ...paragraph(description === undefined ? [] : wordsLine(walk, description)),
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
      const sign = signOf(props.icon ?? props.src ?? props.name);
      const label = text(props.ariaLabel) ?? text(props['aria-label']) ?? sign;
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
      const words = wording(description);
      const inside = [
        ...walk.blocks(props.children),
        ...paragraph(words === undefined ? [] : wordsLine(walk, words)),
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
    (walk, props) =>
      titled(walk, { ...props, title: wording(props.title)?.text || walk.page.labels.view }),
  ],
  [Visibility, (walk, props) => (props.for === 'humans' ? [] : walk.nodes(props.children))],
  [Warning, callout('warning')],
]);
