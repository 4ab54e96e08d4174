import { resolve } from 'node:path';
import { outputsInside } from '../pipeline/build/outputs-inside.ts';
import {
  type BuildOptions,
  type BuildProgress,
  type BuildResult,
  buildSite,
  type Strictness,
} from '../pipeline/build.ts';
import { readEmbeddings } from '../pipeline/net/embeddings.ts';
import { checkFolder, publishTo } from '../pipeline/output/publish-to.ts';
import { problemsAsJson } from '../pipeline/report/json.ts';
import { errorLines, sumUpErrors } from '../pipeline/report/sum-up.ts';
import { readSectionTables } from '../pipeline/search/section-tables.ts';
import { readTranslations, translationsFolder } from '../pipeline/translate/records.ts';
import { translateFirst } from '../pipeline/translate-first.ts';
import { translationModel } from '../pipeline/translation/translation-model.ts';
import { createIds } from '../runtime/store/ids.ts';
import { given } from '../schema/given.ts';
import { bytes, count, showProgress, time } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { countProblems, worthShowing } from './problems.ts';
import { isDocument, type ReportFormat, report } from './report.ts';
import { siteFolder } from './site-folder.ts';

/** Flags of `docent build`. */
export interface BuildFlags {
  readonly format: ReportFormat;
  readonly out: string;
  readonly origin?: string;
  readonly runtime?: string;
  readonly project: string;
  readonly keep: number;
  readonly threads?: number;
  readonly cache: boolean;
  readonly strict?: Strictness;
  /** Folder of other outputs: no part of the site if it lies inside. */
  readonly besides?: string;
  /** Base path instead of the one in `docs.json`. */
  readonly basePath?: string;
  /** Folder that is replaced with the built site. */
  readonly to?: string;
}

/**
 * `docent build`: a deployment that goes live despite problems in its pages, unless `--strict` is
 * set.
 */
export async function build(
  dir: string,
  options: BuildFlags,
  context: CommandContext,
): Promise<number> {
  const folder = options.to === undefined ? undefined : resolve(options.to);
  if (folder !== undefined) checkFolder(folder);
  const result = await runBuild(dir, options, context);
  const { deployment } = result;
  if (deployment && folder !== undefined) {
    await publishTo(folder, { out: resolve(options.out), id: deployment.id });
  }
  if (options.format === 'json') printJson(result, context);
  else {
    await report(dir, worthShowing(result.problems), { format: options.format, context });
    if (options.format !== 'sarif') printOutcome(result, options, context);
  }
  return deployment ? 0 : 1;
}

/** Translates what has to be translated first, and builds, with progress. */
export async function runBuild(
  dir: string,
  options: BuildFlags,
  { to, version }: CommandContext,
): Promise<BuildResult> {
  const newId = createIds();
  const { besides, origin, basePath, runtime, threads, strict } = options;
  const embeddings = readEmbeddings(process.env);
  const sectionTables = readSectionTables(process.env);
  const view = isDocument(options.format) ? undefined : await showProgress(to);
  const from = { dir: siteFolder(dir), out: resolve(options.out), now: Date.now };
  // Translations are saved once, whatever is built with them.
  const kept = besides === undefined ? undefined : resolve(besides);
  const onProgress = (progress: BuildProgress) => view?.update(progress);
  const untranslated = await translateFirst({
    ...{ ...from, out: kept ?? from.out },
    openModel: () => translationModel(process.env),
    onProgress,
  });
  for (const sentence of untranslated) to.err(sentence);
  return buildSite({
    ...from,
    project: options.project,
    version,
    newId: (prefix) => newId(prefix as Parameters<typeof newId>[0]),
    keep: options.keep,
    cache: options.cache,
    ...(origin === undefined ? {} : { origin: readOrigin(origin) }),
    ...given({ basePath }),
    ...(kept === undefined ? {} : beside(from.dir, kept)),
    ...(runtime === undefined
      ? {}
      : { runtime: readOrigin(runtime, '--runtime or DOCENT_RUNTIME_URL') }),
    ...given({ threads, strict, embeddings, sectionTables }),
    onProgress,
    onWait: (sentence) => to.err(sentence),
  }).finally(() => view?.stop());
}

/** What a build takes from the folder of other outputs, and what it leaves out. */
function beside(dir: string, out: string): Pick<BuildOptions, 'ignore' | 'translations'> {
  const translations = readTranslations(translationsFolder(out));
  return { ignore: outputsInside(dir, out), ...(translations ? { translations } : {}) };
}

function printJson({ deployment, stats, problems }: BuildResult, { to }: CommandContext): void {
  const found = problemsAsJson(problems);
  to.out(JSON.stringify({ deployment: deployment ?? null, stats, problems: found }, null, 2));
}

/** What was built, in a line, or why nothing was published. */
export function printOutcome(
  { deployment, stats, problems }: BuildResult,
  options: BuildFlags,
  { to }: CommandContext,
): void {
  if (!deployment) {
    const what = options.strict === 'warnings' ? 'errors and warnings' : 'errors';
    to.err(`Build failed. Fix the ${what} above; the live deployment is unchanged.`);
    return;
  }
  to.out(
    [
      `Built ${count(stats.pages, 'page')} in ${time(stats.duration)}`,
      `${stats.rendered} rendered, ${stats.pages - stats.rendered} unchanged`,
      countProblems(problems),
      `${count(stats.files, 'file')}, ${bytes(stats.bytes)}`,
      `deployment ${deployment.id} in ${options.out}`,
    ].join(' · '),
  );
  if (options.to !== undefined) {
    to.out(`The site is in ${options.to}`);
    if (options.origin === undefined) to.out(withoutOrigin);
  }
  const errors = sumUpErrors(problems);
  if (errors !== undefined) {
    to.out([`Published with ${errors}:`, ...errorLines(problems)].join('\n  '));
  }
}

const withoutOrigin =
  'Its sitemap and social cards have no host, and its menus no links to assistants: add --origin https://docs.example.com, with its public URL.';

function readOrigin(text: string, flag = '--origin'): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin;
  throw new Error(`Unexpected ${flag} "${text}", expected a URL such as https://docs.example.com`);
}
