import type { NavContainer } from '../../../schema/site.ts';
import { pageInVersion } from './page-in-version.ts';
import { leavesOf, type View } from './view.ts';

/**
 * The containers below an entry that are called like those around the page: the same version in another tab or language,
 * the same tab in another version. The entry that the page is in opens its start, in the same version. None where the
 * author says what a click opens.
 */
export function samePart(
  { containers, audience }: View,
  entry: NavContainer,
): readonly NavContainer[] {
  const found: NavContainer[] = [];
  if (entry.landing !== undefined || entry.href !== undefined) return found;
  const isOpen = containers.includes(entry);
  const isSame = (node: NavContainer) =>
    (!isOpen || node.kind === 'version') &&
    !node.hidden &&
    node.href === undefined &&
    node.opens !== undefined &&
    audience.sees(node.opens) &&
    containers.some(({ kind, label }) => kind === node.kind && label === node.label);
  for (let at: NavContainer | undefined = entry; at; ) {
    at = at.children.find(
      (node): node is NavContainer => node.type === 'container' && isSame(node),
    );
    if (at) found.push(at);
  }
  return found;
}

/**
 * The address in another product or version: of the same page, else of the first page in the same part, else of the
 * first one that no other entry shares, which would be shown as that one's. Undefined where all are shared.
 */
export function pageIn(view: View, entry: NavContainer): string | undefined {
  const same = pageInVersion(view, entry);
  if (same !== undefined || entry.href !== undefined) return same;
  const part = samePart(view, entry).findLast(({ opens }) => isAlone(view, entry, opens));
  const path = part?.opens ?? ownPageOf(view, entry);
  return path !== undefined && view.audience.sees(path) ? view.address(path) : undefined;
}

const ownPages = new WeakMap<NavContainer, string | undefined>();

/** The first page that is in an entry alone; undefined where that is the one it opens, or where all are shared. */
function ownPageOf(view: View, entry: NavContainer): string | undefined {
  if (ownPages.has(entry)) return ownPages.get(entry);
  const isOpen = (path: string) => view.site.pages.get(path)?.frontmatter.hidden !== true;
  const isShared = entry.opens !== undefined && !isAlone(view, entry, entry.opens);
  const leaves = isShared ? [...leavesOf(entry)] : [];
  const found = leaves.find((path) => isAlone(view, entry, path) && isOpen(path));
  ownPages.set(entry, found);
  return found;
}

/** Whether a page is in one entry only, and seen there. */
function isAlone({ site }: View, entry: NavContainer, path = ''): boolean {
  const places = site.navigation.places.get(path) ?? [];
  return (
    places.length > 0 &&
    places.every(({ trail }) => {
      const at = trail.indexOf(entry);
      return at >= 0 && trail.slice(at + 1).every((node) => !node.hidden);
    })
  );
}
