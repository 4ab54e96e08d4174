import { resolve } from 'node:path';
import { buildSite, type Strictness } from '../pipeline/build.ts';
import { readEmbeddings } from '../pipeline/net/embeddings.ts';
import { checkFolder, publishTo } from '../pipeline/output/publish-to.ts';
import { problemsAsJson } from '../pipeline/report/json.ts';
import { errorLines, sumUpErrors } from '../pipeline/report/sum-up.ts';
import { readSectionTables } from '../pipeline/search/section-tables.ts';
import { translateFirst } from '../pipeline/translate-first.ts';
import { translationModel } from '../pipeline/translation/translation-model.ts';
import { createIds } from '../runtime/store/ids.ts';
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
  const { to, version } = context;
  const { format } = options;
  const folder = options.to === undefined ? undefined : resolve(options.to);
  if (folder !== undefined) checkFolder(folder);
  const newId = createIds();
  const embeddings = readEmbeddings(process.env);
  const sectionTables = readSectionTables(process.env);
  const view = isDocument(format) ? undefined : await showProgress(to);
  const untranslated = await translateFirst({
    dir: siteFolder(dir),
    out: resolve(options.out),
    openModel: () => translationModel(process.env),
    now: Date.now,
    onProgress: (progress) => view?.update(progress),
  });
  for (const sentence of untranslated) to.err(sentence);
  const result = await buildSite({
    dir: siteFolder(dir),
    out: resolve(options.out),
    project: options.project,
    version,
    now: Date.now,
    newId: (prefix) => newId(prefix as Parameters<typeof newId>[0]),
    keep: options.keep,
    cache: options.cache,
    ...(options.origin === undefined ? {} : { origin: readOrigin(options.origin) }),
    ...(options.runtime === undefined
      ? {}
      : { runtime: readOrigin(options.runtime, '--runtime or DOCENT_RUNTIME_URL') }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
    ...(options.strict === undefined ? {} : { strict: options.strict }),
    ...(embeddings === undefined ? {} : { embeddings }),
    ...(sectionTables === undefined ? {} : { sectionTables }),
    onProgress: (progress) => view?.update(progress),
    onWait: (sentence) => to.err(sentence),
  }).finally(() => view?.stop());
  const { deployment, stats } = result;
  const code = deployment ? 0 : 1;
  if (deployment && folder !== undefined) {
    publishTo(folder, { out: resolve(options.out), id: deployment.id });
  }
  if (format === 'json') {
    const problems = problemsAsJson(result.problems);
    to.out(JSON.stringify({ deployment: deployment ?? null, stats, problems }, null, 2));
    return code;
  }
  await report(dir, worthShowing(result.problems), { format, context });
  if (format === 'sarif') return code;
  if (!deployment) {
    const what = options.strict === 'warnings' ? 'errors and warnings' : 'errors';
    to.err(`Build failed. Fix the ${what} above; the live deployment is unchanged.`);
    return code;
  }
  to.out(
    [
      `Built ${count(stats.pages, 'page')} in ${time(stats.duration)}`,
      `${stats.rendered} rendered, ${stats.pages - stats.rendered} unchanged`,
      countProblems(result.problems),
      `${count(stats.files, 'file')}, ${bytes(stats.bytes)}`,
      `deployment ${deployment.id} in ${options.out}`,
    ].join(' · '),
  );
  if (folder !== undefined) to.out(`The site is in ${options.to}`);
  const errors = sumUpErrors(result.problems);
  if (errors !== undefined) {
    to.out([`Published with ${errors}:`, ...errorLines(result.problems)].join('\n  '));
  }
  return code;
}

function readOrigin(text: string, flag = '--origin'): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin;
  throw new Error(`Unexpected ${flag} "${text}", expected a URL such as https://docs.example.com`);
}
