import type { ByMode } from '../../../schema/config/mode.ts';
import type {
  Anchor,
  Container,
  EntryExtras,
  Language,
  MenuItem,
  Tab,
  Version,
} from '../../../schema/config/navigation.ts';
import { given } from '../../../schema/given.ts';
import { languages as languageNames } from '../../../schema/languages.ts';
import { asPagePath } from '../../../schema/page-path.ts';
import type { NavContainer, NavNode } from '../../../schema/site.ts';
import { describedNodes, resolvePages, withDescriptions } from './pages.ts';
import { type Here, type Resolver, reportMissing, withFirstPage } from './resolver.ts';
import { shareAmongVersions } from './shared-versions.ts';

/** What any entry may have besides its children. */
interface Entry extends Container, EntryExtras {
  readonly href?: string;
  readonly url?: string;
  readonly description?: string;
  readonly color?: ByMode;
  readonly menu?: readonly MenuItem[];
}

/** Children of a container: products, versions, languages, anchors, tabs, menu entries, pages, groups. */
export function resolveContainer(resolver: Resolver, written: Entry, here: Here): NavNode[] {
  const inside = withDescriptions(here, written);
  const tabs = entriesOf(inside, 'tabs', written.tabs).flatMap(({ entry, at }) =>
    resolveTab(resolver, entry, at),
  );
  const loose = resolveLoose(resolver, written, inside);
  const isMixed = tabs.length > 0 && loose.length > 0;
  if (isMixed) tabs.unshift(looseTab(resolver, loose, { written, here }));
  const children: NavNode[] = [
    ...entriesOf(inside, 'products', written.products).flatMap(({ entry, at }) =>
      shown(container(resolver, { kind: 'product', label: entry.product, entry, at })),
    ),
    ...resolveVersions(resolver, written, inside),
    ...entriesOf(inside, 'languages', written.languages).flatMap(({ entry, at }) =>
      unlessEmptied(resolveLanguage(resolver, entry, at)),
    ),
    ...entriesOf(inside, 'anchors', written.anchors).flatMap(({ entry, at }) =>
      resolveAnchor(resolver, entry, at),
    ),
    ...tabs,
    ...entriesOf(inside, 'menu', written.menu).flatMap(({ entry, at }) =>
      shown(container(resolver, { kind: 'menu', label: entry.item, entry, at })),
    ),
    ...(isMixed ? [] : loose),
  ];
  children.push(...describedNodes(resolver, written));
  return shareAmongVersions(children, {
    exists: (path) => resolver.lookup.page(path) !== undefined,
    isHidden: (path) => resolver.lookup.page(path)?.hidden ?? false,
    tooMany: (versions, pages) =>
      resolver.report('error', 'shared-versions', `${here.pointer}/versions`, {
        reason: `${versions} versions share a navigation of ${pages} pages, which is too much to divide among them`,
        note: 'Give each version its own "groups" or "tabs".',
      }),
  });
}

/** The entries of a list with their pointers. */
function entriesOf<E>(here: Here, key: string, entries: readonly E[] = []) {
  return entries.map((entry, index) => ({
    entry,
    at: { ...here, pointer: `${here.pointer}/${key}/${index}` },
  }));
}

/** Pages and groups outside of any tab. */
function resolveLoose(resolver: Resolver, { pages, groups }: Entry, here: Here): NavNode[] {
  return [
    ...resolvePages(resolver, pages, { ...here, pointer: `${here.pointer}/pages` }),
    ...resolvePages(resolver, groups, { ...here, pointer: `${here.pointer}/groups` }),
  ];
}

/** A tab for pages and groups next to tabs. */
function looseTab(
  resolver: Resolver,
  loose: readonly NavNode[],
  { written, here }: { readonly written: Entry; readonly here: Here },
): NavContainer {
  const key = written.groups === undefined ? 'pages' : 'groups';
  resolver.report('warning', 'mixed-navigation', `${here.pointer}/${key}`, {
    reason: `"${key}" next to "tabs" are shown as the first tab`,
    note: 'Move them into their own tab.',
  });
  return withFirstPage(resolver, {
    type: 'container',
    kind: 'tab',
    label: firstLabel(resolver, loose),
    hidden: false,
    children: loose,
  });
}

function resolveVersions(resolver: Resolver, { versions }: Entry, here: Here): NavContainer[] {
  const chosen =
    versions?.find((version) => version.default === true) ??
    versions?.find((version) => version.hidden !== true);
  return entriesOf(here, 'versions', versions).flatMap(({ entry, at }) =>
    unlessEmptied(resolveVersion(resolver, { entry, at, isDefault: entry === chosen })),
  );
}

/** An entry with something to open; one without is left out. */
function shown(node: NavContainer): NavContainer[] {
  return node.href === undefined && node.opens === undefined && !hasLinks(node) ? [] : [node];
}

