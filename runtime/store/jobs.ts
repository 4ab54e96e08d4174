import { ApiError } from '../../schema/errors.ts';
import { planOf } from '../../schema/plans.ts';
import { chunks } from './events.ts';
import type { Flag } from './flag.ts';
import {
  candidates,
  heldPages,
  lockJob,
  type NewJob,
  revertRecords,
  upgradeHeld,
} from './job-pages.ts';
import { assertTarget, remainingPages, secondsFor } from './job-scope.ts';
import { countLanguages } from './languages.ts';
import { type Listed, type ListPart, listRows, newestFirst } from './list-part.ts';
import { lockOrg, lockProject } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import type { JobRow, OrgRow } from './tables.ts';

/**
 * Records a job with its pages. Nothing is queued if the monthly quota is too small for all of
 * them, or if the project has more languages than its plan allows. Pages held by another job are
 * not added again. `enqueue` runs in the same transaction.
 */
export async function createJob(
  store: Store,
  job: NewJob,
  enqueue: (trx: Trx, jobId: string) => Promise<void>,
): Promise<JobRow> {
  return store.transaction((trx) => createJobIn(trx, job, enqueue));
}

/** The same within a transaction of the caller's. */
export async function createJobIn(
  trx: Trx,
  job: NewJob,
  enqueue: (trx: Trx, jobId: string) => Promise<void>,
): Promise<JobRow> {
  const org = await lockOrg(trx, job.orgId);
  const project = await lockProject(trx, job.projectId);
  if (!org || !project) throw new ApiError('NOT_FOUND', 'Project not found.');
  await assertTarget(trx, job);
  await assertLanguagesAllowed(trx, job.projectId, org);

  const wanted = await candidates(trx, job);
  const held = await heldPages(trx, job);
  const free = wanted.filter(({ path }) => !held.has(path));
  // A stale page is requested only where it has changed.
  const force = job.force && job.scope !== 'stale';
  if (force) {
    const paths = wanted.map(({ path }) => path);
    await upgradeHeld(trx, job, paths);
  }
  const pages = await withinMonth(trx, job, { org, free });

  const row = newRow(job, {
    pages: pages.length,
    estimated: pages.length === 0 ? 0 : await secondsFor(trx, job, pages.length),
  });
  await trx.insertInto('jobs').values(row).execute();
  await insertPages(trx, job, { pages, force });
  if (pages.length > 0) await enqueue(trx, job.id);
  return row;
}

async function assertLanguagesAllowed(trx: Trx, projectId: string, org: OrgRow): Promise<void> {
  const { languages: allowed } = planOf(org.plan);
  const languages = await countLanguages(trx, projectId);
  if (allowed === null || languages <= allowed) return;
  throw new ApiError(
    'LIMIT_EXCEEDED',
    `The project has ${languages} target languages, but the ${org.plan} plan allows ${allowed}.`,
    { details: [{ path: '', code: 'languages', message: `${languages} of ${allowed}` }] },
  );
}

/**
 * The pages that a job gets: all of them, or without those that are only partly in the source language if
 * the month's quota is too small for these.
 * @throws ApiError `LIMIT_EXCEEDED` if it is too small for the others as well
 */
async function withinMonth(
  trx: Trx,
  job: NewJob,
  { org, free }: { readonly org: OrgRow; readonly free: Awaited<ReturnType<typeof candidates>> },
): Promise<readonly string[]> {
  const pages = free.map(({ path }) => path);
  const remaining = await remainingPages(trx, org, job.period);
  if (remaining === null || pages.length <= remaining) return pages;
  const needed = job.alsoPartial
    ? free.flatMap(({ path, isPartial }) => (isPartial ? [] : [path]))
    : pages;
  if (needed.length <= remaining) return needed;
  const { pages: allowed } = planOf(org.plan);
  throw beyondMonth(job, { needed: needed.length, remaining, allowed });
}

function beyondMonth(
  { period, now }: NewJob,
  {
    needed,
    remaining,
    allowed,
  }: { readonly needed: number; readonly remaining: number; readonly allowed: number | null },
): ApiError {
  const message = `${needed} needed, ${remaining} remaining`;
  return new ApiError(
    'LIMIT_EXCEEDED',
    `The job needs ${needed} page translations, but only ${remaining} of ${allowed} are left this month.`,
    {
      details: [{ path: '', code: 'pages', message, needed, remaining }],
      headers: { 'Retry-After': String(Math.ceil((period.end - now) / 1000)) },
    },
  );
}

/** A new job; one without pages is completed at once. */
function newRow(
  job: NewJob,
  { pages, estimated }: { readonly pages: number; readonly estimated: number },
): JobRow {
  const isEmpty = pages === 0;
  return {
    id: job.id,
    project_id: job.projectId,
    language: job.language,
    scope: job.scope,
    page_path: job.pagePath,
    force: job.force ? 1 : 0,
    status: isEmpty ? 'completed' : 'queued',
    pages_queued: pages,
    pages_completed: 0,
    pages_failed: 0,
    estimated_duration: estimated,
    created_at: job.now,
    started_at: isEmpty ? job.now : null,
    finished_at: isEmpty ? job.now : null,
    error_message: null,
    failing_since: null,
    ...{ requests: 0, input_tokens: 0, output_tokens: 0, source_words: 0 },
  };
}

async function insertPages(
  trx: Trx,
  job: NewJob,
  { pages, force }: { readonly pages: readonly string[]; readonly force: boolean },
): Promise<void> {
  for (const part of chunks(pages, 500)) {
    await trx
      .insertInto('job_pages')
      .values(
        part.map((page_path) => ({
          job_id: job.id,
          project_id: job.projectId,
          language: job.language,
          page_path,
          force: force ? 1 : 0,
          state: 'queued',
          duration: null,
          updated_at: job.now,
          failing_since: null,
        })),
      )
      .execute();
  }
}

/** The job of that id within a project. */
export async function findJob(
  db: Db,
  projectId: string,
  jobId: string,
): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', jobId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** A job by its id, of whatever project: for the task that does it. */
export async function findAnyJob(db: Db, id: string): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** One page of a project's jobs, newest first. */
export async function listJobs(
  db: Db,
  query: ListPart & {
    readonly projectId: string;
    readonly language?: string | undefined;
    readonly status?: string | undefined;
  },
): Promise<Listed<JobRow>> {
  let base = db.selectFrom('jobs').where('project_id', '=', query.projectId);
  if (query.language !== undefined) base = base.where('language', '=', query.language);
  if (query.status !== undefined) base = base.where('status', '=', query.status);
  return listRows(base, newestFirst, query);
}

/** Jobs that a killed process may have left unfinished: to be enqueued again at start. */
export async function openJobs(db: Db): Promise<{ id: string; livemode: Flag }[]> {
  return db
    .selectFrom('jobs')
    .innerJoin('projects', 'projects.id', 'jobs.project_id')
    .select(['jobs.id', 'projects.livemode'])
    .where('jobs.status', 'in', ['queued', 'running'])
    .orderBy('jobs.created_at')
    .orderBy('jobs.id')
    .execute();
}

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
