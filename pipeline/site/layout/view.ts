import { isExternalAddress, pageAddress, siteAddress } from '../../../schema/address.ts';
import type { Config } from '../../../schema/config/config.ts';
import { escapeHtml } from '../../../schema/html.ts';
import { directionOf } from '../../../schema/languages.ts';
import type {
  NavContainer,
  NavGroup,
  NavNode,
  NavPlace,
  Page,
  RenderedBody,
  Site,
} from '../../../schema/site.ts';
import { versionAt } from '../../../schema/version.ts';
import { namedIcon } from '../icons.ts';
import { type Words, wordsOf } from '../words.ts';
import { type Audience, audienceOf } from './audience.ts';
import type { IconOptions, LayoutTools } from './tools.ts';

export type PageMode = 'default' | 'wide' | 'custom' | 'frame' | 'center';

/** Everything the parts of a document ask for, worked out once per page. */
export interface View {
  readonly page: Page;
  readonly body: RenderedBody;
  readonly site: Site;
  readonly config: Config;
  readonly tools: LayoutTools;
  readonly base: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly labels: Words['shell'];
  readonly mode: PageMode;
  /** Positions of the page; absent on pages outside the navigation. */
  readonly place?: NavPlace;
  /** Containers from the root down to the one whose children are the sidebar. */
  readonly containers: readonly NavContainer[];
  /** Groups that are open because the page is in them. */
  readonly open: ReadonlySet<NavNode>;
  /** Groups with a name, from the outermost to the page's own. */
  readonly groups: readonly NavGroup[];
  /** The same page in its other branches of the navigation, in order. */
  readonly elsewhere: readonly View[];
  /** Who may read this document; what others may not know stays out of it. */
  readonly audience: Audience;
  /** The same page in other languages, itself included, by language. */
  readonly alternates: ReadonlyMap<string, string>;
  address(path: string): string;
  /** HTML of an author's icon; '' if it is unknown. */
  icon(name: string, options?: IconOptions): string;
  /** An id of the frame around the page; where the page's own content has it, another one. */
  id(name: string): string;
  /** An address as an author wrote it in `docs.json`. */
  link(href: string): string;
  /** Words of `docs.json` in the page's language, where they are translated. */
  word(text: string): string;
}

/** Works out what a document shows around a page. */
export function viewOf(page: Page, body: RenderedBody, site: Site, tools: LayoutTools): View {
  const base = site.config.hosting.basePath;
  const [place, ...others] = placesByBranch(site.navigation.places.get(page.path) ?? []);
  const wanted = page.frontmatter.mode ?? 'default';
  const audience = audienceOf(page, site);
  const family = alternatesOf(page, site);
  const first: View = {
    page,
    body,
    site,
    tools,
    base,
    ...around(site, place?.trail ?? fallbackTrail(page, site)),
    elsewhere: [],
    config: site.config,
    language: page.language,
    direction: directionOf(page.language),
    labels: wordsOf(page.language).shell,
    mode: wanted === 'assistant' ? 'default' : wanted,
    ...(place ? { place } : {}),
    audience,
    alternates: [...family.values()].every(audience.sees)
      ? family
      : new Map([...family].filter(([, path]) => audience.sees(path))),
    address: (path) => pageAddress(path, base),
    icon: (name, options) => (tools.icon ?? iconOf(site))(name, options),
    id: freeIds([...body.ids, ...Object.keys(body.aliases)]),
    link: (href) => linkTo(href, site, page.language),
    word: (text) => labelIn(page.language, text, site),
  };
  if (others.length === 0) return first;
  const elsewhere = others.map((other): View => {
    return { ...first, place: other, ...around(site, other.trail) };
  });
  return { ...first, elsewhere };
}

/** A text of `docs.json` in a language, where it is translated. */
export function labelIn(language: string, text: string, { labels }: Pick<Site, 'labels'>): string {
  const words = labels?.[language];
  return words && Object.hasOwn(words, text) ? (words[text] ?? text) : text;
}

/** Branches of one page that its document shows, its first one included: each adds its list to the document. */
const mostBranches = 8;

/** The first place of a page in each of its branches, in navigation order. */
function placesByBranch(places: readonly NavPlace[]): readonly NavPlace[] {
  if (places.length < 2) return places;
  const found = new Map<unknown, NavPlace>();
  for (const place of places) {
    const branch = place.trail.findLast(({ type }) => type === 'container');
    if (!found.has(branch)) found.set(branch, place);
    if (found.size === mostBranches) break;
  }
  return [...found.values()];
}

/** What is around a place in the navigation. */
function around(
  { navigation: { root } }: Site,
  trail: NavPlace['trail'],
): Pick<View, 'containers' | 'groups' | 'open'> {
  const containers = trail.filter((node): node is NavContainer => node.type === 'container');
  const groups = trail.filter((node): node is NavGroup => node.type === 'group');
  return {
    containers: containers[0]?.kind === 'root' ? containers : [root, ...containers],
    groups: groups.filter(({ label }) => label !== ''),
    open: new Set(groups),
  };
}

