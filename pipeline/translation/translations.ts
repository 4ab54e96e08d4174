import type { SiteTranslations, TranslatedText } from '../../schema/build.ts';
import { isLanguageCode, languages as languageNames } from '../../schema/languages.ts';
import type {
  NavContainer,
  NavGroup,
  Navigation,
  NavNode,
  NavPlace,
  Page,
  Site,
  SourceFile,
} from '../../schema/site.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { navigationLanguages, siteLanguages } from '../config/languages.ts';
import { readPage } from '../source/page.ts';
import { usableTexts } from './stale-imports.ts';
import { translatedFile } from './translated-file.ts';
import { withSnippets } from './translated-snippets.ts';

/**
 * Puts translations next to the pages of the source language, at `/<language>/<path>`. A file of the site
 * wins over a translation; a page without one shows the source, in a language that has no translation yet
 * all of them.
 *
 * Decision: a language that only `navigation.languages` names is configured as far as its navigation goes.
 * Where it has no tree of its own, that is every page; else the pages that its tree names, and no others:
 * its author says what there is.
 */
export function addTranslations(
  source: Site,
  translations: SiteTranslations | undefined,
  memo: TranslationMemo,
): Site {
  const site = withSnippets(source, translations);
  const given = translations?.pages ?? {};
  const named = navigationLanguages(site.config.navigation);
  const targets = new Set([...site.config.i18n.languages, ...Object.keys(given)]);
  const wanted = [...new Set([...targets, ...named.keys()])]
    .filter((language) => language !== site.language && isLanguageCode(language))
    .map((language) => [language, given[language] ?? {}] as const);
  if (wanted.length === 0) return site;
  const { folders } = siteLanguages(site.config);
  const shared = keyOf(
    memo.version,
    JSON.stringify([site.config.seo, site.config.styling.latex, [...site.variables]]),
  );
  const read: ReadText = (page, text, language) =>
    cachedText(page, text, { language, site, cache: memo.cache, shared });
  const usableText = usableTexts(site);
  const labels: Record<string, Readonly<Record<string, string>>> = {};
  const sourceFolder = folders.get(site.language) ?? '';
  const pages = new Map(site.pages);
  const places = new Map(site.navigation.places);
  for (const [language, texts] of wanted) {
    const folder = folders.get(language) || language;
    const own = targets.has(language) ? 'all' : (named.get(language) ?? 'all');
    const paths = new Map<string, string>();
    for (const page of site.pages.values()) {
      if (page.translationOf !== undefined) {
        if (page.language === language) paths.set(page.translationOf, page.path);
      }
    }
    for (const page of site.pages.values()) {
      if (page.language !== site.language || page.translationOf !== undefined) continue;
      if (paths.has(page.path)) continue;
      const path = `${folder}/${below(page.path, sourceFolder)}`;
      if (site.pages.has(path) || (own !== 'all' && !own.has(path))) continue;
      const text = usableText(page, texts[page.path]);
      const given = [shared, language, path].join('\0');
      let made = knownPages(page).get(given);
      if (made === undefined || made.text !== text) {
        made = { text, page: translatedPage(page, path, { language, text, read }) };
        knownPages(page).set(given, made);
      }
      pages.set(path, made.page);
      paths.set(page.path, path);
    }
    labels[language] = translations?.labels[language] ?? {};
    placePages(site, places, { language, paths, labels: labels[language] });
  }
  const navigation: Navigation = { ...site.navigation, places };
  const sorted = new Map([...pages].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...site, pages: sorted, navigation, labels };
}

/**
 * What a page and a text gave: `docent dev` hands in the very page and text again when neither changed,
 * and gets the very page back, so that what was worked out for it stays known.
 */
const lastMade = new WeakMap<
  Page,
  Map<string, { readonly text: TranslatedText | undefined; readonly page: Page }>
>();

function knownPages(page: Page) {
  let known = lastMade.get(page);
  if (known === undefined) {
    known = new Map();
    lastMade.set(page, known);
  }
  return known;
}

/** Words of navigation, header, footer and banner, in order: what is translated besides pages. */
export function navigationLabels(site: Site): string[] {
  const { navbar, footer, banner } = site.config;
  const labels = new Set<string>();
  const add = (label: string | undefined): void => {
    if (label !== undefined && /\p{L}/u.test(label)) labels.add(label);
  };
  const visit = (node: NavNode): void => {
    if (node.type === 'page') return;
    if (node.type === 'container' && node.kind === 'language') {
      if (node.language?.code !== site.language) return;
    } else add(node.label);
    if (node.type === 'container') add(node.description);
    if (node.type === 'group') add(node.tag);
    if (node.type !== 'link') node.children.forEach(visit);
  };
  visit(site.navigation.root);
  for (const { label } of navbar.links) add(label);
  add(navbar.primary?.label);
  for (const { header, items } of footer?.links ?? []) {
    add(header);
    for (const { label } of items) add(label);
  }
  // A language that has a banner of its own shows that one.
  if (banner && banner.content.length <= 1000) add(banner.content);
  return [...labels];
}

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

function below(path: string, folder: string): string {
  if (path === folder) return 'index';
  return folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}

