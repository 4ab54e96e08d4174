import type { JSX } from 'preact';
import { branchOf, type VersionBranch, versionBranches } from '../../../schema/branch.ts';
import { encodeUri, encodeUriPart } from '../../../schema/encode-uri.ts';
import type { Page } from '../../../schema/site.ts';
import { changedAt } from '../machine/site.ts';
import { Glyph } from './glyph.tsx';
import { InBranch } from './in-branch.tsx';
import { breakable } from './markup.tsx';
import { external } from './tabs.tsx';
import type { View } from './view.ts';

/**
 * Edit and issue links, date, related pages, previous and next. No `footer`: style sheets and scripts of sites mean the one
 * of the page.
 */
export function PageEnd({ view }: { view: View }): JSX.Element {
  return (
    <div class="page-end">
      <Related view={view} />
      <PageMeta view={view} />
      <InBranch view={view} part={Pager} />
    </div>
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
        <div class="page-date">
          {labels.updated}{' '}
          <time datetime={date}>{longDate(view.language).format(new Date(date))}</time>
        </div>
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
  return changedAt(page);
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
  const file = encodeUri([folder.replace(/^\/|\/$/g, ''), path].filter(Boolean).join('/'));
  const title = encodeUriPart(`${page.title} (${page.path})`);
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
    <section class="dc-related" aria-labelledby={title}>
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
  const branch = view.containers.at(-1);
  let path = view.place?.[side];
  for (let left = view.site.pages.size; path !== undefined && left > 0; left--) {
    if (view.audience.sees(path)) return path;
    const places = view.site.navigation.places.get(path) ?? [];
    path = places.find(({ trail }) => trail.some((node) => node === branch))?.[side];
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
          {breakable(target.frontmatter.sidebarTitle ?? target.title)}
        </span>
      </a>
    );
  };
  const previous = side(neighbour(view, 'previous'), 'prev');
  const next = side(neighbour(view, 'next'), 'next');
  if (!previous && !next) return null;
  return (
    <nav
      class="dc-pager"
      id={view.id('pagination')}
      aria-label={`${labels.previous}, ${labels.next}`}
    >
      {previous}
      {next}
    </nav>
  );
}
