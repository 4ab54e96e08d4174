import type { JSX } from 'preact';
import { isExternalAddress } from '../../../schema/address.ts';
import type { NavContainer } from '../../../schema/site.ts';
import { leadsTo } from './branch.ts';
import { Glyph } from './glyph.tsx';
import { choicesOf, EntryIcon, external, innerChoicesOf, MenuRow, targetOf } from './tabs.tsx';
import { leavesOf, type View } from './view.ts';

/** Anchors of every level above the page: always in reach. */
export function Anchors({ view }: { view: View }): JSX.Element | null {
  const { containers } = view;
  const ways = new Map(
    containers.flatMap(({ children }, at) =>
      children.flatMap((node) =>
        node.type === 'container' && node.kind === 'anchor' && !node.hidden
          ? [[node, [...containers.slice(0, at + 1), node]] as const]
          : [],
      ),
    ),
  );
  const anchors = [...ways.keys()];
  const inside = anchors.filter((anchor) => containers.includes(anchor));
  if (anchors.length === inside.length && anchors.length < 2) return null;
  return (
    <ul class="dc-nav-list nav-anchors">
      {[...ways].map(([anchor, way]) => {
        const href = targetOf(view, anchor);
        const current = inside.includes(anchor);
        if (!href) return null;
        return (
          <li key={anchor.label}>
            <a
              class="nav-row nav-anchor"
              href={href}
              {...(current ? { 'aria-current': 'true' as const } : {})}
              {...leadsTo(view, way)}
              {...external(href)}
            >
              <EntryIcon view={view} entry={anchor} />
              <span class="nav-text">{anchor.label}</span>
              {isExternalAddress(href) && <ExternalMark view={view} />}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

interface SwitcherProps {
  readonly view: View;
  readonly kind: 'product' | 'version' | 'tab' | 'menu';
  readonly label: string;
  /** Inside of another of its kind. */
  readonly inner?: boolean;
}

/** A menu that changes the product, the version or the tab's part. */
export function Switcher({ view, kind, label }: SwitcherProps): JSX.Element | null {
  return switcherOf({ view, kind, label }, choicesOf(view, kind));
}

/** Menus of products, versions or tabs inside of other ones. */
export function InnerSwitchers({ view, kind, label }: SwitcherProps): JSX.Element {
  return (
    <>
      {innerChoicesOf(view, kind).map((choices) =>
        switcherOf({ view, kind, label, inner: true }, choices),
      )}
    </>
  );
}

function switcherOf(
  { view, kind, label, inner }: SwitcherProps,
  { current, items, above }: ReturnType<typeof choicesOf>,
): JSX.Element | null {
  if (items.length < 2 || (kind === 'menu' && !current)) return null;
  const own = current ?? items[0];
  return (
    <details class={`dc-menu dc-switcher switcher-${kind}${inner ? ' switcher-inner' : ''}`}>
      <summary class="switcher-button" aria-label={`${label}: ${own?.label ?? ''}`}>
        <EntryIcon view={view} entry={own} />
        <span class="switcher-label">{own?.label}</span>
        {own?.version?.tag && <span class="nav-tag">{own.version.tag}</span>}
        <Glyph name="down" size={14} />
      </summary>
      <ul class="dc-menu-list">
        {items.map((item) => (
          <MenuRow
            key={item.label}
            view={view}
            label={item.label}
            href={sameIn(view, item) ?? ownTarget(view, item)}
            note={item.description ?? item.version?.tag}
            current={item === current}
            entry={item}
            way={[...above, item]}
          />
        ))}
      </ul>
    </details>
  );
}

/** Where an entry leads: to its first page that no other entry shares, which would be shown as that one's. */
function ownTarget(view: View, item: NavContainer): string | undefined {
  const own = item.href ? undefined : ownPageOf(view, item);
  return own !== undefined && view.audience.sees(own) ? view.address(own) : targetOf(view, item);
}

const ownPages = new WeakMap<NavContainer, string | undefined>();

/** The first page that is in an entry alone; undefined where that is the one it opens, or where all are shared. */
function ownPageOf({ site }: View, item: NavContainer): string | undefined {
  if (ownPages.has(item)) return ownPages.get(item);
  const isAlone = (path: string) =>
    site.navigation.places.get(path)?.every(({ trail }) => {
      const at = trail.indexOf(item);
      return at >= 0 && trail.slice(at + 1).every((node) => !node.hidden);
    }) ?? false;
  const isOpen = (path: string) => site.pages.get(path)?.frontmatter.hidden !== true;
  const isShared = item.opens !== undefined && !isAlone(item.opens);
  const leaves = isShared ? [...leavesOf(item)] : [];
  const found = leaves.find((path) => isAlone(path) && isOpen(path));
  ownPages.set(item, found);
  return found;
}

/** The same page in another version: same path below the folder of that one. */
function sameIn(view: View, item: NavContainer): string | undefined {
  const own = view.containers.find((container) => container.kind === 'version');
  if (item.kind !== 'version' || own === undefined || (item.href && !item.version?.prefix)) {
    return undefined;
  }
  if (item === own && view.site.pages.has(view.page.path)) return view.address(view.page.path);
  const [from, to] = [folderOf(own), folderOf(item)];
  // A translation has the folder of its language in its path; the versions may have it in theirs, or not.
  for (const source of [view.page.path, view.page.translationOf ?? view.page.path]) {
    if (from && !source.startsWith(`${from}/`)) continue;
    const rest = from ? source.slice(from.length + 1) : source;
    const path = to ? `${to}/${rest}` : rest;
    if (path !== source && view.site.pages.has(path) && view.audience.sees(path)) {
      return view.link(`/${path}`);
    }
  }
  return undefined;
}

const folders = new WeakMap<NavContainer, string>();

/** The folder of a version's pages: its prefix, else the one that all of them are in. */
function folderOf(item: NavContainer): string {
  const { prefix } = item.version ?? {};
  if (prefix !== undefined) return prefix;
  const known = folders.get(item);
  if (known !== undefined) return known;
  const made = commonFolder([...leavesOf(item)]);
  folders.set(item, made);
  return made;
}

function commonFolder([first = '', ...others]: readonly string[]): string {
  const folder = first.split('/').slice(0, -1);
  while (folder.length > 0 && !others.every((path) => path.startsWith(`${folder.join('/')}/`))) {
    folder.pop();
  }
  return folder.join('/');
}

/** Says of a link that it leaves the site. */
export function ExternalMark({ view }: { view: View }): JSX.Element {
  return (
    <>
      <Glyph name="external" size={13} />
      <span class="visually-hidden">({view.labels.external})</span>
    </>
  );
}
