import type { SiteTranslations } from '../../schema/build.ts';
import type { Config } from '../../schema/config/config.ts';
import type { Problem } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import type { Page, Site, SourceFile } from '../../schema/site.ts';
import { type Cache, keyOf } from '../cache/cache.ts';
import { resolveConfigParts } from '../check/config.ts';
import { checkFields } from '../check/fields.ts';
import { checkIcons } from '../check/icons.ts';
import { assistantPages, checkNames } from '../check/names.ts';
import { presentConfig } from '../check/present.ts';
import { repositoryProblems } from '../check/repository.ts';
import { coveredPages } from '../config/covered-pages.ts';
import { siteLanguages } from '../config/languages.ts';
import { resolveNavigation } from '../config/navigation.ts';
import { navigationPages } from '../config/navigation-pages.ts';
import type { ReadConfigResult } from '../config/read.ts';
import { operationPages } from '../openapi/pages.ts';
import { readDescriptions } from '../openapi/read.ts';
import { unlistedOperations } from '../openapi/unlisted.ts';
import { filesBesidePages } from '../site/machine/addresses.ts';
import { fontProblems } from '../site/themes/theme.ts';
import { wordsOf } from '../site/words.ts';
import { asksForDate } from '../source/frontmatter-range.ts';
import { type GitFacts, readHistory } from '../source/git.ts';
import { nearest } from '../source/nearest.ts';
import { type ReadPage, withValues } from '../source/page.ts';
import { readSource, type SourceMemo, type SourceTree } from '../source/read.ts';
import { addTranslations } from '../translation/translations.ts';
import { inOwnLanguage } from './config-language.ts';
import { descriptionFetcher } from './fetch-descriptions.ts';
import { fetchFonts } from './fetch-fonts.ts';
import { fetchStars } from './fetch-stars.ts';
import { withFolderStarts } from './folder-starts.ts';
import { createPageReader, type PageSources } from './page-reader.ts';
import { placePages } from './place-pages.ts';
import { readContracts } from './read-contracts.ts';
import { readSiteConfig, type SiteConfigSource } from './site-config.ts';

/** Where a site is read from, and what is known beforehand. */
export interface ReadSiteOptions extends SiteConfigSource {
  readonly origin?: string;
  /** Instead of `hosting.basePath`. */
  readonly basePath?: string;
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
  /** Awaited before each file and each page: lets others work, and throws to stop (`docent dev`). */
  readonly pause?: () => Promise<void>;
  /** Reads no more than the front matter of pages that were never read; see `ReadSite.whole`. */
  readonly heads?: boolean;
  /** Folders to leave out, relative to `dir`: the outputs, when they lie inside. */
  readonly ignore?: readonly string[];
  /** The previous configuration, used while `docs.json` is invalid or missing (`docent dev`). */
  readonly before?: ReadConfigResult;
  /** `preview` makes missing pages of the navigation warnings. */
  readonly mode?: 'check' | 'preview';
  /** Whether an address of another host may be read; each of them when it is left out. */
  readonly mayRead?: (address: string) => boolean;
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
  const inputs = await readInputs(options);
  const { written, read, tree, git } = inputs;
  const { config } = read;
  const valid = written.valid && !tree.problems.some(isUnreadableFolder);
  const found = [...written.problems, ...tree.problems];
  const known = { valid, config: read, tree, git };
  if (!config) {
    const whole = (page: Page) => ({ page, problems: [] });
    return { ...known, problems: found, ofPages: new Map(), whole };
  }
  const { site, problems, ofPages, whole } = await assemble(config, inputs, options);
  const all = [...found, ...problems];
  return {
    ...known,
    site,
    // Positions in the previous file do not apply to the current one.
    problems: read === written ? all : withoutOlder(all, written.problems),
    ofPages,
    whole,
  };
}

/** What a site is made from. */
interface Inputs extends Pick<PageSources, 'named' | 'tree' | 'git'> {
  /** What `docs.json` says, and what the site is made of. */
  readonly written: ReadConfigResult;
  readonly read: ReadConfigResult;
}

