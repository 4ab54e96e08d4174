import { emptyBody } from '../../../../pipeline/site/empty-body.ts';
import type { Config } from '../../../../schema/config/config.ts';
import type { Page, RenderedBody, Site, UpdateEntry, Visibility } from '../../../../schema/site.ts';

const everywhere: Visibility = {
  sidebar: true,
  search: true,
  sitemap: true,
  engines: true,
  assistant: true,
  llms: true,
};

/** A page as the machine files see it. */
export function pageOf(
  path: string,
  rest: Omit<Partial<Page>, 'frontmatter' | 'visibility'> & {
    readonly front?: Record<string, unknown>;
    readonly visible?: Partial<Visibility>;
  } = {},
): Page {
  const { front, visible, ...page } = rest;
  return {
    path,
    file: { path: `${path}.mdx`, text: '', hash: '' },
    format: 'mdx',
    title: path,
    language: 'en',
    bodyOffset: 0,
    uses: [],
    words: 0,
    ...page,
    frontmatter: { meta: {}, other: {}, ...front },
    visibility: { ...everywhere, ...visible },
  };
}

/** A site of some pages. */
export function siteOf(
  pages: readonly Page[],
  rest: Omit<Partial<Site>, 'config'> & { readonly config?: Record<string, unknown> } = {},
): Site {
  const { config, ...site } = rest;
  return {
    config: {
      name: 'Acme',
      seo: { indexing: 'navigable', noindex: false, metatags: {} },
      hosting: { basePath: '' },
      auth: { enabled: false, provider: 'builtin', publicPaths: [], claimsMapping: {}, groups: {} },
      ...config,
    } as unknown as Config,
    pages: new Map(pages.map((page) => [page.path, page])),
    snippets: new Map(),
    assets: new Map(),
    navigation: {
      root: { type: 'container', kind: 'root', label: '', hidden: false, children: [] },
      places: new Map(),
    },
    redirects: [],
    variables: new Map(),
    language: 'en',
    origin: 'https://docs.example.com',
    ...site,
  };
}

/** A rendered body with this Markdown. */
export function bodyOf(markdown: string, updates: readonly UpdateEntry[] = []): RenderedBody {
  return { ...emptyBody, markdown, updates };
}

/** Bodies of all pages, each saying its own path. */
export function bodiesOf(site: Site): ReadonlyMap<string, RenderedBody> {
  return new Map([...site.pages.keys()].map((path) => [path, bodyOf(`Body of ${path}.`)]));
}

/** The element names of an XML text in order; throws where it is not well-formed. */
export function readXml(text: string): readonly string[] {
  const names: string[] = [];
  const open: string[] = [];
  let at = 0;
  const fail = (why: string) => {
    throw new Error(`${why} at ${at}: ${text.slice(at, at + 60)}`);
  };
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(text);
  if (!declaration) fail('no declaration');
  at = declaration?.[0].length ?? 0;
  while (at < text.length) {
    if (text[at] === '<') {
      const tag = /^<(?:\/([\w:-]+)\s*|([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?))>/.exec(
        text.slice(at),
      );
      if (!tag) {
        fail('no tag');
        break;
      }
      const [whole, closing, opening, attributes = '', empty] = tag;
      checkText(attributes);
      if (closing && open.pop() !== closing) fail('wrong closing tag');
      if (opening) {
        names.push(opening);
        if (!empty) open.push(opening);
      }
      at += whole.length;
      continue;
    }
    const end = text.indexOf('<', at);
    const run = text.slice(at, end < 0 ? text.length : end);
    checkText(run);
    if (open.length === 0 && run.trim() !== '') fail('text outside of the root');
    at += run.length;
  }
  if (open.length > 0) fail(`${open.at(-1)} is not closed`);
  return names;
}

function checkText(text: string): void {
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);)/i.test(text)) {
    throw new Error(`A bare ampersand in ${text.slice(0, 80)}`);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 forbids
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text) || !text.isWellFormed()) {
    throw new Error(`A character that XML cannot hold in ${JSON.stringify(text.slice(0, 80))}`);
  }
}
