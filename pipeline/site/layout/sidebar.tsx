import type { JSX } from 'preact';
import { iconWords } from '../../../schema/config/icons.ts';
import { branchKey } from './branch.ts';
import { navbarOf } from './own-language.ts';
import { sidebarScript } from './scripts.ts';
import { listOf, rowsHtml } from './sidebar-rows.tsx';
import { SessionSlot } from './slot.tsx';
import { Anchors, InnerSwitchers, Switcher } from './switcher.tsx';
import { choicesOf, external, Tabs, tabKey } from './tabs.tsx';
import type { View } from './view.ts';

/** The pages of the current branch, with the switchers above them. */
export function Sidebar({ view }: { view: View }): JSX.Element {
  const branch = view.containers[view.containers.length - 1];
  const rows = branch?.children.filter((node) => node.type !== 'container') ?? [];
  const list = listOf(view);
  const { current: tab } = choicesOf(view, 'tab');
  const kinds = view.containers.map(({ kind }) => kind);
  const isOuter = kinds.includes('version') && kinds.indexOf('version') < kinds.indexOf('product');
  const { links } = navbarOf(view);
  const versions = <Switcher view={view} kind="version" label={view.labels.version} />;
  return (
    <div
      class="dc-sidebar"
      id={view.id('sidebar')}
      data-branch={branchKey(view.containers)}
      {...(tab ? { 'data-tab': tabKey(view.containers, tab) } : {})}
    >
      <div class="sidebar-head">
        {isOuter && versions}
        <Switcher view={view} kind="product" label={view.labels.product} />
        {!isOuter && versions}
        <InnerSwitchers view={view} kind="product" label={view.labels.product} />
        <InnerSwitchers view={view} kind="version" label={view.labels.version} />
        <InnerSwitchers view={view} kind="tab" label={view.labels.sections} />
        <Switcher view={view} kind="menu" label={tab?.label ?? view.labels.sections} />
        <div class="drawer-only">
          <Tabs view={view} />
          {(links.length > 0 || view.config.auth.enabled) && (
            <ul class="drawer-links">
              {links.map((item) => (
                <li key={item.href}>
                  <a class="nav-row" href={view.link(item.href)} {...external(item.href)}>
                    {item.label.trim() === '' && item.icon
                      ? iconWords(item.icon)
                      : view.word(item.label)}
                  </a>
                </li>
              ))}
              <SessionSlot view={view} link="nav-row" />
            </ul>
          )}
        </div>
      </div>
      <nav class="sidebar-nav" id={view.id('sidebar-content')} aria-label={view.labels.pages}>
        <Anchors view={view} />
        <ul
          class="dc-nav-list"
          id={view.id('navigation-items')}
          dangerouslySetInnerHTML={{ __html: rowsHtml(rows, list, 0) }}
        />
      </nav>
      <script dangerouslySetInnerHTML={{ __html: sidebarScript }} />
    </div>
  );
}
