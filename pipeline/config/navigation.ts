import type { OpenApiReference } from '../../schema/config/api.ts';
import type { Config } from '../../schema/config/config.ts';
import type {
  Anchor,
  Container,
  EntryExtras,
  Group,
  Language,
  MenuItem,
  Tab,
  Version,
} from '../../schema/config/navigation.ts';
import type { Problem, Severity } from '../../schema/errors.ts';
import { languages as languageNames } from '../../schema/languages.ts';
import type { OperationLookup } from '../../schema/operation.ts';
import type { NavContainer, NavGroup, Navigation, NavNode } from '../../schema/site.ts';
import type { Locate } from './locate.ts';
import { asPagePath, readPageEntry } from './paths.ts';
import { findPlaces, firstPage } from './places.ts';

/** What the resolver asks of the rest of the site. */
export interface NavigationLookup {
  /** The page at a page path, undefined if it does not exist. */
  page(path: string): { readonly hidden: boolean } | undefined;
  /**
   * Page path of one operation. `entry` is `GET /users` or `WEBHOOK name`; `openapi` is the closest
   * reference above it, undefined if missing (then `api.openapi` is used).
   */
  operation: OperationLookup['operation'];
  /** The existing page whose path is most like a missing one. */
  nearest?(path: string): string | undefined;
  /** All operations of a description in its order, with the label of the group they belong to (first tag). */
  operations(
    openapi: OpenApiReference,
  ): readonly { readonly path: string; readonly group?: string }[];
}

/** How to resolve. */
export interface ResolveNavigationOptions {
  readonly locate?: Locate;
  /** `preview` makes missing pages warnings. */
  readonly mode?: 'check' | 'preview';
}

/** Resolves the author's navigation into one tree with a place for every page. */
export function resolveNavigation(
  config: Config,
  lookup: NavigationLookup,
  options: ResolveNavigationOptions = {},
): { readonly navigation: Navigation; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const locate: Locate = options.locate ?? (() => ({ file: 'docs.json' }));
  const resolver: Resolver = {
    config,
    lookup,
    missing: options.mode === 'preview' ? 'warning' : 'error',
    report: (severity, ruleId, pointer, said) => {
      problems.push({ severity, source: 'config', ruleId, ...locate(pointer), ...said });
    },
    leftOut: { count: 0 },
    hints: { left: mostHints },
  };
  const here: Here = { pointer: '/navigation', depth: 0 };
  const children = resolveContainer(resolver, config.navigation, here);
  const label = config.name;
  const root = finish(resolver, {
    type: 'container',
    kind: 'root',
    label,
    hidden: false,
    children,
  });
  const isHidden = (path: string) => lookup.page(path)?.hidden ?? false;
  const { places, repeated } = findPlaces(root, isHidden);
  for (const { path, label } of repeated) {
    resolver.report('warning', 'duplicate-page', pointerOfPage(config.navigation, path), {
      reason: `Page ${path} is listed more than once in ${JSON.stringify(label)}`,
      actual: path,
      note: 'Breadcrumbs use the first entry; remove the others.',
    });
  }
  const first = firstPage(root, isHidden);
  const navigation: Navigation = { root, places, ...(first === undefined ? {} : { first }) };
  return { navigation, problems };
}

/** What any entry may have besides its children. */
interface Entry extends Container, EntryExtras {
  readonly href?: string;
  readonly url?: string;
  readonly description?: string;
  readonly color?: string;
  readonly menu?: readonly MenuItem[];
}

interface Resolver {
  readonly config: Config;
  readonly lookup: NavigationLookup;
  readonly missing: Severity;
  readonly report: (
    severity: Severity,
    ruleId: string,
    pointer: string,
    said: Pick<Problem, 'reason' | 'actual' | 'expected' | 'note'>,
  ) => void;
  /** Entries that had nothing to show; each was reported. */
  readonly leftOut: { count: number };
  readonly hints: { left: number };
}

/** Missing pages that are compared with all others; a navigation of nothing but such would take ages. */
const mostHints = 200;

interface Here {
  readonly pointer: string;
  /** Number of groups around. */
  readonly depth: number;
  readonly openapi?: OpenApiReference;
}

/** Groups nested deeper than this are hard to find one's way in. */
const deepest = 4;

