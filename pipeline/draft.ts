import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteTranslations } from '../schema/build.ts';
import type { ErrorDetail } from '../schema/errors.ts';
import type { Page, Site } from '../schema/site.ts';
import { createAnchors } from './build/anchors.ts';
import { type ReadSite, readSite } from './build/read-site.ts';
import { allTranslations } from './build/rebuild-plan.ts';
import { createRenderer } from './build/render.ts';
import { type SharedTools, sharedTools } from './build/shared-tools.ts';
import { readInside, readSiteConfig } from './build/site-config.ts';
import { storedGit } from './build/stored-git.ts';
import { type Cache, keyOf, memoryCache } from './cache/cache.ts';
import { codeVersion } from './cache/version.ts';
import { checkConfig } from './check/config.ts';
import { ownFiles, ownStyleText } from './check/own-scripts.ts';
import { configFileIn } from './config/file.ts';
import { navigationPages } from './config/navigation-pages.ts';
import { inlineFiles } from './draft/inline-files.ts';
import { openDeployment, readSources, writeSources } from './output/read.ts';
import { bundleStyles } from './site/layout/bundle.ts';
import { pageLanguages } from './site/page-languages.ts';
import { bannerInk } from './site/themes/banner-ink.ts';
import { dialectNames } from './site/themes/dialect-names.ts';
import { withAddresses } from './site/written-links.ts';
import type { GitFacts } from './source/git.ts';
import type { SourceTree } from './source/read.ts';

/** A text of `docs.json` that is saved nowhere, and which page to show with it. */
export interface Draft {
  readonly configJson: string;
  /** The first page of the site when it is left out. */
  readonly pagePath?: string | undefined;
}

/** A page as it looks with a draft, or why there is none to show. */
export type DraftView =
  | {
      readonly type: 'page';
      readonly pagePath: string;
      readonly title: string;
      /** Where addresses of the site begin. */
      readonly basePath: string;
      /** A document that loads nothing, with its styles and pictures in it; its scripts have nothing to run on. */
      readonly html: string;
    }
  | { readonly type: 'invalid'; readonly details: readonly ErrorDetail[] }
  | { readonly type: 'unknown-page' };

/** A site whose pages are shown with drafts of its configuration. */
export interface DraftSite {
  /** Shows a page, after those that were asked for before. */
  show(draft: Draft): Promise<DraftView>;
  /** Called when a file of the folder has changed. */
  changed(): void;
}

/** The site that a draft is tried on. */
export interface DraftSiteOptions {
  readonly dir: string;
  /** Folders inside of it that hold outputs. */
  readonly ignore?: readonly string[];
  readonly git?: GitFacts;
  readonly translations?: () => SiteTranslations | undefined;
}

/**
 * Opens a site for drafts. Nothing of it is written: the sources are read once, and what is known of pages stays in a
 * memory of its own, so that a draft is shown in the time that one page takes.
 *
 * Decision: only addresses that the saved settings have are read from other hosts. Those of a draft are being typed.
 */
export function openDraftSite(options: DraftSiteOptions): DraftSite {
  const state: DraftState = { options, cache: memoryCache(), tools: sharedTools() };
  let last: Promise<unknown> = Promise.resolve();
  return {
    show: (draft) => {
      const shown = last.then(() => show(state, draft));
      last = shown.catch(() => {});
      return shown;
    },
    changed: () => {
      state.tree = undefined;
    },
  };
}

/**
 * The same from the sources of a deployment, which are written to `dir`; undefined if they are not kept, or not all of
 * them are here.
 */
export async function openStoredDraftSite(options: {
  /** Folder of the outputs. */
  readonly out: string;
  readonly id: string;
  /** An empty folder. */
  readonly dir: string;
  /** Those of the database. */
  readonly translations: SiteTranslations;
}): Promise<DraftSite | undefined> {
  const { out, id, dir } = options;
  if (Object.keys(readSources(out, id)).length === 0) return undefined;
  try {
    writeSources(out, id, dir);
    const { settings } = openDeployment(out, id).deployment;
    if (settings !== undefined) writeFileSync(join(dir, 'docs.json'), settings);
  } catch {
    return undefined;
  }
  const translations = allTranslations(out, options.translations);
  return openDraftSite({ dir, git: await storedGit(out, id), translations: () => translations });
}

