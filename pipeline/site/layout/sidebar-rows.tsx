import type { JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { isExternalAddress } from '../../../schema/address.ts';
import type { NavGroup, NavNode, NavPage, Page } from '../../../schema/site.ts';
import { leafCount, sizeOf } from './branch-size.ts';
import { Glyph } from './glyph.tsx';
import { Html, isolated } from './markup.tsx';
import { remembered } from './remembered.ts';
import { Slot } from './slot.tsx';
import { outside } from './speculation.tsx';
import { ExternalMark } from './switcher.tsx';
import { external } from './tabs.tsx';
import { firstLeaf, leavesOf, type View } from './view.ts';

// Above these numbers of rows a sidebar folds its outer groups, and leaves closed branches out of the
// HTML: their row leads to their first page, where the branch is open.
const foldAbove = 90;
const leaveOutAbove = 400;

/** What the rows of one list share. */
export interface List {
  readonly view: View;
  readonly fold: boolean;
  readonly leaveOut: boolean;
  readonly withHidden: boolean;
  /** Groups that contain the page, at any of its positions. */
  readonly around: ReadonlySet<NavNode>;
  /** Shown whoever reads: a row made for a slot, whose own rows are slots again. */
  readonly forced?: NavNode;
}

/** How the list of a page's branch shows its rows. */
export function listOf(view: View): List {
  const size = sizeOf(view.containers[view.containers.length - 1]);
  const places = view.site.navigation.places.get(view.page.path) ?? [];
  return {
    view,
    fold: size.open > foldAbove,
    leaveOut: size.all > leaveOutAbove,
    // Whoever has come into a hidden version finds its pages listed there.
    withHidden: view.containers.some((container) => container.hidden),
    around: new Set(places.flatMap(({ trail }) => trail)),
  };
}

/** The rows of a list. Most are the same on every page: all but those that lead to the page itself. */
export function rowsHtml(nodes: readonly NavNode[], list: List, depth: number): string {
  const { view, around, fold, leaveOut, withHidden } = list;
  const { path } = view.page;
  const form = `${depth} ${fold} ${leaveOut} ${withHidden}`;
  let html = '';
  for (const node of nodes) {
    const row = () => <Row node={node} list={list} depth={depth} />;
    const own =
      (node.type === 'page' && node.path === path) ||
      (node.type === 'group' && (node.root === path || around.has(node)));
    html += own ? renderToString(row()) : remembered(view, node, form, row);
  }
  return html;
}

/** A page, a link, or a group with its rows. */
export function Row({
  node,
  list,
  depth,
}: {
  node: NavNode;
  list: List;
  depth: number;
}): JSX.Element | null {
  if (node.type === 'page') return <PageRow node={node} list={list} />;
  if (node.type === 'link') {
    const href = list.view.link(node.href);
    return (
      <li>
        <a class="nav-row" href={href} {...external(href)} {...outside(list.view, href)}>
          {node.icon && <Html class="dc-icon" html={list.view.icon(node.icon)} />}
          <span class="nav-text">{isolated(node.label, list.view)}</span>
          {isExternalAddress(href) && <ExternalMark view={list.view} />}
        </a>
      </li>
    );
  }
  if (node.type === 'container') return null;
  return <GroupRows group={node} list={list} depth={depth} />;
}

/** A page's row; pages that hide from the sidebar show only while they are the current one. */
function PageRow({ node, list }: { node: NavPage; list: List }): JSX.Element | null {
  const { view } = list;
  const { path } = node;
  const page = view.site.pages.get(path);
  if (!page) return null;
  const listed = page.visibility.sidebar || (list.withHidden && !page.frontmatter.hidden);
  if (!listed && page !== view.page) return null;
  if (node !== list.forced && !view.audience.sees(path)) return <Slot view={view} node={node} />;
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
        {...(frontmatter.url ? outside(view, href) : {})}
      >
        {frontmatter.icon && (
          <Html
            class="dc-icon"
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
          {isolated(title, view)}
        </span>
        {frontmatter.tag && <Tag name={frontmatter.tag} />}
        {(frontmatter.deprecated || page.operation?.deprecated) && (
          <span class="visually-hidden">({view.labels.deprecated})</span>
        )}
        {frontmatter.url && isExternalAddress(href) && <ExternalMark view={view} />}
      </a>
    </li>
  );
}

/** A word behind a name. */
function Tag({ name }: { name: string }): JSX.Element {
  return (
    <span class="nav-tag nav-tag-pill" data-nav-tag={name}>
      {name}
    </span>
  );
}

/** Method of a page that describes one request, unless its author hides it. */
function methodOf(page: Page): string | undefined {
  if (page.frontmatter.hideApiMarker) return undefined;
  if (page.operation) return page.operation.method;
  return /^([A-Z]+)\s+\S/.exec(page.frontmatter.api ?? '')?.[1];
}

const shortMethods: Readonly<Record<string, string>> = {
  DELETE: 'DEL',
  OPTIONS: 'OPT',
  WEBHOOK: 'HOOK',
  CHANNEL: 'CHAN',
};

/** A method's chip; the word carries it, colour only helps. */
function MethodPill({ method }: { method: string }): JSX.Element {
  const upper = method.toUpperCase();
  return (
    <span class={`nav-method method-nav-pill method-${upper.toLowerCase()}`} dir="ltr">
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
  const forced = group === list.forced;
  const seen = forced || open || leafCount(view, group) > 0;
  if (!seen && firstLeaf(view, group) === undefined) return <Slot view={view} node={group} />;
  if (!seen && !list.withHidden) return null;
  const own = group.root !== undefined && (forced || view.audience.sees(group.root));
  const root = own ? group.root : undefined;
  const label = <GroupLabel group={group} view={view} />;
  const children = (): JSX.Element => (
    <ul
      class={depth === 0 ? 'dc-nav-list' : 'dc-nav-list nav-nested'}
      dangerouslySetInnerHTML={{ __html: rowsHtml(group.children, list, depth + 1) }}
    />
  );
  const nameless = group.label === '';
  const firm = depth === 0 && (!list.fold || nameless);
  if (firm && !root)
    return (
      <li class="dc-nav-group sidebar-group">
        {!nameless && <div class="dc-nav-title sidebar-title">{label}</div>}
        {children()}
      </li>
    );
  const expanded = open || group.expanded || firm;
  if (root || (list.leaveOut && !expanded)) {
    const target = root ?? (forced ? [...leavesOf(group)][0] : firstLeaf(view, group));
    if (target === undefined) return null;
    const current = root === view.page.path;
    return (
      <li class={depth === 0 ? 'dc-nav-group sidebar-group' : ''}>
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
  return (
    <li class={depth === 0 ? 'dc-nav-group sidebar-group' : ''}>
      <details class="nav-fold" open={expanded}>
        <summary class={`nav-row nav-branch${depth === 0 ? ' dc-nav-title sidebar-title' : ''}`}>
          {label}
          <Glyph name="chevron" size={14} />
        </summary>
        {children()}
      </details>
    </li>
  );
}

function GroupLabel({ group, view }: { group: NavGroup; view: View }): JSX.Element {
  return (
    <>
      {group.icon && (
        <Html
          class="dc-icon"
          html={view.icon(group.icon, group.iconType ? { type: group.iconType } : {})}
        />
      )}
      <span class="nav-text">{isolated(group.label, view)}</span>
      {view.config.theme === 'atlas' && (
        <span class="nav-count" aria-hidden="true">
          {leafCount(view, group)}
        </span>
      )}
      {group.tag && <Tag name={group.tag} />}
    </>
  );
}
