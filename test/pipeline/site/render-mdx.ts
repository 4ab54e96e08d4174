import { readConfig } from '../../../pipeline/config/read.ts';
import type { RenderTools } from '../../../pipeline/site/components/page-context.ts';
import { renderBody } from '../../../pipeline/site/render.tsx';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import { readPage } from '../../../pipeline/source/page.ts';
import type { Asset, RenderedBody, Site, SourceFile } from '../../../schema/site.ts';

/** What a test may set of a site around its page. */
export interface Around {
  /** Path of the page's file; `page.mdx` when absent. */
  readonly file?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly assets?: Readonly<Record<string, { readonly width?: number; readonly height?: number }>>;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly pages?: readonly string[];
  readonly tools?: RenderTools;
}

const shared = memory();

/** Renders a page as the build does; highlighted code is shared between tests. */
export async function renderMdx(mdx: string, around: Around = {}): Promise<RenderedBody> {
  const site = siteWith(mdx, around);
  const page = site.pages.get((around.file ?? 'page.mdx').replace(/\.mdx?$/, ''));
  if (!page) throw new Error('The page of the test is missing');
  return renderBody(page, site, around.tools ?? shared);
}

/**
 * HTML of a page's body, without the names of parts, which have a test of their own; problems other than notes end the
 * test.
 */
export async function htmlOf(mdx: string, around: Around = {}): Promise<string> {
  const body = await renderMdx(mdx, around);
  const bad = body.problems.filter((problem) => problem.severity !== 'note');
  if (bad.length > 0) throw new Error(bad.map((problem) => problem.reason).join('\n'));
  return withoutParts(body.html + (body.aside ?? ''));
}

/** HTML without the names of parts that authors' style sheets may use. */
export function withoutParts(html: string): string {
  return html.replaceAll(/ data-component-part="[^"]*"/g, '');
}

/** The smallest site around a page. */
export function siteWith(mdx: string, around: Around = {}): Site {
  const { config } = readConfig(
    JSON.stringify({
      name: 'Test',
      colors: { primary: '#16A34A' },
      navigation: { groups: [{ group: 'All', pages: ['page'] }] },
      ...around.config,
    }),
    { file: 'docs.json' },
  );
  if (!config) throw new Error('The configuration of the test is not valid');
  const context = {
    language: 'en',
    inNavigation: true,
    seo: { indexing: 'navigable', noindex: false } as const,
    latex: config.styling.latex,
    variables: new Map(Object.entries(around.variables ?? {})),
  };
  const read = (path: string, text: string) => readPage(sourceFile(path, text), context).page;
  const pages = [
    read(around.file ?? 'page.mdx', mdx),
    ...(around.pages ?? []).map((path) => read(`${path}.mdx`, '')),
  ];
  return {
    config,
    pages: new Map(pages.map((page) => [page.path, page])),
    snippets: new Map(
      Object.entries(around.files ?? {}).map(([path, text]) => [path, sourceFile(path, text)]),
    ),
    assets: new Map(
      Object.entries(around.assets ?? {}).map(([path, size]): [string, Asset] => [
        path,
        { path, hash: 'h', bytes: 1, ...size },
      ]),
    ),
    navigation: {
      root: { type: 'container', kind: 'root', label: '', hidden: false, children: [] },
      places: new Map(),
    },
    redirects: [],
    variables: new Map(Object.entries(around.variables ?? {})),
    language: 'en',
  };
}

/** Tools whose cache lives as long as they do. */
export function memory(): RenderTools {
  const known = new Map<string, string>();
  return {
    cache: { get: (key) => known.get(key), set: (key, value) => void known.set(key, value) },
  };
}

function sourceFile(path: string, text: string): SourceFile {
  return { path, text, hash: sourceHash(text) };
}
