import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { problemsAsJson } from '../pipeline/report/json.ts';
import { questionsFile } from '../pipeline/source/questions-file.ts';
import {
  failures,
  judge,
  type Outcome,
  openAnswers,
  unknownPages,
} from '../runtime/assistant/questions/ask-questions.ts';
import { readQuestions } from '../runtime/assistant/questions/read-questions.ts';
import type { Problem } from '../schema/errors.ts';
import { given } from '../schema/given.ts';
import { count, showProgress, time } from '../terminal.ts';
import type { CommandContext } from './context.ts';
import { report } from './report.ts';
import { siteFolder } from './site-folder.ts';

/** Flags of `docent ask`. */
export interface AskFlags {
  readonly question?: string;
  readonly questions?: string;
  readonly threshold: number;
  readonly format: 'text' | 'json' | 'github';
  readonly out: string;
}

/** `docent ask`: one question with its answer, or a file of them as tests of the pages. */
export async function ask(
  dir: string,
  options: AskFlags,
  context: CommandContext,
): Promise<number> {
  if (options.question !== undefined) return askOne(options.question, options, context);
  const folder = siteFolder(dir);
  const file = resolve(options.questions ?? join(folder, questionsFile));
  if (!existsSync(file)) {
    throw new Error(`There are no questions in ${file}. Name a file with --questions, or ask one.`);
  }
  return askAll(folder, file, options, context);
}

async function askOne(
  question: string,
  { out, format }: AskFlags,
  { to }: CommandContext,
): Promise<number> {
  const { ask } = await openAnswers(resolve(out), to.err);
  const { text, sources } = await ask({ question });
  const answered = sources.length > 0;
  if (format === 'json') {
    to.out(JSON.stringify({ question, answered, answer: text, sources }, null, 2));
  } else {
    to.out(text);
    if (answered) {
      to.out(['', 'Sources:', ...sources.map(({ title, url }) => `- ${title}: ${url}`)].join('\n'));
    }
  }
  return answered ? 0 : 1;
}

async function askAll(
  dir: string,
  file: string,
  { threshold, format, out }: AskFlags,
  context: CommandContext,
): Promise<number> {
  const { to } = context;
  const started = performance.now();
  const { outcomes, problems, malformed } = await runQuestions(
    { dir, file, out: resolve(out), shows: format === 'text' },
    context,
  );
  const right = outcomes.filter(({ wrong }) => wrong === undefined).length;
  const share = outcomes.length === 0 ? 100 : (100 * right) / outcomes.length;
  const exit = malformed || share < threshold ? 1 : 0;
  if (format === 'json') {
    const questions = outcomes.map(({ question, wrong, sources }) => ({
      ...{ line: question.line, question: question.question, right: wrong === undefined },
      ...given({ reason: wrong }),
      pages: sources.map(({ path }) => path),
    }));
    const found = problemsAsJson(problems);
    const sums = { right, total: outcomes.length, share, threshold };
    to.out(JSON.stringify({ ...sums, questions, problems: found }, null, 2));
    return exit;
  }
  if (format === 'text') for (const outcome of outcomes) to.out(rowOf(outcome));
  await report(dir, problems, { format, context });
  to.out(
    `${right} of ${count(outcomes.length, 'question')} as expected (${share.toFixed(0)} %, at least ${threshold} %) in ${time(performance.now() - started)}.`,
  );
  return exit;
}

/** A row of the table. */
function rowOf({ question, wrong, sources }: Outcome): string {
  const cited = sources.map(({ path }) => path).join(', ') || 'not answered';
  return `${wrong === undefined ? 'ok   ' : 'wrong'}  ${question.question}  →  ${cited}`;
}

/** Asks the questions of a file; every answer that is not as expected is a problem at its line. */
export async function runQuestions(
  { dir, file, out, shows }: { dir: string; file: string; out: string; shows: boolean },
  { to, stop }: CommandContext,
): Promise<{
  readonly outcomes: readonly Outcome[];
  readonly problems: readonly Problem[];
  /** The file itself has mistakes. */
  readonly malformed: boolean;
}> {
  const name = relative(dir, file).split(sep).join('/');
  const { questions, problems } = readQuestions(readFileSync(file, 'utf8'), name);
  const { site, ask } = await openAnswers(out, to.err);
  const unknown = unknownPages(site, questions, name);
  const unclear = new Set(unknown.map(({ place }) => place?.start.line));
  const asked = questions.filter(({ line }) => !unclear.has(line));
  const mistakes = [...problems, ...unknown];
  const view = shows ? await showProgress(to) : undefined;
  const outcomes: Outcome[] = [];
  try {
    for (const question of asked) {
      view?.update({ stage: 'Asking', done: outcomes.length, total: asked.length });
      stop.throwIfAborted();
      outcomes.push(judge(question, await ask(question)));
    }
  } finally {
    view?.stop();
  }
  return {
    outcomes,
    problems: [...mistakes, ...failures(outcomes, name)],
    malformed: mistakes.length > 0,
  };
}
