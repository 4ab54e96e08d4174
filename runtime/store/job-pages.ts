import { sql } from 'kysely';
import type { Period } from '../../schema/plans.ts';
import { lockOrg, lockProject } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import { completeRecord, type Fallback, failRecord } from './records.ts';
import type { JobPageRow, JobRow } from './tables.ts';

/**
 * Takes the next page of a job for translation, marking job, page and record as in progress.
 * Undefined if none is left or the job was cancelled.
 */
export async function beginPage(
  store: Store,
  jobId: string,
  now: number,
): Promise<JobPageRow | undefined> {
  return store.transaction(async (trx) => {
    const job = await lockJob(trx, jobId);
    if (!job || (job.status !== 'queued' && job.status !== 'running')) return undefined;
    const page = await nextPage(trx, jobId, now);
    if (!page) return undefined;
    await trx
      .updateTable('job_pages')
      .set({ state: 'in_progress', updated_at: now })
      .where('job_id', '=', jobId)
      .where('page_path', '=', page.page_path)
      .execute();
    if (job.status === 'queued') {
      await trx
        .updateTable('jobs')
        .set({ status: 'running', started_at: now })
        .where('id', '=', jobId)
        .execute();
    }
    await trx
      .updateTable('records')
      .set({
        previous_status: sql`case when status = 'in_progress' then previous_status else status end`,
        status: 'in_progress',
      })
      .where('project_id', '=', page.project_id)
      .where('language', '=', page.language)
      .where('page_path', '=', page.page_path)
      .execute();
    return { ...page, state: 'in_progress' };
  });
}

/** The next queued page that is still the machine's; those that are a person's by now are cancelled. */
async function nextPage(trx: Trx, jobId: string, now: number): Promise<JobPageRow | undefined> {
  for (;;) {
    const page = await trx
      .selectFrom('job_pages')
      .selectAll()
      .where('job_id', '=', jobId)
      .where('state', '=', 'queued')
      .orderBy('page_path')
      .executeTakeFirst();
    if (!page || !(await isOwned(trx, page))) return page;
    await trx
      .updateTable('job_pages')
      .set({ state: 'cancelled', updated_at: now })
      .where('job_id', '=', jobId)
      .where('page_path', '=', page.page_path)
      .execute();
  }
}

async function isOwned(trx: Trx, page: JobPageRow): Promise<boolean> {
  const record = await trx
    .selectFrom('records')
    .select('human_owned')
    .where('project_id', '=', page.project_id)
    .where('language', '=', page.language)
    .where('page_path', '=', page.page_path)
    .executeTakeFirst();
  return record?.human_owned === 1;
}

/** How a page of a job ended. */
export type PageOutcome =
  | {
      readonly type: 'completed';
      readonly text: string;
      readonly title: string;
      readonly fromHash: string;
      readonly contentHash: string;
      readonly fallback?: Fallback;
      /** State of the glossary that it was made with. */
      readonly glossary?: string;
    }
  | { readonly type: 'failed'; readonly code: string; readonly message: string };

/**
 * Stores how a page of a job ended. A page whose job was cancelled meanwhile, or that is a person's by now, is
 * discarded: `false`.
 */
export async function finishPage(
  store: Store,
  page: JobPageRow,
  work: {
    readonly orgId: string;
    readonly period: Period;
    readonly outcome: PageOutcome;
    readonly now: number;
  },
): Promise<boolean> {
  const { outcome, now } = work;
  return store.transaction(async (trx) => {
    await lockOrg(trx, work.orgId);
    await lockProject(trx, page.project_id);
    if (await isOwned(trx, page)) {
      await discard(trx, page, now);
      return false;
    }
    const { numUpdatedRows } = await trx
      .updateTable('job_pages')
      .set({ state: outcome.type, updated_at: now, duration: Math.max(0, now - page.updated_at) })
      .where('job_id', '=', page.job_id)
      .where('page_path', '=', page.page_path)
      .where('state', '=', 'in_progress')
      .where('job_id', 'in', (eb) =>
        eb.selectFrom('jobs').select('id').where('status', '!=', 'cancelled'),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      await discard(trx, page, now);
      return false;
    }
    const ref = {
      projectId: page.project_id,
      language: page.language,
      pagePath: page.page_path,
    };
    if (outcome.type === 'completed') {
      await completeRecord(trx, ref, { ...outcome, orgId: work.orgId, period: work.period, now });
    } else {
      await failRecord(trx, ref, { code: outcome.code, message: outcome.message, now });
    }
    await trx
      .updateTable('jobs')
      .set(
        outcome.type === 'completed'
          ? { pages_completed: sql<number>`pages_completed + 1` }
          : { pages_failed: sql<number>`pages_failed + 1`, error_message: outcome.message },
      )
      .where('id', '=', page.job_id)
      .execute();
    return true;
  });
}

