import { isExternalAddress } from '../../../schema/address.ts';
import { given } from '../../../schema/given.ts';
import type { NavContainer, NavNode } from '../../../schema/site.ts';
import { longestPrefix } from '../../../schema/version.ts';
import { firstPage } from '../places.ts';

/** The pages of a site, as far as sharing them among versions needs them. */
export interface SharedPages {
  exists(path: string): boolean;
  isHidden(path: string): boolean;
  /** Called when the pages are not shared, because the versions have too many. */
  tooMany(versions: number, pages: number): void;
}

/** Places of pages in all versions together; a site with a hundred versions of 5000 pages has as many. */
const mostPlaces = 500_000;

/**
 * Gives versions that only have a `url` their part of the entries next to them: the pages below that
 * prefix, and for each page of the default version the one with the same path there. What has no pages,
 * such as a link, is in every version. From here on both ways to write versions are the same.
 */
export function shareAmongVersions(nodes: readonly NavNode[], pages: SharedPages): NavNode[] {
  const versions = nodes.filter(isVersion);
  const takers = versions.filter(isWithoutPages);
  const shared = nodes.filter((node) => !isVersion(node) && !isLanguage(node));
  if (takers.length === 0 || !shared.some(hasPages)) return [...nodes];
  const rest = versions.find(({ version }) => version?.default) ?? versions[0];
  const prefixes = versions.flatMap(({ version }) => version?.prefix ?? []);
  const listed = new Set(shared.flatMap(pagesOf));
  if (takers.length * listed.size > mostPlaces) {
    pages.tooMany(takers.length, listed.size);
    return [...nodes];
  }
  const share = { rest, prefixes: new Set(prefixes), listed, pages };
  const made = new Map(takers.map((version) => [version, withShare(version, shared, share)]));
  if ([...made.values()].every(({ children }) => children.length === 0)) return [...nodes];
  return nodes
    .filter((node) => !shared.includes(node))
    .map((node) => (isVersion(node) ? (made.get(node) ?? node) : node));
}

interface Share {
  /** The version of the pages below no prefix. */
  readonly rest: NavContainer | undefined;
  readonly prefixes: ReadonlySet<string>;
  readonly listed: ReadonlySet<string>;
  readonly pages: SharedPages;
}

function withShare(version: NavContainer, shared: readonly NavNode[], share: Share): NavContainer {
  const own = version.version?.prefix ?? '';
  const pathHere = (path: string): string | undefined => {
    const prefix = longestPrefix(path, share.prefixes);
    if (prefix === own || (prefix === '' && version === share.rest)) return path;
    const isOfRest = prefix === (share.rest?.version?.prefix ?? '');
    if (!isOfRest || version === share.rest) return undefined;
    const below = prefix === '' ? path : path.slice(prefix.length + 1);
    const same = own === '' ? below : `${own}/${below}`;
    // What the author lists has its own entry.
    return share.pages.exists(same) && !share.listed.has(same) ? same : undefined;
  };
  const children = shared.flatMap((node) => take(node, pathHere, share.pages));
  if (!children.some(hasPages)) return version;
  const { href: _href, ...bare } = version;
  const opens = firstPage({ ...bare, children }, share.pages.isHidden);
  return { ...bare, ...given({ opens }), children };
}

/** A node with the pages of one version; nothing if it had pages and none of them is left. */
function take(
  node: NavNode,
  pathHere: (path: string) => string | undefined,
  pages: SharedPages,
): NavNode[] {
  if (node.type === 'link') return [node];
  if (node.type === 'page') {
    const path = pathHere(node.path);
    return path === undefined ? [] : [{ ...node, path }];
  }
  const children = node.children.flatMap((child) => take(child, pathHere, pages));
  if (node.type === 'group') {
    const { root: written, ...bare } = node;
    const root = written === undefined ? undefined : pathHere(written);
    const made = { ...bare, ...given({ root }), children };
    return hasPages(made) || !hasPages(node) ? [made] : [];
  }
  const { opens: _opens, landing: chosen, ...bare } = node;
  const landing = chosen === undefined ? undefined : pathHere(chosen);
  const opens = landing ?? firstPage({ ...bare, children }, pages.isHidden);
  const made = {
    ...bare,
    ...given({ opens, landing }),
    children,
  };
  return hasPages(made) || !hasPages(node) ? [made] : [];
}

/** Whether a version has a path, and nothing that is listed for it alone. */
function isWithoutPages({ href, children }: NavContainer): boolean {
  return children.length === 0 && href !== undefined && !isExternalAddress(href);
}

function isVersion(node: NavNode): node is NavContainer {
  return node.type === 'container' && node.kind === 'version';
}

function isLanguage(node: NavNode): boolean {
  return node.type === 'container' && node.kind === 'language';
}

function hasPages(node: NavNode): boolean {
  if (node.type === 'page') return true;
  if (node.type === 'link') return false;
  const own = node.type === 'group' ? node.root : node.landing;
  return own !== undefined || node.children.some(hasPages);
}

function pagesOf(node: NavNode): string[] {
  if (node.type === 'page') return [node.path];
  if (node.type === 'link') return [];
  const own = node.type === 'group' ? node.root : node.landing;
  return [...(own === undefined ? [] : [own]), ...node.children.flatMap(pagesOf)];
}