/** A version or language may have a prefix and no pages of its own; what it had may be missing. */
function unlessEmptied(node: NavContainer): NavContainer[] {
  const prefix = node.version?.prefix ?? node.language?.prefix;
  return prefix === undefined ? shown(node) : [node];
}

interface ContainerEntry {
  readonly kind: NavContainer['kind'];
  readonly label: string;
  readonly entry: Entry;
  readonly at: Here;
  readonly more?: Partial<NavContainer>;
}

function container(resolver: Resolver, made: ContainerEntry): NavContainer {
  const { kind, label, entry, at, more = {} } = made;
  const children = resolveContainer(resolver, entry, at);
  const href = entry.href ?? entry.url;
  return withFirstPage(resolver, {
    type: 'container',
    kind,
    label,
    hidden: entry.hidden === true,
    ...given({
      icon: entry.icon,
      iconType: entry.iconType,
      description: entry.description,
      color: entry.color,
    }),
    ...(children.length === 0 ? given({ href }) : {}),
    ...more,
    children,
  });
}

function resolveTab(resolver: Resolver, tab: Tab, at: Here): NavContainer[] {
  let landing = tab.landing === undefined ? undefined : asPagePath(tab.landing);
  if (landing !== undefined && resolver.lookup.page(landing) === undefined) {
    reportMissing(resolver, landing, {
      ruleId: 'missing-landing',
      pointer: `${at.pointer}/landing`,
      as: `the landing of tab ${JSON.stringify(tab.tab)}`,
      note: 'Create the page, or remove "landing" to open the first page of the tab.',
    });
    landing = undefined;
  }
  const more = landing === undefined ? {} : { opens: landing, landing };
  const before = resolver.leftOut.count;
  const made = container(resolver, { kind: 'tab', label: tab.tab, entry: tab, at, more });
  const [node] = shown(made);
  // A tab whose entries are all missing was reported with each of them.
  if (!node && resolver.leftOut.count === before) {
    resolver.report(resolver.missing, 'empty-tab', `${at.pointer}/tab`, {
      reason: `Tab ${JSON.stringify(tab.tab)} has no page to open`,
      note: 'Add a page to its groups, or a "landing".',
    });
  }
  return node ? [node] : [];
}

function resolveVersion(
  resolver: Resolver,
  {
    entry: version,
    at,
    isDefault,
  }: { readonly entry: Version; readonly at: Here; readonly isDefault: boolean },
): NavContainer {
  const { lifecycle, sunsetDate, migrationUrl, deprecationMessage, tag, url } = version;
  return container(resolver, {
    kind: 'version',
    label: version.name,
    entry: version,
    at,
    more: {
      version: {
        default: isDefault,
        ...given({ lifecycle, sunsetDate, migrationUrl, deprecationMessage, tag }),
        ...prefixOf(url),
      },
    },
  });
}

function resolveLanguage(resolver: Resolver, entry: Language, at: Here): NavContainer {
  const { code, name, url, banner, navbar, footer } = entry;
  return container(resolver, {
    kind: 'language',
    label: name ?? ownNameOf(code),
    entry,
    at,
    more: {
      language: {
        code,
        default: code === resolver.config.i18n.defaultLanguage,
        ...(banner || navbar || footer ? { bars: given({ banner, navbar, footer }) } : {}),
        ...prefixOf(url),
      },
    },
  });
}

function resolveAnchor(resolver: Resolver, entry: Anchor, at: Here): NavContainer[] {
  const { anchor } = entry;
  // All fields of an anchor are optional; one without label or goal can't be shown; `check` reports it.
  if (anchor === undefined || anchor === '') return [];
  const made = container(resolver, { kind: 'anchor', label: anchor, entry, at });
  return shown(made);
}

function firstLabel(resolver: Resolver, nodes: readonly NavNode[]): string {
  const group = nodes.find((node) => node.type === 'group');
  return group?.type === 'group' ? group.label : resolver.config.name;
}

function hasLinks(node: NavNode): boolean {
  if (node.type === 'link') return true;
  if (node.type === 'page') return false;
  if (node.type === 'container' && node.href !== undefined) return true;
  return node.children.some(hasLinks);
}

function ownNameOf(code: string): string {
  try {
    const name = new Intl.DisplayNames([code], { type: 'language' }).of(code);
    if (name !== undefined && name !== code)
      return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    // Not a language tag; the list below or the code itself must do.
  }
  return (languageNames as Readonly<Record<string, string>>)[code] ?? code;
}

function prefixOf(url: string | undefined): { readonly prefix?: string } {
  const prefix = url?.replace(/^\/+|\/+$/g, '') ?? '';
  return prefix === '' || /^https?:/i.test(prefix) ? {} : { prefix };
}
