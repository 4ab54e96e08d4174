import type { Page, Site } from '../../schema/site.ts';

/** Pages that can be translated: files in the source language, hidden ones too. */
export function translatablePages(site: Site): Page[] {
  return [...site.pages.values()].filter(
    (page) =>
      page.language === site.language &&
      page.translationOf === undefined &&
      /\.mdx?$/i.test(page.file.path),
  );
}

/** Source paths of pages that a person has translated into a language. */
export function ownedPages(site: Site, language: string): Set<string> {
  const owned = new Set<string>();
  for (const page of site.pages.values()) {
    if (page.language === language && page.translationOf !== undefined && !page.translation) {
      owned.add(page.translationOf);
    }
  }
  return owned;
}
