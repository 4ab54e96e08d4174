import { pageAddress } from '../../schema/address.ts';
import type { NavNode, ResolvedRedirect, Site } from '../../schema/site.ts';
import { siteLanguages } from '../config/languages.ts';

/**
 * A site in which the folder of every language and version answers: where it has no page of its own, with
 * the first page in it. Readers type these addresses, and other sites link to them.
 */
export function withFolderStarts(site: Site): Site {
  const { basePath } = site.config.hosting;
  const taken = new Set(site.redirects.map(({ source }) => source));
  const made: ResolvedRedirect[] = [];
  for (const [folder, first] of [...versionStarts(site.navigation.root), ...languageStarts(site)]) {
    const source = `${basePath}/${folder}`;
    if (taken.has(source) || site.pages.has(folder) || site.pages.has(`${folder}/index`)) continue;
    taken.add(source);
    made.push({ source, destination: pageAddress(first, basePath), status: 302 });
  }
  return made.length === 0 ? site : { ...site, redirects: [...site.redirects, ...made] };
}

type Start = readonly [folder: string, first: string];

function versionStarts(node: NavNode): Start[] {
  if (node.type === 'page' || node.type === 'link') return [];
  const own: Start[] =
    node.type === 'container' && node.version?.prefix !== undefined && node.opens !== undefined
      ? [[node.version.prefix, node.opens]]
      : [];
  return [...own, ...node.children.flatMap(versionStarts)];
}

function languageStarts({ config, navigation, pages }: Site): Start[] {
  const firsts = new Map<string, string>();
  for (const path of navigation.places.keys()) {
    const language = pages.get(path)?.language;
    if (language !== undefined && !firsts.has(language)) firsts.set(language, path);
  }
  const { folders, source } = siteLanguages(config);
  return [...folders].flatMap(([language, written]): Start[] => {
    const folder = written || (language === source ? '' : language);
    const first = firsts.get(language);
    return folder === '' || first === undefined ? [] : [[folder, first]];
  });
}