/** Cancels a page that is in progress: its record has the status again that it had. */
async function discard(trx: Trx, page: JobPageRow, now: number): Promise<void> {
  await revertRecords(trx, page.job_id, page.page_path);
  // Whoever removes its language waits for it to come back.
  await trx
    .updateTable('job_pages')
    .set({ state: 'cancelled', updated_at: now })
    .where('job_id', '=', page.job_id)
    .where('page_path', '=', page.page_path)
    .where('state', '=', 'in_progress')
    .execute();
}

/** Keeps when the model first failed on a page. */
export async function keepFailure(
  db: Db,
  page: Pick<JobPageRow, 'job_id' | 'page_path'>,
  since: number | undefined,
): Promise<void> {
  await db
    .updateTable('job_pages')
    .set({ failing_since: since ?? null })
    .where('job_id', '=', page.job_id)
    .where('page_path', '=', page.page_path)
    .execute();
}

/** Returns pages held by a dead process to their job: called before a job runs again. */
export async function requeuePages(store: Store, jobId: string, now: number): Promise<void> {
  await store.transaction(async (trx) => {
    await lockJob(trx, jobId);
    // If the job is cancelled before the page starts again, its record is unchanged.
    await revertRecords(trx, jobId);
    await trx
      .updateTable('job_pages')
      .set({ state: 'queued', updated_at: now })
      .where('job_id', '=', jobId)
      .where('state', '=', 'in_progress')
      .execute();
  });
}

/** Pages of a job whose source has changed since their translation started. */
export async function latePages(db: Db, jobId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('job_pages')
    .innerJoin('records', (join) =>
      join
        .onRef('records.project_id', '=', 'job_pages.project_id')
        .onRef('records.language', '=', 'job_pages.language')
        .onRef('records.page_path', '=', 'job_pages.page_path'),
    )
    .select('job_pages.page_path')
    .where('job_pages.job_id', '=', jobId)
    .where('job_pages.state', '=', 'completed')
    .where('records.status', '=', 'stale')
    .orderBy('job_pages.page_path')
    .execute();
  return rows.map((row) => row.page_path);
}

/** Pages that have a translation in the language of a job, or get one from it. */
export async function shownPages(db: Db, job: JobRow): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('records')
    .select('page_path')
    .where('project_id', '=', job.project_id)
    .where('language', '=', job.language)
    .where((eb) =>
      eb.or([
        eb('human_owned', '=', 1),
        eb('translated_hash', 'is not', null),
        eb(
          'page_path',
          'in',
          eb.selectFrom('job_pages').select('page_path').where('job_id', '=', job.id),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map((row) => row.page_path));
}

/** Locks the project of a job, then reads the job: the order every other transaction takes. */
export async function lockJob(trx: Trx, jobId: string): Promise<JobRow | undefined> {
  const found = await trx
    .selectFrom('jobs')
    .select('project_id')
    .where('id', '=', jobId)
    .executeTakeFirst();
  if (!found) return undefined;
  await lockProject(trx, found.project_id);
  return trx.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst();
}

/** Gives the records of pages that a job has on their way, or of one of them, the status they had. */
export async function revertRecords(trx: Trx, jobId: string, path?: string): Promise<void> {
  const those = path === undefined ? sql`` : sql`and jp.page_path = ${path}`;
  await sql`update records set status = coalesce(previous_status, 'pending'), previous_status = null
    where status = 'in_progress' and exists (
      select 1 from job_pages jp where jp.job_id = ${jobId} and jp.state = 'in_progress' ${those}
        and jp.project_id = records.project_id and jp.language = records.language
        and jp.page_path = records.page_path
    )`.execute(trx);
}
