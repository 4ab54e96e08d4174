import type { ComponentChildren, JSX } from 'preact';
import { isExternalAddress } from '../../../schema/address.ts';
import { matchRedirect } from '../../../schema/redirect.ts';
import type { NavContainer, NavNode } from '../../../schema/site.ts';
import { findPage } from '../../source/links.ts';
import { branchKey, leadsTo } from './branch.ts';
import { samePart } from './counterpart.ts';
import { Glyph } from './glyph.tsx';
import { Html } from './markup.tsx';
import { remembered } from './remembered.ts';
import { Slot } from './slot.tsx';
import { outside } from './speculation.tsx';
import { firstLeaf, type View } from './view.ts';

interface Choices {
  readonly current?: NavContainer;
  readonly items: readonly NavContainer[];
  readonly hidden: readonly NavContainer[];
  /** The containers around them, from the root. */
  readonly above: readonly NavContainer[];
}

/** The containers of one level among which the page's branch is chosen, hidden ones left out. */
export function choicesOf(view: View, kind: NavContainer['kind']): Choices {
  return choicesAt(
    view,
    kind,
    view.containers.findIndex((item) => item.kind === kind),
  );
}

/** The same for containers inside of another of their kind, such as dropdowns of a product's tab. */
export function innerChoicesOf(view: View, kind: NavContainer['kind']): readonly Choices[] {
  return view.containers
    .flatMap((item, at) => (item.kind === kind ? [at] : []))
    .slice(1)
    .map((at) => choicesAt(view, kind, at));
}

/** `at` is where the page's own one is among its containers, -1 without. */
function choicesAt(view: View, kind: NavContainer['kind'], at: number): Choices {
  const { containers } = view;
  const current = containers[at];
  const parent =
    at > 0
      ? at - 1
      : containers.findLastIndex((item) => item.children.some((child) => isKind(child, kind)));
  const all = (containers[parent]?.children ?? []).filter((node): node is NavContainer =>
    isKind(node, kind),
  );
  const isShown = (node: NavContainer) => !node.hidden || node === current;
  return {
    ...(current ? { current } : {}),
    items: all.filter(isShown),
    hidden: all.filter((node) => !isShown(node)),
    above: containers.slice(0, parent + 1),
  };
}

function isKind(node: NavNode, kind: NavContainer['kind']): node is NavContainer {
  return node.type === 'container' && node.kind === kind;
}

/** Where a click on a container leads. */
export function targetOf(view: View, item: NavContainer): string | undefined {
  if (item.href) {
    const prefix = item.version?.prefix;
    return prefix === undefined || hasPageAt(view, prefix) ? view.link(item.href) : undefined;
  }
  if (item.opens && view.audience.sees(item.opens)) return view.address(item.opens);
  const leaf = firstLeaf(view, item);
  return leaf === undefined ? undefined : view.address(leaf);
}

/** Whether the prefix of a version without pages of its own can be opened. */
function hasPageAt({ site, audience }: View, prefix: string): boolean {
  const path = findPage(prefix, site.pages);
  if (path !== undefined) return audience.sees(path);
  return matchRedirect(site.redirects, `${site.config.hosting.basePath}/${prefix}`) !== undefined;
}

/** The row of tabs below the bar, and as first rows of the drawer. */
export function Tabs({ view }: { view: View }): JSX.Element | null {
  const { current, items, above } = choicesOf(view, 'tab');
  if (items.length < 2 && !items.some((item) => item.href)) return null;
  const branch = view.containers[view.containers.length - 1] ?? view.site;
  const rows = remembered(view, branch, 'tabs', () => (
    <ul>
      {items.map((item) => (
        <TabItem
          key={item.label}
          view={view}
          way={[...above, item]}
          item={item}
          current={item === current}
        />
      ))}
    </ul>
  ));
  return (
    <nav
      class="tabs-row nav-tabs"
      aria-label={view.labels.sections}
      dangerouslySetInnerHTML={{ __html: rows }}
    />
  );
}