interface DraftState {
  readonly options: DraftSiteOptions;
  readonly cache: Cache;
  readonly tools: SharedTools;
  /** The files, and the pages that the navigation named when they were read: these decide what a page is. */
  tree?: { readonly files: SourceTree; readonly named: string } | undefined;
}

async function show(state: DraftState, { configJson, pagePath }: Draft): Promise<DraftView> {
  const read = await readDraft(state, configJson);
  const { site } = read;
  if (!site || !read.config.valid) {
    const { dir } = state.options;
    const details = checkConfig(configJson, (path) => readInside(dir, path));
    return { type: 'invalid', details };
  }
  const page = pageAt(site, pagePath);
  if (!page) return { type: 'unknown-page' };
  const html = await renderPage(state, { site, page: read.whole(page).page });
  await state.cache.save();
  const { basePath } = site.config.hosting;
  return { type: 'page', pagePath: page.path, title: page.title, basePath, html };
}

async function readDraft(state: DraftState, configText: string): Promise<ReadSite> {
  const { options, cache } = state;
  const { dir, ignore, git, translations } = options;
  const source = { dir, cache, codeVersion: codeVersion(), configText };
  const { config } = readSiteConfig(source);
  const named = config ? [...navigationPages(config)].sort().join('\n') : '';
  const known = state.tree?.named === named ? state.tree.files : undefined;
  const saved = savedText(dir);
  const read = await readSite({
    ...source,
    mode: 'preview',
    heads: true,
    mayRead: (address) => saved.includes(JSON.stringify(address)),
    translations: translations?.(),
    ...(known ? { tree: known } : {}),
    ...(ignore ? { ignore } : {}),
    ...(git ? { git } : {}),
  });
  state.tree = { files: read.tree, named };
  return read;
}

/** The configuration as it is saved. */
function savedText(dir: string): string {
  return readInside(dir, configFileIn(dir))?.toString() ?? '';
}

/** A page by its path, or by its address below the folder that the site is served from. */
function pageAt({ pages, navigation }: Site, path = ''): Page | undefined {
  const plain = path.normalize('NFC').replaceAll(/^\/+|\/+$/g, '');
  if (plain !== '') return pages.get(plain) ?? pages.get(`${plain}/index`);
  const [first] = pages.values();
  return pages.get('index') ?? pages.get(navigation.first ?? '') ?? first;
}

/** The document of one page; all that is rendered. */
async function renderPage(
  { options, cache, tools }: DraftState,
  { site, page }: { readonly site: Site; readonly page: Page },
): Promise<string> {
  const { dir } = options;
  const { config, fonts } = site;
  const languages = pageLanguages(site);
  const own = ownFiles(site);
  const written = ownStyleText(site, own);
  const names = dialectNames(written, config) + bannerInk(written);
  const look = JSON.stringify([
    { ...config, navigation: null, redirects: null },
    fonts?.sources,
    ...[languages, names],
  ]);
  const style = await cache.through('styles', keyOf(codeVersion(), look), () =>
    bundleStyles(config, fonts, { languages, names }),
  );
  const features = Object.entries(style.features);
  const setting = {
    ...{ dir, islands: {}, search: true, assistant: false },
    assets: {
      styles: [style.site.path, ...own.styles],
      featureStyles: Object.fromEntries(features.map(([name, { path }]) => [name, path])),
      script: '',
      userScripts: [],
    },
    today: Math.floor(Date.now() / 86_400_000) * 86_400_000,
  };
  const renderer = createRenderer(site, setting, tools);
  const { facts, body } = await renderer.body(page);
  const anchors = createAnchors({
    site,
    facts: new Map([[page.path, facts]]),
    bodyOf: (path) => (path === page.path ? body : undefined),
  });
  const { document } = renderer.document(page, withAddresses(body, anchors.addresses(page)));
  const made = [style.site, ...features.map(([, sheet]) => sheet), ...(fonts?.files ?? [])];
  return inlineFiles(document.html, { site, dir, made });
}
