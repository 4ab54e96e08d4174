import { setImmediate } from 'node:timers/promises';
import { versionBranches } from '../../schema/branch.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import type { Page, SourceFile } from '../../schema/site.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import type { SiteLanguages } from '../config/languages.ts';
import type { GitFacts } from '../source/git.ts';
import { type ReadPage, readHead, readPage, unreadPage } from '../source/page.ts';
import type { SourceTree } from '../source/read.ts';
import { createSnippets } from '../source/snippets.ts';
import { ownStrings } from './own-strings.ts';

/** What reading pages asks of its caller; see `ReadSiteOptions`. */
export interface PageReaderOptions {
  readonly cache: Cache;
  readonly codeVersion: string;
  readonly onPage?: (read: ReadPage) => void;
  readonly pause?: () => Promise<void>;
  readonly heads?: boolean;
}

/** What is known of a site before its pages are read. */
export interface PageSources {
  readonly config: Config;
  readonly variables: ReadonlyMap<string, string>;
  readonly languages: SiteLanguages;
  /** Paths that the navigation names. */
  readonly named: ReadonlySet<string>;
  readonly tree: SourceTree;
  readonly git: GitFacts;
}

/** The pages of a site as their files say, and what was found wrong in them. */
export interface ReadPages {
  readonly pages: Map<string, Page>;
  readonly problems: readonly Problem[];
  /** `problems` by page path. */
  readonly ofPages: ReadonlyMap<string, readonly Problem[]>;
}

/** Reads the pages of one site; those that nothing has changed for come from the cache. */
export interface PageReader {
  all(): Promise<ReadPages>;
  /** Reads the rest of a page of which only the front matter was read, or one whose body has changed. */
  whole(
    page: Page,
    file: SourceFile,
    pages: ReadonlyMap<string, Page>,
  ): Pick<ReadPage, 'page' | 'problems'>;
}

type Context = Parameters<typeof readPage>[1];

/** Makes the reader of a site's pages. */
export function createPageReader(options: PageReaderOptions, sources: PageSources): PageReader {
  const { config, tree } = sources;
  const context = sharedContext(sources);
  const shared = sharedKey(options.codeVersion, context, tree);
  const read = (file: SourceFile, given: Context, head = false) =>
    cachedPage(options, shared, tree, file, given, head);
  const isHead = options.heads ? hasHeadOnly(config, tree) : () => false;
  return {
    all: async () => {
      const pages = new Map<string, Page>();
      const ofPages = new Map<string, readonly Problem[]>();
      let sinceBreak = 0;
      for (const [path, file] of tree.pages) {
        // Lets in what threads have made of the pages before, so that it doesn't pile up.
        if (options.onPage && ++sinceBreak % 64 === 0) await setImmediate();
        if (options.pause) await options.pause();
        const found = read(file, contextOf(path, file, context, sources), isHead(file));
        pages.set(path, found.page);
        if (found.problems.length > 0) ofPages.set(path, found.problems);
      }
      return { pages, problems: [...ofPages.values()].flat(), ofPages };
    },
    whole: (page, file, pages) => {
      const { translationOf, translation } = page;
      const source = translation && translationOf !== undefined ? pages.get(translationOf) : page;
      const own = source && tree.pages.get(source.path);
      if (!source || !own) return { page, problems: [] };
      const given = contextOf(source.path, own, context, sources);
      const { page: whole, problems } = read(translation ? own : file, given);
      const { format } = whole;
      const uses = [...new Set([...whole.uses, ...page.uses])];
      if (translation) return { page: { ...page, uses, format }, problems: [] };
      return { page: { ...page, file, uses, format, words: whole.words }, problems };
    },
  };
}

/** What reading a page takes, alike for all pages. */
function sharedContext(sources: PageSources) {
  const { config, variables } = sources;
  return {
    seo: config.seo,
    latex: config.styling.latex,
    grammar: config.addons.ciChecks.grammarLinter,
    variables,
    variableNames: new Set(config.variables.map((variable) => variable.name)),
    snippets: snippetsOf(sources),
  };
}

type SharedContext = ReturnType<typeof sharedContext>;

function snippetsOf({ config, tree }: PageSources) {
  return createSnippets({
    texts: tree.texts,
    isAsset: (path) => tree.assets.has(path),
    branches: versionBranches(config),
  });
}

