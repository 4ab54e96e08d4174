import { pageAddress } from '../schema/address.ts';
import type { Problem } from '../schema/errors.ts';
import type { Site } from '../schema/site.ts';
import type { Since } from './addresses/lost.ts';
import { addressProblems, type LostAddresses } from './addresses/report.ts';
import { addressesOf } from './build/addresses-of.ts';
import { tuneEngine } from './build/engine.ts';
import { pageProblems } from './build/page-problems.ts';
import { readSite } from './build/read-site.ts';
import { type RenderedSite, renderSite } from './build/render-site.ts';
import { islandsOf } from './build/shell.ts';
import { readSigns } from './build/signs.ts';
import { openThreads } from './build/threads/threads.ts';
import { prepareBranches } from './build/version-branches.ts';
import { type Cache, diskCache, memoryCache } from './cache/cache.ts';
import { codeVersion } from './cache/version.ts';
import { inOrder } from './check/in-order.ts';
import { blockedScripts, ownFiles } from './check/own-scripts.ts';
import { missingInStyles } from './check/own-styles.ts';
import { layoutOf } from './output/layout.ts';
import { openPrevious } from './output/previous.ts';
import { readCurrent, readDeploymentFile } from './output/read.ts';

/** A checked site: everything its author must fix. */
export interface CheckResult {
  readonly problems: readonly Problem[];
  readonly pages: number;
  readonly urls: readonly PageUrl[];
  /** Addresses that the site would lose; undefined if none were compared. */
  readonly lost?: LostAddresses;
}

/** Where a page is in the site, and what it is made from. */
export interface PageUrl {
  /** With `hosting.basePath`. */
  readonly url: string;
  /** A file of the site, or the description of `operation`. */
  readonly file: string;
  /** Such as `GET /users`. */
  readonly operation?: string;
}

/** A build without output: finds every problem of a site at once. */
export async function checkSite(options: CheckOptions): Promise<CheckResult> {
  const engine = tuneEngine('many');
  const prepared = await prepareBranches(options.dir);
  const { built } = options;
  const cache = built === undefined ? memoryCache() : diskCache(layoutOf(built).cache);
  try {
    const { problems, ...rest } = await checkFolder(prepared.dir, cache, options);
    return { problems: inOrder([...prepared.problems, ...problems]), ...rest };
  } finally {
    engine.end();
    cache.close();
    prepared.close();
  }
}

/** What is checked. */
export interface CheckOptions {
  readonly dir: string;
  readonly threads?: number;
  /** Outputs of a build of the same folder that has ended: what it has rendered is not rendered again. */
  readonly built?: string;
  /** The addresses of the site are compared with those of its last build. */
  readonly addresses?: {
    readonly out: string;
    readonly severity: 'warning' | 'error';
    readonly since?: Since;
  };
}

async function checkFolder(dir: string, cache: Cache, options: CheckOptions): Promise<CheckResult> {
  const version = codeVersion();
  const { site, problems } = await readSite({ dir, cache, codeVersion: version });
  if (!site) return { problems: inOrder(problems), pages: 0, urls: [] };
  const own = ownFiles(site);
  const threads = openThreads(options.threads);
  const rendered = await renderSite({
    site,
    cache,
    codeVersion: version,
    setting: {
      dir,
      // No document is made, so nothing is loaded; bodies depend on the classes that own scripts give.
      assets: { styles: [], script: '', userScripts: own.scripts },
      islands: {},
      search: false,
      assistant: false,
      today: 0,
    },
    threads,
  }).finally(() => threads.close());
  const islands = await islandsOf(site, readSigns(site, cache, version), cache, version);
  const lost = await lostOf(site, rendered, options);
  return {
    problems: inOrder([
      ...problems,
      ...islands.problems,
      ...blockedScripts(site, own),
      ...missingInStyles(site, own),
      ...pageProblems(site, rendered),
      ...(lost && options.addresses ? addressProblems(lost, options.addresses.severity) : []),
    ]),
    pages: site.pages.size,
    urls: urlsOf(site),
    ...(lost ? { lost } : {}),
  };
}

async function lostOf(
  site: Site,
  rendered: RenderedSite,
  { dir, addresses }: CheckOptions,
): Promise<LostAddresses | undefined> {
  if (!addresses || nameOfBuild(addresses.out) !== site.config.name) return undefined;
  const live = openPrevious(layoutOf(addresses.out));
  return live && addressesOf({ site, rendered, dir, live, since: addresses.since ?? 'live' });
}

/** Name of the site that was built last: sites that share an output folder by accident are not compared. */
function nameOfBuild(out: string): string | undefined {
  const live = readCurrent(out);
  return live === undefined ? undefined : readDeploymentFile(out, live, 'config')?.name;
}

function urlsOf({ pages, config }: Site): readonly PageUrl[] {
  return [...pages.values()].map(({ path, file, operation }) => ({
    url: pageAddress(path, config.hosting.basePath),
    file: operation?.source ?? file.path,
    ...(operation ? { operation: `${operation.method} ${operation.path}`.trim() } : {}),
  }));
}
