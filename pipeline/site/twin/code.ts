import { readFence, readNotation } from '../code/fence.ts';
import { CodeFence } from '../components/code-block.tsx';
import { childrenOf, text, textOf } from '../components/component.ts';
import type { Maker } from './maker.ts';
import type { Node } from './nodes.ts';

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

/** A fenced block. */
export const fence: Maker = (_, props) => {
  const lang = text(props.language) ?? '';
  const { title } = readFence(text(props.meta));
  return codeNode(text(props.template) ?? text(props.code) ?? '', { lang, title });
};

/** Code in the component for it. */
export const codeBlock: Maker = (_, props) => {
  const [inner] = childrenOf(props.children, CodeFence);
  const lang = text(props.language) ?? text(props.lang) ?? text(inner?.props.language) ?? '';
  const own = text(props.filename) ?? text(props.title);
  const title = own ?? readFence(text(inner?.props.meta)).title;
  const value =
    text(inner?.props.template) ??
    text(inner?.props.code) ??
    textOf(props.children).replace(/^\n+/, '').trimEnd();
  return codeNode(value, { lang, title });
};

/** The source of a diagram. */
export const mermaid: Maker = (_, props) => [
  { type: 'code', lang: 'mermaid', value: (text(props.chart) ?? textOf(props.children)).trim() },
];
