import { escapeHtml } from '../../../schema/html.ts';
import type { Page, Site } from '../../../schema/site.ts';
import { emptyBody } from '../empty-body.ts';
import { wordsOf } from '../words.ts';
import { documentHtml } from './document.tsx';
import { Glyph } from './glyph.tsx';
import { Html } from './markup.tsx';
import { PageBar } from './page-bar.tsx';
import { Sidebar } from './sidebar.tsx';
import type { LayoutTools } from './tools.ts';
import { firstPages, labelIn, viewOf } from './view.ts';

/** A page that may answer instead of a missing one. */
export interface Suggestion {
  readonly title: string;
  /** Address with `basePath`. */
  readonly href: string;
}

interface NotFoundOptions {
  /** One of the site's languages; by default its first. */
  readonly language?: string;
  readonly suggestions?: readonly Suggestion[];
}

/** The 404 document in a language of the site; `suggestions` are the nearest pages, best first. */
export function renderNotFound(
  site: Site,
  tools: LayoutTools,
  { language = site.language, suggestions = [] }: NotFoundOptions = {},
): string {
  const page = missingPage(site, language);
  const view = viewOf(page, emptyBody, site, tools);
  const { description } = site.config.errors[404];
  const first = firstPages(site).get(language) ?? site.navigation.first;
  const start = first === undefined ? site.config.hosting.basePath || '/' : view.address(first);
  return documentHtml(
    view,
    <div class="dc-layout">
      <Sidebar view={view} />
      <main class="dc-main dc-message" id="content-container" data-missing>
        <PageBar view={view} withContents={false} />
        <div class="message-inner" id="content-area" tabIndex={-1}>
          {tools.notice && <Html as="div" html={tools.notice} />}
          <p class="eyebrow dc-eyebrow">404</p>
          <h1 class="dc-page-title">{page.title}</h1>
          <p class="page-lead">
            {description === undefined ? view.labels.missingText : view.word(description)}
          </p>
          {suggestions.length > 0 && (
            <section aria-labelledby="near-title">
              <h2 class="message-title" id="near-title">
                {view.labels.didYouMean}
              </h2>
              <ul class="dc-suggestions">
                {suggestions.map((item) => (
                  <li key={item.href}>
                    <a href={item.href}>
                      <span>
                        <bdi>{item.title}</bdi>
                        <small dir="ltr">{decodeURI(item.href)}</small>
                      </span>
                      <Glyph name="chevron" size={16} />
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <p>
            <a class="dc-button" href={start}>
              {view.labels.home}
            </a>
          </p>
        </div>
      </main>
    </div>,
    { 'data-missing': '' },
  );
}

/** What is shown instead of a page that the site doesn't have. */
function missingPage(site: Site, language: string): Page {
  const { title: written } = site.config.errors[404];
  const isDefault = written === wordsOf('en').shell.missingTitle;
  const title = isDefault ? wordsOf(language).shell.missingTitle : labelIn(language, written, site);
  return {
    path: '404',
    file: { path: '404', text: '', hash: '' },
    format: 'md',
    frontmatter: { mode: 'center', meta: {}, other: {}, noindex: true },
    title,
    language,
    bodyOffset: 0,
    uses: [],
    words: 0,
    visibility: {
      sidebar: false,
      search: false,
      sitemap: false,
      engines: false,
      assistant: false,
      llms: false,
    },
  };
}

/** A document that sends the reader on, for static hosts that know no redirects. */
export function renderRedirect(destination: string): string {
  const href = escapeHtml(destination);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Moved</title><meta name="robots" content="noindex"><link rel="canonical" href="${href}"><meta http-equiv="refresh" content="0; url=${href}"></head><body><p>This page has moved to <a href="${href}">${href}</a>.</p></body></html>`;
}
