import type { SiteTranslations, TranslatedText } from '../../schema/build.ts';
import { isLanguageCode } from '../../schema/languages.ts';
import type { Navigation, Page, Site } from '../../schema/site.ts';
import { navigationLanguages, siteLanguages } from '../config/languages.ts';
import { placePages } from './translated-navigation.ts';
import { type PageMaker, pageMaker, type TranslationMemo } from './translated-page.ts';
import { withSnippets } from './translated-snippets.ts';

/**
 * Puts translations next to the pages of the source language, at `/<language>/<path>`. A file of the site
 * wins over a translation; a page without one shows the source, in a language that has no translation yet
 * all of them.
 */
export function addTranslations(
  source: Site,
  translations: SiteTranslations | undefined,
  memo: TranslationMemo,
): Site {
  const site = withSnippets(source, translations);
  const targets = targetsOf(site, translations);
  if (targets.length === 0) return site;
  const makePage = pageMaker(site, memo);
  const pages = new Map(site.pages);
  const places = new Map(site.navigation.places);
  const labels: Record<string, Readonly<Record<string, string>>> = {};
  for (const target of targets) {
    const { language } = target;
    const paths = addPages(site, pages, { target, makePage });
    const own = translations?.labels[language] ?? {};
    labels[language] = own;
    placePages(site, places, { language, paths, labels: own });
  }
  const navigation: Navigation = { ...site.navigation, places };
  const sorted = new Map([...pages].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...site, pages: sorted, navigation, labels };
}

/** A language that pages are shown in. */
interface Target {
  readonly language: string;
  /** Path that the page at a path of the source language has in it. */
  readonly pathOf: (path: string) => string;
  /** Source path → its translation. */
  readonly texts: Readonly<Record<string, TranslatedText>>;
  /** Paths that the language has; others are left out. */
  readonly shown: ReadonlySet<string> | 'all';
}

/**
 * Decision: a language that only `navigation.languages` names is configured as far as its navigation goes.
 * Where it has no tree of its own, that is every page; else the pages that its tree names, and no others:
 * its author says what there is.
 */
function targetsOf(site: Site, translations: SiteTranslations | undefined): Target[] {
  const given = translations?.pages ?? {};
  const named = navigationLanguages(site.config.navigation);
  const { pathIn } = siteLanguages(site.config, Object.keys(given));
  const whole = new Set([...site.config.i18n.languages, ...Object.keys(given)]);
  return [...new Set([...whole, ...named.keys()])]
    .filter((language) => language !== site.language && isLanguageCode(language))
    .map((language) => ({
      language,
      pathOf: (path) => pathIn(path, language),
      texts: given[language] ?? {},
      shown: whole.has(language) ? 'all' : (named.get(language) ?? 'all'),
    }));
}

/** Adds the pages of a language that no file of the site is; returns the path of each source there. */
function addPages(
  site: Site,
  pages: Map<string, Page>,
  { target, makePage }: { readonly target: Target; readonly makePage: PageMaker },
): ReadonlyMap<string, string> {
  const { language, pathOf, texts, shown } = target;
  const paths = handmadePaths(site, language);
  for (const page of site.pages.values()) {
    if (page.language !== site.language || page.translationOf !== undefined) continue;
    if (paths.has(page.path)) continue;
    const path = pathOf(page.path);
    if (site.pages.has(path) || (shown !== 'all' && !shown.has(path))) continue;
    pages.set(path, makePage(page, { path, language, text: texts[page.path] }));
    paths.set(page.path, path);
  }
  return paths;
}

function handmadePaths(site: Site, language: string): Map<string, string> {
  const paths = new Map<string, string>();
  for (const page of site.pages.values()) {
    if (page.translationOf !== undefined && page.language === language) {
      paths.set(page.translationOf, page.path);
    }
  }
  return paths;
}
