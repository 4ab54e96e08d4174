import type { NavContainer, Site } from '../../../schema/site.ts';
import { findPage } from '../../source/links.ts';
import { leavesOf, type View } from './view.ts';

/** The address of a page in another version: of the same path below the folder of that one, or of where that was moved. */
export function pageInVersion(view: View, item: NavContainer): string | undefined {
  const own = view.containers.find((container) => container.kind === 'version');
  if (item.kind !== 'version' || own === undefined || (item.href && !item.version?.prefix)) {
    return undefined;
  }
  if (item === own && view.site.pages.has(view.page.path)) return view.address(view.page.path);
  const paths = new Set(pathsIn(view, own, item));
  for (const path of paths) {
    if (view.site.pages.has(path) && view.audience.sees(path)) return view.link(`/${path}`);
  }
  for (const path of paths) {
    const moved = movedTo(view.site, path);
    const isThere = view.site.navigation.places
      .get(moved ?? '')
      ?.some(({ trail }) => trail.includes(item));
    if (moved !== undefined && isThere && view.audience.sees(moved)) return view.address(moved);
  }
  return undefined;
}

/** The paths that the page may have in another version, the likeliest first. */
function* pathsIn(view: View, own: NavContainer, item: NavContainer): Generator<string> {
  const { page, site } = view;
  // A translation has the folder of its language in its path; the versions may have it in theirs, or not.
  for (const source of new Set([page.path, page.translationOf ?? page.path])) {
    for (const from of foldersOf(site, own)) {
      if (from && !source.startsWith(`${from}/`)) continue;
      const rest = from ? source.slice(from.length + 1) : source;
      for (const to of foldersOf(site, item)) {
        const path = to ? `${to}/${rest}` : rest;
        if (path !== source) yield path;
      }
    }
  }
}

const folders = new WeakMap<NavContainer, readonly string[]>();

/**
 * The folders that the pages of a version may be in: its prefix, else the one that all of its own pages are in, else the
 * one of those that are in a folder. A home page that versions share says nothing of them.
 */
export function foldersOf(
  { navigation: { places } }: Pick<Site, 'navigation'>,
  item: NavContainer,
): readonly string[] {
  const { prefix } = item.version ?? {};
  if (prefix !== undefined) return [prefix];
  const known = folders.get(item);
  if (known !== undefined) return known;
  const all = [...leavesOf(item)];
  const own = all.filter((path) => places.get(path)?.every(({ trail }) => trail.includes(item)));
  const listed = own.length > 0 ? own : all;
  const made = new Set([
    commonFolder(listed),
    commonFolder(listed.filter((path) => path.includes('/'))),
  ]);
  folders.set(item, [...made]);
  return [...made];
}

function commonFolder([first = '', ...others]: readonly string[]): string {
  const folder = first.split('/').slice(0, -1);
  while (folder.length > 0 && !others.every((path) => path.startsWith(`${folder.join('/')}/`))) {
    folder.pop();
  }
  return folder.join('/');
}

const moves = new WeakMap<Site['redirects'], ReadonlyMap<string, string>>();

/** The page that a path is redirected to by name. */
function movedTo(
  { redirects, pages, config: { hosting } }: Site,
  path: string,
): string | undefined {
  let known = moves.get(redirects);
  if (known === undefined) {
    // The first one of a source counts.
    known = new Map(redirects.toReversed().map(({ source, destination }) => [source, destination]));
    moves.set(redirects, known);
  }
  const base = hosting.basePath;
  const [to = ''] = known.get(`${base}/${path.replace(/(^|\/)index$/, '')}`)?.split(/[?#]/) ?? [];
  if (!to.startsWith(`${base}/`)) return undefined;
  return findPage(to.slice(base.length + 1).replace(/\/$/, ''), pages);
}
