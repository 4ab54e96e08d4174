import { accessOf } from '../../schema/access.ts';
import { pageAddress } from '../../schema/address.ts';
import type { Site } from '../../schema/site.ts';
import { firstPages } from '../site/layout/view.ts';

/**
 * Addresses of the home page in each language, where the root URL leads to the reader's
 * (`i18n.detectLanguage`). A home that not everyone may read is left out.
 */
export function languageHomes(site: Site): Readonly<Record<string, string>> | undefined {
  const { i18n, hosting, auth } = site.config;
  if (!i18n.detectLanguage) return undefined;
  const homes = new Map(firstPages(site));
  const home = site.pages.has('index') ? 'index' : site.navigation.first;
  for (const page of site.pages.values()) {
    if (page.path === home || page.translationOf === home) homes.set(page.language, page.path);
  }
  const open = [...homes].filter(([, path]) => {
    const page = site.pages.get(path);
    return page && !accessOf(page, auth).protected;
  });
  return Object.fromEntries(
    open.map(([language, path]) => [language, pageAddress(path, hosting.basePath)]),
  );
}
