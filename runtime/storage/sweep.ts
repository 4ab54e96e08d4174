import { listDeployments, readCurrent } from '../../pipeline/output/read.ts';
import {
  bulkBytes,
  isBulk,
  readStored,
  removeBulk,
  storedFiles,
} from '../../pipeline/output/stored.ts';
import { removeSite } from '../../pipeline/remove-site.ts';
import { keptOf } from '../../schema/kept.ts';
import { previewFolder, previewsOnDisk, removePreviews } from '../previews/record.ts';
import { findHold } from '../store/holds.ts';
import { findAnyProject } from '../store/projects.ts';
import { forgetStored, storedDeployments } from '../store/stored-deployments.ts';
import { keys } from './keys.ts';
import type { Objects } from './objects.ts';
import { storedPreviews } from './preview-list.ts';
import { readList } from './pull.ts';
import type { State } from './state.ts';

/** Published deployments of a project that can go live again, as on a disk. */
const mostKept = 5;

/** Milliseconds after which an object that nothing names is removed. */
const age = 24 * 60 * 60 * 1000;

/** Forgets all but the last deployments of a project. Readers may still get the one before a held one. */
export async function forgetRows(
  { store, objects, pruned }: State,
  project: string,
): Promise<void> {
  const hold = await findHold(store.db, project);
  const built = (await storedDeployments(store.db, project)).map(
    ({ deployment_id: id, rebuild_of }) => ({ id, source: rebuild_of ?? id }),
  );
  const kept = keptOf(built, mostKept);
  const old = built.map(({ id }) => id).filter((id) => !kept.has(id) && id !== hold?.live_id);
  if (old.length === 0) return;
  await forgetStored(store.db, project, old);
  pruned.add(project);
  // Whoever asks for one of them learns from the database that it is gone.
  await objects.remove(old.map((id) => keys.deployment(project, id))).catch(() => {});
}

/** Removes the blocks that neither a stored deployment nor a preview of a project has any more; under its lock. */
export async function forgetBlocks({ store, objects, now }: State, project: string): Promise<void> {
  const used = new Set<string>();
  const rows = await storedDeployments(store.db, project);
  const previews = await storedPreviews(objects, project);
  for (const { id, hash } of [
    ...rows.map((row) => ({ id: row.deployment_id, hash: row.list_hash })),
    ...previews.flatMap(({ shown }) => shown ?? []),
  ]) {
    if (hash === undefined) continue;
    const { list, files } = await readList(objects, { project, id, hash });
    for (const { sha256, blocks = [sha256] } of [list, ...files]) {
      for (const block of blocks) used.add(block);
    }
  }
  const prefix = keys.blocks(project);
  const listed = await objects.list(prefix);
  const unused = listed.filter(
    ({ key, changedAt }) => now() - changedAt > age && !used.has(key.slice(prefix.length)),
  );
  await objects.remove(unused.map(({ key }) => key));
}

/** Removes uploads that were not published within a day. */
export async function sweepUploads(objects: Objects, now: number): Promise<void> {
  const old = (await objects.list(keys.uploads)).filter(({ changedAt }) => now - changedAt > age);
  await objects.remove(old.map(({ key }) => key));
}

/** Removes what is left of a project that was deleted: here, and in the storage. */
export async function removeDeleted(state: State, project: string, folder: string): Promise<void> {
  const { store, objects, now, log, folders } = state;
  if ((await findAnyProject(store.db, project)) !== undefined) return;
  removePreviews(folder);
  const last = listDeployments(folder).at(-1)?.id;
  if (last !== undefined) {
    await removeSite(folder, last, { now });
    log(`Removed what was built in ${folder}: its project was deleted.`);
  }
  for (const prefix of [keys.site(project), keys.uploadsOf(project)]) {
    await objects.remove((await objects.list(prefix)).map(({ key }) => key));
  }
  await objects.remove([keys.previews(project)]);
  folders.delete(project);
}

/**
 * Makes room on this disk: what was published here is whole at first. Pages of live deployments go on in the cache, where
 * those asked for last stay.
 */
export async function trimDisk({ folders, cache, diskCache, now }: State): Promise<void> {
  const previews = [...folders.values()].flatMap((folder) =>
    previewsOnDisk(folder).map((name) => previewFolder(folder, name)),
  );
  const isPreview = new Set(previews);
  const found = [...folders.values(), ...previews].flatMap((folder) => {
    const current = isPreview.has(folder) ? undefined : readCurrent(folder);
    return listDeployments(folder).map(({ id }) => ({
      ...{ folder, id, isLive: id === current },
      bytes: bulkBytes(folder, id),
    }));
  });
  let total = cache.bytes() + found.reduce((sum, { bytes }) => sum + bytes, 0);
  found.sort((a, b) => Number(a.isLive) - Number(b.isLive) || (a.id < b.id ? -1 : 1));
  for (const { folder, id, isLive, bytes } of found) {
    if (total <= diskCache) return;
    if (bytes === 0) continue;
    if (isLive) {
      for (const file of storedFiles(folder, id)) {
        if (!isBulk(file.path)) continue;
        cache.adopt(file.sha256, () => readStored(folder, id, file.sha256));
      }
    }
    if (await removeBulk(folder, id, { now })) total -= bytes;
  }
}