async function readInputs(options: ReadSiteOptions): Promise<Inputs> {
  const { dir, cache, ignore, basePath, heads, pause } = options;
  const first = readSiteConfig(options);
  const ofPages = (first.valid ? first : (options.before ?? first)).config;
  const named = ofPages ? navigationPages(ofPages) : new Set<string>();
  const tree =
    options.tree ??
    (await readSource(dir, {
      navigationPages: named,
      memo: options.memo ?? cache,
      ...given({ ignore, heads, pause }),
    }));
  const written = servedFrom(basePath, await inOwnLanguage(first, tree, options));
  const read = written.valid ? written : (options.before ?? written);
  const { config } = read;
  if (config) options.onFiles?.(tree, config);
  const dated = [...tree.pages.values()].filter(
    (file) => config?.metadata.timestamp || asksForDate(file.head ?? file.text),
  );
  const git = options.git ?? (await readHistory(dir, { files: dated.map(({ path }) => path) }));
  return { written, read, named, tree, git };
}

/** The configuration of a site that is served from another folder than its own. */
function servedFrom(basePath: string | undefined, read: ReadConfigResult): ReadConfigResult {
  const { config } = read;
  if (basePath === undefined || !config) return read;
  return { ...read, config: { ...config, hosting: { ...config.hosting, basePath } } };
}

/** The site that inputs make, with what is wrong in them. */
async function assemble(
  config: Config,
  inputs: Inputs,
  options: ReadSiteOptions,
): Promise<Required<Pick<ReadSite, 'site' | 'problems' | 'ofPages' | 'whole'>>> {
  const { tree, git } = inputs;
  const { locate } = inputs.read;
  const { cache, codeVersion, origin, mode } = options;
  const { variables, redirects, problems: ofParts } = resolveConfigParts(config, locate);
  const languages = siteLanguages(config, Object.keys(options.translations?.pages ?? {}));
  const reader = createPageReader(options, { ...inputs, config, variables, languages });
  const ofTheme = await themeProblems(config, locate);
  const read = await reader.all();
  const { pages } = read;
  const { mayRead } = options;
  const described = await describedPages(config, pages, {
    ...{ tree, languages, cache, codeVersion, mayRead },
  });
  for (const page of described.pages) pages.set(page.path, withValues(page, variables));
  const placed = navigationOf(config, pages, { described, locate, mode });
  const { navigation } = placed;
  const sorted = placePages(pages, navigation, config);
  const fetched = await fetchParts(config, { tree, cache, locate, mayRead });
  const ofIcons = await checkIcons(config, sorted.values(), locate, options);
  const site = withFolderStarts({
    ...{ config, pages: sorted, navigation, redirects, variables, ...fetched.parts },
    snippets: tree.snippets,
    // A description with parts for some readers alone is not published: pages leave these parts out.
    assets: new Map([...tree.assets].filter(([path]) => !described.restrictedFiles.has(path))),
    language: languages.source,
    ...(origin === undefined ? {} : { origin }),
    ...(git.repository ? { repository: git.repository } : {}),
  });
  const problems = [
    ...ofParts,
    ...ofTheme,
    ...read.problems,
    ...described.problems,
    ...placed.problems,
    ...coveredPages(
      config,
      { redirects, pages: pages.keys(), files: filesBesidePages(site) },
      locate,
    ),
    ...unlistedOperations(described.pages, navigation.places),
    ...fetched.problems,
    ...ofIcons,
    ...checkNames(site, locate),
    ...checkFields(site, mode),
    ...assistantPages(pages.values()),
    ...repositoryProblems(site, locate),
  ];
  const memo = { cache, version: codeVersion };
  return {
    site: withFolderStarts(
      addTranslations({ ...site, config: presentConfig(site) }, options.translations, memo),
    ),
    problems,
    ofPages: read.ofPages,
    whole: (page, file = page.file) => reader.whole(page, file, pages),
  };
}

type Locate = ReadConfigResult['locate'];

interface Reach {
  readonly mayRead: ReadSiteOptions['mayRead'];
}