/** One tab; a tab of which this document's readers may read nothing leaves a place for those who may. */
export function TabItem({
  view,
  item,
  way,
  current,
}: {
  view: View;
  item: NavContainer;
  /** The containers from the root down to the tab. */
  way: readonly NavContainer[];
  current: boolean;
}): JSX.Element | null {
  const menu = item.children.filter(
    (node): node is NavContainer => isKind(node, 'menu') && !node.hidden,
  );
  // A menu may have links to other sites alone.
  const part = samePart(view, item);
  const href = targetOf(view, part.at(-1) ?? item) ?? menu.find((entry) => entry.href)?.href;
  if (!href) return <Slot view={view} node={item} />;
  const label: ComponentChildren = (
    <>
      <EntryIcon view={view} entry={item} />
      <span class="tab-name" data-name={item.label}>
        {item.label}
      </span>
    </>
  );
  if (menu.length > 0)
    return (
      <li>
        <details class="dc-menu" name="tabs-menu">
          <summary class={`dc-tab-link nav-tabs-item${current ? ' current' : ''}`}>
            {label}
            <Glyph name="down" size={14} />
          </summary>
          <ul class="dc-menu-list">
            {menu.map((entry) => (
              <MenuRow
                key={entry.label}
                view={view}
                label={entry.label}
                href={targetOf(view, entry)}
                note={entry.description}
                current={view.containers.includes(entry)}
                entry={entry}
                way={[...way, entry]}
              />
            ))}
          </ul>
        </details>
      </li>
    );
  return (
    <li>
      <a
        class="dc-tab-link nav-tabs-item"
        href={href}
        {...(current ? { 'aria-current': 'true' as const } : {})}
        {...(isExternalAddress(href) ? external(href) : {})}
        {...(item.href ? outside(view, href) : {})}
        {...(item.landing || item.href
          ? leadsTo(view, way)
          : { 'data-tab': tabKey([...way, ...part], item) })}
      >
        {label}
      </a>
    </li>
  );
}

/**
 * What the browser remembers the last page of a tab by: its containers down to the tab, and a version in it, so that
 * readers of one version are not led to another.
 */
export function tabKey(way: readonly NavContainer[], tab: NavContainer): string {
  const end = way.indexOf(tab) + 1;
  return branchKey(way.slice(0, way[end]?.kind === 'version' ? end + 1 : end));
}

/** The icon of an entry of the navigation, in its colour. */
export function EntryIcon({
  view,
  entry,
}: {
  view: View;
  entry: NavContainer | undefined;
}): JSX.Element | null {
  if (!entry?.icon) return null;
  const { icon, iconType, color } = entry;
  const html = view.icon(icon, iconType ? { type: iconType } : {});
  if (!color) return <Html class="dc-icon" html={html} />;
  const style = `--icon-light:${color.light};--icon-dark:${color.dark}`;
  return <Html class="dc-icon icon-colored" style={style} html={html} />;
}

/** An entry of a menu, or nothing if it has no link. */
export function MenuRow(props: {
  view: View;
  label: string;
  href: string | undefined;
  note?: string | undefined;
  current?: boolean;
  language?: string;
  /** Entry of the navigation whose icon is shown. */
  entry?: NavContainer | undefined;
  /** The containers down to the entry. */
  way?: readonly NavContainer[];
}): JSX.Element | null {
  const { label, href, note, current, language, entry, way = [], view } = props;
  if (!href) return null;
  // By these classes, style sheets and scripts of the related dialect know the menus of products.
  const product = entry?.kind === 'product';
  return (
    <li>
      <a
        class={`dc-menu-row${product ? ' nav-dropdown-item' : ''}`}
        href={href}
        {...(current ? { 'aria-current': 'true' as const } : {})}
        {...(language ? { hreflang: language } : {})}
        {...leadsTo(view, way)}
        {...external(href)}
      >
        <EntryIcon view={view} entry={entry} />
        <span {...(language ? { lang: language, dir: 'auto' as const } : {})}>
          {product ? <span class="nav-dropdown-item-title">{label}</span> : label}
          {note && (
            <small {...(product ? { class: 'nav-dropdown-item-description' } : {})}>{note}</small>
          )}
        </span>
      </a>
    </li>
  );
}

/** Attributes of a link that leaves the site. */
export function external(href: string): { target?: '_blank'; rel?: string } {
  return /^(https?:)?\/\//i.test(href) ? { target: '_blank', rel: 'noreferrer' } : {};
}
