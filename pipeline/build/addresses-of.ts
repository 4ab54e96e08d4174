import type { Site } from '../../schema/site.ts';
import { type ComparedAddresses, compareAddresses } from '../addresses/compare.ts';
import { liveSite } from '../addresses/live.ts';
import type { Since } from '../addresses/lost.ts';
import type { NextPage, NextSite } from '../addresses/types.ts';
import type { Previous } from '../output/previous.ts';
import type { RenderedSite } from './render-site.ts';

/** The addresses of a rendered site, compared with those of the live deployment; all are kept if there is none. */
export async function addressesOf({
  site,
  rendered,
  dir,
  live,
  since = 'live',
}: {
  readonly site: Site;
  readonly rendered: RenderedSite;
  /** The site's own folder, in its repository. */
  readonly dir: string;
  readonly live: Previous | undefined;
  readonly since?: Since;
}): Promise<ComparedAddresses> {
  const before = live && liveSite(live);
  if (!before) return { pages: [], anchors: [], redirects: [], former: [] };
  return compareAddresses(before, nextSite(site, rendered), { dir, since });
}

function nextSite(site: Site, { facts, bodyOf }: RenderedSite): NextSite {
  const pages = new Map<string, NextPage>();
  for (const page of site.pages.values()) {
    const { path, title, language, translationOf, translation } = page;
    const { ids = [], aliases = {}, contentHash = '' } = facts.get(path) ?? {};
    pages.set(path, {
      ...{ path, title, language, contentHash },
      ...(translationOf === undefined ? {} : { translationOf }),
      ...(translation === undefined ? {} : { translation }),
      file: page.file.path,
      hasId: (id) => ids.includes(id) || Object.hasOwn(aliases, id),
      isOtherVersion: isOtherVersion(path, site),
    });
  }
  return {
    pages,
    redirects: site.redirects,
    basePath: site.config.hosting.basePath,
    sections: (path) => bodyOf(path)?.sections ?? [],
  };
}

function isOtherVersion(path: string, { navigation }: Site): boolean {
  const trail = navigation.places.get(path)?.[0]?.trail ?? [];
  return trail.some((node) => node.type === 'container' && node.version?.default === false);
}
