import type { ComponentChildren, JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { pageAddress, siteAddress } from '../../../schema/address.ts';
import { directionOf } from '../../../schema/languages.ts';
import { readerVariableData } from '../../../schema/reader-variables.ts';
import type { Page, RenderedBody, Site } from '../../../schema/site.ts';
import { wordsForBrowser } from '../components/browser-words.ts';
import { twinPlaces } from '../machine/markdown.ts';
import { web3PageData } from '../web3/page-data.ts';
import { assistantLabels } from './assistant-labels.ts';
import { Banner, bannerKey } from './banner.tsx';
import { ContentsList, contentsOf } from './contents.tsx';
import { Directory } from './directory.tsx';
import { Footer } from './footer.tsx';
import { Head } from './head.tsx';
import { Header } from './header.tsx';
import { InBranch } from './in-branch.tsx';
import { Html, safeJson } from './markup.tsx';
import { PageBar } from './page-bar.tsx';
import { PageEnd } from './page-end.tsx';
import { PageTop, textBelow } from './page-top.tsx';
import { Services } from './services.tsx';
import { Sidebar } from './sidebar.tsx';
import { SpeculationRules } from './speculation.tsx';
import type { LayoutTools } from './tools.ts';
import { TranslationNotice } from './translation-notice.tsx';
import { VersionNotice } from './version-notice.tsx';
import { type View, viewOf } from './view.ts';

/** A whole HTML document of one page. */
export function renderDocument(
  page: Page,
  body: RenderedBody,
  site: Site,
  tools: LayoutTools,
): string {
  const view = viewOf(page, body, site, tools);
  return documentHtml(view, <PageBody view={view} />);
}

/** A document around any middle part: head, bars and footer are the same on all of them. */
export function documentHtml(
  view: View,
  middle: ComponentChildren,
  attributes: Readonly<Record<string, string>> = {},
): string {
  const { appearance } = view.config;
  const { default: wanted, strict } = appearance;
  const key = bannerKey(view);
  const bare = view.mode === 'custom';
  const isPending = view.page.translation?.status === 'pending';
  const labels = assistantLabels(view);
  const html = (
    <html
      lang={isPending ? view.site.language : view.language}
      dir={isPending ? directionOf(view.site.language) : view.direction}
      data-default={wanted}
      {...(wanted === 'system' ? {} : { class: wanted, 'data-mode': wanted })}
      {...(strict ? { 'data-strict': '' } : {})}
      {...(key ? { 'data-banner': key } : {})}
      {...(view.base ? { 'data-base': view.base } : {})}
      data-current-path={pageAddress(view.page.path, '')}
      {...attributes}
    >
      <Head view={view} />
      <body
        class={`mode-${view.mode}`}
        {...(labels ? { 'data-labels': JSON.stringify(labels) } : {})}
      >
        <a class="dc-skip" href={`#${view.id('content-area')}`}>
          {view.labels.skip}
        </a>
        <Banner view={view} />
        <InBranch view={view} part={Header} />
        {middle}
        {!bare && view.mode !== 'frame' && <Footer view={view} />}
        <PageData view={view} />
        <VariableData view={view} />
        <Web3Data view={view} />
        <Services view={view} />
        <SpeculationRules view={view} />
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(html)}`;
}

function PageBody({ view }: { view: View }): JSX.Element {
  const { mode, body } = view;
  const words = wordsForBrowser(view.language);
  const diagrams = diagramScript(view);
  const withSidebar = mode === 'default' || mode === 'wide' || mode === 'frame';
  const withContents = mode === 'default' && contentsOf(view).length > 0;
  const aside = mode === 'default' && body.aside ? body.aside : undefined;
  // On small screens, what a request needs comes before samples of it; other columns say something first.
  const isAfter = aside !== undefined && view.page.operation !== undefined;
  const drawsItself = mode === 'custom' || mode === 'frame';
  const end = !drawsItself && <PageEnd view={view} />;
  const kinds = [
    'dc-layout',
    `layout-${mode}`,
    withSidebar ? 'has-sidebar' : '',
    aside ? 'has-aside' : '',
    withContents && !aside ? 'has-contents' : '',
    view.page.operation ? 'is-operation' : '',
  ];
  return (
    <div class={kinds.filter(Boolean).join(' ')}>
      <InBranch view={view} part={Sidebar} />
      <main class="dc-main">
        <PageBar view={view} withContents={withContents} />
        <div class="dc-page" id={view.id('content-container')}>
          <div class="page-columns" id={view.id('content-area')} tabIndex={-1}>
            <div class="page-start">
              {view.tools.notice && <Html as="div" html={view.tools.notice} />}
              <InBranch view={view} part={VersionNotice} />
              <TranslationNotice view={view} />
              {drawsItself ? <HiddenTitle view={view} /> : <PageTop view={view} />}
            </div>
            {aside && !isAfter && <Html as="div" class="dc-aside" html={aside} />}
            <div class="dc-page-content">
              <div
                class="mdx-content prose dc-prose"
                id={view.id('content')}
                {...(words && (body.features.length > 0 || body.contents.length > 0)
                  ? { 'data-words': words }
                  : {})}
                {...(diagrams ? { 'data-diagrams': siteAddress(diagrams, view.base) } : {})}
                dangerouslySetInnerHTML={{ __html: drawsItself ? body.html : textBelow(view) }}
              />
              <Directory view={view} />
              {!isAfter && end}
            </div>
            {isAfter && <Html as="div" class="dc-aside" html={aside} />}
            {isAfter && <div class="page-rest">{end}</div>}
          </div>
        </div>
      </main>
      {withContents && !aside && (
        <aside class="toc dc-toc" id={view.id('table-of-contents')}>
          <nav aria-label={view.labels.onThisPage}>
            <div class="contents-title">{view.labels.onThisPage}</div>
            <ContentsList view={view} id={view.id('table-of-contents-content')} />
          </nav>
        </aside>
      )}
    </div>
  );
}

/** What draws the diagrams of the page. */
function diagramScript({ body, tools }: View): string | undefined {
  const { diagrams } = tools.assets;
  if (!diagrams || !body.features.includes('mermaid')) return undefined;
  const marks = `${body.html}${body.aside ?? ''}`.matchAll(/ data-mermaid="([^"]*)"/g);
  const [kind = '', ...others] = new Set(Array.from(marks, ([, found]) => found));
  const alone = others.length === 0 ? diagrams[kind] : undefined;
  return alone ?? Object.values(diagrams).at(-1);
}

/** Pages that draw themselves still need a title for those who do not see them. */
function HiddenTitle({ view }: { view: View }): JSX.Element | null {
  if (/<h1[\s>]/.test(view.body.html)) return null;
  return <h1 class="visually-hidden">{view.page.title}</h1>;
}

/** What the scripts of wallets and contracts need to know of the site. */
function Web3Data({ view }: { view: View }): JSX.Element | null {
  if (!view.body.features.includes('contracts')) return null;
  return (
    <script
      type="application/json"
      class="web3-data"
      dangerouslySetInnerHTML={{ __html: safeJson(web3PageData(view.config, view.language)) }}
    />
  );
}

/** What scripts need to compute variables from what readers choose. */
function VariableData({ view }: { view: View }): JSX.Element | null {
  const { body, config, site } = view;
  if (!body.features.includes('variables')) return null;
  const data = readerVariableData(config.variables, site.variables);
  const twin = twinPlaces(view.page, body, site);
  return (
    <>
      <script
        type="application/json"
        class="variables"
        dangerouslySetInnerHTML={{ __html: safeJson(data) }}
      />
      {twin.places.length > 0 && (
        <script
          type="application/json"
          class="twin-places"
          dangerouslySetInnerHTML={{ __html: safeJson(twin) }}
        />
      )}
    </>
  );
}

/** What the browser's modules need to know of the page. */
function PageData({ view }: { view: View }): JSX.Element | null {
  if (view.body.islands.length === 0) return null;
  const islands = view.body.islands.flatMap((island) => {
    const { needs, ...data } = island;
    const module = view.tools.island?.(island.module);
    const modules = Object.fromEntries(
      needs.flatMap((name) => {
        const address = view.tools.island?.(name);
        return address === undefined ? [] : [[name, address]];
      }),
    );
    return module === undefined ? [] : [{ ...data, module, modules }];
  });
  return (
    <script
      type="application/json"
      class="page-data"
      dangerouslySetInnerHTML={{ __html: safeJson({ islands }) }}
    />
  );
}
