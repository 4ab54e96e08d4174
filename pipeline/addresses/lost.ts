import { pageAddress } from '../../schema/address.ts';
import type { FormerAddress } from '../../schema/build.ts';
import { matchRedirect } from '../../schema/redirect.ts';
import type { ResolvedRedirect, Section } from '../../schema/site.ts';
import type { LiveSite, LostAnchor, LostPage, NextPage, NextSite } from './types.ts';

/** Which addresses are looked at: those that the live deployment answers, or all that were ever live. */
export type Since = 'live' | 'ever';

/** Pages that readers got an answer for, and get none any more; by path. */
export function lostPages(live: LiveSite, next: NextSite, since: Since): LostPage[] {
  const addresses = new Set([...next.pages.keys()].map((path) => pageAddress(path, '')));
  const isServed = (path: string) =>
    path === 'index' || addresses.has(pageAddress(path, '')) || isRedirected(path, next);
  const known = new Map<string, string>();
  const comesBack = returning(live, next);
  for (const [path, { title }] of live.pages) if (!comesBack(path)) known.set(path, title);
  for (const { path, title, anchor } of live.former) {
    if (anchor !== undefined) continue;
    // Lost before, unless a redirect answered it until now.
    if (since === 'ever' || isRedirected(path, live)) known.set(path, title);
  }
  return [...known]
    .filter(([path]) => !isServed(path))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, title]) => {
      const record = live.pages.has(path) ? live.record(path) : undefined;
      return {
        ...{ path, title },
        file: live.pages.get(path)?.file ?? '',
        language: record?.language ?? '',
        ...(record?.translationOf === undefined ? {} : { translationOf: record.translationOf }),
      };
    });
}

/**
 * Says which pages of the live deployment the service will add again: translations into languages that only
 * its database knows, of pages that are still there.
 */
export function returning(
  { added, pages }: Pick<LiveSite, 'added' | 'pages'>,
  next: NextSite,
): (path: string) => boolean {
  if (added.size === 0) return () => false;
  const files = new Set([...next.pages.values()].map(({ file }) => file));
  return (path) => {
    const [code = ''] = path.split('/');
    const { file = '' } = pages.get(path) ?? {};
    // Pages of a language with files of its own are the author's.
    return added.has(code) && files.has(file) && !file.startsWith(`${code}/`);
  };
}

function isRedirected(
  path: string,
  site: { readonly redirects: readonly ResolvedRedirect[]; readonly basePath: string },
): boolean {
  return matchRedirect(site.redirects, pageAddress(path, site.basePath)) !== undefined;
}

/** Anchors of sections that were on a page, and are not on it any more; by page and position. */
export function lostAnchors(live: LiveSite, next: NextSite, since: Since): LostAnchor[] {
  const earlier = since === 'ever' ? live.former.flatMap((one) => lostBefore(one, next)) : [];
  const now = [...next.pages.values()].flatMap((page) => {
    const before = live.pages.get(page.path);
    if (!before || before.contentHash === page.contentHash || !isWritten(page)) return [];
    return anchored(live.record(page.path)?.sections ?? [])
      .filter(({ id }) => !page.hasId(id))
      .map(({ id, heading }) => ({
        path: page.path,
        file: page.file,
        anchor: id,
        heading,
      }));
  });
  return [...earlier, ...now];
}

/**
 * Whether the sections of a page are its author's: those of a machine's translation are those of its source,
 * and those of a generated page are what the description of an API has.
 */
function isWritten({ file, translation }: NextPage): boolean {
  return translation === undefined && /\.mdx?$/i.test(file);
}

function lostBefore({ path, anchor, title, to }: FormerAddress, next: NextSite): LostAnchor[] {
  const page = next.pages.get(path);
  if (!page || anchor === undefined || page.hasId(anchor) || !isWritten(page)) return [];
  const lost = { path, file: page.file, anchor, heading: title };
  const isThere = to !== undefined && page.hasId(to);
  return [isThere ? { ...lost, likely: { to, clue: 'before' } } : lost];
}

/** Sections that have an address of their own, each once: long ones are cut into several. */
export function anchored(sections: readonly Section[]): Section[] {
  const seen = new Set(['']);
  return sections.filter(({ id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}