/** Reads addresses that may be read, and fails for others. */
function within(
  mayRead: Reach['mayRead'],
  read: (url: string) => Promise<string>,
): (url: string) => Promise<string> {
  if (!mayRead) return read;
  return async (url) => {
    if (!mayRead(url)) throw new Error('it is read when the settings are saved');
    return read(url);
  };
}

/** The list of code themes is loaded only by sites that name one. */
async function themeProblems(config: Config, locate: Locate): Promise<readonly Problem[]> {
  if (!config.styling.codeblocks.theme) return [];
  const { codeThemeProblems } = await import('../site/code/theme.ts');
  return codeThemeProblems(config, locate);
}

/** Pages of the operations and channels that API descriptions describe. */
async function describedPages(
  config: Config,
  pages: ReadonlyMap<string, Page>,
  {
    tree,
    languages,
    cache,
    codeVersion,
    mayRead,
  }: Pick<PageSources, 'tree' | 'languages'> &
    Pick<ReadSiteOptions, 'cache' | 'codeVersion'> &
    Reach,
) {
  const descriptions = await readDescriptions(config, pages.values(), {
    paths: [...tree.texts.keys()],
    readText: (path) => tree.texts.get(path)?.text,
    fetchText: within(mayRead, descriptionFetcher()),
    remember: (key, make) => cache.through('asyncapi', keyOf(codeVersion, key), make),
  });
  const { sourcePathOf } = languages;
  const operations = operationPages({ config, descriptions, pages, sourcePathOf });
  return {
    ...operations,
    problems: [...descriptions.problems, ...operations.problems],
    restrictedFiles: new Set(
      [...descriptions.bySource.values()].flatMap(({ isRestricted, documents }) =>
        isRestricted ? [...documents.keys()] : [],
      ),
    ),
  };
}

function navigationOf(
  config: Config,
  pages: ReadonlyMap<string, Page>,
  {
    described,
    locate,
    mode,
  }: {
    readonly described: Pick<Awaited<ReturnType<typeof describedPages>>, 'lookup'>;
    readonly locate: Locate;
    readonly mode: ReadSiteOptions['mode'];
  },
) {
  return resolveNavigation(
    config,
    {
      page: (path) => {
        const page = pages.get(path);
        return (
          page && {
            hidden: page.frontmatter.hidden === true,
            isOperation: page.operation !== undefined,
          }
        );
      },
      nearest: (path) => nearest(path, pages.keys()),
      operation: described.lookup.operation,
      operations: described.lookup.operations,
    },
    {
      locate,
      apiReference: wordsOf(config.i18n.defaultLanguage).api.apiReference,
      ...(mode ? { mode } : {}),
    },
  );
}

/** What a site has from other servers: fonts, stars of repositories, contracts. */
async function fetchParts(
  config: Config,
  {
    tree,
    cache,
    locate,
    mayRead,
  }: Pick<Inputs, 'tree'> & { readonly cache: Cache; readonly locate: Locate } & Reach,
) {
  const readText = (path: string) => tree.texts.get(path)?.text;
  const reach = mayRead ? { mayRead } : {};
  const fetchText = within(mayRead, descriptionFetcher());
  const [fonts, stars, { abis, problems }] = await Promise.all([
    fetchFonts(config, { cache, ...reach }),
    // Pages ask for stars in their texts: those are fetched once the texts are read.
    fetchStars(config, tree.heads ? [] : tree.pages.values(), { cache, ...reach }),
    readContracts(config, { locate, cache, readText, fetchText }),
  ]);
  return {
    parts: {
      ...(fonts.files.length > 0 ? { fonts } : {}),
      ...(Object.keys(stars).length > 0 ? { stars } : {}),
      ...(Object.keys(abis).length > 0 ? { abis } : {}),
    },
    problems: [...fontProblems(config, fonts, locate), ...problems],
  };
}

function withoutOlder(all: readonly Problem[], own: readonly Problem[]): readonly Problem[] {
  return all.filter((problem) => problem.source !== 'config' || own.includes(problem));
}

/** A site without a part of its pages must not take the place of the whole one. */
function isUnreadableFolder({ ruleId }: Problem): boolean {
  return ruleId === 'unreadable-folder';
}
