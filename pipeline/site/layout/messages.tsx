import { pageAddress } from '../../../schema/address.ts';
import type { Problem } from '../../../schema/errors.ts';
import type { Page, RenderedBody, Site } from '../../../schema/site.ts';
import { documentHtml, PageBar } from './document.tsx';
import { Glyph } from './glyph.tsx';
import { labelsOf } from './labels.ts';
import { escapeHtml } from './markup.tsx';
import { Sidebar } from './sidebar.tsx';
import type { LayoutTools } from './tools.ts';
import { viewOf } from './view.ts';

/** A page that may answer instead of a missing one. */
export interface Suggestion {
  readonly title: string;
  /** Address with `basePath`. */
  readonly href: string;
}

/** The 404 document; `suggestions` are the nearest pages, best first. */
export function renderNotFound(
  site: Site,
  tools: LayoutTools,
  suggestions: readonly Suggestion[] = [],
): string {
  const { title: written, description } = site.config.errors[404];
  const labels = labelsOf(site.language);
  // The default is said in the site's language.
  const title = written === labelsOf('en').missingTitle ? labels.missingTitle : written;
  const page: Page = {
    path: '404',
    file: { path: '404', text: '', hash: '' },
    format: 'md',
    frontmatter: { mode: 'center', meta: {}, other: {}, noindex: true },
    title,
    language: site.language,
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
  const view = viewOf(page, emptyBody, site, tools);
  const home = site.config.hosting.basePath || '/';
  const start = site.navigation.first
    ? pageAddress(site.navigation.first, site.config.hosting.basePath)
    : home;
  return documentHtml(
    view,
    <div class="layout">
      <Sidebar view={view} />
      <main class="main message" id="content-container">
        <PageBar view={view} withContents={false} />
        <div class="message-inner" id="content-area" tabIndex={-1}>
          <p class="eyebrow">404</p>
          <h1 class="page-title">{title}</h1>
          <p class="page-lead">{description ?? labels.missingText}</p>
          {suggestions.length > 0 && (
            <section aria-labelledby="near-title">
              <h2 class="message-title" id="near-title">
                {labels.didYouMean}
              </h2>
              <ul class="suggestions">
                {suggestions.map((item) => (
                  <li key={item.href}>
                    <a href={item.href}>
                      <span>
                        {item.title}
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
            <a class="button" href={start}>
              {view.labels.home}
            </a>
          </p>
        </div>
      </main>
    </div>,
    { 'data-missing': '' },
  );
}

const emptyBody: RenderedBody = {
  html: '',
  contents: [],
  ids: [],
  aliases: {},
  links: [],
  features: [],
  islands: [],
  sections: [],
  markdown: '',
  updates: [],
  problems: [],
};

/** A document that sends the reader on, for static hosts that know no redirects. */
export function renderRedirect(destination: string): string {
  const href = escapeHtml(destination);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Moved</title><meta name="robots" content="noindex"><link rel="canonical" href="${href}"><meta http-equiv="refresh" content="0; url=${href}"></head><body><p>This page has moved to <a href="${href}">${href}</a>.</p></body></html>`;
}

/** Style of the problem document: it has to look right when nothing else works. */
const problemStyle = `:root{color-scheme:light dark;--bg:#fff;--text:#2a2d2f;--muted:#5d6265;--line:#d9dde0;--ground:#f5f6f7;--red:#b3261e;--amber:#8a5200;--mark:#fde7e5}
@media (prefers-color-scheme:dark){:root{--bg:#101213;--text:#dfe2e4;--muted:#a0a6aa;--line:#2c3033;--ground:#181b1d;--red:#ff9d94;--amber:#f3bd66;--mark:#3a1c1a}}
body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.6 ui-sans-serif,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif}
main{max-width:54rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .25rem;letter-spacing:-.01em}
.lead{color:var(--muted);margin:0 0 2rem}
section{border:1px solid var(--line);border-radius:12px;margin:0 0 1rem;overflow:hidden}
.head{padding:.875rem 1.125rem}
.where{font:600 .8125rem/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;margin:0;overflow-wrap:anywhere}
.kind{font-weight:700;color:var(--red)}.warning .kind{color:var(--amber)}.note .kind{color:var(--muted)}
.reason{margin:.25rem 0 0;font-weight:600}.next{margin:.25rem 0 0;color:var(--muted)}
pre{margin:0;padding:.75rem 0;border-top:1px solid var(--line);background:var(--ground);overflow-x:auto;font:.8125rem/1.6 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;tab-size:2}
pre span{display:block;padding:0 1.125rem;min-width:max-content}.hit{background:var(--mark)}.number{display:inline;padding:0 1rem 0 0;color:var(--muted);user-select:none}`;

/** A document that shows problems with their code frames (`docent dev`); `texts` are files by path. */
export function renderProblems(
  problems: readonly Problem[],
  texts: ReadonlyMap<string, string> = new Map(),
  live?: string,
): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const items = problems.map((problem) => {
    const { place, file, severity } = problem;
    const where = `${file || 'docs.json'}${place ? `:${place.start.line}:${place.start.column}` : ''}`;
    const text = texts.get(file);
    return `<section class="${severity}"><div class="head"><p class="where"><span class="kind">${severity}</span> ${escapeHtml(where)} · ${escapeHtml(problem.ruleId)}</p><p class="reason">${escapeHtml(problem.reason)}</p>${
      problem.note ? `<p class="next">${escapeHtml(problem.note)}</p>` : ''
    }</div>${text !== undefined && place ? codeFrame(text, place) : ''}</section>`;
  });
  const script = live ? `<script type="module" src="${escapeHtml(live)}"></script>` : '';
  return `<!doctype html><html lang="en" data-problems><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${count}</title><style>${problemStyle}</style>${script}</head><body><main><h1>${count} to mend</h1><p class="lead">This page shows again as soon as the file is saved without ${problems.length === 1 ? 'it' : 'them'}.</p>${items.join('')}</main></body></html>`;
}

/** Three lines above and below the place, the place's own lines marked. */
function codeFrame(text: string, place: NonNullable<Problem['place']>): string {
  const lines = text.split(/\r\n|\n|\r/);
  const from = Math.max(1, place.start.line - 3);
  const last = Math.min(Math.max(place.end.line, place.start.line), place.start.line + 9);
  const to = Math.min(lines.length, last + 3);
  const width = String(to).length;
  const rows: string[] = [];
  for (let n = from; n <= to; n++) {
    const hit = n >= place.start.line && n <= last;
    const number = `<span class="number">${String(n).padStart(width)}</span>`;
    rows.push(
      `<span${hit ? ' class="hit"' : ''}>${number}${escapeHtml((lines[n - 1] ?? '').slice(0, 400)) || ' '}</span>`,
    );
  }
  return `<pre dir="ltr">${rows.join('')}</pre>`;
}
