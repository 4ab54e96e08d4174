import { existsSync, rmSync } from 'node:fs';
import type { Deployment, SiteTranslations } from '../schema/build.ts';
import type { Problem } from '../schema/errors.ts';
import type { SiteEvent } from '../schema/events.ts';
import type { Site } from '../schema/site.ts';
import { colourAhead } from './build/colour-ahead.ts';
import { addAll, copySources } from './build/copy-files.ts';
import { smallHeap } from './build/heap.ts';
import { outputsInside } from './build/outputs-inside.ts';
import { PageWriter } from './build/page-writer.ts';
import { readSite } from './build/read-site.ts';
import type { RenderSetting } from './build/render.ts';
import { indexDeployment, searchFiles } from './build/search-stage.ts';
import { colours, sharedTools } from './build/shared-tools.ts';
import { makeShell } from './build/shell.ts';
import { otherFiles } from './build/site-files.ts';
import { pageProblems, renderSite } from './build/stages.ts';
import { openThreads, type Thread, type Threads } from './build/threads/threads.ts';
import { prepareBranches } from './build/version-branches.ts';
import { type Cache, DamagedCacheError, diskCache, memoryCache } from './cache/cache.ts';
import { codeVersion } from './cache/version.ts';
import { inOrder } from './check/in-order.ts';
import type { EmbeddingModel } from './net/model.ts';
import type { EventFrame } from './output/diff.ts';
import { withClearErrors } from './output/files.ts';
import { type Layout, layoutOf } from './output/layout.ts';
import { lock } from './output/lock.ts';
import { DeploymentWriter } from './output/write.ts';
import { bundleReader } from './search/bundle.ts';
import { storeOf } from './search/versions.ts';
import { bundleClient } from './site/layout/bundle.ts';
import type { GitFacts } from './source/git.ts';
import { readTranslations, translationsFolder } from './translate/records.ts';
import { navigationLabels } from './translation/navigation-labels.ts';
import { translationsKey } from './translation/translations-key.ts';

export interface BuildOptions {
  /** Folder of the site: where `docs.json` lies. */
  readonly dir: string;
  /** Folder of the outputs. */
  readonly out: string;
  /** Project that the events name. */
  readonly project: string;
  /** Docent's own version. */
  readonly version: string;
  /** Public address of the site. */
  readonly origin?: string;
  /** Address of the server that answers for a site on a static host. */
  readonly runtime?: string;
  readonly now: () => number;
  /** `newId('dpl')` → `dpl_` and a ULID. */
  readonly newId: (prefix: string) => string;
  /** Makes vectors for the search; without it the search is by words alone. */
  readonly embeddings?: EmbeddingModel;
  /** Translations to show (default: those of `docent translate` in the output folder). */
  readonly translations?: SiteTranslations;
  /** What git knows of the sources, where they lie outside of their repository. */
  readonly git?: GitFacts;
  /** Asked once the outputs are held: false ends the build before it began. */
  readonly onlyIf?: () => boolean;
  /** Deployments to keep. */
  readonly keep?: number;
  /** Address of the tables of sections; where they were before when it is left out. */
  readonly sectionTables?: string;
  /** False does all work again. */
  readonly cache?: boolean;
  /** Problems that keep the live deployment as it was; without it all that can be published is. */
  readonly strict?: Strictness;
  /** Threads that render; 1 renders in this one. */
  readonly threads?: number;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Told when another build holds the outputs. */
  readonly onWait?: (sentence: string) => void;
  /** Milliseconds to wait for it. */
  readonly wait?: number;
}

/** `errors`: nothing is published with an error in it; `warnings`: nor with a warning. */
export type Strictness = 'errors' | 'warnings';

export interface BuildProgress {
  readonly stage: string;
  readonly done: number;
  readonly total?: number;
}

export interface BuildStats {
  readonly pages: number;
  /** Pages that were made rather than remembered. */
  readonly rendered: number;
  readonly files: number;
  readonly linked: number;
  readonly bytes: number;
  /** Milliseconds. */
  readonly duration: number;
}

export interface BuildResult {
  /** Absent when nothing was published: see `buildSite`. */
  readonly deployment?: Deployment;
  readonly problems: readonly Problem[];
  readonly stats: BuildStats;
  readonly events: readonly SiteEvent[];
}

