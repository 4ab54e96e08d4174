import { chunks } from './events.ts';
import type { Trx } from './open.ts';

/** Deployments of a project → how many of their events are in the outbox. */
export async function readTold(trx: Trx, projectId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('told_events')
    .select(['deployment_id', 'lines'])
    .where('project_id', '=', projectId)
    .execute();
  return new Map(rows.map((row) => [row.deployment_id, row.lines]));
}

/** Replaces the data of a project: deleted deployments are removed. */
export async function writeTold(
  trx: Trx,
  projectId: string,
  told: ReadonlyMap<string, number>,
): Promise<void> {
  await trx.deleteFrom('told_events').where('project_id', '=', projectId).execute();
  const rows = [...told].map(([deployment_id, lines]) => ({
    project_id: projectId,
    deployment_id,
    lines,
  }));
  for (const part of chunks(rows, 500)) await trx.insertInto('told_events').values(part).execute();
}
