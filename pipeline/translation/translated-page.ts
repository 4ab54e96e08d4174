import type { TranslatedText } from '../../schema/build.ts';
import type { Page, Site, SourceFile } from '../../schema/site.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { readPage } from '../source/page.ts';
import { usableTexts } from './stale-imports.ts';
import { translatedFile } from './translated-file.ts';

/** Where pages are remembered that were read before. */
export interface TranslationMemo {
  readonly cache: Cache;
  /** Part of every key: another Docent gives other answers. */
  readonly version: string;
}

/** Makes the page of a language: of a translated text, or of the source if there is none. */
export type PageMaker = (
  page: Page,
  given: {
    readonly path: string;
    readonly language: string;
    readonly text: TranslatedText | undefined;
  },
) => Page;

interface Reading {
  readonly site: Site;
  readonly cache: Cache;
  /** What all pages depend on. */
  readonly shared: string;
}

/** Makes pages of a site, and remembers them. */
export function pageMaker(site: Site, memo: TranslationMemo): PageMaker {
  const { seo, styling } = site.config;
  const all = JSON.stringify([seo, styling.latex, [...site.variables]]);
  const reading = { site, cache: memo.cache, shared: keyOf(memo.version, all) };
  const usableText = usableTexts(site);
  return (page, { path, language, text: given }) => {
    const text = usableText(page, given);
    const known = knownPages(page);
    const key = [reading.shared, language, path].join('\0');
    const last = known.get(key);
    if (last !== undefined && last.text === text) return last.page;
    const made = pageOf(page, { path, language, text }, reading);
    known.set(key, { text, page: made });
    return made;
  };
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

function pageOf(page: Page, given: Parameters<PageMaker>[1], reading: Reading): Page {
  const { path, language, text } = given;
  const read = text && cachedText(page, text, language, reading);
  if (text === undefined || read === undefined) return pendingPage(page, path, language);
  const { canonical: _canonical, ...frontmatter } = read.frontmatter;
  return {
    ...read,
    path,
    frontmatter,
    title: read.frontmatter.title ? read.title : page.title,
    uses: page.uses,
    visibility: text.pseudo ? { ...page.visibility, ...unseen } : page.visibility,
    translationOf: page.path,
    translation: translationOf(page, text),
    ...(page.operation === undefined ? {} : { operation: page.operation }),
    ...(page.updatedAt === undefined ? {} : { updatedAt: page.updatedAt }),
  };
}

const unseen = { search: false, sitemap: false, engines: false, assistant: false, llms: false };

function translationOf(page: Page, text: TranslatedText): NonNullable<Page['translation']> {
  if (text.pseudo) return { status: 'pseudo' };
  if (text.translatedHash === page.file.hash) return { status: 'completed' };
  return { status: 'stale', ...(text.headings ? { headings: text.headings } : {}) };
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
    visibility: { sidebar, ...unseen },
  };
}

function cachedText(
  page: Page,
  text: TranslatedText,
  language: string,
  reading: Reading,
): Page | undefined {
  const { cache, shared, site } = reading;
  const file = translatedFile(page.file.path, text, { from: site.language, to: language });
  const key = keyOf(shared, file.path, file.hash, language, page.visibility.sidebar);
  const known = cache.get<Omit<Page, 'file'>>('translated', key);
  if (known) return { ...known, file };
  const read = readText(file, page, language, site);
  if (read) {
    const { file: _file, ...rest } = read;
    cache.set('translated', key, rest);
  }
  return read;
}

/** A translation parsed as the page it replaces; undefined if it can't be parsed. */
function readText(file: SourceFile, page: Page, language: string, site: Site): Page | undefined {
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
