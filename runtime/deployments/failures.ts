import { lockOrg, lockProject } from '../store/locks.ts';
import { findPublicProject } from '../store/projects.ts';
import type { DeployedTools } from './arriving.ts';
import { tell } from './tell.ts';
import { hasUntoldFailures, takeFailures } from './untold-events.ts';

/**
 * Publishes the events of builds that failed in the folder of a project, once each, whichever server sees them first.
 * Returns whether there were any.
 */
export async function tellFailures(
  tools: Pick<DeployedTools, 'store' | 'now' | 'newId'>,
  { projectId, out }: { readonly projectId: string; readonly out: string },
): Promise<boolean> {
  const { store } = tools;
  // Most looks find nothing, and need no lock.
  if (!(await hasUntoldFailures(store.db, out, projectId))) return false;
  return store.transaction(async (trx) => {
    const found = await findPublicProject(trx, projectId, '');
    if (!found) return false;
    await lockOrg(trx, found.org_id);
    const project = await lockProject(trx, found.id);
    if (!project) return false;
    const events = await takeFailures(trx, out, projectId);
    await tell(tools, trx, { project, events });
    return events.length > 0;
  });
}
