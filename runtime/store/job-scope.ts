import { ApiError } from '../../schema/errors.ts';
import { type Period, planOf } from '../../schema/plans.ts';
import { chunks } from './events.ts';
import { candidates, heldPages, type JobScope, openPages } from './job-candidates.ts';
import { findLanguage, notConfigured } from './languages.ts';
import type { Db } from './open.ts';
import { findPage } from './records.ts';
import type { OrgRow } from './tables.ts';
import { usedIn } from './usage.ts';

/** What a job would take. */
export interface JobEstimate {
  readonly pages: number;
  /** Words of their sources. */
  readonly words: number;
  /** Whole seconds. */
  readonly seconds: number;
  /** Page translations that are left this month; null without a limit. */
  readonly remaining: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Seconds a page is taken to need before any was translated. */
const secondsPerPage = 6;

/**
 * Tokens for a word of the source before any was translated, of requests and of answers. Documentation sites of 32,000 to
 * 207,000 words need 4.7 to 7.2 in all, by `docent translate --dry-run`; answers are about as long as the texts.
 */
const tokensPerWord = { input: 4, output: 2 };

/** What a job of that scope would take; nothing is queued, and no model is asked. */
export async function estimateJob(
  db: Db,
  scope: JobScope,
  { org, period }: { readonly org: OrgRow; readonly period: Period },
): Promise<JobEstimate> {
  await assertTarget(db, scope);
  const wanted = await candidates(db, scope);
  const held = await heldPages(db, scope);
  const paths = wanted.flatMap(({ path }) => (held.has(path) ? [] : [path]));
  const words = await wordsOf(db, scope.projectId, paths);
  const perWord = await measuredTokens(db, scope.projectId);
  return {
    ...{ pages: paths.length, words },
    seconds: paths.length === 0 ? 0 : await secondsFor(db, scope, paths.length),
    remaining: await remainingPages(db, org, period),
    inputTokens: Math.round(words * perWord.input),
    outputTokens: Math.round(words * perWord.output),
  };
}

/** The language and the page that a job names have to exist. */
export async function assertTarget(
  db: Db,
  { projectId, language, pagePath }: JobScope,
): Promise<void> {
  if (!(await findLanguage(db, projectId, language))) throw notConfigured(language);
  if (pagePath !== null && !(await findPage(db, projectId, pagePath))) {
    throw new ApiError('NOT_FOUND', `There is no page "${pagePath}".`);
  }
}

/** Page translations that an organization may still have this month; null without a limit. */
export async function remainingPages(db: Db, org: OrgRow, period: Period): Promise<number | null> {
  const { pages: allowed } = planOf(org.plan);
  if (allowed === null) return null;
  const used = await usedIn(db, org.id, 'pages', period);
  return Math.max(0, allowed - used - (await openPages(db, org.id)));
}

/** Whole seconds, from the median of the language's last 50 pages. */
export async function secondsFor(db: Db, scope: JobScope, pages: number): Promise<number> {
  const rows = await db
    .selectFrom('job_pages')
    .select('duration')
    .where('project_id', '=', scope.projectId)
    .where('language', '=', scope.language)
    .where('state', '=', 'completed')
    .orderBy('updated_at', 'desc')
    .limit(50)
    .execute();
  const durations = rows.flatMap((row) => (row.duration === null ? [] : [row.duration]));
  durations.sort((a, b) => a - b);
  const median = durations[Math.floor(durations.length / 2)] ?? secondsPerPage * 1000;
  return Math.max(1, Math.round((median * pages) / 1000));
}

async function wordsOf(db: Db, projectId: string, paths: readonly string[]): Promise<number> {
  let sum = 0;
  for (const part of chunks(paths, 500)) {
    const { words } = await db
      .selectFrom('pages')
      .select((eb) => eb.fn.sum<number | null>('words').as('words'))
      .where('project_id', '=', projectId)
      .where('path', 'in', part)
      .executeTakeFirstOrThrow();
    sum += Number(words ?? 0);
  }
  return sum;
}

/** Tokens for a word, as the project's last ended jobs needed them: what they remembered cost nothing. */
async function measuredTokens(db: Db, projectId: string): Promise<typeof tokensPerWord> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['id', 'input_tokens', 'output_tokens'])
    .where('project_id', '=', projectId)
    .where('finished_at', 'is not', null)
    .where('input_tokens', '>', 0)
    .orderBy('created_at', 'desc')
    .limit(5)
    .execute();
  if (jobs.length === 0) return tokensPerWord;
  const { words } = await db
    .selectFrom('job_pages')
    .innerJoin('pages', (join) =>
      join
        .onRef('pages.project_id', '=', 'job_pages.project_id')
        .onRef('pages.path', '=', 'job_pages.page_path'),
    )
    .select((eb) => eb.fn.sum<number | null>('pages.words').as('words'))
    .where(
      'job_pages.job_id',
      'in',
      jobs.map(({ id }) => id),
    )
    .where('job_pages.state', '=', 'completed')
    .executeTakeFirstOrThrow();
  const total = Number(words ?? 0);
  if (total === 0) return tokensPerWord;
  const sum = (name: 'input_tokens' | 'output_tokens') =>
    jobs.reduce((tokens, job) => tokens + job[name], 0);
  return { input: sum('input_tokens') / total, output: sum('output_tokens') / total };
}
