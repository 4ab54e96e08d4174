import { join } from 'node:path';
import { makeLiveHere } from '../../pipeline/output/place-stored.ts';
import { listDeployments, readCurrent, readDeploymentFile } from '../../pipeline/output/read.ts';
import { finishStored, isStored, noteProject } from '../../pipeline/output/stored.ts';
import { messageOf } from '../../schema/errors.ts';
import { findHold } from '../store/holds.ts';
import { liveStored, makeStoredLive, storedDeployments } from '../store/stored-deployments.ts';
import type { StoredDeploymentRow } from '../store/tables.ts';
import { inParallel } from './in-parallel.ts';
import { pullDeployment } from './pull.ts';
import { pushDeployment } from './push.ts';
import type { State } from './state.ts';
import { forgetRows, removeDeleted } from './sweep.ts';

/** The folder of a project on this disk. */
export function folderOf({ folders, out }: State, project: string): string {
  return folders.get(project) ?? join(out, project);
}

/** Looks at what is live, one look after the other; news that arrive meanwhile ask for another. */
export function look(state: State): Promise<void> {
  if (state.looking) {
    state.again = true;
    return state.looking;
  }
  state.looking = (async () => {
    try {
      do {
        state.again = false;
        await lookOnce(state);
      } while (state.again && !state.closing.signal.aborted);
    } catch (error) {
      tellOnce(state, '', error);
    } finally {
      state.looking = undefined;
    }
  })();
  return state.looking;
}

/** Brings what is live of all projects; one that can't be brought holds up no other. */
async function lookOnce(state: State): Promise<void> {
  const { store, folders, out } = state;
  const byProject = Map.groupBy(await storedDeployments(store.db), (row) => row.project_id);
  state.rows.clear();
  for (const [project, rows] of byProject) state.rows.set(project, rows);
  // A folder that is a site itself has no room for others.
  const isOneSite = readCurrent(out) !== undefined;
  const wanted = [...byProject.keys()].filter(
    (project) => !isOneSite || folders.get(project) === out,
  );
  await inParallel(wanted, 8, async (project) => {
    try {
      await pullLive(state, project);
      state.told.delete(project);
    } catch (error) {
      tellOnce(state, project, error);
    }
  });
  for (const [project, folder] of folders) {
    if (!byProject.has(project)) await removeDeleted(state, project, folder);
  }
}

/** The log says once what is wrong, however often it is tried again. */
function tellOnce({ told, log, closing }: State, project: string, error: unknown): void {
  const message = messageOf(error);
  if (told.get(project) === message || closing.signal.aborted) return;
  told.set(project, message);
  log(message);
}

/** Makes the live deployment of a project the one of its folder here, unless a new one there is yet to be stored. */
export async function pullLive(state: State, project: string): Promise<void> {
  const { store, now, show } = state;
  const rows = await storedDeployments(store.db, project);
  const live = rows.find(({ is_live }) => is_live === 1)?.deployment_id;
  const folder = folderOf(state, project);
  const current = readCurrent(folder);
  const hold = await findHold(store.db, project);
  // What readers get until the newest one is complete.
  if (hold && current === undefined) await bring(state, project, hold.live_id);
  if (live === undefined || current === live) return;
  if (current !== undefined && isNew(folder, current, { live, rows })) return;
  if (!(await bring(state, project, live))) return;
  const isStill = async () => (await liveStored(store.db, project)) === live;
  await makeLiveHere(folder, live, { now, isStill });
  await show?.(folder);
}

/** Whether a deployment was made here, after the one that is live everywhere. */
function isNew(
  folder: string,
  id: string,
  { live, rows }: { readonly live: string; readonly rows: readonly StoredDeploymentRow[] },
): boolean {
  return id > live && !isStored(folder, id) && !rows.some((row) => row.deployment_id === id);
}

/** Puts a stored deployment on this disk; those who ask for it at the same time wait for the same one. */
export function bring(state: State, project: string, id: string): Promise<boolean> {
  const known = state.bringing.get(id);
  if (known) return known;
  const bringing = bringOne(state, project, id).finally(() => state.bringing.delete(id));
  state.bringing.set(id, bringing);
  return bringing;
}

async function bringOne(state: State, project: string, id: string): Promise<boolean> {
  const folder = folderOf(state, project);
  if (listDeployments(folder).some((one) => one.id === id && !one.failed)) return true;
  const rows = await storedDeployments(state.store.db, project);
  const hash = rows.find(({ deployment_id }) => deployment_id === id)?.list_hash;
  if (hash === undefined) return false;
  await pullDeployment(state.tools, { project, folder, id, hash });
  if (!state.folders.has(project)) {
    state.folders.set(project, folder);
    noteProject(folder, project);
  }
  return true;
}

/** A deployment of a folder. */
interface Kept {
  readonly project: string;
  readonly folder: string;
  readonly id: string;
}

/** Stores a deployment and makes it live everywhere; those who ask for it at the same time wait for the same work. */
export function keep(state: State, kept: Kept): Promise<void> {
  const known = state.keeping.get(kept.id);
  if (known) return known;
  const keeping = keepOne(state, kept).finally(() => state.keeping.delete(kept.id));
  state.keeping.set(kept.id, keeping);
  return keeping;
}

async function keepOne(state: State, { project, folder, id }: Kept): Promise<void> {
  const { store, objects, now } = state;
  const rows = await storedDeployments(store.db, project);
  const own = rows.find(({ deployment_id }) => deployment_id === id);
  if (own?.is_live === 1) return;
  // What is stored and here as well, the newest first.
  const known = rows.find(({ deployment_id: other }) => isStored(folder, other));
  const before = known && { out: folder, id: known.deployment_id };
  const hash = own?.list_hash ?? (await pushDeployment(objects, { project, folder, id, before }));
  await makeStoredLive(store, {
    ...{ project_id: project, deployment_id: id, list_hash: hash },
    rebuild_of: readDeploymentFile(folder, id, 'deployment')?.rebuildOf ?? null,
    now: now(),
  });
  finishStored(folder, id);
  await forgetRows(state, project);
}
