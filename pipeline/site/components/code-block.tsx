import type { ComponentChildren, VNode } from 'preact';
import { h } from 'preact';
import type { Place } from '../../../schema/errors.ts';
import { given } from '../../../schema/given.ts';
import {
  type FenceOptions,
  type Notation,
  readFence,
  readLines,
  readNotation,
} from '../code/fence.ts';
import { fillLabel } from '../fill-label.ts';
import { childrenOf, classes, flag, type Props, text, textOf } from './component.ts';
import { MermaidDiagram } from './mermaid.tsx';
import { type PageContext, usePage } from './page-context.ts';
import { TabStrip } from './tab-strip.tsx';

/** Blocks longer than this are folded when they are `expandable`. */
const foldedLines = 15;

/** A fenced code block of a page. */
export function CodeFence(props: Props) {
  const options = readFence(text(props.meta));
  const language = text(props.language) ?? '';
  const code = text(props.code) ?? '';
  if (language === 'mermaid') {
    return <MermaidDiagram chart={code} {...options.other} title={options.title} />;
  }
  return (
    <CodeView
      code={code}
      template={text(props.template)}
      language={language}
      options={withTitleOf(language, options)}
      grouped={props.grouped === true}
      place={props.place}
    />
  );
}

/** Code from a component: `<CodeBlock language filename>` around a text or a fence. */
export function CodeBlock(props: Props) {
  const [fence] = childrenOf(props.children, CodeFence);
  const inner = readFence(text(fence?.props.meta));
  const language = text(props.language) ?? text(props.lang) ?? text(fence?.props.language) ?? '';
  const code = text(fence?.props.code) ?? textOf(props.children).replace(/^\n+|\s+$/g, '');
  const title = text(props.filename) ?? text(props.title) ?? inner.title;
  const icon = text(props.icon) ?? inner.icon;
  const options: FenceOptions = {
    ...inner,
    ...given({ title, icon }),
    highlight: lineSet(props.highlight) ?? inner.highlight,
    focus: lineSet(props.focus) ?? inner.focus,
    lines: flag(props.lines, flag(props.showLineNumbers, inner.lines)),
    wrap: flag(props.wrap, inner.wrap),
    expandable: flag(props.expandable, inner.expandable),
    copy: props.nocopy === undefined ? inner.copy : !flag(props.nocopy),
  };
  return (
    <CodeView
      code={code}
      template={text(fence?.props.template)}
      language={language}
      options={options}
      grouped={props.grouped === true}
      place={fence?.props.place ?? props.place}
    />
  );
}

/** Code blocks that take turns in one box, chosen by their titles. */
export function CodeGroup(props: Props) {
  const page = usePage();
  const blocks = codeOf(props.children, page);
  if (blocks.length < 2) return <>{props.children}</>;
  page.feature('tabs');
  return (
    <TabStrip
      kind="code"
      dropdown={flag(props.dropdown)}
      sync={flag(props.sync, true)}
      label={text(props.ariaLabel) ?? page.labels.codeExamples}
      tabs={blocks.map(({ title, icon, vnode }) => ({
        title,
        icon,
        place: vnode.props.place,
        id: page.partId(title),
        content: vnode,
      }))}
    />
  );
}

/** Code blocks among some children, with the titles that their tabs have. */
function codeOf(
  children: ComponentChildren,
  page: Pick<PageContext, 'labels' | 'languageLabel'>,
): readonly { title: string; icon?: string; vnode: VNode<Props> }[] {
  return childrenOf(children, CodeFence, CodeBlock).map((vnode, index) => {
    const options = readFence(text(vnode.props.meta));
    const language = text(vnode.props.language) ?? '';
    const title =
      text(vnode.props.filename) ??
      text(vnode.props.title) ??
      options.title ??
      (language === ''
        ? fillLabel(page.labels.example, { number: index + 1 })
        : page.languageLabel(language));
    return {
      title,
      ...given({ icon: options.icon }),
      vnode: h(vnode.type as 'div', { ...vnode.props, grouped: true } as never) as VNode<Props>,
    };
  });
}

/** `{name}` of a snippet's own props, also where braces are text. */
export function interpolate(code: string, props: Readonly<Record<string, unknown>>): string {
  if (!code.includes('{')) return code;
  return code.replaceAll(/\{([A-Za-z_$][\w$]*)\}/g, (written, name: string) =>
    Object.hasOwn(props, name) ? (text(props[name]) ?? written) : written,
  );
}

/** The first word of a code block with an unknown language can be its title: a single file name. */
function withTitleOf(language: string, options: FenceOptions): FenceOptions {
  if (options.title !== undefined || !/\.\w+$/.test(language)) return options;
  return { ...options, title: language };
}

function lineSet(value: unknown): ReadonlySet<number> | undefined {
  if (value === undefined) return undefined;
  return readLines(Array.isArray(value) ? value.join(',') : String(value));
}

/** One block of code, coloured, with its head and its buttons. */
function CodeView(props: {
  readonly code: string;
  /** The code with words for variables whose values depend on the reader. */
  readonly template?: string | undefined;
  readonly language: string;
  readonly options: FenceOptions;
  /** The title is in the tabs above. */
  readonly grouped?: boolean;
  readonly place?: unknown;
}) {
  const page = usePage();
  const { language, options } = props;
  const place = props.place as Place | undefined;
  const written = readNotation(props.code);
  const { html: coloured, notation } = page.code({ ...props, written, typed: options.twoslash });
  const html = lines(coloured, notation, options);
  const count = notation.code.split('\n').length;
  const folded = options.expandable && count > foldedLines;
  if (options.copy || folded) page.feature('code');
  const figure = h(
    'div',
    {
      class: classes(
        'code-block',
        options.lines && 'code-numbered',
        options.wrap && 'code-wrap',
        options.focus.size + notation.focus.size > 0 && 'code-focused',
        folded && 'code-folded',
      ),
      'data-component-part': 'code-block-root',
      dir: 'ltr',
    },
    options.title === undefined || props.grouped ? undefined : (
      <div class="code-head" data-component-part="code-block-header">
        {options.icon === undefined ? undefined : page.icon(options.icon, { place })}
        <span class="code-title" data-component-part="code-block-header-filename">
          {options.title}
        </span>
      </div>
    ),
    <pre>
      <code
        {...(language === '' ? {} : { class: `language-${language}` })}
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </pre>,
    options.copy ? (
      <button type="button" class="code-copy" data-copy aria-label={page.labels.copyCode} />
    ) : undefined,
    folded ? (
      <button type="button" class="code-expand" data-expand aria-expanded="false">
        {fillLabel(page.labels.showAll, { count })}
      </button>
    ) : undefined,
  );
  return figure;
}

/** Lines become elements only where something is to be said of them. */
function lines(html: string, notation: Notation, options: FenceOptions): string {
  const { added, removed } = notation;
  const marked = union(options.highlight, notation.highlight);
  const focused = union(options.focus, notation.focus);
  const plain = added.size + removed.size + marked.size + focused.size === 0;
  if (plain && !options.lines) return html;
  return html
    .split('\n')
    .map((line, index) => {
      const number = index + 1;
      const name = classes(
        'dc-line',
        marked.has(number) && 'line-marked',
        focused.has(number) && 'line-focus',
        added.has(number) && 'line-added',
        removed.has(number) && 'line-removed',
      );
      return `<span class="${name}">${line}\n</span>`;
    })
    .join('');
}

function union(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  return b.size === 0 ? a : new Set([...a, ...b]);
}
