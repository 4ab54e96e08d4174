import { chunks } from './events.ts';
import { type Listed, type ListPart, listRows, newestFirst } from './list-part.ts';
import type { Db, Trx } from './open.ts';
import type { DeploymentChangeRow, DeploymentRow } from './tables.ts';

/** How many deployments of a project are remembered. */
const remembered = 100;

/** Adds a deployment with the pages that it changes; false for one that is known already, which stays as it is. */
export async function logDeployment(
  trx: Trx,
  deployment: DeploymentRow,
  changes: readonly Pick<DeploymentChangeRow, 'page_path' | 'title' | 'change'>[],
): Promise<boolean> {
  const { project_id, id: deployment_id } = deployment;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('deployments')
    .values(deployment)
    .onConflict((conflict) => conflict.columns(['project_id', 'id']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  const rows = changes.map((change) => ({ ...change, project_id, deployment_id }));
  for (const part of chunks(rows, 500)) {
    await trx.insertInto('deployment_changes').values(part).execute();
  }
  const [oldest] = await trx
    .selectFrom('deployments')
    .select('created_at')
    .where('project_id', '=', project_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(remembered)
    .limit(1)
    .execute();
  if (!oldest) return true;
  await trx
    .deleteFrom('deployments')
    .where('project_id', '=', project_id)
    .where('created_at', '<=', oldest.created_at)
    .where('id', '!=', deployment_id)
    .execute();
  return true;
}

/** One page of the deployments of a project, the newest first. */
export async function listDeployments(
  db: Db,
  query: ListPart & { readonly projectId: string; readonly branch?: string | undefined },
): Promise<Listed<DeploymentRow>> {
  let base = db.selectFrom('deployments').where('project_id', '=', query.projectId);
  if (query.branch !== undefined) base = base.where('branch', '=', query.branch);
  return listRows(base, newestFirst, query);
}

/** One deployment of a project. */
export async function findDeployment(
  db: Db,
  projectId: string,
  id: string,
): Promise<DeploymentRow | undefined> {
  return db
    .selectFrom('deployments')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Notes that someone made a deployment live again. */
export async function notePromoted(
  db: Db,
  { projectId, id, now }: { readonly projectId: string; readonly id: string; readonly now: number },
): Promise<void> {
  await db
    .updateTable('deployments')
    .set({ promoted_at: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
}

/** Removes a deployment of a project; false if there is none. */
export async function removeLoggedDeployment(
  db: Db,
  projectId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('deployments')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** One page of what a deployment changed, by page path. */
export async function listChanges(
  db: Db,
  query: ListPart & {
    readonly projectId: string;
    readonly deploymentId: string;
    readonly change?: DeploymentChangeRow['change'] | undefined;
  },
): Promise<Listed<DeploymentChangeRow>> {
  let base = db
    .selectFrom('deployment_changes')
    .where('project_id', '=', query.projectId)
    .where('deployment_id', '=', query.deploymentId);
  if (query.change !== undefined) base = base.where('change', '=', query.change);
  return listRows(base, { columns: ['page_path'], order: 'asc' }, query);
}

/** What a deployment did to a page; undefined if that is nothing. */
export async function findChange(
  db: Db,
  deployment: Pick<DeploymentRow, 'project_id' | 'id'>,
  pagePath: string,
): Promise<DeploymentChangeRow | undefined> {
  return db
    .selectFrom('deployment_changes')
    .selectAll()
    .where('project_id', '=', deployment.project_id)
    .where('deployment_id', '=', deployment.id)
    .where('page_path', '=', pagePath)
    .executeTakeFirst();
}
