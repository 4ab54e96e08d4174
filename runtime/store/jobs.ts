import { ApiError } from '../../schema/errors.ts';
import { planOf } from '../../schema/plans.ts';
import { chunks } from './events.ts';
import type { Flag } from './flag.ts';
import { candidates, heldPages, type NewJob, upgradeHeld } from './job-candidates.ts';
import { assertTarget, remainingPages, secondsFor } from './job-scope.ts';
import { countLanguages } from './languages.ts';
import { type Listed, type ListPart, listRows, newestFirst } from './list-part.ts';
import { lockOrg, lockProject } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import { release } from './records.ts';
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
  if (job.release && job.pagePath !== null) await release(trx, { ...job, pagePath: job.pagePath });

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
