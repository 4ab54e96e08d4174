import type { SiteTranslations } from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Page, Site, SourceFile } from '../../schema/site.ts';
import { siteLanguages } from '../config/languages.ts';
import { translatedFile } from './translated-file.ts';

/**
 * Puts translated snippets where a person would put theirs. A snippet shows its translation only while
 * it is what that was made from: pages rely on what it exports.
 */
export function withSnippets(site: Site, translations: SiteTranslations | undefined): Site {
  const snippets = new Map(site.snippets);
  for (const [language, texts] of Object.entries(translations?.snippets ?? {})) {
    if (language === site.language) continue;
    const folder = snippetFolder(site.config, language);
    for (const [path, text] of Object.entries(texts)) {
      const place = `${folder}/${path}`;
      if (site.snippets.get(path)?.hash !== text.translatedHash || snippets.has(place)) continue;
      // It keeps the path of its source: what is wrong with it is wrong there.
      snippets.set(place, translatedFile(path, text, { from: site.language, to: language }));
    }
  }
  return snippets.size === site.snippets.size ? site : { ...site, snippets };
}

/** Text snippets on pages in the source language that are not translated by hand. */
export function translatableSnippets(
  site: Site,
  language: string,
  pages: Iterable<Pick<Page, 'uses'>>,
): SourceFile[] {
  const folder = snippetFolder(site.config, language);
  const paths = new Set([...pages].flatMap((page) => page.uses));
  return [...paths].sort().flatMap((path) => {
    const file = /\.mdx?$/i.test(path) ? site.snippets.get(path) : undefined;
    return file && !site.snippets.has(`${folder}/${path}`) ? [file] : [];
  });
}

/** Folder of the snippets that a person has translated, such as `zh` in `zh/snippets/help.mdx`. */
export function snippetFolder(config: Config, language: string): string {
  return siteLanguages(config).folders.get(language) || language;
}
