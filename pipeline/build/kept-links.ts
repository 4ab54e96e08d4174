import { versionBranches } from '../../schema/branch.ts';
import type { PageLink, Site } from '../../schema/site.ts';
import { findPage, resolveLink } from '../source/links.ts';
import { manyPages } from './engine.ts';

/**
 * How links are kept until all pages are known. A large site has many more of them than pages: they share their
 * strings, and those that lead to a page in any case have no place that a problem could name.
 */
export function linkKeeper(
  site: Site,
): (links: readonly PageLink[], from: string) => readonly PageLink[] {
  if (site.pages.size <= manyPages) return (links) => links;
  const { basePath } = site.config.hosting;
  const hasBranches = versionBranches(site.config).length > 0;
  const isSound = (url: string, from: string) => {
    if (url.trim() === '') return false;
    const target = resolveLink(url, from, basePath);
    if (target.type !== 'internal') return target.type === 'external';
    return (
      !hasBranches && target.fragment === '' && findPage(target.path, site.pages) !== undefined
    );
  };
  const known = new Map<string, string>();
  const shared = <Text extends string>(text: Text): Text => {
    const same = known.get(text);
    if (same === undefined) known.set(text, text);
    return (same ?? text) as Text;
  };
  return (links, from) =>
    links.map(({ url, kind, file, place }) => ({
      ...{ url: shared(url), kind: shared(kind), file: shared(file) },
      ...(place && !isSound(url, from) ? { place } : {}),
    }));
}
