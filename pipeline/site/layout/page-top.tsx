import type { JSX } from 'preact';
import { resolveAddress } from '../addresses.ts';
import { languageOfField } from '../untranslated.ts';
import { Glyph } from './glyph.tsx';
import { feedOf } from './head.tsx';
import { InBranch } from './in-branch.tsx';
import { breakable, Html, inlineMarkdown, isolated } from './markup.tsx';
import { hasOwnTitle, ownTitle } from './own-title.ts';
import { PageMenu } from './page-menu.tsx';
import { firstLeaf, type View } from './view.ts';

/** Eyebrow or breadcrumbs, the page's menu, title, description. */
export function PageTop({ view }: { view: View }): JSX.Element {
  const { page, labels } = view;
  const own = ownTitle(view);
  const titled = own !== undefined || !hasOwnTitle(view);
  const { deprecated, tag, version } = page.frontmatter;
  const feed = page.frontmatter.rss ? feedOf(view) : undefined;
  return (
    <header class="page-top" id={view.id('header')}>
      <div class="page-line">
        <InBranch view={view} part={Eyebrow} />
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
          class={own ? 'dc-page-title dc-prose' : 'dc-page-title'}
          id={view.id('page-title')}
          dir="auto"
          {...(own ? {} : languageOfField(page, 'title'))}
        >
          {own ? <Html html={own.html} /> : breakable(page.title)}
          {(deprecated || page.operation?.deprecated) && (
            <span class="title-chip">{labels.deprecated}</span>
          )}
          {tag && <span class="title-chip title-tag">{tag}</span>}
          {page.operation && version && <span class="title-chip title-tag">{version}</span>}
        </h1>
      )}
      <Lead view={view} />
    </header>
  );
}

function Lead({ view: { page, site } }: { view: View }): JSX.Element | null {
  const { description } = page.frontmatter;
  if (!description) return null;
  const link = (href: string) => resolveAddress(href, page.path, site);
  return (
    <p
      class="page-lead"
      dir="auto"
      {...languageOfField(page, 'description')}
      dangerouslySetInnerHTML={{ __html: inlineMarkdown(description, link) }}
    />
  );
}

/** The text of a page, without the title that is shown above it. */
export function textBelow(view: View): string {
  return view.body.html.slice(ownTitle(view)?.end ?? 0);
}

function Eyebrow({ view }: { view: View }): JSX.Element {
  const { groups, config, labels } = view;
  if (config.styling.eyebrows === 'section')
    return <div class="eyebrow dc-eyebrow">{groups[groups.length - 1]?.label ?? ''}</div>;
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
  if (steps.length === 0) return <div class="eyebrow dc-eyebrow" />;
  return (
    <nav class="dc-breadcrumbs" aria-label={labels.breadcrumbs}>
      <ol class="breadcrumb-list">
        {steps.map((step, i) => (
          <li key={i}>
            {i > 0 && <Glyph name="chevron" size={12} />}
            {step.href && step.href !== view.page.path ? (
              <a href={view.address(step.href)}>{isolated(step.label, view)}</a>
            ) : (
              <span>{isolated(step.label, view)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
