import { readFence, readNotation } from '../code/fence.ts';
import { CodeFence } from '../components/code-block.tsx';
import { withoutAsides } from '../components/code-types.ts';
import { childrenOf, text, textOf } from '../components/component.ts';
import type { Maker } from './maker.ts';
import type { Node } from './nodes.ts';
import type { TwinWalk } from './twin-walk.ts';

interface Fence {
  readonly lang: string;
  readonly title: string | undefined;
  readonly meta: string | undefined;
}

/** Code as it can be copied; what a change adds and removes is shown as a diff. */
function codeNode(walk: TwinWalk, value: string, { lang, title, meta }: Fence): Node[] {
  const written = readNotation(value);
  const isTyped = readFence(meta).twoslash;
  const { code, added, removed } = isTyped ? withoutAsides(walk.page, written, lang) : written;
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

/** A fenced block. */
export const fence: Maker = (walk, props) => {
  const lang = text(props.language) ?? '';
  const meta = text(props.meta);
  const value = text(props.template) ?? text(props.code) ?? '';
  return codeNode(walk, value, { lang, title: readFence(meta).title, meta });
};

/** Code in the component for it. */
export const codeBlock: Maker = (walk, props) => {
  const [inner] = childrenOf(props.children, CodeFence);
  const lang = text(props.language) ?? text(props.lang) ?? text(inner?.props.language) ?? '';
  const own = text(props.filename) ?? text(props.title);
  const meta = text(inner?.props.meta);
  const title = own ?? readFence(meta).title;
  const value =
    text(inner?.props.template) ??
    text(inner?.props.code) ??
    textOf(props.children).replace(/^\n+/, '').trimEnd();
  return codeNode(walk, value, { lang, title, meta });
};

/** The source of a diagram. */
export const mermaid: Maker = (_, props) => [
  { type: 'code', lang: 'mermaid', value: (text(props.chart) ?? textOf(props.children)).trim() },
];
