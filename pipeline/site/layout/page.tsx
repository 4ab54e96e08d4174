import type { JSX } from 'preact';
import { branchOf, type VersionBranch, versionBranches } from '../../../schema/branch.ts';
import type { ContentsEntry, Page } from '../../../schema/site.ts';
import { languageOfField } from '../untranslated.ts';
import { contextualRows } from './contextual.ts';
import { Glyph } from './glyph.tsx';
import { feedOf, markdownAddress } from './head.tsx';
import { Html } from './markup.tsx';
import { external } from './tabs.tsx';
import { firstLeaf, type View } from './view.ts';

/** Eyebrow or breadcrumbs, the page's menu, title, description. */
export function PageTop({ view }: { view: View }): JSX.Element {
  const { page, body, labels } = view;
  // An author's own <h1> in the body is the title then; two would confuse.
  const titled = !/<h1[\s>]/.test(body.html);
  const { description, deprecated, tag } = page.frontmatter;
  const feed = page.frontmatter.rss ? feedOf(view) : undefined;
  return (
    <header class="page-top" id={view.id('header')}>
      <div class="page-line">
        <Eyebrow view={view} />
        <div class="page-actions">
          {feed && (
            <a class="quiet-button" href={feed}>
              <Glyph name="feed" size={15} />
              {labels.feed}
            </a>
          )}
          <PageMenu view={view} />
        </div>
      </div>
      {titled && (
        <h1
          class="page-title"
          id={view.id('page-title')}
          dir="auto"
          {...languageOfField(page, 'title')}
        >
          {page.title}
          {(deprecated || page.operation?.deprecated) && (
            <span class="title-chip">{labels.deprecated}</span>
          )}
          {tag && <span class="title-chip title-tag">{tag}</span>}
        </h1>
      )}
      {description && (
        <p class="page-lead" dir="auto" {...languageOfField(page, 'description')}>
          {description}
        </p>
      )}
    </header>
  );
}

