import { sql } from 'kysely';
import type { Db, Trx } from './open.ts';
import type { DeploymentRunRow } from './tables.ts';

/** Runs of a project that are remembered: those that go on, and the last ones that failed. */
const remembered = 20;

/** Adds a deployment that is being made, and forgets the oldest ones. */
export async function addRun(db: Db, run: DeploymentRunRow): Promise<void> {
  await db.insertInto('deployment_runs').values(run).execute();
  const [oldest] = await db
    .selectFrom('deployment_runs')
    .select('id')
    .where('project_id', '=', run.project_id)
    .orderBy('id', 'desc')
    .offset(remembered)
    .limit(1)
    .execute();
  if (!oldest) return;
  await db
    .deleteFrom('deployment_runs')
    .where('project_id', '=', run.project_id)
    .where('id', '<=', oldest.id)
    .execute();
}

/** Notes how far a run is, or that it has failed. */
export async function changeRun(
  db: Db,
  id: string,
  change: Partial<Omit<DeploymentRunRow, 'id' | 'project_id' | 'cause' | 'started_at'>>,
): Promise<void> {
  await db.updateTable('deployment_runs').set(change).where('id', '=', id).execute();
}

/** Counts blocks of an upload that have arrived; one that comes twice makes no more than there are. */
export async function receiveInRun(
  db: Db,
  id: string,
  { blocks, now }: { readonly blocks: number; readonly now: number },
): Promise<void> {
  await db
    .updateTable('deployment_runs')
    .set({
      done: sql<number>`case when done + ${blocks} > total then total else done + ${blocks} end`,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Forgets a run that has ended well. */
export async function endRun(db: Db, id: string): Promise<void> {
  await db.deleteFrom('deployment_runs').where('id', '=', id).execute();
}

/** Milliseconds without a sign of life after which a run is lost. */
export const runPatience = 60_000;

/** Forgets what failed or was lost: another deployment was imported since. */
export async function forgetFailedRuns(trx: Trx, projectId: string, now: number): Promise<void> {
  await trx
    .deleteFrom('deployment_runs')
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('state', '=', 'failed'), eb('updated_at', '<', now - runPatience)]))
    .execute();
}

/** The runs of a project, the newest first. */
export async function listRuns(db: Db, projectId: string): Promise<DeploymentRunRow[]> {
  return db
    .selectFrom('deployment_runs')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();
}