/**
 * Builds a site and makes it the live deployment: reads, renders, checks, writes. Whatever is wrong in
 * pages is published as far as it can be, and reported. Only an invalid `docs.json` and a folder that
 * can't be read leave the live deployment as it was, and problems as `strict` says.
 * @throws OutputError when the folder of the outputs can't be used
 */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  return withClearErrors(options.out, async () => {
    const layout = layoutOf(options.out);
    const giveBack = await lock(layout.lock, options);
    try {
      if (options.onlyIf?.() === false) {
        const stats = { pages: 0, rendered: 0, files: 0, linked: 0, bytes: 0, duration: 0 };
        return { problems: [], stats, events: [] };
      }
      try {
        return await buildOnce(layout, options);
      } catch (error) {
        if (!(error instanceof DamagedCacheError)) throw error;
        rmSync(layout.cache, { recursive: true, force: true });
        return await buildOnce(layout, options);
      }
    } finally {
      giveBack();
    }
  });
}

async function buildOnce(layout: Layout, options: BuildOptions): Promise<BuildResult> {
  const cold = options.cache === false || !existsSync(layout.cache);
  const cache = options.cache === false ? memoryCache() : diskCache(layout.cache, { keep: 'code' });
  const id = options.newId('dpl');
  const writer = new DeploymentWriter(layout, id);
  const threads = openThreads(options.threads);
  const heap = smallHeap();
  let prepared: Awaited<ReturnType<typeof prepareBranches>> | undefined;
  try {
    // Sources that were kept have the branches of their versions in them.
    if (!options.git) {
      prepared = await prepareBranches(options.dir, {
        ignore: outputsInside(options.dir, options.out),
      });
    }
    const { dir, git } = prepared ?? options;
    const from = { ...options, dir, ...(git ? { git } : {}) };
    const found = prepared?.problems ?? [];
    return await buildInto({ writer, id, cache, threads, cold, heap }, { ...from, found });
  } catch (error) {
    await writer.close();
    writer.discard();
    throw error;
  } finally {
    heap.end();
    await threads.close();
    prepared?.close();
    cache.close();
  }
}

async function buildInto(
  tools: {
    readonly writer: DeploymentWriter;
    readonly id: string;
    readonly cache: Cache;
    readonly threads: Threads;
    /** Nothing is remembered: all pages will be rendered. */
    readonly cold: boolean;
    readonly heap: ReturnType<typeof smallHeap>;
  },
  options: Omit<BuildOptions, 'threads'> & { readonly found: readonly Problem[] },
): Promise<BuildResult> {
  const { writer, id, cache, threads, cold, heap } = tools;
  const { dir, now, onProgress, keep = 5 } = options;
  const startedAt = now();
  const version = codeVersion();
  const progress = (stage: string) => onProgress?.({ stage, done: 0 });

  const translations = options.translations ?? readTranslations(translationsFolder(options.out));
  // It loads while the configuration is read.
  if (cold) threads.start(1);
  // Another process bundles what runs in the browser, while pages are read.
  const makeClient = cold ? begun(bundleClient) : bundleClient;
  const makeReader = cold ? begun(bundleReader) : bundleReader;
  const ahead = cold ? colourAhead(threads, colours(cache)) : undefined;
  progress('Reading');
  const read = await readSite({
    dir,
    cache,
    codeVersion: version,
    ignore: outputsInside(dir, options.out),
    onFiles: (tree, config) => {
      if (tree.pages.size > manyPages) heap.saveMore();
      ahead?.onFiles(tree, config);
    },
    ...(ahead ? { onPage: ahead.onPage } : {}),
    translations,
    ...(options.git ? { git: options.git } : {}),
    ...(options.origin === undefined ? {} : { origin: options.origin }),
  });
  ahead?.end();
  const { site } = read;
  const problems: Problem[] = [...options.found, ...read.problems];
  const frame = (): EventFrame => ({
    project: options.project,
    deployment: id,
    startedAt: new Date(startedAt).toISOString(),
    timestamp: new Date(now()).toISOString(),
    newId: options.newId,
  });
  const stats = (rendered: number): BuildStats => ({
    pages: site?.pages.size ?? 0,
    rendered,
    ...writer.counts,
    duration: now() - startedAt,
  });
  const { branch = '', commitSha = '' } = read.git;
  const fail = async (rendered: number): Promise<BuildResult> => {
    await writer.close();
    const all = inOrder(problems);
    const error = sentenceOf(all);
    const events = writer.fail(error, { branch, commitSha }, frame());
    writer.prune(keep);
    return { problems: all, stats: stats(rendered), events };
  };
  if (!site) return fail(0);

  const shell = await makeShell(site, cache, version, makeClient);
  problems.push(...shell.problems);
  const setting: RenderSetting = {
    dir,
    assets: shell.assets,
    islands: shell.islands,
    search: true,
    assistant: false,
    ...(options.runtime === undefined ? {} : { runtime: options.runtime }),
    today: hasSunset(site) ? Math.floor(startedAt / 86_400_000) * 86_400_000 : 0,
  };
  const pages = new PageWriter(writer, site, cache);
  onProgress?.({ stage: 'Rendering', done: 0, total: site.pages.size });
  const rendered = await renderSite({
    site,
    setting,
    cache,
    codeVersion: version,
    threads,
    ...(ahead ? { tools: sharedTools(ahead.colours) } : {}),
    ...(read.valid ? { sink: pages } : {}),
    onPage: (done, total) => onProgress?.({ stage: 'Rendering', done, total }),
  });
  await pages.settle();
  problems.push(...pageProblems(site, rendered));
  const isRefused = () => !read.valid || breaks(problems, options.strict);
  if (isRefused()) {
    await cache.save();
    return fail(rendered.rendered);
  }

  progress('Writing');
  // It is the disk that does it.
  const copied = copySources(writer, read);
  // Awaited below, but something else may fail first.
  copied.catch(() => {});
  const kept = pages.records();
  const records = { key: kept.key, file: writer.addRecords(kept) };
  const source = { site, dir, cache, codeVersion: version, records };
  const { embeddings } = options;
  const store = storeOf(options.out, options.sectionTables);
  const target = {
    out: options.out,
    store,
    deployment: id,
    keep,
    ...(embeddings ? { embeddings } : {}),
  };
  const many = site.pages.size > manyPages;
  const thread = many ? await anotherThread(threads) : threads.running[0];
  // A thread does it meanwhile, where one runs.
  const searching = searchFiles(source, { thread, makeReader });
  searching.catch(() => {});
  if (many) await searching.finally(() => threads.close());
  // The texts of all pages at once, and gone again before the index holds them.
  await addAll(writer, otherFiles({ site, dir, shell, setting, rendered, cache }));
  // Most of its work is done in threads of its own.
  const indexing = indexDeployment(source, target);
  indexing.catch(() => {});
  await addAll(writer, await searching);
  await copied;
  problems.push(...(await indexing));
  problems.push(...writer.problems);
  if (isRefused()) return fail(rendered.rendered);
  await cache.save();

  const shownTranslations = translationsKey(translations, site.config.i18n.languages);
  const deployment: Deployment = {
    id,
    status: 'completed',
    createdAt: new Date(startedAt).toISOString(),
    duration: now() - startedAt,
    branch,
    commitSha,
    pagesBuilt: site.pages.size,
    docent: options.version,
    sourceLanguage: site.language,
    basePath: site.config.hosting.basePath,
    ...(site.origin === undefined ? {} : { origin: site.origin }),
    ...(site.repository === undefined ? {} : { repository: site.repository }),
    ...(shownTranslations === undefined ? {} : { translations: shownTranslations }),
    languages: [...new Set([...site.pages.values()].map(({ language }) => language))],
  };
  const home = site.pages.has('index') ? undefined : site.navigation.first;
  const events = writer.finish(
    {
      deployment,
      config: site.config,
      manifest: {
        pages: pages.manifest(rendered),
        redirects: site.redirects,
        labels: navigationLabels(site),
        ...(home === undefined ? {} : { home: home.replace(/\/index$/, '') }),
      },
    },
    frame(),
  );
  const result = {
    deployment,
    problems: inOrder(problems),
    stats: stats(rendered.rendered),
    events,
  };
  writer.prune(keep);
  return result;
}

