import { ApiError } from '../../schema/errors.ts';
import { lockJob, revertRecords } from './job-pages.ts';
import { findJob } from './jobs.ts';
import { lockOrg, lockProject } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import type { JobRow } from './tables.ts';

/** Cancels a job; its pages return to the status they had. A finished job stays as it is. */
export async function cancelJob(
  store: Store,
  where: { readonly projectId: string; readonly jobId: string; readonly now: number },
): Promise<JobRow> {
  return store.transaction(async (trx) => {
    await lockProject(trx, where.projectId);
    const job = await findJob(trx, where.projectId, where.jobId);
    if (!job) throw new ApiError('NOT_FOUND', 'Job not found.');
    if (job.status !== 'queued' && job.status !== 'running') return job;
    await revertRecords(trx, job.id);
    await trx
      .updateTable('job_pages')
      .set({ state: 'cancelled', updated_at: where.now })
      .where('job_id', '=', job.id)
      .where('state', 'in', ['queued', 'in_progress'])
      .execute();
    await trx
      .updateTable('jobs')
      .set({ status: 'cancelled', finished_at: where.now })
      .where('id', '=', job.id)
      .execute();
    return { ...job, status: 'cancelled', finished_at: where.now };
  });
}

/**
 * Ends a job that has no page left; the status depends on the results of its pages. Follow-up work
 * runs in the same transaction, so that a process that dies in between leaves nothing half done.
 */
export async function closeJob(
  store: Store,
  jobId: string,
  now: number,
  follow: (trx: Trx) => Promise<void> = async () => {},
): Promise<JobRow | undefined> {
  return store.transaction(async (trx) => {
    const owner = await trx
      .selectFrom('jobs')
      .innerJoin('projects', 'projects.id', 'jobs.project_id')
      .select('projects.org_id')
      .where('jobs.id', '=', jobId)
      .executeTakeFirst();
    // Before the project, as always: follow-up work may count towards the month.
    if (owner) await lockOrg(trx, owner.org_id);
    const job = await lockJob(trx, jobId);
    if (!job || (job.status !== 'queued' && job.status !== 'running')) return job;
    const open = await trx
      .selectFrom('job_pages')
      .select('page_path')
      .where('job_id', '=', jobId)
      .where('state', 'in', ['queued', 'in_progress'])
      .executeTakeFirst();
    if (open) return job;
    const status =
      job.pages_failed === 0 ? 'completed' : job.pages_completed === 0 ? 'failed' : 'partial';
    await trx
      .updateTable('jobs')
      .set({ status, finished_at: now })
      .where('id', '=', jobId)
      .execute();
    await follow(trx);
    return { ...job, status, finished_at: now };
  });
}

/** Keeps since when the model has been failing a job; undefined when it answers again. */
export async function keepOutage(db: Db, jobId: string, since: number | undefined): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ failing_since: since ?? null })
    .where('id', '=', jobId)
    .execute();
}

/** Ends a job that can't go on: the pages it has left count as failed, their records as if it had never been. */
export async function abandonJob(
  store: Store,
  jobId: string,
  { now, message }: { readonly now: number; readonly message: string },
): Promise<void> {
  await store.transaction(async (trx) => {
    const job = await lockJob(trx, jobId);
    if (!job || (job.status !== 'queued' && job.status !== 'running')) return;
    await revertRecords(trx, jobId);
    const { numUpdatedRows } = await trx
      .updateTable('job_pages')
      .set({ state: 'failed', updated_at: now })
      .where('job_id', '=', jobId)
      .where('state', 'in', ['queued', 'in_progress'])
      .executeTakeFirst();
    await trx
      .updateTable('jobs')
      .set({
        status: job.pages_completed === 0 ? 'failed' : 'partial',
        pages_failed: job.pages_failed + Number(numUpdatedRows),
        finished_at: now,
        error_message: message,
      })
      .where('id', '=', jobId)
      .execute();
  });
}
