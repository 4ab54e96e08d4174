import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { isExternalAddress } from '../../../schema/address.ts';
import type { NavContainer, NavGroup, NavNode, Page, Site } from '../../../schema/site.ts';
import { Glyph } from './glyph.tsx';
import { Html } from './markup.tsx';
import { sidebarScript } from './scripts.ts';
import { shortHash } from './short-hash.ts';
import { Anchors, ExternalMark, Switcher } from './switcher.tsx';
import { choicesOf, external, Tabs, tabKey } from './tabs.tsx';
import { leavesOf, type View } from './view.ts';

// Above these numbers of rows a sidebar folds its outer groups, and leaves closed branches out of the
// HTML: their row leads to their first page, where the branch is open.
const foldAbove = 90;
const leaveOutAbove = 400;

/** The pages of the branch that the page stands in, with the switchers above them. */
export function Sidebar({ view }: { view: View }): JSX.Element {
  const branch = view.containers[view.containers.length - 1];
  const rows = branch?.children.filter((node) => node.type !== 'container') ?? [];
  const size = sizeOf(branch);
  const list: List = {
    view,
    fold: size.open > foldAbove,
    leaveOut: size.all > leaveOutAbove,
    // Whoever has come into a hidden version finds its pages listed there.
    withHidden: view.containers.some((container) => container.hidden),
  };
  const { current: tab } = choicesOf(view, 'tab');
  return (
    <div
      class="sidebar"
      id="sidebar"
      data-branch={branchKey(view)}
      {...(tab ? { 'data-tab': tabKey(view, tab) } : {})}
    >
      <div class="sidebar-head">
        <Switcher view={view} kind="product" label={view.labels.product} />
        <Switcher view={view} kind="version" label={view.labels.version} />
        <Switcher view={view} kind="menu" label={tab?.label ?? view.labels.sections} />
        <div class="drawer-only">
          <Tabs view={view} />
          {view.config.navbar.links.length > 0 && (
            <ul class="drawer-links">
              {view.config.navbar.links.map((item) => (
                <li key={item.href}>
                  <a class="nav-row" href={view.link(item.href)} {...external(item.href)}>
                    {item.label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <nav class="sidebar-nav" aria-label={view.labels.pages}>
        <Anchors view={view} />
        <ul class="nav-list">
          {rows.map((node, i) => (
            <Row key={i} node={node} list={list} depth={0} />
          ))}
        </ul>
      </nav>
      <script dangerouslySetInnerHTML={{ __html: sidebarScript }} />
    </div>
  );
}

/** Names the list, so that what was opened in another is not opened here. */
function branchKey(view: View): string {
  return shortHash(view.containers.map((container) => container.label).join('/'));
}

interface List {
  readonly view: View;
  readonly fold: boolean;
  readonly leaveOut: boolean;
  readonly withHidden: boolean;
}

function Row({
  node,
  list,
  depth,
}: {
  node: NavNode;
  list: List;
  depth: number;
}): JSX.Element | null {
  if (node.type === 'page') return <PageRow path={node.path} list={list} />;
  if (node.type === 'link') {
    const href = list.view.link(node.href);
    return (
      <li>
        <a class="nav-row" href={href} {...external(href)}>
          {node.icon && <Html class="icon" html={list.view.icon(node.icon)} />}
          <span class="nav-text">{node.label}</span>
          {isExternalAddress(href) && <ExternalMark view={list.view} />}
        </a>
      </li>
    );
  }
  if (node.type === 'container') return null;
  return <GroupRows group={node} list={list} depth={depth} />;
}

/** A page's row; pages that hide from the sidebar show only while they are the current one. */
function PageRow({ path, list }: { path: string; list: List }): JSX.Element | null {
  const { view } = list;
  const page = view.site.pages.get(path);
  if (!page) return null;
  const listed = page.visibility.sidebar || (list.withHidden && !page.frontmatter.hidden);
  if (!listed && page !== view.page) return null;
  const { frontmatter } = page;
  const current = page.path === view.page.path;
  const href = frontmatter.url ? view.link(frontmatter.url) : view.address(path);
  const title = frontmatter.sidebarTitle ?? page.title;
  const method = methodOf(page);
  return (
    <li>
      <a
        class="nav-row"
        href={href}
        {...(current ? { 'aria-current': 'page' as const } : {})}
        {...external(href)}
      >
        {frontmatter.icon && (
          <Html
            class="icon"
            html={view.icon(
              frontmatter.icon,
              frontmatter.iconType ? { type: frontmatter.iconType } : {},
            )}
          />
        )}
        {method && <MethodPill method={method} />}
        <span
          class={`nav-text${frontmatter.deprecated || page.operation?.deprecated ? ' nav-deprecated' : ''}`}
        >
          {title}
        </span>
        {frontmatter.tag && <span class="nav-tag">{frontmatter.tag}</span>}
        {(frontmatter.deprecated || page.operation?.deprecated) && (
          <span class="visually-hidden">({view.labels.deprecated})</span>
        )}
        {frontmatter.url && isExternalAddress(href) && <ExternalMark view={view} />}
      </a>
    </li>
  );
}

/** Method of a page that describes one request, unless its author hides it. */
export function methodOf(page: Page): string | undefined {
  if (page.frontmatter.hideApiMarker) return undefined;
  if (page.operation) return page.operation.method;
  return /^([A-Z]+)\s+\S/.exec(page.frontmatter.api ?? '')?.[1];
}

const shortMethods: Readonly<Record<string, string>> = {
  DELETE: 'DEL',
  OPTIONS: 'OPT',
  WEBHOOK: 'HOOK',
};

/** A method's chip; the word carries it, colour only helps. */
export function MethodPill({ method }: { method: string }): JSX.Element {
  const upper = method.toUpperCase();
  return (
    <span class={`nav-method method-${upper.toLowerCase()}`} dir="ltr">
      {shortMethods[upper] ?? upper}
    </span>
  );
}

function GroupRows({
  group,
  list,
  depth,
}: {
  group: NavGroup;
  list: List;
  depth: number;
}): JSX.Element | null {
  const { view } = list;
  const open = view.open.has(group);
  if (group.hidden && !open) return null;
  const visible = open || list.withHidden || leafCount(view.site, group) > 0;
  if (!visible) return null;
  const label = <GroupLabel group={group} view={view} />;
  const children = (): JSX.Element => (
    <ul class={depth === 0 ? 'nav-list' : 'nav-list nav-nested'}>
      {group.children.map((node, i) => (
        <Row key={i} node={node} list={list} depth={depth + 1} />
      ))}
    </ul>
  );
  const firm = depth === 0 && !list.fold;
  if (firm && !group.root)
    return (
      <li class="nav-group sidebar-group">
        <p class="nav-title">{label}</p>
        {children()}
      </li>
    );
  const expanded = open || group.expanded || firm;
  if (group.root || (list.leaveOut && !expanded)) {
    const target = group.root ?? [...leavesOf(group)][0];
    if (target === undefined) return null;
    const current = group.root === view.page.path;
    return (
      <li class={depth === 0 ? 'nav-group sidebar-group' : ''}>
        <a
          class="nav-row nav-branch"
          href={view.address(target)}
          {...(current ? { 'aria-current': 'page' as const } : {})}
        >
          {label}
          {!expanded && <Glyph name="chevron" size={14} />}
        </a>
        {(expanded || current) && children()}
      </li>
    );
  }
  // A closed branch is the same on every page: rendered once.
  const inner = expanded ? undefined : closedHtml(list, group, depth, children);
  return (
    <li class={depth === 0 ? 'nav-group sidebar-group' : ''}>
      <details class="nav-fold" open={expanded}>
        <summary class={`nav-row nav-branch${depth === 0 ? ' nav-title' : ''}`}>
          {label}
          <Glyph name="chevron" size={14} />
        </summary>
        {inner === undefined ? children() : <Html as="div" html={inner} />}
      </details>
    </li>
  );
}

function GroupLabel({ group, view }: { group: NavGroup; view: View }): JSX.Element {
  return (
    <>
      {group.icon && (
        <Html
          class="icon"
          html={view.icon(group.icon, group.iconType ? { type: group.iconType } : {})}
        />
      )}
      <span class="nav-text">{group.label}</span>
      {group.tag && <span class="nav-tag">{group.tag}</span>}
    </>
  );
}

const closed = new WeakMap<Site, Map<NavGroup, Map<string, string>>>();

function closedHtml(
  { view, leaveOut }: List,
  group: NavGroup,
  depth: number,
  children: () => JSX.Element,
): string {
  const bySite = closed.get(view.site) ?? new Map<NavGroup, Map<string, string>>();
  closed.set(view.site, bySite);
  const byGroup = bySite.get(group) ?? new Map<string, string>();
  bySite.set(group, byGroup);
  const key = `${view.language} ${depth} ${leaveOut}`;
  const known = byGroup.get(key);
  if (known !== undefined) return known;
  const html = renderToString(children());
  // A page that stands in several places may be current here as well: such HTML is not for others.
  if (!html.includes('aria-current')) byGroup.set(key, html);
  return html;
}

const counts = new WeakMap<Site, Map<NavNode, number>>();

/** How many rows a branch can show. */
function leafCount(site: Site, node: NavNode): number {
  if (node.type === 'page') return site.pages.get(node.path)?.visibility.sidebar ? 1 : 0;
  if (node.type === 'link') return 1;
  const memo = counts.get(site) ?? new Map<NavNode, number>();
  counts.set(site, memo);
  const known = memo.get(node);
  if (known !== undefined) return known;
  let count = node.type === 'group' && node.root ? 1 : 0;
  for (const child of node.children) count += leafCount(site, child);
  memo.set(node, count);
  return count;
}

const sizes = new WeakMap<NavContainer, { open: number; all: number }>();

function sizeOf(branch: NavContainer | undefined): { open: number; all: number } {
  const known = branch && sizes.get(branch);
  if (known) return known;
  const size = { open: 0, all: 0 };
  const count = (node: NavNode, depth: number): void => {
    size.all++;
    if (depth < 2) size.open++;
    if (node.type === 'group') for (const child of node.children) count(child, depth + 1);
  };
  for (const node of branch?.children ?? []) if (node.type !== 'container') count(node, 0);
  if (branch) sizes.set(branch, size);
  return size;
}
