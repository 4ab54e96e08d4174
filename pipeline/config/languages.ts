import type { Config } from '../../schema/config/config.ts';
import { languageEntries } from '../../schema/config/language-entries.ts';
import { languageFolders, namesLanguage } from './language-folders.ts';
import { readPageEntry } from './paths.ts';

/** The languages of a site and the folders their pages live in. */
export interface SiteLanguages {
  readonly source: string;
  /** Language code → folder of its pages, such as `zh` or `docs/zh`; '' for the root. */
  readonly folders: ReadonlyMap<string, string>;
  /** Language of the page at a path. */
  languageOf(path: string): string;
  /** Path that the source language's page with the same path below its folder would have; undefined for source pages. */
  sourcePathOf(path: string): string | undefined;
  /** Path that a page would have in another language. */
  pathIn(path: string, language: string): string;
}

/**
 * Finds the languages of a site from `navigation.languages` and `i18n`. A language's folder is the one that its
 * navigation pages share, else its `url`, else (for translations) its code. The source language has none
 * where the pages of the navigation that it shares are not in its `url`. A page that is listed in a language
 * is in that language, wherever it is. `targets` are languages that only the service knows: their translations may
 * have become files of the site.
 */
export function siteLanguages(config: Config, targets: Iterable<string> = []): SiteLanguages {
  const source = config.i18n.defaultLanguage;
  const listed = listedPages(config.navigation);
  const shared = pagePaths(config.navigation);
  const named = [...config.i18n.languages, ...targets];
  const folders = foldersOf(config, { listed, shared, named });
  const byFolder = new Map<string, string>();
  for (const [code, folder] of folders) {
    if (folder !== '' && !byFolder.has(folder)) byFolder.set(folder, code);
  }
  const places: Places = {
    source,
    folders,
    byFolder,
    listed,
    shared: new Set(shared),
    segments: segmentsOf(listed, folders),
  };
  const languageOf = (path: string) => languageAt(path, places);
  return {
    source,
    folders,
    languageOf,
    sourcePathOf: (path) => {
      const code = languageOf(path);
      return code === source ? undefined : sourcePath(path, code, places);
    },
    pathIn: (path, language) => pathIn(path, language, places),
  };
}

/** Where the pages of a site's languages are. */
interface Places {
  readonly source: string;
  readonly folders: ReadonlyMap<string, string>;
  /** Folder → language; the root is in none. */
  readonly byFolder: ReadonlyMap<string, string>;
  /** Language → the pages that the navigation lists in it. */
  readonly listed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Pages of the navigation that languages without their own share: it is in the source language. */
  readonly shared: ReadonlySet<string>;
  /** Language → the segment that names it in paths that don't start with its folder. */
  readonly segments: ReadonlyMap<string, string>;
}

function foldersOf(
  config: Config,
  {
    listed,
    shared,
    named,
  }: {
    readonly listed: Places['listed'];
    readonly shared: readonly string[];
    /** Languages by their codes alone. */
    readonly named: readonly string[];
  },
): ReadonlyMap<string, string> {
  const source = config.i18n.defaultLanguage;
  const urls = new Map<string, string>();
  for (const { code, entry } of languageEntries(config.navigation)) {
    const url = typeof entry.url === 'string' ? entry.url.replace(/^\/+|\/+$/g, '') : '';
    const isElsewhere =
      url === '' || url.includes(':') || (code === source && !isFolderOf(shared, url));
    if (!urls.has(code)) urls.set(code, isElsewhere ? '' : url);
  }
  const ofSource = listed.get(source) ?? new Set();
  const entries = [...urls].map(([code, url]) => {
    const pages = [...(listed.get(code) ?? [])];
    const isSource = code === source;
    // What a language shows in the source language as well says nothing of its folder.
    const own = isSource ? pages : pages.filter((path) => !ofSource.has(path));
    return { code, url, isSource, pages: own };
  });
  const found = languageFolders(entries);
  const folders = new Map<string, string>();
  for (const [code, url] of urls) {
    folders.set(code, found.get(code) ?? (url || (code === source ? '' : code)));
  }
  if (!folders.has(source)) folders.set(source, '');
  for (const code of named) if (!folders.has(code)) folders.set(code, code);
  return folders;
}

