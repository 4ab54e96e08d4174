import { addAudit } from '../store/audit.ts';
import { countAwaited, endWaiting, findHold } from '../store/holds.ts';
import type { NewId } from '../store/ids.ts';
import type { Store } from '../store/open.ts';
import { allProjects } from '../store/projects.ts';
import type { HoldRow } from '../store/tables.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import { releaseDeployment } from './take-in.ts';

/** What holding a deployment back needs. */
export interface HoldTools {
  readonly store: Store;
  readonly queue: TaskQueue;
  /** Output folder that holds a deployment. */
  readonly folderOf: (deploymentId: string) => string | undefined;
  readonly now: () => number;
  readonly newId: NewId;
  readonly log: (line: string) => void;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Milliseconds that readers keep the previous deployment: while changed pages are translated, and
 * while the new sources are built with their translations.
 */
export const patience = { translations: 30 * 60 * 1000, rebuild: 5 * 60 * 1000 } as const;

const interval = 500;

/**
 * Resolves when the newest deployment of a project may be shown.
 * @throws what the signal was aborted with
 */
export async function untilReleased(
  tools: HoldTools,
  projectId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await advanceHold(tools, projectId);
    if (!(await isHeld(tools.store, projectId))) return;
    await tools.sleep(interval, signal);
  }
}

/** Whether readers of a project still have its previous deployment. */
export async function isHeld(store: Store, projectId: string): Promise<boolean> {
  return (await findHold(store.db, projectId)) !== undefined;
}

/** Ends a wait that is over or has been long enough. */
export async function advanceHold(tools: HoldTools, projectId: string): Promise<void> {
  const { store, now, log } = tools;
  const hold = await findHold(store.db, projectId);
  if (hold === undefined) return;
  const waited = now() - hold.since;
  if (hold.waits === 1) {
    const awaited = await countAwaited(store.db, projectId);
    if (awaited === 0 || waited >= patience.translations) await goOn(tools, hold, awaited);
  } else if (waited >= patience.rebuild) {
    log(
      `${hold.deployment_id} goes live as it was deployed: its translations and settings were not built in time.`,
    );
    await release(tools, hold);
  }
}

/** Lets a held deployment be seen, and its events be heard; nothing when another has taken its place. */
export async function release(
  tools: Pick<HoldTools, 'store' | 'folderOf' | 'newId' | 'now'>,
  hold: HoldRow,
) {
  await releaseDeployment(tools, tools.folderOf(hold.deployment_id), hold);
}

/** All translations are there, or it is late: the site is built with what there is. */
async function goOn(tools: HoldTools, hold: HoldRow, missing: number): Promise<void> {
  const { store, queue, now, newId, log } = tools;
  const { project_id: projectId, deployment_id: deploymentId } = hold;
  const project = (await allProjects(store.db)).find(({ id }) => id === projectId);
  const isOurs = await store.transaction(async (trx) => {
    if (!(await endWaiting(trx, hold, now()))) return false;
    const key = `${projectId} held ${deploymentId}`;
    await queue.enqueue(trx, 'deploy', { projectId }, { key });
    if (missing === 0 || !project) return true;
    await addAudit(trx, {
      id: newId('aud'),
      org_id: project.org_id,
      project_id: projectId,
      actor: 'deployment',
      action: 'deployment.untranslated',
      detail: JSON.stringify({ deploymentId, missing }),
      created_at: now(),
    });
    return true;
  });
  if (isOurs && missing > 0) {
    log(
      `${project?.slug}: ${missing} translations were not finished within ${patience.translations / 60_000} minutes. ${deploymentId} goes live with the previous texts.`,
    );
  }
}