/** Children of a container: products, versions, languages, anchors, tabs, menu entries, pages, groups. */
function resolveContainer(resolver: Resolver, written: Entry, here: Here): NavNode[] {
  const openapi = written.openapi ?? here.openapi;
  const inside: Here = openapi === undefined ? here : { ...here, openapi };
  const entries = <K extends 'products' | 'versions' | 'languages' | 'anchors' | 'tabs' | 'menu'>(
    key: K,
  ) =>
    [...(written[key] ?? [])].map((entry, index) => ({
      entry: entry as NonNullable<Entry[K]>[number],
      at: { ...inside, pointer: `${here.pointer}/${key}/${index}` },
    }));
  const versions = entries('versions');
  const defaultVersion =
    versions.find(({ entry }) => entry.default === true) ??
    versions.find(({ entry }) => entry.hidden !== true);
  const tabs = entries('tabs').flatMap(({ entry, at }) => resolveTab(resolver, entry, at));
  const loose = [
    ...resolvePages(resolver, written.pages, { ...inside, pointer: `${here.pointer}/pages` }),
    ...resolvePages(resolver, written.groups, { ...inside, pointer: `${here.pointer}/groups` }),
  ];
  const mixed = tabs.length > 0 && loose.length > 0;
  if (mixed) {
    const key = written.groups === undefined ? 'pages' : 'groups';
    resolver.report('warning', 'mixed-navigation', `${here.pointer}/${key}`, {
      reason: `"${key}" next to "tabs" are shown as the first tab`,
      note: 'Move them into their own tab.',
    });
    tabs.unshift(
      finish(resolver, {
        type: 'container',
        kind: 'tab',
        label: firstLabel(resolver, loose),
        hidden: false,
        children: loose,
      }),
    );
  }
  const children: NavNode[] = [
    ...entries('products').flatMap(({ entry, at }) =>
      shown(container(resolver, { kind: 'product', label: entry.product, entry, at })),
    ),
    ...versions.flatMap((version) =>
      unlessEmptied(
        resolveVersion(resolver, { ...version, isDefault: version === defaultVersion }),
      ),
    ),
    ...entries('languages').flatMap(({ entry, at }) =>
      unlessEmptied(resolveLanguage(resolver, entry, at)),
    ),
    ...entries('anchors').flatMap(({ entry, at }) => resolveAnchor(resolver, entry, at)),
    ...tabs,
    ...entries('menu').flatMap(({ entry, at }) =>
      shown(container(resolver, { kind: 'menu', label: entry.item, entry, at })),
    ),
    ...(mixed ? [] : loose),
  ];
  // Entries that were left out were requested nevertheless.
  if (written.openapi !== undefined && !hasEntries(written)) {
    return operationNodes(resolver, written.openapi);
  }
  return children;
}

const childKeys = [
  'products',
  'versions',
  'languages',
  'anchors',
  'tabs',
  'menu',
  'pages',
  'groups',
] as const;

function hasEntries(written: Entry): boolean {
  return childKeys.some((key) => (written[key]?.length ?? 0) > 0);
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
  return finish(resolver, {
    type: 'container',
    kind,
    label,
    hidden: entry.hidden === true,
    ...optional('icon', entry.icon),
    ...optional('iconType', entry.iconType),
    ...optional('description', entry.description),
    ...optional('color', entry.color),
    ...(children.length === 0 ? optional('href', href) : {}),
    ...more,
    children,
  });
}

/** Adds the page that a click opens, where none is chosen yet. */
function finish(resolver: Resolver, made: NavContainer): NavContainer {
  if (made.opens !== undefined) return made;
  const opens = firstPage(made, (path) => resolver.lookup.page(path)?.hidden ?? false);
  return opens === undefined ? made : { ...made, opens };
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
        ...optional('lifecycle', lifecycle),
        ...optional('sunsetDate', sunsetDate),
        ...optional('migrationUrl', migrationUrl),
        ...optional('deprecationMessage', deprecationMessage),
        ...optional('tag', tag),
        ...prefixOf(url),
      },
    },
  });
}

