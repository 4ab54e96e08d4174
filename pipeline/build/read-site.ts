import { readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { versionBranches } from '../../schema/branch.ts';
import type { SiteTranslations } from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import type { Navigation, NavPlace, Page, Site, SourceFile } from '../../schema/site.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { resolveConfigParts } from '../check/config.ts';
import { checkFields } from '../check/fields.ts';
import { checkIcons } from '../check/icons.ts';
import { assistantPages, checkNames } from '../check/names.ts';
import { repositoryProblems } from '../check/repository.ts';
import { coveredPages } from '../config/covered-pages.ts';
import { siteLanguages } from '../config/languages.ts';
import { resolveNavigation } from '../config/navigation.ts';
import { type ReadConfigResult, readConfig } from '../config/read.ts';
import { operationPages } from '../openapi/pages.ts';
import { readDescriptions } from '../openapi/read.ts';
import { unlistedOperations } from '../openapi/unlisted.ts';
import { fontProblems } from '../site/themes/theme.ts';
import { wordsOf } from '../site/words.ts';
import { type GitFacts, readHistory } from '../source/git.ts';
import { nearest } from '../source/nearest.ts';
import { type ReadPage, readHead, readPage, unreadPage, visibilityOf } from '../source/page.ts';
import { readSource, type SourceMemo, type SourceTree } from '../source/read.ts';
import { createSnippets } from '../source/snippets.ts';
import { addTranslations } from '../translation/translations.ts';
import { descriptionFetcher } from './fetch-descriptions.ts';
import { fetchFonts } from './fetch-fonts.ts';
import { fetchStars } from './fetch-stars.ts';
import { withFolderStarts } from './folder-starts.ts';
import { readContracts } from './read-contracts.ts';

/** Where a site is read from, and what is known beforehand. */
export interface ReadSiteOptions {
  readonly dir: string;
  readonly cache: Cache;
  /** Part of every key: another Docent gives other answers. */
  readonly codeVersion: string;
  readonly origin?: string;
  /** The files, when they are known already (`docent dev`). */
  readonly tree?: SourceTree;
  readonly git?: GitFacts;
  /** Remembers hashes and sizes of assets; the cache when absent. */
  readonly memo?: SourceMemo;
  /** Texts in other languages that no file of the site holds. */
  readonly translations?: SiteTranslations | undefined;
  /** Called with the files and the configuration before any page is parsed. */
  readonly onFiles?: (tree: SourceTree, config: Config) => void;
  /** Called with each page that is parsed. */
  readonly onPage?: (read: ReadPage) => void;
  /** Awaited before each page: lets others work, and throws to stop (`docent dev`). */
  readonly pause?: () => Promise<void>;
  /** Reads no more than the front matter of pages that were never read; see `ReadSite.whole`. */
  readonly heads?: boolean;
  /** Folders to leave out, relative to `dir`: the outputs, when they lie inside. */
  readonly ignore?: readonly string[];
  /** The previous configuration, used while `docs.json` is invalid or missing (`docent dev`). */
  readonly before?: ReadConfigResult;
  /** `preview` makes missing pages of the navigation warnings. */
  readonly mode?: 'check' | 'preview';
}

/** A site as read; without `site` the configuration was unreadable. */
export interface ReadSite {
  readonly site?: Site;
  /** False when `docs.json` breaks its contract, or a folder can't be read: such a site is not published. */
  readonly valid: boolean;
  /** The configuration that the site is made of: that of `docs.json`, or the one of `before`. */
  readonly config: ReadConfigResult;
  readonly problems: readonly Problem[];
  readonly tree: SourceTree;
  readonly git: GitFacts;
  /** Those of `problems` that reading the pages themselves has found, by page path. */
  readonly ofPages: ReadonlyMap<string, readonly Problem[]>;
  /** Reads the rest of a page of which only the front matter was read, or one whose body has changed. */
  readonly whole: (page: Page, file?: SourceFile) => Pick<ReadPage, 'page' | 'problems'>;
}

/** Configuration, source tree, pages, API descriptions, navigation: everything before the first HTML. */
export async function readSite(options: ReadSiteOptions): Promise<ReadSite> {
  const { dir, cache } = options;
  const problems: Problem[] = [];
  const written = cachedConfig(dir, cache, options.codeVersion);
  problems.push(...written.problems);
  const read = written.valid ? written : (options.before ?? written);
  const { config, locate } = read;
  const named = config ? navigationPages(config) : new Set<string>();
  const tree =
    options.tree ??
    (await readSource(dir, {
      navigationPages: named,
      memo: options.memo ?? cache,
      ...(options.ignore ? { ignore: options.ignore } : {}),
    }));
  problems.push(...tree.problems);
  const valid = written.valid && !tree.problems.some(isUnreadableFolder);
  if (config) options.onFiles?.(tree, config);
  const git =
    options.git ??
    (await readHistory(dir, {
      files: config?.metadata.timestamp ? [...tree.pages.values()].map((file) => file.path) : [],
    }));
  const ofPages = new Map<string, readonly Problem[]>();
  if (!config) {
    const whole = (page: Page) => ({ page, problems: [] });
    return { valid, config: read, problems, tree, git, ofPages, whole };
  }

  const { variables, redirects, problems: ofParts } = resolveConfigParts(config, locate);
  problems.push(...ofParts);
  // The list of code themes is loaded only by sites that name one.
  if (config.styling.codeblocks.theme) {
    const { codeThemeProblems } = await import('../site/code/theme.ts');
    problems.push(...codeThemeProblems(config, locate));
  }
  const languages = siteLanguages(config);

  const pages = new Map<string, Page>();
  const snippets = () =>
    createSnippets({
      texts: tree.texts,
      isAsset: (path) => tree.assets.has(path),
      branches: versionBranches(config),
    });
  const context = {
    seo: config.seo,
    latex: config.styling.latex,
    grammar: config.addons.ciChecks.grammarLinter,
    variables,
    variableNames: new Set(config.variables.map((variable) => variable.name)),
    snippets: snippets(),
  };
  const shared = keyOf(
    options.codeVersion,
    JSON.stringify([
      config.seo,
      context.latex,
      context.grammar,
      [...variables],
      [...context.variableNames],
    ]),
    // Which file an import means depends on which files there are.
    [...tree.snippets.keys()].join('\n'),
  );
  const contextOf = (path: string, file: SourceFile) => {
    const translated = languages.sourcePathOf(path);
    return {
      ...context,
      language: languages.languageOf(path),
      inNavigation: named.has(path),
      ...(translated !== undefined && tree.pages.has(translated)
        ? { translationOf: translated }
        : {}),
      ...updatedAt(config, git, file.path),
    };
  };
  const isHead = options.heads ? hasHeadOnly(config, tree) : () => false;
  let sinceBreak = 0;
  for (const [path, file] of tree.pages) {
    // Lets in what threads have made of the pages before, so that it doesn't pile up.
    if (options.onPage && ++sinceBreak % 64 === 0) await setImmediate();
    if (options.pause) await options.pause();
    const given = contextOf(path, file);
    const found = cachedPage(options, shared, tree, file, given, isHead(file));
    pages.set(path, found.page);
    if (found.problems.length > 0) ofPages.set(path, found.problems);
    problems.push(...found.problems);
  }

  const descriptions = await readDescriptions(config, pages.values(), {
    paths: tree.texts.keys(),
    readText: (path) => tree.texts.get(path)?.text,
    fetchText: descriptionFetcher(),
  });
  problems.push(...descriptions.problems);
  const operations = operationPages({
    config,
    descriptions,
    pages,
    sourcePathOf: languages.sourcePathOf,
  });
  problems.push(...operations.problems);
  for (const page of operations.pages) pages.set(page.path, page);

  const { navigation, problems: ofNavigation } = resolveNavigation(
    config,
    {
      page: (path) => {
        const page = pages.get(path);
        return page && { hidden: page.frontmatter.hidden === true };
      },
      nearest: (path) => nearest(path, pages.keys()),
      operation: operations.lookup.operation,
      operations: operations.lookup.operations,
    },
    {
      locate,
      apiReference: wordsOf(config.i18n.defaultLanguage).api.apiReference,
      ...(options.mode ? { mode: options.mode } : {}),
    },
  );
  problems.push(
    ...ofNavigation,
    ...coveredPages(config, { redirects, pages: pages.keys() }, locate),
    ...unlistedOperations(operations.pages, navigation.places),
  );

  const sorted = new Map(
    [...pages]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, page]) => [path, placed(page, placesOf(page, navigation), config)]),
  );
  const [fonts, stars] = await Promise.all([
    fetchFonts(config, { cache }),
    fetchStars(config, tree.pages.values(), { cache }),
  ]);
  problems.push(...fontProblems(config, fonts, locate));
  const contracts = await readContracts(config, {
    locate,
    cache,
    readText: (path) => tree.texts.get(path)?.text,
  });
  problems.push(...contracts.problems);
  problems.push(...(await checkIcons(config, sorted.values(), locate, options)));
  const site = withFolderStarts({
    config,
    pages: sorted,
    snippets: tree.snippets,
    assets: tree.assets,
    navigation,
    redirects,
    variables,
    language: languages.source,
    ...(options.origin === undefined ? {} : { origin: options.origin }),
    ...(git.repository ? { repository: git.repository } : {}),
    ...(fonts.files.length > 0 ? { fonts } : {}),
    ...(Object.keys(stars).length > 0 ? { stars } : {}),
    ...(Object.keys(contracts.abis).length > 0 ? { abis: contracts.abis } : {}),
  });
  problems.push(
    ...checkNames(site, locate),
    ...checkFields(site, options.mode),
    ...assistantPages(pages.values()),
    ...repositoryProblems(site, locate),
  );
  const memo = { cache, version: options.codeVersion };
  const translated = withFolderStarts(addTranslations(site, options.translations, memo));
  return {
    site: translated,
    valid,
    config: read,
    // Positions in the previous file do not apply to the current one.
    problems: read === written ? problems : withoutOlder(problems, written.problems),
    tree,
    git,
    ofPages,
    whole: (page, file = page.file) => {
      const { translationOf, translation } = page;
      const source = translation && translationOf !== undefined ? pages.get(translationOf) : page;
      const own = source && tree.pages.get(source.path);
      if (!source || !own) return { page, problems: [] };
      // Snippets of its own: their problems are those of every page that is read alone.
      const given = { ...contextOf(source.path, own), snippets: snippets() };
      const read = cachedPage(options, shared, tree, translation ? own : file, given);
      const uses = [...new Set([...read.page.uses, ...page.uses])];
      if (translation) return { page: { ...page, uses }, problems: [] };
      return { page: { ...page, file, uses, words: read.page.words }, problems: read.problems };
    },
  };
}

