import type { ContextualOption } from '../../../schema/config/contextual.ts';
import { encodeUriPart } from '../../../schema/encode-uri.ts';
import { unknownOrigin } from '../../../schema/own-address.ts';
import { fillLabel } from '../fill-label.ts';
import type { GlyphName } from './glyph.tsx';
import { markdownAddress } from './head.tsx';
import type { View } from './view.ts';

/** A row of the page's menu. */
export interface ContextualRow {
  readonly title: string;
  readonly description?: string;
  /** A drawing of the shell, or what an author named. */
  readonly icon?: { readonly glyph: GlyphName } | { readonly name: string };
  readonly href: string;
  /** What is copied instead of following the link: the text at the address, or the address. */
  readonly copies?: 'text' | 'address';
  /** Only a server answers there: the row stays hidden until one says so (`mcp.ts` of the client). */
  readonly needsServer?: boolean;
  /** The public URL was unknown at build: the page puts its own in (`own-address.ts` of the client). */
  readonly needsAddress?: boolean;
  /** Someone else reads the page there: the row stays hidden where only this computer reaches it. */
  readonly needsPublic?: boolean;
}

const asks: Readonly<Record<string, { title: string; address: string }>> = {
  chatgpt: { title: 'ChatGPT', address: 'https://chatgpt.com/?hints=search&q=' },
  claude: { title: 'Claude', address: 'https://claude.ai/new?q=' },
  perplexity: { title: 'Perplexity', address: 'https://www.perplexity.ai/search?q=' },
};

/** The page's menu from `contextual.options`, or from the page's own list. */
export function contextualRows(view: View): readonly ContextualRow[] {
  const own = view.page.frontmatter.contextual?.options;
  const options = own ?? view.config.contextual?.options ?? [];
  return options.flatMap((option) => rowOf(option, view) ?? []);
}

function rowOf(option: ContextualOption, view: View): ContextualRow | undefined {
  const twin = markdownAddress(view);
  const { labels, site } = view;
  const origin = site.origin ?? unknownOrigin;
  const unknown = site.origin === undefined ? { needsAddress: true } : {};
  if (option === 'copy') {
    return {
      title: labels.copyPage,
      description: labels.copyPageAbout,
      icon: { glyph: 'copy' },
      href: twin,
      copies: 'text',
    };
  }
  if (option === 'view') {
    return {
      title: labels.viewMarkdown,
      description: labels.viewMarkdownAbout,
      icon: { glyph: 'file' },
      href: twin,
    };
  }
  if (typeof option === 'string') {
    const ask = asks[option];
    if (!ask) return agentRow(option, { origin, unknown }, view);
    const question = `Read ${origin}${twin} so that I can ask questions about it.`;
    return {
      title: ask.title,
      description: labels.askAbout,
      icon: { glyph: 'chat' },
      href: ask.address + encodeUriPart(question),
      ...unknown,
      ...(site.origin === undefined ? { needsPublic: true } : {}),
    };
  }
  return {
    title: view.word(option.title),
    description: view.word(option.description),
    ...(option.icon ? { icon: { name: option.icon } } : {}),
    ...filled(option.href, view),
  };
}

/** What lets an agent read the site: the address of its server, and editors that take it by a link. */
function agentRow(
  option: string,
  { origin, unknown }: { readonly origin: string; readonly unknown: Partial<ContextualRow> },
  view: View,
): ContextualRow | undefined {
  const url = `${origin}/mcp`;
  const name =
    view.config.name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'docs';
  const agent = {
    description: view.labels.agentAbout,
    icon: { glyph: 'plug' },
    needsServer: true,
  } as const;
  if (option === 'mcp') {
    // A browser completes the address of a link.
    const href = `${view.site.origin ?? ''}/mcp`;
    return { ...agent, title: view.labels.mcpAddress, href, copies: 'address' };
  }
  const connect = (title: string, href: string): ContextualRow => ({
    ...agent,
    ...unknown,
    title: fillLabel(view.labels.connectTo, { name: title }),
    href,
  });
  if (option === 'cursor') {
    const config = Buffer.from(JSON.stringify({ url })).toString('base64');
    const query = new URLSearchParams({ name, config }).toString();
    return connect('Cursor', `cursor://anysphere.cursor-deeplink/mcp/install?${query}`);
  }
  if (option !== 'vscode') return undefined;
  const server = encodeUriPart(JSON.stringify({ name, type: 'http', url }));
  return connect('VS Code', `vscode:mcp/install?${server}`);
}

type OwnHref = Exclude<ContextualOption, string>['href'];

function filled(
  href: OwnHref,
  view: View,
): Pick<ContextualRow, 'href' | 'needsAddress' | 'needsServer'> {
  const address = fill(href, view);
  return {
    href: address,
    ...(address.includes(unknownOrigin) ? { needsAddress: true } : {}),
    ...(JSON.stringify(href).includes('$mcp') ? { needsServer: true } : {}),
  };
}

// Decision: `$page` is the page's public address, `$path` its path, `$mdx` the address of its Markdown
// twin, `$mcp` that of the server for agents; a whole page does not fit into an address.
function fill(href: OwnHref, view: View): string {
  const put = (text: string, origin = view.site.origin ?? unknownOrigin): string =>
    text
      .replaceAll('$page', origin + view.address(view.page.path))
      .replaceAll('$path', view.page.path)
      .replaceAll('$mdx', origin + markdownAddress(view))
      .replaceAll('$mcp', `${origin}/mcp`);
  // What an address begins with is complete without the public URL.
  const start = (text: string): string => view.link(put(text, view.site.origin ?? ''));
  if (typeof href === 'string') return start(href);
  const base = start(href.base);
  const { query } = href;
  const pairs: [string, string][] = Array.isArray(query)
    ? query.flatMap((item: unknown) =>
        isRecord(item) ? [[String(item.key ?? ''), String(item.value ?? '')]] : [],
      )
    : isRecord(query)
      ? Object.entries(query).map(([key, value]) => [key, String(value)])
      : [];
  const search =
    typeof query === 'string'
      ? written(query, put)
      : new URLSearchParams(pairs.map(([key, value]) => [key, put(value)])).toString();
  return search === '' ? base : `${base}${base.includes('?') ? '&' : '?'}${search}`;
}

/** A query as its author wrote it; only what is put in is encoded. */
function written(query: string, put: (text: string) => string): string {
  return query
    .replace(/^[?&]/, '')
    .replaceAll(/\$(?:page|path|mdx|mcp)/g, (name) => encodeUriPart(put(name)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
