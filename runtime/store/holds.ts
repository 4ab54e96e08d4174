import { targets } from './languages.ts';
import { lockProject } from './locks.ts';
import type { Db, Trx } from './open.ts';
import type { HoldRow, ProjectRow } from './tables.ts';

/** The deployment of a project that is not shown yet. */
export async function findHold(db: Db, projectId: string): Promise<HoldRow | undefined> {
  return db.selectFrom('holds').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

/** The deployment that readers get; null before the first one. */
export async function liveDeployment(
  db: Db,
  project: Pick<ProjectRow, 'id' | 'deployment_id'>,
): Promise<string | null> {
  const hold = await findHold(db, project.id);
  return hold ? hold.live_id : project.deployment_id;
}

/** All of them: what a starting server continues to serve. */
export async function listHolds(db: Db): Promise<HoldRow[]> {
  return db.selectFrom('holds').selectAll().orderBy('project_id').execute();
}

/**
 * Holds a deployment. One that arrives while another is held replaces it: the wait counts from the
 * first one, so that many deployments in a row don't hold back all of them.
 */
export async function holdDeployment(trx: Trx, hold: HoldRow): Promise<void> {
  await trx
    .insertInto('holds')
    .values(hold)
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .doUpdateSet({ deployment_id: hold.deployment_id, waits: hold.waits }),
    )
    .execute();
}

/**
 * Ends the wait for translations; false if another process has ended it, or another deployment
 * came.
 */
export async function endWaiting(
  trx: Trx,
  hold: Pick<HoldRow, 'project_id' | 'deployment_id'>,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('holds')
    .set({ waits: 0, since: now })
    .where('project_id', '=', hold.project_id)
    .where('deployment_id', '=', hold.deployment_id)
    .where('waits', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Releases a deployment; undefined if it was already released, or if another one has replaced it.
 */
export async function endHold(
  trx: Trx,
  hold: Pick<HoldRow, 'project_id' | 'deployment_id'>,
): Promise<HoldRow | undefined> {
  await lockProject(trx, hold.project_id);
  const found = await findHold(trx, hold.project_id);
  if (found?.deployment_id !== hold.deployment_id) return undefined;
  await trx.deleteFrom('holds').where('project_id', '=', hold.project_id).execute();
  return found;
}

/** Pages on their way into a language with `autoTranslate` that have no current translation. */
export async function countAwaited(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('job_pages')
    .innerJoin('languages', (join) =>
      join
        .onRef('languages.project_id', '=', 'job_pages.project_id')
        .onRef('languages.code', '=', 'job_pages.language'),
    )
    .innerJoin('pages', (join) =>
      join
        .onRef('pages.project_id', '=', 'job_pages.project_id')
        .onRef('pages.path', '=', 'job_pages.page_path'),
    )
    .innerJoin('records', (join) =>
      join
        .onRef('records.project_id', '=', 'job_pages.project_id')
        .onRef('records.language', '=', 'job_pages.language')
        .onRef('records.page_path', '=', 'job_pages.page_path'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('job_pages.project_id', '=', projectId)
    .where('job_pages.state', 'in', ['queued', 'in_progress'])
    .where('languages.auto_translate', '=', 1)
    .where((eb) =>
      eb.or([
        eb('records.translated_hash', 'is', null),
        eb('records.translated_hash', '!=', eb.ref('pages.source_hash')),
      ]),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether readers are shown anything in another language that a build of the sources alone has not. */
export async function hasTranslations(
  db: Db,
  projectId: string,
  configured: readonly string[],
): Promise<boolean> {
  const languages = await targets(db, projectId).select('code').execute();
  if (languages.some(({ code }) => !configured.includes(code))) return true;
  const row = await db
    .selectFrom('texts')
    .select('language')
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