/**
 * Of which pages the front matter is enough to show others: of all, unless what they import decides
 * which files every page loads, or who may read a file.
 */
function hasHeadOnly(config: Config, { snippets }: SourceTree): (file: SourceFile) => boolean {
  const matters =
    config.auth.enabled || [...snippets.keys()].some((path) => /\.(?:js|css)$/.test(path));
  return matters ? ({ text }) => !/\bimport\b|<Snippet\b/.test(text) : () => true;
}

function withoutOlder(all: readonly Problem[], own: readonly Problem[]): readonly Problem[] {
  return all.filter((problem) => problem.source !== 'config' || own.includes(problem));
}

/** A site without a part of its pages must not take the place of the whole one. */
function isUnreadableFolder({ ruleId }: Problem): boolean {
  return ruleId === 'unreadable-folder';
}

/** The previously read configuration; the positions of its values are computed on demand. */
function cachedConfig(dir: string, cache: Cache, version: string): ReadConfigResult {
  const bytes = readConfigFile(dir);
  if (bytes === undefined) {
    return { valid: false, problems: [missingConfig], locate: () => ({ file: 'docs.json' }) };
  }
  const make = () =>
    readConfig(bytes, { file: 'docs.json', readRef: (path) => readInside(dir, path) });
  // Included files have their own changes.
  if (bytes.includes('"$ref"')) return make();
  const key = keyOf(version, bytes.toString('base64'));
  const known = cache.get<Pick<ReadConfigResult, 'config' | 'valid' | 'problems'>>('config', key);
  if (known) {
    let read: ReadConfigResult | undefined;
    return {
      ...known,
      locate: (...where) => {
        read ??= make();
        return read.locate(...where);
      },
    };
  }
  const { config, valid, problems, locate } = make();
  if (config) cache.set('config', key, { config, valid, problems });
  return { ...(config ? { config } : {}), valid, problems, locate };
}

