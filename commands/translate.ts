import { resolve } from 'node:path';
import { GlossaryError } from '../pipeline/glossary-file.ts';
import { failureLine } from '../pipeline/translate/page.ts';
import { translateSite } from '../pipeline/translate-site.ts';
import { translationModel } from '../pipeline/translation-model.ts';
import { count, showProgress } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { printProblems } from './problems.ts';
import { siteFolder } from './site-folder.ts';

/** Flags of `docent translate`. */
export interface TranslateFlags {
  readonly language: string;
  readonly scope: 'all' | 'page' | 'stale';
  readonly page?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly glossary?: string;
  readonly props?: Readonly<Record<string, readonly string[]>>;
  readonly model?: string;
  readonly out: string;
}

/** Failures that are listed one by one. */
const mostShown = 20;

/** `docent translate`: pages into one language, kept beside the outputs. */
export async function translate(
  dir: string,
  options: TranslateFlags,
  { to, stop }: CommandContext,
): Promise<number> {
  const model = translationModel(process.env, {
    ...(options.model === undefined ? {} : { name: options.model }),
    onPause: (seconds, reason) => to.err(`${reason} Waiting ${seconds} s …`),
  });
  const view = await showProgress(to);
  const summary = await translateSite({
    dir: siteFolder(dir),
    out: resolve(options.out),
    language: options.language,
    scope: options.page === undefined ? options.scope : 'page',
    ...(options.page === undefined ? {} : { pagePath: options.page }),
    force: options.force === true,
    dryRun: options.dryRun === true,
    ...(options.glossary === undefined ? {} : { glossary: options.glossary }),
    ...(options.props === undefined ? {} : { props: options.props }),
    model,
    pseudo: model.name === 'pseudo',
    now: Date.now,
    signal: stop,
    onPreview: ({ pages, segments, remembered, tokens }) =>
      to.out(
        `${count(pages, 'page')} to translate into ${options.language}: ${count(segments, 'segment')}, ${remembered} known from before, about ${tokens} tokens for the rest.`,
      ),
    onProgress: (progress) => view.update(progress),
  })
    .catch(async (error: unknown) => {
      if (!(error instanceof GlossaryError)) throw error;
      await printProblems(dir, error.problems, to);
      return undefined;
    })
    .finally(() => view.stop());
  if (summary === undefined) {
    to.err('Nothing was translated: mend the glossary above.');
    return 1;
  }
  if (options.dryRun) return 0;
  for (const failure of summary.faults.slice(0, mostShown)) {
    to.err(failureLine(failure.file, failure));
  }
  if (summary.faults.length > mostShown) {
    to.err(`… and ${summary.faults.length - mostShown} more`);
  }
  const rate = summary.segments === 0 ? 0 : (100 * summary.fallback) / summary.segments;
  to.out(
    [
      `${count(summary.completed, 'page')} translated`,
      `${summary.failed} failed`,
      `${summary.fallback} of ${count(summary.segments, 'segment')} kept in the source language (${rate.toFixed(2)} %)`,
      `${count(summary.requests, 'request')}, ${summary.inputTokens + summary.outputTokens} tokens`,
    ].join(' · '),
  );
  if (summary.unreadable > 0) {
    const pages = count(summary.unreadable, 'page');
    to.err(`${pages} with errors not translated: "docent check" says what to fix.`);
  }
  if (summary.stopped !== undefined) {
    to.err(
      `Ended early: ${summary.stopped}. ${count(summary.left, 'page')} left; what is done is kept, run it again to go on.`,
    );
  }
  if (model.name === 'pseudo') {
    to.out('These are test texts; a real run replaces them. "docent build" shows them now.');
  }
  return summary.failed > 0 || summary.stopped !== undefined ? 1 : 0;
}