/** Part of the key of every page. */
function sharedKey(
  codeVersion: string,
  { seo, latex, grammar, variables, variableNames }: SharedContext,
  tree: SourceTree,
): string {
  return keyOf(
    codeVersion,
    JSON.stringify([seo, latex, grammar, [...variables], [...variableNames]]),
    // Which file an import means depends on which files there are.
    [...tree.snippets.keys()].join('\n'),
  );
}

function contextOf(
  path: string,
  file: SourceFile,
  shared: SharedContext,
  { languages, named, tree, git }: PageSources,
): Context {
  const translated = languages.sourcePathOf(path);
  return {
    ...shared,
    language: languages.languageOf(path),
    inNavigation: named.has(path),
    ...(translated !== undefined && tree.pages.has(translated)
      ? { translationOf: translated }
      : {}),
    ...given({ updatedAt: git.dates.get(file.path) }),
  };
}

/**
 * Of which pages the front matter is enough to show others: of all, unless what they import decides
 * which files every page loads, or who may read a file.
 */
function hasHeadOnly(config: Config, { snippets }: SourceTree): (file: SourceFile) => boolean {
  const names = namesOf([...snippets.keys()].filter((path) => /\.(?:js|css)$/.test(path)));
  if (!config.auth.enabled && names.size === 0) return () => true;
  const isModule = (path: string) => /\.(?:mdx?|[mc]?[jt]sx?)$/i.test(path);
  const isAny =
    config.auth.enabled ||
    [...snippets].some(([path, { text }]) => isModule(path) && mentions(text, names));
  return ({ text }) => !/\bimport\b|<Snippet\b/.test(text) || !(isAny || mentions(text, names));
}

/** What addresses of these files end with: scripts can be named without their ending. */
function namesOf(paths: readonly string[]): ReadonlySet<string> {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  return new Set(names.flatMap((name) => [name, name.replace(/\.js$/, '')]));
}

/** Whether an address in quotes ends with one of the names. */
function mentions(text: string, names: ReadonlySet<string>): boolean {
  for (const [name] of text.matchAll(/(?<=["'/])[^"'/\s]+(?=["'])/g)) {
    if (names.has(name)) return true;
  }
  return false;
}

/** A page as read before, when nothing it was read from has changed since. */
function cachedPage(
  options: Pick<PageReaderOptions, 'cache' | 'onPage'>,
  shared: string,
  tree: SourceTree,
  file: SourceFile,
  context: Context,
  head = false,
): Pick<ReadPage, 'page' | 'problems'> {
  const { cache } = options;
  const { language, inNavigation, translationOf, updatedAt } = context;
  const given = [shared, language, inNavigation, translationOf, updatedAt].join('\0');
  const last = lastRead.get(file);
  if (last?.given === given && last.uses === usesOf(last.page, tree).join()) {
    return { page: last.page, problems: [] };
  }
  if (head) return { page: readHead(file, context), problems: [] };
  const key = keyOf(
    ...[shared, file.path, file.hash, language, inNavigation, translationOf, updatedAt],
  );
  const kept = cache.get<{ page: Omit<Page, 'file'>; uses: readonly string[] }>('page', key);
  if (kept && kept.uses.join() === usesOf(kept.page, tree).join()) {
    const page: Page = { ...kept.page, file };
    lastRead.set(file, { given, uses: kept.uses.join(), page });
    return { page, problems: [] };
  }
  const read = readOrName(file, context);
  options.onPage?.(read);
  const { problems } = read;
  const { file: _file, ...parts } = read.page;
  const rest = ownStrings(parts);
  const page: Page = { ...rest, file };
  // A page with problems is read every time.
  if (problems.length === 0) {
    const uses = usesOf(page, tree);
    cache.set('page', key, { page: rest, uses });
    lastRead.set(file, { given, uses: uses.join(), page });
  }
  return { page, problems };
}

/** A page that can't even be read is still listed. */
function readOrName(file: SourceFile, context: Context): ReadPage {
  try {
    return readPage(file, context);
  } catch (error) {
    return unreadPage(file, context, error);
  }
}

/**
 * The page that a file gave, and from what: `docent dev` hands in the very files that did not change,
 * and gets the very pages back, so that what was worked out for them stays known.
 */
const lastRead = new WeakMap<
  SourceFile,
  { readonly given: string; readonly uses: string; readonly page: Page }
>();

function usesOf(page: Pick<Page, 'uses'>, tree: SourceTree): string[] {
  return page.uses.map((path) => tree.texts.get(path)?.hash ?? '');
}
