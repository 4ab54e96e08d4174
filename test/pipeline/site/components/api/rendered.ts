import { createHash } from 'node:crypto';
import { readConfig } from '../../../../../pipeline/config/read.ts';
import { renderBody } from '../../../../../pipeline/site/render.tsx';
import type { Operation } from '../../../../../schema/operation.ts';
import type { Page, RenderedBody, Site } from '../../../../../schema/site.ts';
import { type Element, parseHtml } from '../../../../support/html.ts';

/** A page rendered: its body, and the two parts of it as trees. */
export interface Rendered {
  readonly body: RenderedBody;
  readonly html: Element;
  readonly aside: Element;
}

/** Renders MDX on a page of a plain site; `operation` makes it a page of that operation. */
export async function rendered(
  text: string,
  rest: {
    readonly operation?: Operation;
    readonly language?: string;
    readonly mode?: 'wide';
    readonly config?: Record<string, unknown>;
  } = {},
): Promise<Rendered> {
  const docs = {
    name: 'Acme',
    colors: { primary: '#16A34A' },
    navigation: { groups: [{ group: 'A', pages: ['page'] }] },
    ...rest.config,
  };
  const { config } = readConfig(JSON.stringify(docs), {
    file: 'docs.json',
    readRef: () => undefined,
  });
  if (!config) throw new Error('The configuration of the test is wrong');
  const page: Page = {
    path: 'page',
    file: { path: 'page.mdx', text, hash: createHash('sha256').update(text).digest('hex') },
    format: 'mdx',
    frontmatter: { meta: {}, other: {}, ...(rest.mode ? { mode: rest.mode } : {}) },
    title: 'Page',
    language: rest.language ?? 'en',
    bodyOffset: 0,
    uses: [],
    words: 0,
    visibility: {
      sidebar: true,
      search: true,
      sitemap: true,
      engines: true,
      assistant: true,
      llms: true,
    },
    ...(rest.operation ? { operation: rest.operation } : {}),
  };
  const site: Site = {
    config,
    pages: new Map([[page.path, page]]),
    snippets: new Map(),
    assets: new Map(),
    navigation: {
      root: { type: 'container', kind: 'root', label: '', hidden: false, children: [] },
      places: new Map(),
    },
    redirects: [],
    variables: new Map(),
    language: 'en',
  };
  const memory = new Map<string, string>();
  const body = await renderBody(page, site, {
    cache: { get: (key) => memory.get(key), set: (key, value) => void memory.set(key, value) },
  });
  return { body, html: parseHtml(body.html), aside: parseHtml(body.aside ?? '') };
}
