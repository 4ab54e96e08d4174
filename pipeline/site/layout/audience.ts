import { type Access, accessOf } from '../../../schema/access.ts';
import type { NavNode, Page, Site } from '../../../schema/site.ts';

/** Who reads a document: everyone, or the readers of a protected page. */
export interface Audience {
  /** The same for all documents that show the same. */
  readonly key: string;
  /** Whether everyone in the audience may read that page, and so learn its title. */
  sees(path: string): boolean;
}

/** On a site without sessions, and for whoever may see all of it. */
export const everything: Audience = { key: '', sees: () => true };

const audiences = new WeakMap<Site, Map<string, Audience>>();

/** The audience of a page's document; documents without a page (404) are for everyone. */
export function audienceOf(page: Page, site: Site): Audience {
  if (!site.config.auth.enabled) return everything;
  const own = site.pages.has(page.path) ? accessIn(site, page.path) : undefined;
  const key = own?.protected ? `readers ${own.groups.join(' ')}` : 'everybody';
  const known = audiences.get(site) ?? new Map<string, Audience>();
  audiences.set(site, known);
  const audience = known.get(key) ?? {
    key,
    sees: (path: string) => includes(own, accessIn(site, path)),
  };
  known.set(key, audience);
  return audience;
}

/** Whether whoever may have the one may have the other as well. */
function includes(own: Access | undefined, wanted: Access | undefined): boolean {
  if (!wanted?.protected) return true;
  if (!own?.protected) return false;
  if (wanted.groups.length === 0) return true;
  return own.groups.length > 0 && own.groups.every((group) => wanted.groups.includes(group));
}

const accesses = new WeakMap<Site, Map<string, Access>>();

/** Who may read a page of the site. */
export function accessIn(site: Site, path: string): Access | undefined {
  const page = site.pages.get(path);
  if (!page) return undefined;
  const known = accesses.get(site) ?? new Map<string, Access>();
  accesses.set(site, known);
  const access = known.get(path) ?? accessOf(page, site.config.auth);
  known.set(path, access);
  return access;
}

const numbers = new WeakMap<Site, Map<NavNode, number>>();

/** Names a node by its place in the navigation, which is the same in every thread. */
export function nodeId(site: Site, node: NavNode): string {
  let known = numbers.get(site);
  if (!known) {
    const made = new Map<NavNode, number>();
    const count = (one: NavNode): void => {
      made.set(one, made.size);
      if (one.type === 'container' || one.type === 'group') one.children.forEach(count);
    };
    count(site.navigation.root);
    numbers.set(site, made);
    known = made;
  }
  return `n${known.get(node) ?? 0}`;
}
