import type { Config } from '../../schema/config/config.ts';
import { readPageEntry } from './paths.ts';

/** The languages of a site and the folders their pages live in. */
export interface SiteLanguages {
  readonly source: string;
  /** Language code → first segment of its pages' paths, '' for the root. */
  readonly folders: ReadonlyMap<string, string>;
  /** Language of the page at a path. */
  languageOf(path: string): string;
  /** Path that the source language's page with the same path below its folder would have; undefined for source pages. */
  sourcePathOf(path: string): string | undefined;
  /** Path that a page would have in another language. */
  pathIn(path: string, language: string): string | undefined;
}

/**
 * Finds the languages of a site from `navigation.languages` and `i18n`. A language's folder is the common
 * first segment of its navigation pages, else its `url`, else (for translations) its code. The source
 * language has none where the pages of the navigation that it shares are not in its `url`.
 */
export function siteLanguages(config: Config): SiteLanguages {
  const source = config.i18n.defaultLanguage;
  const folders = new Map<string, string>();
  const byFolder = new Map<string, string>();
  const add = (code: string, folder: string | undefined) => {
    if (folder === undefined || folders.has(code)) return;
    folders.set(code, folder);
    if (folder !== '' && !byFolder.has(folder)) byFolder.set(folder, code);
  };
  const shared = pagePaths(config.navigation);
  for (const { code, entry } of languageEntries(config.navigation)) {
    const url = typeof entry.url === 'string' ? entry.url.replace(/^\/+|\/+$/g, '') : '';
    const common = commonFolder(pagePaths(entry));
    const isElsewhere =
      url === '' || url.includes(':') || (code === source && !isFolderOf(shared, url));
    add(code, common ?? (!isElsewhere ? url : code === source ? '' : code));
  }
  add(source, '');
  for (const code of config.i18n.languages) add(code, code);
  const codeOf = (path: string) => byFolder.get(path.split('/')[0] ?? '');
  const below = (path: string) => {
    const folder = folders.get(codeOf(path) ?? source) ?? '';
    return folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  };
  const pathIn = (path: string, language: string) => {
    const folder = folders.get(language);
    if (folder === undefined) return undefined;
    // The home page of a language may be the folder's own page: `zh` next to `index`.
    const rest = byFolder.has(path) ? 'index' : below(path);
    return folder === '' ? rest : `${folder}/${rest}`;
  };
  return {
    source,
    folders,
    languageOf: (path) => codeOf(path) ?? source,
    sourcePathOf: (path) => {
      const code = codeOf(path) ?? source;
      return code === source ? undefined : pathIn(path, source);
    },
    pathIn,
  };
}

/**
 * The pages of each language in `navigation.languages`: those in its own tree, or `all` if it uses
 * the tree of the source language. A language on another host has none.
 */
export function navigationLanguages(
  navigation: Config['navigation'],
): ReadonlyMap<string, ReadonlySet<string> | 'all'> {
  const found = new Map<string, ReadonlySet<string> | 'all'>();
  for (const { code, entry } of languageEntries(navigation)) {
    if (/^https?:/i.test(String(entry.url ?? entry.href ?? ''))) continue;
    const before = found.get(code) ?? new Set();
    const hasTree = treeKeys.some((key) => entry[key] !== undefined);
    const pages = before === 'all' || !hasTree ? 'all' : new Set([...before, ...pagePaths(entry)]);
    found.set(code, pages);
  }
  return found;
}

type Fields = Readonly<Record<string, unknown>>;

/** What holds the pages of an entry. */
const treeKeys = ['tabs', 'menu', 'anchors', 'products', 'versions', 'groups', 'pages'] as const;

/** Language entries anywhere in the navigation, in order. */
function languageEntries(value: unknown): { code: string; entry: Fields }[] {
  if (Array.isArray(value)) return value.flatMap(languageEntries);
  if (typeof value !== 'object' || value === null) return [];
  const found: { code: string; entry: Fields }[] = [];
  for (const [key, child] of Object.entries(value)) {
    if (key === 'languages' && Array.isArray(child)) {
      for (const entry of child as readonly Fields[]) {
        if (typeof entry.code === 'string') found.push({ code: entry.code, entry });
      }
    }
    found.push(...languageEntries(child));
  }
  return found;
}

function pagePaths(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((entry) => {
      if (typeof entry !== 'string') return pagePaths(entry);
      const read = readPageEntry(entry);
      return read.type === 'page' ? [read.path] : [];
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  return treeKeys.flatMap((key) => pagePaths((value as Fields)[key]));
}

/** Whether a navigation that languages share has pages in a folder; one without pages may have. */
function isFolderOf(paths: readonly string[], folder: string): boolean {
  const isIn = (path: string) => path === folder || path.startsWith(`${folder}/`);
  return paths.length === 0 || paths.some(isIn);
}

/** The first segment that all paths share; '' when they share none, undefined when there are no paths. */
function commonFolder(paths: readonly string[]): string | undefined {
  const first = paths[0];
  if (first === undefined) return undefined;
  const folder = first.split('/')[0] ?? '';
  // `zh` itself may be the language's home page.
  return paths.every((path) => path === folder || path.startsWith(`${folder}/`)) &&
    paths.some((path) => path !== folder)
    ? folder
    : '';
}