function Eyebrow({ view }: { view: View }): JSX.Element {
  const { groups, config, labels } = view;
  if (config.styling.eyebrows === 'section')
    return <p class="eyebrow">{groups[groups.length - 1]?.label ?? ''}</p>;
  const tab = view.containers.find((item) => item.kind === 'tab');
  const shown = (path: string | undefined) =>
    path !== undefined && view.audience.sees(path) ? path : undefined;
  const steps = [
    ...(tab ? [{ label: tab.label, href: shown(tab.opens) }] : []),
    ...groups.map((group) => ({
      label: group.label,
      href: shown(group.root) ?? firstLeaf(view, group),
    })),
  ];
  if (steps.length === 0) return <p class="eyebrow" />;
  return (
    <nav class="breadcrumbs" aria-label={labels.breadcrumbs}>
      <ol class="breadcrumb-list">
        {steps.map((step, i) => (
          <li key={i}>
            {i > 0 && <Glyph name="chevron" size={12} />}
            {step.href && step.href !== view.page.path ? (
              <a href={view.address(step.href)}>{step.label}</a>
            ) : (
              <span>{step.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Shown by `mcp.ts` of the client, once a server says that it is there. */
const needsServer = { hidden: true, 'data-needs-mcp': '' };

function PageMenu({ view }: { view: View }): JSX.Element | null {
  const rows = contextualRows(view);
  if (rows.length === 0) return null;
  // What may stay hidden is never the button itself.
  const first = rows.find((row) => !row.needsServer);
  const rest = rows.filter((row) => row !== first);
  const main =
    first &&
    (first.action === 'copy' ? (
      <button
        type="button"
        class="quiet-button copy-page needs-js"
        data-copy={markdownAddress(view)}
        data-copied={view.labels.copied}
      >
        <Glyph name="copy" size={15} />
        <span class="copy-text">{first.title}</span>
      </button>
    ) : (
      <a class="quiet-button" href={first.href} {...external(first.href)}>
        {first.title}
      </a>
    ));
  return (
    <div class="page-menu">
      {main}
      {rest.length > 0 && (
        <details class="menu" {...(rest.every((row) => row.needsServer) ? needsServer : {})}>
          <summary class="quiet-button quiet-more" aria-label={view.labels.menu}>
            <Glyph name="down" size={14} />
          </summary>
          <ul class="menu-list menu-end">
            {rest.map((row) => (
              <li key={row.title} {...(row.needsServer ? needsServer : {})}>
                <a
                  class="menu-row"
                  href={row.href}
                  {...(row.action === 'copy' ? { 'data-copy-address': '' } : external(row.href))}
                >
                  {row.icon && <Html class="icon" html={view.icon(row.icon)} />}
                  <span>
                    {row.title}
                    {row.description && <small>{row.description}</small>}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Entries of the contents list: second and third level. */
export function contentsOf(view: View): readonly ContentsEntry[] {
  const entries = view.body.contents.filter((entry) => entry.depth <= 3);
  return entries.length > 1 || (entries.length === 1 && view.body.html.length > 8000)
    ? entries
    : [];
}

/** The links of "On this page". */
export function ContentsList({ view, id }: { view: View; id?: string }): JSX.Element {
  const entries = contentsOf(view);
  const first = entries.findIndex((entry) => entry.depth <= 2);
  return (
    <ul class="contents-list" {...(id ? { id } : {})}>
      {entries.map((entry, i) => (
        // Third-level entries without a parent are not indented.
        <li
          key={entry.id}
          class={entry.depth > 2 && first >= 0 && i > first ? 'contents-deep' : ''}
        >
          <a href={`#${encodeURIComponent(entry.id)}`} {...entry.language}>
            {entry.text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Edit and issue links, date, related pages, previous and next. */
export function PageEnd({ view }: { view: View }): JSX.Element {
  return (
    <footer class="page-end">
      <Related view={view} />
      <PageMeta view={view} />
      <Pager view={view} />
    </footer>
  );
}

function PageMeta({ view }: { view: View }): JSX.Element | null {
  const { page, config, labels, site } = view;
  const { editSuggestions, raiseIssues } = config.addons.feedback;
  const written = page.operation && !page.file.path.match(/\.mdx?$/);
  const links =
    site.repository && !written
      ? repositoryLinks(page, site.repository, versionBranches(config))
      : undefined;
  const date = dateOf(view);
  const edit = editSuggestions ? links?.edit : undefined;
  const issue = raiseIssues ? links?.issue : undefined;
  if (!edit && !issue && !date) return null;
  return (
    <div class="page-meta">
      {edit && (
        <a href={edit} {...external(edit)}>
          <Glyph name="edit" size={15} />
          {labels.edit}
        </a>
      )}
      {issue && (
        <a href={issue} {...external(issue)}>
          <Glyph name="flag" size={15} />
          {labels.issue}
        </a>
      )}
      {date && (
        <p class="page-date">
          {labels.updated}{' '}
          <time datetime={date}>{longDate(view.language).format(new Date(date))}</time>
        </p>
      )}
    </div>
  );
}

const longDates = new Map<string, Intl.DateTimeFormat>();

/** Making a format is dear: one for each language. */
function longDate(language: string): Intl.DateTimeFormat {
  const made =
    longDates.get(language) ??
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  longDates.set(language, made);
  return made;
}

/** The page's date where it is shown: the author's, else the last commit's. */
function dateOf({ page, config }: View): string | undefined {
  if (!(page.frontmatter.timestamp ?? config.metadata.timestamp)) return undefined;
  const date = page.frontmatter.lastUpdatedDate ?? page.updatedAt;
  return date && !Number.isNaN(Date.parse(date)) ? date : undefined;
}

type Repository = NonNullable<View['site']['repository']>;

/** Addresses at the git host; GitLab's and Bitbucket's differ from all others'. */
function repositoryLinks(
  page: Page,
  { url, branch: own, folder }: Repository,
  branches: readonly VersionBranch[] = [],
): { readonly edit: string; readonly issue: string } {
  const root = url.replace(/\/$|\.git$/g, '');
  const version = branchOf(page.file.path, branches);
  const branch = version?.branch ?? own;
  const path = version ? page.file.path.slice(version.prefix.length + 1) : page.file.path;
  const file = encodeURI([folder.replace(/^\/|\/$/g, ''), path].filter(Boolean).join('/'));
  const title = encodeURIComponent(`${page.title} (${page.path})`);
  if (/gitlab/.test(root))
    return {
      edit: `${root}/-/edit/${branch}/${file}`,
      issue: `${root}/-/issues/new?issue[title]=${title}`,
    };
  if (/bitbucket\.org/.test(root))
    return {
      edit: `${root}/src/${branch}/${file}?mode=edit`,
      issue: `${root}/issues/new?title=${title}`,
    };
  return {
    edit: `${root}/edit/${branch}/${file}`,
    issue: `${root}/issues/new?title=${title}`,
  };
}

function Related({ view }: { view: View }): JSX.Element | null {
  const { related } = view.page.frontmatter;
  if (!related) return null;
  const items = related.slice(0, 10).flatMap((entry) => {
    const pairs = typeof entry === 'string' ? [['', entry]] : Object.entries(entry);
    return pairs.map(([title = '', href = '']) => {
      const path = href.replace(/^\//, '').replace(/#.*$/, '');
      const page = view.audience.sees(path) ? view.site.pages.get(path) : undefined;
      return { title: title || page?.title || href, href: view.link(href) };
    });
  });
  if (items.length === 0) return null;
  const title = view.id('related-title');
  return (
    <section class="related" aria-labelledby={title}>
      <h2 id={title}>{view.labels.related}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.href}>
            <a href={item.href} {...external(item.href)}>
              {item.title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page before or behind this one, those left out that not all of its readers may read. */
function neighbour(view: View, side: 'previous' | 'next'): string | undefined {
  let path = view.place?.[side];
  for (let left = view.site.pages.size; path !== undefined && left > 0; left--) {
    if (view.audience.sees(path)) return path;
    path = view.site.navigation.places.get(path)?.[0]?.[side];
  }
  return undefined;
}

function Pager({ view }: { view: View }): JSX.Element | null {
  const { place, page, labels } = view;
  if (!place || page.frontmatter.hideFooterPagination) return null;
  const side = (path: string | undefined, kind: 'prev' | 'next'): JSX.Element | null => {
    const target = path === undefined ? undefined : view.site.pages.get(path);
    if (!target || !path) return null;
    return (
      <a class={`pager-link pagination-${kind}`} rel={kind} href={view.address(path)}>
        <span class="pager-word">{kind === 'prev' ? labels.previous : labels.next}</span>
        <span class="pager-title" dir="auto">
          {target.frontmatter.sidebarTitle ?? target.title}
        </span>
      </a>
    );
  };
  const previous = side(neighbour(view, 'previous'), 'prev');
  const next = side(neighbour(view, 'next'), 'next');
  if (!previous && !next) return null;
  return (
    <nav class="pager" id={view.id('pagination')} aria-label={`${labels.previous}, ${labels.next}`}>
      {previous}
      {next}
    </nav>
  );
}
