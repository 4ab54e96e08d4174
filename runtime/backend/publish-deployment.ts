import { setTimeout as sleep } from 'node:timers/promises';
import {
  makeCurrent,
  publishUpload,
  removeDeployment,
} from '../../pipeline/output/publish-upload.ts';
import { isReadable, readCurrent } from '../../pipeline/output/read.ts';
import { ApiError } from '../../schema/errors.ts';
import { endReceiving } from '../deployments/receiving.ts';
import { asRun } from '../deployments/run.ts';
import { notePromoted, removeLoggedDeployment } from '../store/deployment-log.ts';
import { findHold } from '../store/holds.ts';
import type { NewId } from '../store/ids.ts';
import { findAnyProject, type ProjectFacts } from '../store/projects.ts';
import { isPublished, type Waiting } from './receive-upload.ts';
import { conflict } from './upload-errors.ts';
import { lockPatience } from './upload-places.ts';
import { keptIn, type UploadTools } from './upload-tools.ts';

/** Milliseconds to wait for the import. */
const importPatience = 20_000;

/** Makes a deployment of an upload, which goes live; answers its id once it is imported. */
export async function publishDeployment(
  tools: UploadTools,
  waiting: Waiting,
  project: ProjectFacts,
  id: string,
): Promise<string> {
  const { store, now, newId, shared, places } = tools;
  const upload = await places.open(project, id);
  if (upload.preview !== undefined) {
    throw conflict(
      'unexpected-value',
      `This upload is for the preview ${upload.preview}. Publish it there.`,
    );
  }
  const folder = places.folderFor(project);
  if (upload.deployment !== undefined && (await isPublished(tools, project, upload))) {
    return upload.deployment;
  }
  await endReceiving(tools, id);
  const work = async (report: (progress: { readonly stage: string }) => void) => {
    report({ stage: 'Checking' });
    await places.whole(project);
    await places.bringBlocks(project, upload);
    const whenLive = async (live: string) => {
      report({ stage: 'Importing' });
      await shared?.keep(project.id, folder, live);
      // Whoever is asked to publish it again answers the same deployment. Not before it is stored: its list
      // is empty now, and another server would publish the base again.
      await places.save(project, id);
      await imported(tools, { project, folder, id: live });
    };
    const published = publishUpload(folder, upload, {
      ...{ project: project.id, now, wait: lockPatience, whenLive },
      newId: (prefix) => newId(prefix as Parameters<NewId>[0]),
    });
    return published.finally(() => waiting.delete(folder));
  };
  return asRun({ store, now, newId }, { project_id: project.id, cause: 'upload' }, { work });
}

/** Makes an earlier deployment live again. */
export async function promoteDeployment(
  tools: UploadTools,
  project: ProjectFacts,
  id: string,
): Promise<void> {
  const { store, now, expect, shared, places } = tools;
  const folder = places.folderOf(project);
  await shared?.bring(project.id, id);
  if (!keptIn(folder).has(id)) throw new ApiError('NOT_FOUND', 'Deployment not found.');
  if (!isReadable(folder, id)) {
    throw new ApiError(
      'CONFLICT',
      'Another version of Docent built this deployment. Deploy its source again.',
    );
  }
  const hold = await findHold(store.db, project.id);
  if (hold) {
    throw new ApiError(
      'CONFLICT',
      `${hold.deployment_id} waits for its translations or settings, and readers get ${hold.live_id} meanwhile. Promote another deployment when it is live.`,
    );
  }
  // Readers had it like this before, so no translation is missing.
  expect(id);
  // First for all servers: what is not live there is not imported here.
  await shared?.keep(project.id, folder, id);
  const whenLive = () => imported(tools, { project, folder, id });
  if (!(await makeCurrent(folder, id, { now, wait: lockPatience, whenLive }))) {
    throw new ApiError('NOT_FOUND', 'Deployment not found.');
  }
  await notePromoted(store.db, { projectId: project.id, id, now: now() });
}

/** Deletes a deployment that is neither live nor about to be. */
export async function deleteDeployment(
  { store, now, shared, places }: UploadTools,
  project: ProjectFacts,
  id: string,
): Promise<void> {
  const folder = places.folderOf(project);
  const hold = await findHold(store.db, project.id);
  const inUse = [project.deployment_id, hold?.deployment_id, hold?.live_id].includes(id);
  const isKept = keptIn(folder).has(id);
  if (inUse || (isKept && !(await removeDeployment(folder, id, { now, wait: lockPatience })))) {
    throw new ApiError('CONFLICT', 'The deployment is live, or waits to be.');
  }
  await shared?.forget(project.id, id);
  if (!(await removeLoggedDeployment(store.db, project.id, id))) {
    throw new ApiError('NOT_FOUND', 'Deployment not found.');
  }
}

/**
 * Resolves when a deployment that is current is in the database, whoever imports it, and when readers of this
 * server get it, unless it is held for its translations.
 */
async function imported(
  { store, deployed, show, served }: UploadTools,
  {
    project,
    folder,
    id,
  }: { readonly project: ProjectFacts; readonly folder: string; readonly id: string },
): Promise<void> {
  if (show) await show(folder);
  else await deployed(id, folder);
  const end = performance.now() + importPatience;
  for (;;) {
    const row = await findAnyProject(store.db, project.id);
    const shown = served?.(project.id)?.current()?.deployment.id ?? id;
    const isOver = shown === id || readCurrent(folder) !== id;
    if (row?.deployment_id === id && (isOver || (await findHold(store.db, project.id)))) return;
    if (performance.now() > end) {
      throw new Error(`The deployment ${id} of ${project.slug} was not imported in time.`);
    }
    await sleep(20);
  }
}