/** Begins a work at once, for whoever asks for its answer later. */
function begun<T>(work: () => Promise<T>): () => Promise<T> {
  const answer = work();
  // A failure is reported to the caller.
  answer.catch(() => {});
  return () => answer;
}

/** A thread that remembers nothing of what the old ones did, when there were any. */
async function anotherThread(threads: Threads): Promise<Thread | undefined> {
  if (threads.running.length === 0) return undefined;
  await threads.close();
  return threads.start(1)[0];
}

/** Sites so large that their build is careful with memory, at the cost of some speed. */
const manyPages = 1500;

/** Whether problems are too many for what was asked for. */
function breaks(problems: readonly Problem[], strict: Strictness | undefined): boolean {
  return problems.some(
    ({ severity }) =>
      (severity === 'error' && strict !== undefined) ||
      (severity === 'warning' && strict === 'warnings'),
  );
}

/** Sunset banners look at the date; no other page does. */
function hasSunset(site: Site): boolean {
  return JSON.stringify(site.config.navigation).includes('"sunsetDate"');
}

/** The first error, or warning, and how many there are, for `deployment.failed`. */
function sentenceOf(problems: readonly Problem[]): string {
  const severity = breaks(problems, 'errors') ? 'error' : 'warning';
  const found = problems.filter((problem) => problem.severity === severity);
  const [first] = found;
  if (!first) return 'The build failed.';
  const where = first.place ? `${first.file}:${first.place.start.line}` : first.file;
  const rest = found.length - 1;
  return `${where}: ${first.reason}${rest > 0 ? ` (and ${rest} more ${severity}${rest === 1 ? '' : 's'})` : ''}`;
}