function translatedPage(
  page: Page,
  path: string,
  work: {
    readonly language: string;
    readonly text: TranslatedText | undefined;
    readonly read: ReadText;
  },
): Page {
  const { language, text } = work;
  const read = text && work.read(page, text, language);
  if (text === undefined || read === undefined) return pendingPage(page, path, language);
  const status = text.pseudo
    ? 'pseudo'
    : text.translatedHash === page.file.hash
      ? 'completed'
      : 'stale';
  const { canonical: _canonical, ...frontmatter } = read.frontmatter;
  const unseen = { search: false, sitemap: false, engines: false, assistant: false, llms: false };
  return {
    ...read,
    path,
    frontmatter,
    title: read.frontmatter.title ? read.title : page.title,
    uses: page.uses,
    visibility: text.pseudo ? { ...page.visibility, ...unseen } : page.visibility,
    translationOf: page.path,
    translation: {
      status,
      ...(status === 'stale' && text.headings ? { headings: text.headings } : {}),
    },
    ...(page.operation === undefined ? {} : { operation: page.operation }),
    ...(page.updatedAt === undefined ? {} : { updatedAt: page.updatedAt }),
  };
}

/** The source page at the address of its translation. */
function pendingPage(page: Page, path: string, language: string): Page {
  const { sidebar } = page.visibility;
  return {
    ...page,
    path,
    language,
    translationOf: page.path,
    translation: { status: 'pending' },
    visibility: {
      sidebar,
      search: false,
      sitemap: false,
      engines: false,
      assistant: false,
      llms: false,
    },
  };
}

/** Where pages are remembered that were read before. */
export interface TranslationMemo {
  readonly cache: Cache;
  /** Part of every key: another Docent gives other answers. */
  readonly version: string;
}

type ReadText = (page: Page, text: TranslatedText, language: string) => Page | undefined;

interface Reading {
  readonly language: string;
  readonly site: Site;
  readonly cache: Cache;
  /** What all pages depend on. */
  readonly shared: string;
}

function cachedText(page: Page, text: TranslatedText, reading: Reading): Page | undefined {
  const { cache, shared, language, site } = reading;
  const file = translatedFile(page.file.path, text, { from: site.language, to: language });
  const key = keyOf(shared, file.path, file.hash, language, page.visibility.sidebar);
  const known = cache.get<Omit<Page, 'file'>>('translated', key);
  if (known) return { ...known, file };
  const read = readText(file, page, reading);
  if (read) {
    const { file: _file, ...rest } = read;
    cache.set('translated', key, rest);
  }
  return read;
}

/** A translation parsed as the page it replaces; undefined if it can't be parsed. */
function readText(file: SourceFile, page: Page, { language, site }: Reading): Page | undefined {
  const read = readPage(file, {
    language,
    inNavigation: page.visibility.sidebar,
    seo: site.config.seo,
    latex: site.config.styling.latex,
    variables: site.variables,
    variableNames: new Set(site.config.variables.map((variable) => variable.name)),
  });
  return read.problems.some((problem) => problem.severity === 'error') ? undefined : read.page;
}

/** Gives the pages of a language the places of their sources, in a navigation of their own. */
function placePages(
  site: Site,
  places: Map<string, readonly NavPlace[]>,
  work: {
    readonly language: string;
    readonly paths: ReadonlyMap<string, string>;
    readonly labels: Readonly<Record<string, string>>;
  },
): void {
  const { language, paths, labels } = work;
  const pathOf = (path: string) => paths.get(path) ?? path;
  const labelOf = (label: string) =>
    (Object.hasOwn(labels, label) ? labels[label] : undefined) ?? label;
  const made = new Map<NavNode, NavNode>();
  const translate = (node: NavNode): NavNode => {
    let known = made.get(node);
    if (known === undefined) {
      known = copy(node);
      made.set(node, known);
    }
    return known;
  };
  const copy = (node: NavNode): NavNode => {
    if (node.type === 'page') return { ...node, path: pathOf(node.path) };
    if (node.type === 'link') return { ...node, label: labelOf(node.label) };
    if (node.type === 'group') {
      const group: NavGroup = {
        ...node,
        label: labelOf(node.label),
        ...(node.tag === undefined ? {} : { tag: labelOf(node.tag) }),
        ...(node.root === undefined ? {} : { root: pathOf(node.root) }),
        children: node.children.map(translate),
      };
      return group;
    }
    if (node.kind === 'language' && node.language?.code !== site.language) return node;
    const container: NavContainer = {
      ...node,
      label: node.kind === 'language' ? nameOf(language) : labelOf(node.label),
      ...(node.description === undefined ? {} : { description: labelOf(node.description) }),
      ...(node.opens === undefined ? {} : { opens: pathOf(node.opens) }),
      ...(node.landing === undefined ? {} : { landing: pathOf(node.landing) }),
      ...(node.kind === 'language' ? { language: { code: language, default: false } } : {}),
      children: node.children.map(translate),
    };
    return container;
  };
  for (const [path, own] of site.navigation.places) {
    const target = paths.get(path);
    if (target === undefined || places.has(target)) continue;
    places.set(
      target,
      own.map((place) => ({
        trail: place.trail.map((node) => translate(node) as NavContainer | NavGroup),
        ...(place.previous === undefined ? {} : { previous: pathOf(place.previous) }),
        ...(place.next === undefined ? {} : { next: pathOf(place.next) }),
      })),
    );
  }
}

function nameOf(language: string): string {
  const own = new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(
    language,
  );
  return own ?? languageNames[language as keyof typeof languageNames] ?? language;
}
