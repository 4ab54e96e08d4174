import { pageAddress } from '../../schema/address.ts';
import { matchRedirect } from '../../schema/redirect.ts';
import type { NavContainer, NavNode, ResolvedRedirect, Site } from '../../schema/site.ts';
import { siteLanguages } from '../config/languages.ts';
import { foldersOf } from '../site/layout/page-in-version.ts';
import { firstPages, leavesOf } from '../site/layout/view.ts';

/**
 * A site in which the folder of every language and version answers: where it has no page of its own, with
 * the first page in it. Readers type these addresses, and other sites link to them.
 */
export function withFolderStarts(site: Site): Site {
  const { basePath } = site.config.hosting;
  const taken = new Set(site.redirects.map(({ source }) => source));
  const made: ResolvedRedirect[] = [];
  const starts = [...versionStarts(site, site.navigation.root), ...languageStarts(site)];
  for (const [folder, first] of starts) {
    const source = `${basePath}/${folder}`;
    if (taken.has(source) || site.pages.has(folder) || site.pages.has(`${folder}/index`)) continue;
    taken.add(source);
    // Where a pattern of the author leads: hosts without redirects need a page for it.
    const written = matchRedirect(site.redirects, source)?.destination;
    made.push({ source, destination: written ?? pageAddress(first, basePath), status: 302 });
  }
  return made.length === 0 ? site : { ...site, redirects: [...site.redirects, ...made] };
}

type Start = readonly [folder: string, first: string];

function versionStarts(site: Site, node: NavNode): Start[] {
  if (node.type === 'page' || node.type === 'link') return [];
  const own: Start[] = node.type === 'container' && node.version ? versionStart(site, node) : [];
  return [...own, ...node.children.flatMap((child) => versionStarts(site, child))];
}

/** The folder of a version's own pages, with what it opens or the first of them. */
function versionStart(site: Site, version: NavContainer): Start[] {
  const [folder = ''] = foldersOf(site, version);
  const isIn = (path: string) => path.startsWith(`${folder}/`);
  const { opens } = version;
  const first = opens !== undefined && isIn(opens) ? opens : [...leavesOf(version)].find(isIn);
  return folder === '' || first === undefined ? [] : [[folder, first]];
}

function languageStarts(site: Site): Start[] {
  const firsts = firstPages(site);
  const { folders, source } = siteLanguages(site.config);
  return [...folders].flatMap(([language, written]): Start[] => {
    const folder = written || (language === source ? '' : language);
    const first = firsts.get(language);
    return folder === '' || first === undefined ? [] : [[folder, first]];
  });
}