/** How paths such as `versions/2.0/zh/start` name a language. */
function segmentsOf(
  listed: Places['listed'],
  folders: Places['folders'],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [code, paths] of listed) {
    const folder = folders.get(code) ?? '';
    for (const path of paths) {
      if (found.has(code)) break;
      if (folder !== '' && isIn(path, folder)) continue;
      const name = aboveIn(path).find((segment) => namesLanguage(segment, code));
      if (name !== undefined) found.set(code, name);
    }
  }
  return found;
}

/** The folders that a page is in, by their names. */
function aboveIn(path: string): readonly string[] {
  return path.split('/').slice(0, -1);
}

/**
 * The language of a page: that of a folder which is called like it, then that of the entry that lists the page,
 * the source language first, then that of the folder or segment of its path.
 */
function languageAt(path: string, places: Places): string {
  const { source, byFolder, listed, shared, segments } = places;
  const folder = folderAt(path, byFolder);
  const ofFolder = byFolder.get(folder);
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  if (ofFolder !== undefined && namesLanguage(name, ofFolder)) return ofFolder;
  const codes = [...listed].flatMap(([code, paths]) => (paths.has(path) ? [code] : []));
  if (ofFolder !== undefined && codes.includes(ofFolder)) return ofFolder;
  const [first] = codes;
  if (first !== undefined) return codes.includes(source) || shared.has(path) ? source : first;
  if (ofFolder !== undefined) return ofFolder;
  if (segments.size === 0) return source;
  const names = new Set(aboveIn(path));
  return [...segments].find(([, segment]) => names.has(segment))?.[0] ?? source;
}

/** The deepest folder of a language that a path is in; '' when it is in none. */
function folderAt(path: string, byFolder: Places['byFolder']): string {
  let found = '';
  for (const folder of byFolder.keys()) {
    if (folder.length > found.length && isIn(path, folder)) found = folder;
  }
  return found;
}

/** The path that the source language has for a page of another language, one that it lists if there is one. */
function sourcePath(path: string, code: string, places: Places): string | undefined {
  const { source, byFolder, listed, segments } = places;
  if (byFolder.get(folderAt(path, byFolder)) === code) return pathIn(path, source, places);
  const parts = path.split('/');
  const at = parts.indexOf(segments.get(code) ?? '');
  if (at < 0) return undefined;
  const own = segments.get(source);
  const without = parts.toSpliced(at, 1).join('/');
  const paths = own === undefined ? [without] : [parts.with(at, own).join('/'), without];
  return paths.find((one) => listed.get(source)?.has(one)) ?? paths[0];
}

function pathIn(path: string, language: string, places: Places): string {
  const { source, folders, byFolder, segments } = places;
  const folder = folders.get(language) ?? language;
  const own = folderAt(path, byFolder) || (folders.get(source) ?? '');
  if (own === '') {
    const [from, to] = [segments.get(source), segments.get(language)];
    const parts = path.split('/');
    const at = parts.indexOf(from ?? '');
    if (at > 0 && to !== undefined) return parts.with(at, to).join('/');
  }
  // The home page of a language may be the folder's own page: `zh` next to `index`.
  const rest = own === '' || !isIn(path, own) ? path : path.slice(own.length + 1) || 'index';
  return folder === '' ? rest : `${folder}/${rest}`;
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

/** The pages that each language lists, in all of its entries together. */
function listedPages(navigation: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { code, entry } of languageEntries(navigation)) {
    const pages = found.get(code) ?? new Set();
    for (const path of pagePaths(entry)) pages.add(path);
    found.set(code, pages);
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
  return paths.length === 0 || paths.some((path) => isIn(path, folder));
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/');
}
