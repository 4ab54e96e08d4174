import type { NavGroup, NavNode, Page, Site } from '../../schema/site.ts';
import { withoutMarks } from '../source/inline-marks.ts';
import { audienceOf } from './layout/audience.ts';
import { leavesOf } from './layout/view.ts';

/** What a directory shows of a page, a link or a group. */
export interface DirectoryEntry {
  readonly label: string;
  /** A page by its path, or an address as it is written. */
  readonly target: { readonly page: string } | { readonly href: string };
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
  readonly iconType?: string | undefined;
  readonly entries: readonly DirectoryEntry[];
}

/** What is in the group that a page is the root of. */
export interface Directory {
  readonly group: NavGroup;
  readonly entries: readonly DirectoryEntry[];
}

/** The directory of a page, if the navigation asks for one and there is something in it. */
export function directoryOf(page: Page, site: Site): Directory | undefined {
  const trail = site.navigation.places.get(page.path)?.[0]?.trail ?? [];
  const group = trail.find((node) => node.type === 'group' && node.root === page.path);
  if (group?.type !== 'group' || group.directory === undefined) return undefined;
  const entries = entriesOf(group, { page, site });
  return entries.length === 0 ? undefined : { group, entries };
}

interface Place {
  readonly page: Page;
  readonly site: Site;
}

function entriesOf({ children }: NavGroup, place: Place): readonly DirectoryEntry[] {
  return children.flatMap((node) => entryOf(node, place) ?? []);
}

/** Nothing for what not all readers of the page may see. */
function entryOf(node: NavNode, place: Place): DirectoryEntry | undefined {
  const { sees } = audienceOf(place.page, place.site);
  const { pages } = place.site;
  if (node.type === 'page') {
    const page = pages.get(node.path);
    const isShown = page?.visibility.sidebar && sees(node.path) && node.path !== place.page.path;
    if (!isShown) return undefined;
    const { url, icon, iconType } = page.frontmatter;
    const description = aboutOf(page);
    const target = url ? { href: url } : { page: node.path };
    return { ...{ label: page.title, target, description, icon, iconType }, entries: [] };
  }
  if (node.type === 'link') {
    const { label, href, icon } = node;
    return { label, target: { href }, icon, entries: [] };
  }
  if (node.type !== 'group' || node.hidden) return undefined;
  const { root, label, icon, iconType } = node;
  const page = root && sees(root) ? root : [...leavesOf(node)].find(sees);
  if (page === undefined) return undefined;
  const description = root && aboutOf(pages.get(root));
  const entries = entriesOf(node, place);
  return { ...{ label, description, icon, iconType, entries }, target: { page } };
}

/** The description of a page as plain words: a card has one link, to its page. */
function aboutOf(page: Page | undefined): string | undefined {
  return page?.frontmatter.description && withoutMarks(page.frontmatter.description);
}
