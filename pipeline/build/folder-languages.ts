import type { Site } from '../../schema/site.ts';
import { siteLanguages } from '../config/languages.ts';
import { firstPages } from '../site/layout/view.ts';

/** Folder → language, for the languages besides the site's own that have pages in a folder of theirs. */
export function folderLanguages(site: Site): Readonly<Record<string, string>> {
  const shown = firstPages(site);
  const { folders, source } = siteLanguages(site.config, shown.keys());
  const own = [...folders].filter(
    ([language, folder]) => language !== source && folder !== '' && shown.has(language),
  );
  return Object.fromEntries(own.map(([language, folder]) => [folder, language]));
}
