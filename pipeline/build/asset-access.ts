import { type Access, accessOf, widerAccess } from '../../schema/access.ts';
import type { Site } from '../../schema/site.ts';
import { resolveAddress } from '../site/addresses.ts';
import type { RenderedSite } from './render-site.ts';

/**
 * Who may read an asset. Its own path counts first, as for a page. Otherwise it is as open as the
 * most open place that refers to it: the configuration, a public page, pages of groups; an asset
 * without references requires a session.
 */
export function assetAccess(site: Site, rendered: RenderedSite): (path: string) => Access {
  const { auth, hosting } = site.config;
  const everybody: Access = { protected: false, groups: [] };
  if (!auth.enabled) return () => everybody;
  const named = new Map<string, Access>();
  const note = (address: string, access: Access) => {
    const [written = ''] = address.split(/[?#]/);
    try {
      const path = decodeURIComponent(written).slice(hosting.basePath.length).replace(/^\//, '');
      const before = named.get(path);
      named.set(path, before === undefined ? access : widerAccess(before, access));
    } catch {
      // Not an address.
    }
  };
  const visit = (value: unknown): void => {
    if (typeof value === 'string') note(resolveAddress(value, '', site), everybody);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit);
  };
  // Descriptions of APIs say what their pages say.
  visit({ ...site.config, navigation: null, redirects: null, auth: null, api: null });
  for (const path of site.snippets.keys()) if (path.endsWith('.css')) named.set(path, everybody);
  for (const page of site.pages.values()) {
    const access = accessOf(page, auth);
    for (const link of rendered.facts.get(page.path)?.links ?? []) {
      note(resolveAddress(link.url, page.path, site), access);
    }
  }
  return (path) => {
    const own = accessOf({ path, frontmatter: {} }, auth);
    if (own.groups.length > 0 || !own.protected) return own;
    return named.get(path) ?? own;
  };
}