function freeIds(ids: readonly string[]): View['id'] {
  const taken = new Set(ids);
  return (name) => {
    let id = name;
    while (taken.has(id)) id = `_${id}`;
    return id;
  };
}

/** Icons of a site: a path or an address is a picture, everything else a name of the icon set. */
function iconOf(site: Site): NonNullable<LayoutTools['icon']> {
  return (name, { type, library, size = 16 } = {}) => {
    if (/^(https?:)?\/|\.(svg|png|webp|jpe?g|gif)$/i.test(name)) {
      const src = escapeHtml(siteAddress(name, site.config.hosting.basePath));
      return `<img class="icon" src="${src}" alt="" width="${size}" height="${size}">`;
    }
    return namedIcon(name, site.config.icons.library, { type, library, size });
  };
}

/** An address of `docs.json`: paths of pages lose `index` and get `basePath`, files get `basePath`. */
function linkTo(href: string, site: Site, language = site.language): string {
  const base = site.config.hosting.basePath;
  if (isExternalAddress(href) || href.startsWith('#')) return href;
  const [, path = '', rest = ''] = /^\/?([^?#]*)(.*)$/.exec(href) ?? [];
  const page = site.pages.has(path) ? path : site.pages.has(`${path}/index`) ? `${path}/index` : '';
  if (page) {
    const found = site.pages.get(page);
    // Readers stay in their language where the page has one.
    const own =
      language !== site.language && found ? alternatesOf(found, site).get(language) : page;
    return pageAddress(own ?? page, base) + rest;
  }
  return siteAddress(href, base);
}

/**
 * Pages outside of the navigation show the containers of their language's first page, in the version that
 * their address belongs to.
 */
function fallbackTrail(page: Page, site: Site): readonly (NavContainer | NavGroup)[] {
  const { places, first, root } = site.navigation;
  const near = [...firstPages(site)].find(([language]) => language === page.language)?.[1] ?? first;
  const trailOf = (path: string | undefined) =>
    path === undefined
      ? undefined
      : places.get(path)?.[0]?.trail.filter((node) => node.type === 'container');
  const trail = trailOf(near) ?? [root];
  const at = trail.findIndex(({ kind }) => kind === 'version');
  const version = versionAt(page.translationOf ?? page.path, trail[at - 1]?.children ?? []);
  return (version && trailOf(version.opens)) ?? trail;
}

const firsts = new WeakMap<Site, ReadonlyMap<string, string>>();

/** The first page of each language: what its entry opens, which may have a default version, else in navigation order. */
export function firstPages(site: Site): ReadonlyMap<string, string> {
  const known = firsts.get(site);
  if (known) return known;
  const { places, root } = site.navigation;
  const made = new Map<string, string>();
  const opened = languageEntries(root).flatMap(({ opens }) => opens ?? []);
  for (const path of [...opened, ...places.keys()]) {
    const language = site.pages.get(path)?.language;
    if (language && !made.has(language)) made.set(language, path);
  }
  firsts.set(site, made);
  return made;
}

function languageEntries(node: NavNode): readonly NavContainer[] {
  if (node.type !== 'container') return [];
  return node.kind === 'language' ? [node] : node.children.flatMap(languageEntries);
}

const families = new WeakMap<Site, ReadonlyMap<string, ReadonlyMap<string, string>>>();

function alternatesOf(page: Page, site: Site): ReadonlyMap<string, string> {
  let all = families.get(site);
  if (!all) {
    all = familiesIn(site.pages);
    families.set(site, all);
  }
  const family = all.get(page.translationOf ?? page.path);
  // The page for missing ones is none of the site's.
  return family ?? new Map(site.pages.has(page.path) ? [[page.language, page.path]] : []);
}

/** Path of a page that has translations → the path in each of its languages. */
function familiesIn(pages: Site['pages']): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const { translationOf } of pages.values()) {
    if (translationOf !== undefined) found.set(translationOf, new Map());
  }
  if (found.size === 0) return found;
  for (const { translationOf, path, language } of pages.values()) {
    found.get(translationOf ?? path)?.set(language, path);
  }
  return found;
}

/** The first page below a node that all readers of the document may read. */
export function firstLeaf(view: View, node: NavNode): string | undefined {
  for (const path of leavesOf(node)) if (view.audience.sees(path)) return path;
  return undefined;
}

/** The pages below a node, in order. */
export function* leavesOf(node: NavNode): Generator<string> {
  if (node.type === 'page') yield node.path;
  else if (node.type !== 'link') {
    if (node.type === 'group' && node.root) yield node.root;
    for (const child of node.children) yield* leavesOf(child);
  }
}
