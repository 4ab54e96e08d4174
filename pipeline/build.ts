import { rmSync } from 'node:fs';
import type { Problem } from '../schema/errors.ts';
import { given } from '../schema/given.ts';
import { addressProblems } from './addresses/report.ts';
import { addressesOf } from './build/addresses-of.ts';
import type { BuildOptions, BuildResult } from './build/build-options.ts';
import { type BuildTools, openTools } from './build/build-tools.ts';
import { deploymentFacts } from './build/deployment-facts.ts';
import { manyPages } from './build/engine.ts';
import { breaks, publish, refuse } from './build/outcome.ts';
import { outputsInside } from './build/outputs-inside.ts';
import { pageProblems } from './build/page-problems.ts';
import { proxyRules } from './build/proxy-rules.ts';
import { readSite } from './build/read-site.ts';
import { renderPages } from './build/render-pages.ts';
import { makeShell } from './build/shell.ts';
import { startAhead } from './build/start-ahead.ts';
import { prepareBranches } from './build/version-branches.ts';
import { writeRest } from './build/write-rest.ts';
import { DamagedCacheError } from './cache/cache.ts';
import { codeVersion } from './cache/version.ts';
import { withClearErrors } from './output/files.ts';
import { type Layout, layoutOf } from './output/layout.ts';
import { lock } from './output/lock.ts';
import type { GitFacts } from './source/git.ts';
import { readTranslations, translationsFolder } from './translate/records.ts';

export type {
  BuildOptions,
  BuildProgress,
  BuildResult,
  Strictness,
} from './build/build-options.ts';

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

/** Where a build reads from: the site's folder, or a copy with the branches of its versions. */
interface From {
  readonly dir: string;
  readonly git?: GitFacts;
  readonly problems: readonly Problem[];
}

async function buildOnce(layout: Layout, options: BuildOptions): Promise<BuildResult> {
  const tools = openTools(layout, options);
  const { dir, git } = options;
  let close = () => {};
  try {
    // Sources that were kept have the branches of their versions in them.
    if (git) return await runStages(tools, { dir, git, problems: [] }, options);
    const prepared = await prepareBranches(dir, { ignore: notOfSite(dir, options) });
    close = prepared.close;
    return await runStages(tools, prepared, options);
  } catch (error) {
    await tools.writer.close();
    tools.writer.discard();
    throw error;
  } finally {
    await tools.close();
    close();
  }
}

function notOfSite(dir: string, { out, ignore = [] }: BuildOptions): readonly string[] {
  return [...outputsInside(dir, out), ...ignore];
}

/** The stages of a build in order. */
async function runStages(
  tools: BuildTools,
  { dir, git, problems: found }: From,
  options: BuildOptions,
): Promise<BuildResult> {
  const { cache, engine } = tools;
  const { out, origin, basePath, configText, onProgress } = options;
  const translations = options.translations ?? readTranslations(translationsFolder(out));

  const ahead = startAhead(tools);
  onProgress?.({ stage: 'Reading', done: 0 });
  const read = await readSite({
    ...{ dir, cache, translations },
    codeVersion: codeVersion(),
    ignore: notOfSite(dir, options),
    onFiles: (tree, config) => {
      if (tree.pages.size > manyPages) engine.saveMore();
      ahead.onFiles(tree, config);
    },
    ...(ahead.onPage ? { onPage: ahead.onPage } : {}),
    ...(git ? { git } : {}),
    ...given({ origin, basePath, configText }),
  });
  ahead.end();
  const { site } = read;
  const problems = [...found, ...read.problems];
  const none = { pages: site?.pages.size ?? 0, rendered: 0 };
  if (!site) return refuse(tools, read, { problems, amount: none }, options);

  // Rendering lets go of the texts of pages.
  const rules = proxyRules(site);
  const shell = await makeShell(site, cache, codeVersion());
  const rendering = await renderPages(tools, { site, read, shell, ahead, dir }, options);
  const { rendered } = rendering;
  const addresses = await addressesOf({
    site,
    rendered,
    dir: options.dir,
    live: tools.writer.previous,
  });
  problems.push(
    ...shell.problems,
    ...pageProblems(site, rendered),
    ...addressProblems(addresses, 'warning'),
  );
  const result = { problems, amount: { ...none, rendered: rendered.rendered } };
  if (!read.valid || breaks(problems, options.strict)) {
    await cache.save();
    return refuse(tools, read, result, options);
  }

  onProgress?.({ stage: 'Writing', done: 0 });
  const { former } = addresses;
  const whole = { ...rendering, site, read, shell, dir, translations, proxyRules: rules, former };
  problems.push(...(await writeRest(tools, whole, options)));
  if (breaks(problems, options.strict)) return refuse(tools, read, result, options);
  await cache.save();
  return publish(tools, deploymentFacts(tools, whole, options), result, options);
}