/** Undefined if it does not exist. */
function readConfigFile(dir: string): Buffer | undefined {
  try {
    return readFileSync(join(dir, 'docs.json'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const missingConfig: Problem = {
  severity: 'error',
  source: 'config',
  ruleId: 'config-missing',
  file: 'docs.json',
  reason: 'There is no docs.json in this folder.',
  note: 'Create one, or start a site with "docent init".',
};

/** A page as read before, when nothing it was read from has changed since. */
function cachedPage(
  options: Pick<ReadSiteOptions, 'cache' | 'onPage'>,
  shared: string,
  tree: SourceTree,
  file: SourceFile,
  context: Parameters<typeof readPage>[1],
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
  const { page, problems } = read;
  // Problems of snippets are reported once per build: such a page is read every time.
  if (problems.length === 0) {
    const { file: _file, ...rest } = page;
    const uses = usesOf(page, tree);
    cache.set('page', key, { page: rest, uses });
    lastRead.set(file, { given, uses: uses.join(), page });
  }
  return { page, problems };
}

/** A page that can't even be read is still listed. */
function readOrName(file: SourceFile, context: Parameters<typeof readPage>[1]): ReadPage {
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

/** Places of a page, those of its original when it is a translation that is listed nowhere. */
function placesOf(page: Page, { places }: Navigation): readonly NavPlace[] | undefined {
  const { translationOf } = page;
  return (
    places.get(page.path) ?? (translationOf === undefined ? undefined : places.get(translationOf))
  );
}

/** Navigation decides on visibility, and is known only after the pages. */
function placed(page: Page, places: readonly NavPlace[] | undefined, config: Config): Page {
  const { frontmatter } = page;
  const inNavigation = places !== undefined;
  const hiding = hidingKind(places);
  if (hiding === undefined || config.seo.indexing === 'all') {
    if (page.visibility.sidebar === (inNavigation && frontmatter.hidden !== true)) return page;
    return { ...page, visibility: visibilityOf(frontmatter, { inNavigation, seo: config.seo }) };
  }
  const visibility = visibilityOf(frontmatter, { inNavigation, seo: config.seo });
  const unseen = { ...visibility, sitemap: false, engines: false, llms: false };
  // A hidden version is searched by readers who are on it.
  const found = hiding === 'version' ? {} : { search: false, assistant: false };
  return { ...page, visibility: { ...unseen, ...found } };
}

/**
 * What hides a page, unless it is also listed elsewhere: a hidden version, or another hidden entry.
 */
function hidingKind(places: readonly NavPlace[] | undefined): 'version' | 'entry' | undefined {
  const hidden = places?.map(({ trail }) => trail.filter((node) => node.hidden)) ?? [];
  if (hidden.length === 0 || hidden.some((nodes) => nodes.length === 0)) return undefined;
  const isVersion = hidden
    .flat()
    .every((node) => node.type === 'container' && node.kind === 'version');
  return isVersion ? 'version' : 'entry';
}

function updatedAt(config: Config, git: GitFacts, file: string): { updatedAt?: string } {
  const wanted = config.metadata.timestamp ? git.dates.get(file) : undefined;
  return wanted === undefined ? {} : { updatedAt: wanted };
}

/** Page paths anywhere in the navigation; entries of API operations do no harm here. */
export function navigationPages(config: Config): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') found.add(value.replace(/^\/+/, '').replace(/\.mdx?$/, ''));
    else if (Array.isArray(value)) value.forEach(visit);
    else if (value !== null && typeof value === 'object') {
      for (const [key, child] of Object.entries(value)) {
        if (typeof child === 'object' || key === 'root' || key === 'landing') visit(child);
      }
    }
  };
  visit(config.navigation);
  return found;
}

/** A file of the site's folder, links followed but not out of it. */
function readInside(dir: string, path: string): Uint8Array | undefined {
  try {
    const root = realpathSync(dir);
    const file = realpathSync(join(root, path));
    return file.startsWith(root + sep) ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  }
}