function resolveLanguage(resolver: Resolver, entry: Language, at: Here): NavContainer {
  const { code, name, url } = entry;
  return container(resolver, {
    kind: 'language',
    label: name ?? ownNameOf(code),
    entry,
    at,
    more: {
      language: {
        code,
        default: code === resolver.config.i18n.defaultLanguage,
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

function resolvePages(
  resolver: Resolver,
  written: readonly (string | Group)[] = [],
  here: Here,
): NavNode[] {
  return written.flatMap((entry, index) => {
    const at = { ...here, pointer: `${here.pointer}/${index}` };
    return typeof entry === 'string'
      ? resolvePage(resolver, entry, at)
      : resolveGroup(resolver, entry, at);
  });
}

function resolvePage(resolver: Resolver, entry: string, at: Here): NavNode[] {
  const read = readPageEntry(entry);
  if (read.type === 'link') {
    const label = URL.canParse(read.href) ? new URL(read.href).host || read.href : read.href;
    return [{ type: 'link', label, href: read.href }];
  }
  if (read.type === 'operation') {
    const openapi = read.source ?? at.openapi;
    const path = resolver.lookup.operation(read.entry, openapi);
    if (typeof path === 'string') return [{ type: 'page', path }];
    resolver.leftOut.count++;
    // Reported once, where the description is named, with all that is missing because of it.
    if (path?.leftOut === 'unread') return [];
    const where = typeof openapi === 'string' ? ` in ${openapi}` : '';
    if (path?.leftOut === 'excluded') {
      resolver.report('warning', 'excluded-operation', at.pointer, {
        reason: `Operation ${read.entry}${where} is marked x-excluded and has no page`,
        actual: read.entry,
        note: 'Remove the entry, or remove x-excluded.',
      });
      return [];
    }
    resolver.report(resolver.missing, 'missing-operation', at.pointer, {
      reason: `Missing operation ${read.entry}${where}`,
      actual: read.entry,
      note: 'Correct the entry, or set "openapi" on a group above it to the API description.',
    });
    return [];
  }
  if (resolver.lookup.page(read.path) !== undefined) return [{ type: 'page', path: read.path }];
  resolver.leftOut.count++;
  reportMissing(resolver, read.path, {
    ruleId: 'missing-page',
    pointer: at.pointer,
    as: 'listed in the navigation',
    note: `Create ${read.path}.mdx, or remove the entry.`,
  });
  return [];
}

/** A page in the navigation that does not exist, with a suggestion. */
function reportMissing(
  resolver: Resolver,
  path: string,
  said: {
    readonly ruleId: string;
    readonly pointer: string;
    readonly as: string;
    readonly note: string;
  },
): void {
  const near = --resolver.hints.left < 0 ? undefined : resolver.lookup.nearest?.(path);
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
  const sameLetters = near?.toLowerCase() === path.toLowerCase();
  resolver.report(resolver.missing, said.ruleId, said.pointer, {
    reason: `Missing page ${path}, ${said.as}${hint}`,
    actual: path,
    ...(near === undefined ? {} : { expected: [near] }),
    note: sameLetters ? `Write ${JSON.stringify(near)}: paths are case-sensitive.` : said.note,
  });
}

function resolveGroup(resolver: Resolver, group: Group, at: Here): NavGroup[] {
  const depth = at.depth + 1;
  if (depth === deepest + 1) {
    resolver.report('warning', 'deep-group', `${at.pointer}/group`, {
      reason: `Group ${JSON.stringify(group.group)} is nested ${depth} levels deep, expected at most ${deepest}`,
      note: 'Move it up, or split the section.',
    });
  }
  const openapi = group.openapi ?? at.openapi;
  const inside: Here = {
    pointer: `${at.pointer}/pages`,
    depth,
    ...(openapi === undefined ? {} : { openapi }),
  };
  let children = resolvePages(resolver, group.pages, inside);
  if (group.openapi !== undefined && group.pages.length === 0) {
    children = operationNodes(resolver, group.openapi);
    const only = children[0];
    // Operations of a single tag need no group of their own inside one that the author named.
    if (children.length === 1 && only?.type === 'group') children = [...only.children];
  }
  const root = rootOf(resolver, group, at);
  if (children.length === 0 && root.root === undefined) return [];
  return [
    {
      type: 'group',
      label: group.group,
      ...optional('icon', group.icon),
      ...optional('iconType', group.iconType),
      ...optional('tag', group.tag),
      expanded: group.expanded === true,
      hidden: group.hidden === true,
      ...root,
      ...optional('boost', group.boost),
      children,
    },
  ];
}

function rootOf(resolver: Resolver, group: Group, at: Here): { readonly root?: string } {
  if (group.root === undefined) return {};
  const root = asPagePath(group.root);
  if (resolver.lookup.page(root) !== undefined) return { root };
  reportMissing(resolver, root, {
    ruleId: 'missing-page',
    pointer: `${at.pointer}/root`,
    as: `the root of group ${JSON.stringify(group.group)}`,
    note: `Create ${root}.mdx, or remove "root".`,
  });
  return {};
}

/** All operations of a description: one group for each tag, those without a tag first. */
function operationNodes(resolver: Resolver, openapi: OpenApiReference): NavNode[] {
  const groups = new Map<string, NavNode[]>();
  const loose: NavNode[] = [];
  for (const { path, group } of resolver.lookup.operations(openapi)) {
    const page: NavNode = { type: 'page', path };
    if (group === undefined) loose.push(page);
    else {
      const pages = groups.get(group) ?? [];
      pages.push(page);
      groups.set(group, pages);
    }
  }
  const made = [...groups].map(
    ([label, children]): NavGroup => ({
      type: 'group',
      label,
      expanded: false,
      hidden: false,
      children,
    }),
  );
  return [...loose, ...made];
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

function pointerOfPage(navigation: unknown, path: string): string {
  let seen = 0;
  const find = (value: unknown, pointer: string): string | undefined => {
    if (typeof value === 'string') {
      const entry = readPageEntry(value);
      // The second entry is the one to fix.
      return entry.type === 'page' && entry.path === path && ++seen === 2 ? pointer : undefined;
    }
    if (typeof value !== 'object' || value === null) return undefined;
    for (const [key, child] of Object.entries(value)) {
      if (typeof child === 'string' && !Array.isArray(value)) continue;
      const found = find(child, `${pointer}/${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return find(navigation, '/navigation') ?? '/navigation';
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [k in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [k in K]?: V };
}
