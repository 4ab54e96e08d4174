import { given } from '../given.ts';
import type { OpenApiReference } from './api.ts';
import { type Banner, readBanner, type WrittenBanner } from './banner.ts';
import { type Footer, readFooter, type WrittenFooter } from './footer.ts';
import { type ByMode, readByMode } from './mode.ts';
import { type Navbar, readNavbar, type WrittenNavbar } from './navbar.ts';

/**
 * Navigation as the author wrote it, after the other dialect has been converted. Any container may
 * contain any other: `Container` has what they share. The resolved tree used for layout is in
 * `schema/site.ts`.
 */
export interface Container {
  readonly tabs?: readonly Tab[];
  readonly groups?: readonly Group[];
  readonly anchors?: readonly Anchor[];
  readonly products?: readonly Product[];
  readonly versions?: readonly Version[];
  readonly languages?: readonly Language[];
  /** The other dialect's loose pages of a container, before its groups. */
  readonly pages?: readonly (string | Group)[];
  /** API description whose operations are the pages of a container without any. */
  readonly openapi?: OpenApiReference;
  /** The same for channels. */
  readonly asyncapi?: OpenApiReference;
}

export type NavigationConfig = Container;

/** What the other dialect adds to any entry; supported because existing sites use it. */
export interface EntryExtras {
  readonly icon?: string;
  readonly iconType?: string;
  readonly hidden?: boolean;
}

export interface Tab extends Container, EntryExtras {
  readonly tab: string;
  /** Page opened by a click on the tab. */
  readonly landing?: string;
  readonly href?: string;
  readonly menu?: readonly MenuItem[];
}

export interface MenuItem extends Container, EntryExtras {
  readonly item: string;
  readonly description?: string;
  readonly href?: string;
}

export interface Group extends EntryExtras {
  readonly openapi?: OpenApiReference;
  readonly asyncapi?: OpenApiReference;
  readonly group: string;
  readonly pages: readonly (string | Group)[];
  readonly tag?: string;
  readonly expanded?: boolean;
  /** Page that the group's own entry links to. */
  readonly root?: string;
  /** How that page lists what is in the group. */
  readonly directory?: 'none' | 'card' | 'accordion';
  /** Search boost of its pages. */
  readonly boost?: number;
}

export interface Anchor extends Container, EntryExtras {
  readonly anchor?: string;
  readonly href?: string;
  /** Colour of its icon. */
  readonly color?: ByMode;
}

export interface Product extends Container, EntryExtras {
  readonly product: string;
  readonly description?: string;
  readonly url?: string;
}

export interface Version extends Container, EntryExtras {
  readonly name: string;
  /** URL path prefix; absent in the other dialect, where it follows from the pages. */
  readonly url?: string;
  readonly default?: boolean;
  readonly lifecycle?: 'active' | 'maintenance' | 'deprecated' | 'eol';
  /** ISO date. */
  readonly sunsetDate?: string;
  readonly migrationUrl?: string;
  readonly deprecationMessage?: string;
  readonly branch?: string;
  readonly tag?: string;
}

export interface Language extends Container, EntryExtras, LanguageBars {
  readonly code: string;
  /** Display name; absent in the other dialect: the language's own name. */
  readonly name?: string;
  readonly url?: string;
  readonly default?: boolean;
}

/** What an entry of a language has instead of the site's. */
export interface LanguageBars {
  readonly banner?: Banner;
  readonly navbar?: Navbar;
  readonly footer?: Footer;
}

/** What an author may write as `navigation`; so that nothing is lost, lists keep their order and length. */
export interface WrittenNavigation {
  readonly tabs?: readonly WrittenTab[];
  readonly groups?: readonly WrittenGroup[];
  readonly anchors?: readonly WrittenAnchor[];
  readonly products?: readonly WrittenProduct[];
  readonly versions?: readonly WrittenVersion[];
  readonly languages?: readonly WrittenLanguage[];
  readonly pages?: readonly (string | WrittenGroup)[];
  readonly openapi?: OpenApiReference;
  readonly asyncapi?: OpenApiReference;
}

/** The fields of an entry besides its lists. */
type Own<T> = Omit<T, keyof Container | 'menu'>;

export interface WrittenTab extends Own<Tab>, WrittenNavigation {
  readonly menu?: readonly WrittenMenuItem[];
}

export interface WrittenMenuItem extends Own<MenuItem>, WrittenNavigation {}

