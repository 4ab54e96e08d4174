import { chunks } from './events.ts';
import type { Db, Trx } from './open.ts';

/** Deployments of a project whose counts are kept although they are not in the folder at hand. */
const remembered = 200;

/** Deployments of a project → how many of their events are in the outbox. */
export async function readTold(db: Db, projectId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('told_events')
    .select(['deployment_id', 'lines'])
    .where('project_id', '=', projectId)
    .execute();
  return new Map(rows.map((row) => [row.deployment_id, row.lines]));
}

/**
 * Writes the counts of the deployments of a folder. Of all others only the newest are kept: another server may have
 * them on its disk, a build that failed there for example, and must not report them again.
 */
export async function writeTold(
  trx: Trx,
  projectId: string,
  told: ReadonlyMap<string, number>,
): Promise<void> {
  const [oldest] = await trx
    .selectFrom('told_events')
    .select('deployment_id')
    .where('project_id', '=', projectId)
    .orderBy('deployment_id', 'desc')
    .offset(remembered)
    .limit(1)
    .execute();
  const remove = () => trx.deleteFrom('told_events').where('project_id', '=', projectId);
  if (oldest) await remove().where('deployment_id', '<=', oldest.deployment_id).execute();
  for (const part of chunks([...told.keys()], 500)) {
    await remove().where('deployment_id', 'in', part).execute();
  }
  const rows = [...told].map(([deployment_id, lines]) => ({
    project_id: projectId,
    deployment_id,
    lines,
  }));
  for (const part of chunks(rows, 500)) await trx.insertInto('told_events').values(part).execute();
}
