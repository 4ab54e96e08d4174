import type { JSX } from 'preact';
import { isExternalAddress } from '../../../schema/address.ts';
import { leadsTo } from './branch.ts';
import { pageIn, samePart } from './counterpart.ts';
import { Glyph } from './glyph.tsx';
import { choicesOf, EntryIcon, external, innerChoicesOf, MenuRow, targetOf } from './tabs.tsx';
import type { View } from './view.ts';

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
        const part = samePart(view, anchor);
        const href = targetOf(view, part.at(-1) ?? anchor);
        const current = inside.includes(anchor);
        if (!href) return null;
        return (
          <li key={anchor.label}>
            <a
              class="nav-row nav-anchor"
              href={href}
              {...(current ? { 'aria-current': 'true' as const } : {})}
              {...leadsTo(view, [...way, ...part])}
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
  const product = kind === 'product';
  return (
    <details class={`dc-menu dc-switcher switcher-${kind}${inner ? ' switcher-inner' : ''}`}>
      <summary
        class={`switcher-button${product ? ' nav-dropdown-trigger' : ''}`}
        aria-label={`${label}: ${own?.label ?? ''}`}
      >
        <EntryIcon view={view} entry={own} />
        <span class="switcher-label">{own?.label}</span>
        {own?.version?.tag && <span class="nav-tag">{own.version.tag}</span>}
        <Glyph name="down" size={14} />
      </summary>
      <ul class={`dc-menu-list${product ? ' nav-dropdown-content' : ''}`}>
        {items.map((item) => (
          <MenuRow
            key={item.label}
            view={view}
            label={item.label}
            href={pageIn(view, item) ?? targetOf(view, item)}
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

/** Says of a link that it leaves the site. */
export function ExternalMark({ view }: { view: View }): JSX.Element {
  return (
    <>
      <Glyph name="external" size={13} />
      <span class="visually-hidden">({view.labels.external})</span>
    </>
  );
}