export interface WrittenGroup extends Omit<Group, 'pages'> {
  readonly pages?: readonly (string | WrittenGroup)[];
}

export interface WrittenAnchor extends Omit<Own<Anchor>, 'color'>, WrittenNavigation {
  /** Alias of `anchor`. */
  readonly name?: string;
  /** Alias of `href`. */
  readonly url?: string;
  readonly color?: string | Partial<ByMode>;
}

export interface WrittenProduct extends Omit<Own<Product>, 'product'>, WrittenNavigation {
  readonly product?: string;
  /** Alias of `product`. */
  readonly name?: string;
}

export interface WrittenVersion extends Own<Version>, WrittenNavigation {}

export interface WrittenLanguage
  extends Omit<Own<Language>, 'banner' | 'navbar' | 'footer'>,
    WrittenNavigation {
  readonly banner?: WrittenBanner;
  readonly navbar?: WrittenNavbar;
  readonly footer?: WrittenFooter;
}

/** `navigation` with aliases resolved; a pointer into the written file still points at the same entry. */
export function readNavigation(written: WrittenNavigation): NavigationConfig {
  return given({
    products: written.products?.map(readProduct),
    versions: written.versions?.map(readVersion),
    languages: written.languages?.map(readLanguage),
    anchors: written.anchors?.map(readAnchor),
    tabs: written.tabs?.map(readTab),
    pages: written.pages?.map(readEntry),
    groups: written.groups?.map(readGroup),
    openapi: written.openapi,
    asyncapi: written.asyncapi,
  });
}

function readExtras({ icon, iconType, hidden }: EntryExtras): EntryExtras {
  return given({ icon, iconType, hidden });
}

function readProduct(written: WrittenProduct): Product {
  const { product, name, description, url } = written;
  return {
    ...given({ product: product ?? name ?? '', description, url }),
    ...readExtras(written),
    ...readNavigation(written),
  };
}

function readVersion(written: WrittenVersion): Version {
  const { name, url, lifecycle, sunsetDate, migrationUrl, deprecationMessage } = written;
  const { default: isDefault, branch, tag } = written;
  return {
    ...given({
      name,
      url,
      default: isDefault,
      lifecycle,
      sunsetDate,
      migrationUrl,
      deprecationMessage,
      branch,
      tag,
    }),
    ...readExtras(written),
    ...readNavigation(written),
  };
}

function readLanguage(written: WrittenLanguage): Language {
  const { code, name, url, default: isDefault, banner, navbar, footer } = written;
  return {
    ...given({
      ...{ code, name, url, default: isDefault },
      banner: banner && readBanner(banner),
      navbar: navbar && readNavbar(navbar),
      footer: footer && readFooter(footer),
    }),
    ...readExtras(written),
    ...readNavigation(written),
  };
}

function readAnchor(written: WrittenAnchor): Anchor {
  const { anchor, name, href, url, color } = written;
  return {
    ...given({ anchor: anchor ?? name, href: href ?? url, color: readColor(color) }),
    ...readExtras(written),
    ...readNavigation(written),
  };
}

/** With a colour for one mode only, both have it. */
function readColor(written: WrittenAnchor['color']): ByMode | undefined {
  if (written === undefined) return undefined;
  if (typeof written === 'string') return readByMode(written);
  const { light = written.dark, dark = light } = written;
  return light === undefined || dark === undefined ? undefined : { light, dark };
}

function readTab(written: WrittenTab): Tab {
  const { tab, landing, href, menu } = written;
  return {
    ...given({ tab, landing, href, menu: menu?.map(readMenuItem) }),
    ...readExtras(written),
    ...readNavigation(written),
  };
}

function readMenuItem(written: WrittenMenuItem): MenuItem {
  const { item, description, href } = written;
  return {
    ...given({ item, description, href }),
    ...readExtras(written),
    ...readNavigation(written),
  };
}

function readGroup(written: WrittenGroup): Group {
  const { group, openapi, asyncapi, pages = [], tag, expanded, root, directory, boost } = written;
  return {
    ...given({
      group,
      openapi,
      asyncapi,
      pages: pages.map(readEntry),
      tag,
      expanded,
      root,
      directory,
      boost,
    }),
    ...readExtras(written),
  };
}

function readEntry(entry: string | WrittenGroup): string | Group {
  return typeof entry === 'string' ? entry : readGroup(entry);
}
