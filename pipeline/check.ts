import { pageAddress } from '../schema/address.ts';
import type { Problem } from '../schema/errors.ts';
import type { Site } from '../schema/site.ts';
import { tuneEngine } from './build/engine.ts';
import { pageProblems } from './build/page-problems.ts';
import { readSite } from './build/read-site.ts';
import { renderSite } from './build/render-site.ts';
import { islandsOf } from './build/shell.ts';
import { openThreads } from './build/threads/threads.ts';
import { prepareBranches } from './build/version-branches.ts';
import { memoryCache } from './cache/cache.ts';
import { codeVersion } from './cache/version.ts';
import { inOrder } from './check/in-order.ts';
import { blockedScripts } from './check/own-scripts.ts';

/** A checked site: everything its author must fix. */
export interface CheckResult {
  readonly problems: readonly Problem[];
  readonly pages: number;
  readonly urls: readonly PageUrl[];
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
  const engine = tuneEngine();
  const prepared = await prepareBranches(options.dir);
  try {
    const { problems, ...rest } = await checkFolder({ ...options, dir: prepared.dir });
    return { problems: inOrder([...prepared.problems, ...problems]), ...rest };
  } finally {
    engine.end();
    prepared.close();
  }
}

interface CheckOptions {
  readonly dir: string;
  readonly threads?: number;
}

async function checkFolder(options: CheckOptions): Promise<CheckResult> {
  const cache = memoryCache();
  const version = codeVersion();
  const { site, problems } = await readSite({ dir: options.dir, cache, codeVersion: version });
  if (!site) return { problems: inOrder(problems), pages: 0, urls: [] };
  const threads = openThreads(options.threads);
  const rendered = await renderSite({
    site,
    cache,
    codeVersion: version,
    setting: {
      dir: options.dir,
      // No document is made, so nothing is loaded.
      assets: { styles: [], script: '', userScripts: [] },
      islands: {},
      search: false,
      assistant: false,
      today: 0,
    },
    threads,
  }).finally(() => threads.close());
  const islands = await islandsOf(site, cache, version);
  return {
    problems: inOrder([
      ...problems,
      ...islands.problems,
      ...blockedScripts(site),
      ...pageProblems(site, rendered),
    ]),
    pages: site.pages.size,
    urls: urlsOf(site),
  };
}

function urlsOf({ pages, config }: Site): readonly PageUrl[] {
  return [...pages.values()].map(({ path, file, operation }) => ({
    url: pageAddress(path, config.hosting.basePath),
    file: operation?.source ?? file.path,
    ...(operation ? { operation: `${operation.method} ${operation.path}`.trim() } : {}),
  }));
}
