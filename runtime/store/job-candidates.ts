import type { Period } from '../../schema/plans.ts';
import { chunks } from './events.ts';
import type { Db, Trx } from './open.ts';

/** What a job is to translate, already validated by its JSON Schema. */
export interface JobScope {
  readonly projectId: string;
  readonly language: string;
  readonly scope: 'all' | 'page' | 'stale';
  readonly pagePath: string | null;
  readonly force: boolean;
  /** Pages named by a deployment instead of found by scope. */
  readonly only?: readonly string[];
  /** Also includes pages that are partly in the source language, within the monthly limit. */
  readonly alsoPartial?: true;
}

/** Parameters of a trigger. */
export interface NewJob extends JobScope {
  readonly id: string;
  /** Whether its one page is no person's any more, once the job is made. */
  readonly release?: boolean;
  readonly orgId: string;
  readonly now: number;
  readonly period: Period;
}

/** A page that a job may take. */
export interface Candidate {
  readonly path: string;
  /** Its translation is current, but for segments that are in the source language. */
  readonly isPartial: boolean;
}

/**
 * Pages of the scope that can be translated now, by path; never those owned by a person. Those that
 * are partly in the source language are requested again.
 */
export async function candidates(db: Db, job: JobScope): Promise<Candidate[]> {
  const always = ['pending', 'stale', 'failed', 'in_progress'];
  const statuses =
    job.scope === 'stale' && !job.only
      ? ['stale']
      : job.force || job.only
        ? [...always, 'completed']
        : always;
  const takesPartial = job.only ? job.alsoPartial === true : job.scope !== 'stale';
  let query = db
    .selectFrom('records')
    .select(['page_path', 'status', 'fallback_segments'])
    .where('project_id', '=', job.projectId)
    .where('language', '=', job.language)
    .where('human_owned', '=', 0)
    .where((eb) =>
      takesPartial
        ? eb.or([eb('status', 'in', statuses), eb('fallback_segments', '>', 0)])
        : eb('status', 'in', statuses),
    );
  if (job.pagePath !== null) query = query.where('page_path', '=', job.pagePath);
  const rows = await query.orderBy('page_path').execute();
  const only = job.only && new Set(job.only);
  return rows.flatMap(({ page_path: path, status, fallback_segments: fallbacks }) => {
    const isPartial = status === 'completed' && fallbacks > 0;
    const isWanted = !only || only.has(path) || (takesPartial && isPartial);
    return isWanted ? [{ path, isPartial: isPartial && !only?.has(path) }] : [];
  });
}

/** Pages held by jobs of the language. */
export async function heldPages(
  db: Db,
  job: Pick<JobScope, 'projectId' | 'language'>,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('job_pages')
    .select('page_path')
    .where('project_id', '=', job.projectId)
    .where('language', '=', job.language)
    .where('state', 'in', ['queued', 'in_progress'])
    .execute();
  return new Set(rows.map((row) => row.page_path));
}

/** A forced job also forces queued pages. */
export async function upgradeHeld(trx: Trx, job: NewJob, paths: readonly string[]): Promise<void> {
  for (const part of chunks(paths, 500)) {
    await trx
      .updateTable('job_pages')
      .set({ force: 1 })
      .where('project_id', '=', job.projectId)
      .where('language', '=', job.language)
      .where('state', '=', 'queued')
      .where('page_path', 'in', part)
      .execute();
  }
}

/** A page that is a person's now is not translated: what a model has of it in its hands is discarded. */
export async function cancelHeld(
  trx: Trx,
  page: Pick<JobScope, 'projectId' | 'language'> & { readonly pagePath: string },
  now: number,
): Promise<void> {
  await trx
    .updateTable('job_pages')
    .set({ state: 'cancelled', updated_at: now })
    .where('project_id', '=', page.projectId)
    .where('language', '=', page.language)
    .where('page_path', '=', page.pagePath)
    .where('state', 'in', ['queued', 'in_progress'])
    .execute();
}

/** Pages that jobs of the organization have yet to translate: their units are reserved. */
export async function openPages(db: Db, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('job_pages')
    .innerJoin('projects', 'projects.id', 'job_pages.project_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('projects.org_id', '=', orgId)
    .where('job_pages.state', 'in', ['queued', 'in_progress'])
    .executeTakeFirstOrThrow();
  return count;
}
