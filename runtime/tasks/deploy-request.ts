import type { RebuildCause } from '../../schema/build.ts';
import { given } from '../../schema/given.ts';
import type { Db } from '../store/open.ts';
import type { TaskQueue } from './queue.ts';

/** Asks for a build that shows the translations there are now. */
export async function requestDeploy(
  { queue }: { readonly queue: TaskQueue },
  db: Db,
  {
    projectId,
    reason,
    cause,
    runAt,
  }: {
    readonly projectId: string;
    readonly reason: string;
    readonly cause: RebuildCause;
    readonly runAt?: number;
  },
): Promise<void> {
  // A key of its own: one that runs already may have read the texts before this change.
  const key = `${projectId} ${reason}`;
  await queue.enqueue(db, 'deploy', { projectId, cause }, { key, ...given({ runAt }) });
}
