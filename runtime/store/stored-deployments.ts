import { sql } from 'kysely';
import type { Db, Store, Trx } from './open.ts';
import type { StoredDeploymentRow } from './tables.ts';

/** What servers know of the deployments in object storage: one row for each, of which one is live. */
export type Stored = Pick<
  StoredDeploymentRow,
  'project_id' | 'deployment_id' | 'list_hash' | 'rebuild_of'
>;

/** The stored deployments of all projects, or of one, the one that went live last first. */
export async function storedDeployments(
  db: Db,
  projectId?: string,
): Promise<StoredDeploymentRow[]> {
  let query = db.selectFrom('stored_deployments').selectAll();
  if (projectId !== undefined) query = query.where('project_id', '=', projectId);
  return query
    .orderBy('project_id')
    .orderBy('is_live', 'desc')
    .orderBy('live_at', 'desc')
    .orderBy('deployment_id', 'desc')
    .execute();
}

/** The deployment of a project that all servers show. */
export async function liveStored(db: Db, projectId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('stored_deployments')
    .select('deployment_id')
    .where('project_id', '=', projectId)
    .where('is_live', '=', 1)
    .executeTakeFirst();
  return row?.deployment_id;
}

/** Makes a deployment that is in object storage the live one, in one transaction, and tells all servers. */
export async function makeStoredLive(
  store: Store,
  { project_id, deployment_id, list_hash, rebuild_of, now }: Stored & { readonly now: number },
): Promise<void> {
  await store.transaction(async (trx) => {
    await trx
      .updateTable('stored_deployments')
      .set({ is_live: 0 })
      .where('project_id', '=', project_id)
      .where('is_live', '=', 1)
      .execute();
    await trx
      .insertInto('stored_deployments')
      .values({ project_id, deployment_id, list_hash, rebuild_of, is_live: 1, live_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'deployment_id'])
          .doUpdateSet({ is_live: 1, live_at: now, list_hash }),
      )
      .execute();
    await tell(trx, project_id);
  });
}

/** Forgets deployments that are not live. */
export async function forgetStored(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('stored_deployments')
    .where('project_id', '=', projectId)
    .where('deployment_id', 'in', ids)
    .where('is_live', '=', 0)
    .execute();
}

/** Heard by the sessions of all servers once the transaction is over (`servers.ts`). */
async function tell(trx: Trx, projectId: string): Promise<void> {
  await sql`select pg_notify('docent_' || current_schema(), ${projectId})`.execute(trx);
}
