import type { Db } from './open.ts';

/** What a page or a snippet of a job has cost. */
export interface UnitCost {
  readonly requests: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Words that stay in the source language. */
  readonly sourceWords: number;
}

/** Adds the cost of a unit to its job, as soon as the unit is done: a killed process loses one page's. */
export async function addJobCost(db: Db, jobId: string, cost: UnitCost): Promise<void> {
  await db
    .updateTable('jobs')
    .set((eb) => ({
      requests: eb('requests', '+', cost.requests),
      input_tokens: eb('input_tokens', '+', cost.inputTokens),
      output_tokens: eb('output_tokens', '+', cost.outputTokens),
      source_words: eb('source_words', '+', cost.sourceWords),
    }))
    .where('id', '=', jobId)
    .execute();
}

/** Pages of a job by how they ended; `partial` has segments in the source language. */
export interface JobPageCounts {
  readonly completed: number;
  readonly partial: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly open: number;
}

/** The pages of a job, and why the first of those that failed did so. */
export async function jobReport(
  db: Db,
  jobId: string,
  mostFailures: number,
): Promise<{
  readonly pages: JobPageCounts;
  /** Words of their sources. */
  readonly words: number;
  readonly failures: readonly { readonly path: string; readonly message: string }[];
}> {
  const ofJob = db
    .selectFrom('job_pages')
    .innerJoin('records', (join) =>
      join
        .onRef('records.project_id', '=', 'job_pages.project_id')
        .onRef('records.language', '=', 'job_pages.language')
        .onRef('records.page_path', '=', 'job_pages.page_path'),
    )
    .where('job_pages.job_id', '=', jobId);
  const states = await db
    .selectFrom('job_pages')
    .select((eb) => ['state', eb.fn.countAll<number>().as('pages')])
    .where('job_id', '=', jobId)
    .groupBy('state')
    .execute();
  const { partial } = await ofJob
    .select((eb) => eb.fn.countAll<number>().as('partial'))
    .where('job_pages.state', '=', 'completed')
    .where('records.fallback_segments', '>', 0)
    .executeTakeFirstOrThrow();
  const { words } = await db
    .selectFrom('job_pages')
    .innerJoin('pages', (join) =>
      join
        .onRef('pages.project_id', '=', 'job_pages.project_id')
        .onRef('pages.path', '=', 'job_pages.page_path'),
    )
    .select((eb) => eb.fn.sum<number | null>('pages.words').as('words'))
    .where('job_pages.job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  const failures = await ofJob
    .select(['job_pages.page_path as path', 'records.error_message as message'])
    .where('job_pages.state', '=', 'failed')
    .orderBy('job_pages.page_path')
    .limit(mostFailures)
    .execute();
  const count = (...names: readonly string[]) =>
    states.reduce((sum, { state, pages }) => sum + (names.includes(state) ? Number(pages) : 0), 0);
  return {
    pages: {
      completed: count('completed') - Number(partial),
      partial: Number(partial),
      failed: count('failed'),
      cancelled: count('cancelled'),
      open: count('queued', 'in_progress'),
    },
    words: Number(words ?? 0),
    failures: failures.map(({ path, message }) => ({ path, message: message ?? '' })),
  };
}
