import type { JSX } from 'preact';
import { ContentsList } from './contents.tsx';
import { Glyph } from './glyph.tsx';
import { InBranch } from './in-branch.tsx';
import { isolated } from './markup.tsx';
import type { View } from './view.ts';

/** What stays in reach on small screens: menu, path of the page, "On this page". */
export function PageBar({
  view,
  withContents,
}: {
  view: View;
  withContents: boolean;
}): JSX.Element {
  return (
    <div class={`page-bar${withContents ? ' with-contents' : ''}`}>
      <a
        class="page-bar-menu"
        href={`#${view.id('sidebar')}`}
        aria-label={view.labels.menu}
        data-close={view.labels.close}
      >
        <Glyph name="menu" size={18} />
      </a>
      <InBranch view={view} part={Path} />
      {withContents && (
        <details class="dc-menu contents-menu">
          <summary class="contents-summary">
            <span class="contents-word">{view.labels.onThisPage}</span>
            <Glyph name="down" size={14} />
          </summary>
          <nav class="dc-menu-list dc-menu-end" aria-label={view.labels.onThisPage}>
            <ContentsList view={view} />
          </nav>
        </details>
      )}
    </div>
  );
}

/** The page and its group. */
function Path({ view }: { view: View }): JSX.Element {
  const { frontmatter, title } = view.page;
  const group = view.groups.at(-1);
  return (
    <div class="page-bar-path">
      {group && (
        <>
          <span class="page-bar-group">{isolated(group.label, view)}</span>
          <Glyph name="chevron" size={12} />
        </>
      )}
      <span>{isolated(frontmatter.sidebarTitle ?? title, view)}</span>
    </div>
  );
}
