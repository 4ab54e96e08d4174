import { resolve } from 'node:path';
import type { Model } from '../pipeline/net/model.ts';
import { problemsAsJson } from '../pipeline/report/json.ts';
import { failureLine } from '../pipeline/translate/page.ts';
import { pseudoName } from '../pipeline/translate/pseudo.ts';
import {
  checkLanguage,
  type Price,
  type TranslateSummary,
  translateSite,
} from '../pipeline/translate.ts';
import { GlossaryError } from '../pipeline/translation/glossary-file.ts';
import { namedModel, translationModel } from '../pipeline/translation/translation-model.ts';
import { given } from '../schema/given.ts';
import { count, showProgress, type Terminal } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { printProblems } from './problems.ts';
import { siteFolder } from './site-folder.ts';
import {
  costLine,
  pagesLine,
  partialLine,
  previewLine,
  summaryAsJson,
} from './translate-report.ts';
import { translateStatus } from './translate-status.ts';

/** Flags of `docent translate`. */
export interface TranslateFlags {
  readonly language?: readonly string[];
  readonly scope: 'all' | 'page' | 'stale';
  readonly page?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly report?: boolean;
  readonly price?: Price;
  readonly glossary?: string;
  readonly props?: Readonly<Record<string, readonly string[]>>;
  readonly model?: string;
  readonly out: string;
  readonly json?: boolean;
}

/** Number of failures listed individually. */
const mostShown = 20;

/** `docent translate`: translates pages into languages and saves them in the output folder. */
export async function translate(
  dir: string,
  options: TranslateFlags,
  context: CommandContext,
): Promise<number> {
  if (options.report) return translateStatus(dir, options, context);
  const { to } = context;
  const languages = [...new Set(options.language ?? [])];
  (languages.length === 0 ? [''] : languages).forEach(checkLanguage);
  const model = modelFor(options, to);
  const result = await translateInto(languages, model, { dir, options, context });
  await printResult(result, { dir, options, to, model });
  const { summaries, refused } = result;
  if (refused) return 1;
  return summaries.some(({ failed, stopped }) => failed > 0 || stopped !== undefined) ? 1 : 0;
}

/** The model that translates; an estimate only needs its name. */
function modelFor({ dryRun, model }: TranslateFlags, to: Terminal): Model {
  if (dryRun === true && model !== pseudoName) return namedModel(process.env, model);
  return translationModel(process.env, {
    ...given({ name: model }),
    onPause: (seconds, reason) => to.err(`${reason} Waiting ${seconds} s …`),
  });
}

/** The languages that were translated into, and the error that prevented it. */
interface Translated {
  readonly summaries: readonly TranslateSummary[];
  readonly refused?: GlossaryError;
}

/** Translates into one language after the other, until one stops early. */
async function translateInto(
  languages: readonly string[],
  model: Model,
  of: {
    readonly dir: string;
    readonly options: TranslateFlags;
    readonly context: CommandContext;
  },
): Promise<Translated> {
  const { dir, options, context } = of;
  const { to, stop } = context;
  const view = options.json ? undefined : await showProgress(to);
  const summaries: TranslateSummary[] = [];
  try {
    for (const language of languages) {
      const summary = await translateSite({
        dir: siteFolder(dir),
        out: resolve(options.out),
        language,
        scope: options.page === undefined ? options.scope : 'page',
        ...given({ pagePath: options.page }),
        force: options.force === true,
        dryRun: options.dryRun === true,
        ...given({ glossary: options.glossary, props: options.props }),
        model,
        pseudo: model.name === pseudoName,
        now: Date.now,
        signal: stop,
        onPreview: (preview) => {
          if (!options.json) to.out(previewLine(language, preview));
        },
        onProgress: (progress) => view?.update(progress),
      });
      summaries.push(summary);
      if (!options.json && !options.dryRun) printSummary(summary, to);
      if (summary.stopped !== undefined) break;
    }
    return { summaries };
  } catch (error) {
    if (!(error instanceof GlossaryError)) throw error;
    return { summaries, refused: error };
  } finally {
    view?.stop();
  }
}

async function printResult(
  { summaries, refused }: Translated,
  of: {
    readonly dir: string;
    readonly options: TranslateFlags;
    readonly to: Terminal;
    readonly model: Model;
  },
): Promise<void> {
  const { dir, options, to, model } = of;
  if (options.json) {
    const problems = problemsAsJson(refused?.problems ?? []);
    to.out(JSON.stringify({ languages: summaries.map(summaryAsJson), problems }, null, 2));
  } else if (refused) {
    await printProblems(dir, refused.problems, to);
    to.err('Nothing was translated. Fix the errors in the glossary above.');
  } else if (model.name === pseudoName && !options.dryRun) {
    to.out('These are test texts; a real run replaces them. Run "docent build" to see them.');
  }
}

function printSummary(summary: TranslateSummary, to: Terminal): void {
  const { faults, unreadable, stopped, left } = summary;
  for (const failure of faults.slice(0, mostShown)) {
    to.err(failureLine(failure.file, failure));
  }
  if (faults.length > mostShown) to.err(`… and ${faults.length - mostShown} more`);
  to.out(pagesLine(summary));
  to.out(costLine(summary));
  if (summary.fallbackSegments > 0) to.out(partialLine(summary));
  if (unreadable > 0) {
    const pages = count(unreadable, 'page');
    to.err(`${pages} not translated because of errors. Run "docent check" to see them.`);
  }
  if (stopped !== undefined) {
    to.err(
      `Stopped early: ${stopped}. ${count(left, 'page')} left. Finished pages are saved; run the command again to continue.`,
    );
  }
}
