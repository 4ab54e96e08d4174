import { basename } from 'node:path';
import { makeLiveHere } from '../../pipeline/output/place-stored.ts';
import { listDeployments, readCurrent } from '../../pipeline/output/read.ts';
import { finishStored, isStored, noteProject } from '../../pipeline/output/stored.ts';
import {
  type Preview,
  type PreviewRecords,
  type PreviewSite,
  previewFolder,
  previewsOnDisk,
  removePreviewFolder,
  type ShownPreview,
} from '../previews/record.ts';
import { keys } from './keys.ts';
import { folderOf } from './live.ts';
import { storedPreviews } from './preview-list.ts';
import { pullBulk, pullDeployment } from './pull.ts';
import { pushDeployment } from './push.ts';
import type { State } from './state.ts';

/**
 * Previews that all servers show: one object says which ones a project has, and what they show is stored like any
 * deployment. They are not in the database, since nothing in a preview is counted. Changes are made under a lock.
 */
export interface SharedPreviews extends PreviewRecords {
  /** Puts what a preview shows on this disk, without its bulk. */
  readonly bring: (site: PreviewSite, preview: Preview) => Promise<void>;
  /** Brings all files of a preview, if there is one. */
  readonly whole: (project: string, name: string) => Promise<void>;
  /** Stores a preview with what it shows, which is on this disk. */
  readonly keep: (site: PreviewSite, preview: ShownPreview) => Promise<void>;
  /** Removes the old ones, and from this disk those that other servers removed. */
  readonly sweep: (
    alone: (project: string, work: () => Promise<void>) => Promise<void>,
  ) => Promise<void>;
}

/** Milliseconds for which readers are answered from what was read last. */
const fresh = 1000;

interface Known {
  readonly at: number;
  readonly list: Promise<readonly Preview[]>;
}

/** Opens them. */
export function openSharedPreviews(state: State): SharedPreviews {
  const { objects, now } = state;
  const known = new Map<string, Known>();
  const bringing = new Map<string, Promise<void>>();
  const note = (project: string, list: Promise<readonly Preview[]>) =>
    void known.set(project, { at: now(), list });
  const read = async (project: string): Promise<readonly Preview[]> => {
    const list = await storedPreviews(objects, project, now());
    note(project, Promise.resolve(list));
    return list;
  };
  /** For readers: what was read last goes on without the storage. */
  const look = (project: string): Promise<readonly Preview[]> => {
    const last = known.get(project);
    if (last && now() - last.at < fresh) return last.list;
    const list = storedPreviews(objects, project, now()).catch((error: unknown) => {
      if (last) return last.list;
      known.delete(project);
      throw error;
    });
    note(project, list);
    return list;
  };
  const write = async (project: string, list: readonly Preview[]): Promise<void> => {
    const text = Buffer.from(JSON.stringify(list));
    await (list.length === 0
      ? objects.remove([keys.previews(project)])
      : objects.put(keys.previews(project), text));
    note(project, Promise.resolve(list));
  };
  const without = (list: readonly Preview[], name: string) =>
    list.filter((preview) => preview.name !== name);
  const save = async ({ project }: PreviewSite, preview: Preview): Promise<void> => {
    const list = [...without(await read(project), preview.name), preview];
    await write(
      project,
      list.sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
  };
  const bring = (site: PreviewSite, preview: Preview): Promise<void> => {
    const folder = previewFolder(site.folder, preview.name);
    const work = bringing.get(folder) ?? bringPreview(state, { site, folder, preview });
    bringing.set(folder, work);
    return work.finally(() => bringing.delete(folder));
  };
  const forget = async ({ project, folder }: PreviewSite, gone: readonly Preview[]) => {
    for (const { name } of gone) removeHere(folder, name);
    await forgetShown(state, project, gone);
  };
  return {
    find: async ({ project }, name) =>
      (await look(project)).find((preview) => preview.name === name),
    list: ({ project }) => read(project),
    look: ({ project }) => look(project),
    create: async (site, preview) => {
      await save(site, preview);
      return preview;
    },
    save,
    remove: async (site, name) => {
      const list = await read(site.project);
      const gone = list.filter((preview) => preview.name === name);
      await write(site.project, without(list, name));
      await forget(site, gone);
      return gone.length > 0;
    },
    bring,
    whole: async (project, name) => {
      const preview = (await read(project)).find((one) => one.name === name);
      if (!preview?.shown) return;
      const site = { project, folder: folderOf(state, project) };
      await bring(site, preview);
      const folder = previewFolder(site.folder, name);
      await pullBulk(state.tools, { project, folder, id: preview.shown.id }, 'all');
    },
    keep: async (site, preview) => {
      const { name, shown } = preview;
      const hash = await store(state, site, preview);
      const before = (await read(site.project)).filter(
        (one) => one.name === name && one.shown?.id !== shown.id,
      );
      await save(site, { ...preview, shown: { ...shown, hash } });
      // Not earlier: what is stored but not listed as shown would be treated as an older one.
      finishStored(previewFolder(site.folder, name), shown.id);
      await forgetShown(state, site.project, before);
    },
    sweep: async (alone) => {
      const named = await objects.list(keys.allPreviews);
      const listed = named.map(({ key }) => basename(key, '.json'));
      for (const project of new Set([...listed, ...state.folders.keys()])) {
        const site = { project, folder: folderOf(state, project) };
        const onDisk = previewsOnDisk(site.folder);
        if (!listed.includes(project) && onDisk.length === 0) continue;
        await alone(project, async () => {
          const all = await storedPreviews(objects, project);
          const list = await read(project);
          const isKept = (name: string) => list.some((preview) => preview.name === name);
          const gone = all.filter(({ name }) => !isKept(name));
          if (gone.length > 0) await write(project, list);
          await forget(site, gone);
          for (const name of onDisk) if (!isKept(name)) removeHere(site.folder, name);
        });
      }
    },
  };
}

/** Makes what a preview shows the live deployment of its folder, unless that has a new one that is yet to be stored. */
async function bringPreview(
  { tools, now }: State,
  {
    site: { project },
    folder,
    preview: { shown },
  }: { readonly site: PreviewSite; readonly folder: string; readonly preview: Preview },
): Promise<void> {
  if (shown?.hash === undefined) return;
  const { id, hash } = shown;
  const current = readCurrent(folder);
  if (current === id || (current !== undefined && current > id && !isStored(folder, current)))
    return;
  noteProject(folder, project);
  if (!listDeployments(folder).some((one) => one.id === id)) {
    await pullDeployment(tools, { project, folder, id, hash });
  }
  await makeLiveHere(folder, id, { now, isStill: async () => true });
}

/** Stores the deployment that a preview shows: what neither the one before nor the live one has. Answers its hash. */
async function store(
  { objects }: State,
  { project, folder }: PreviewSite,
  { name, shown }: ShownPreview,
): Promise<string> {
  const own = previewFolder(folder, name);
  noteProject(own, project);
  const before = [own, folder]
    .flatMap((out) =>
      listDeployments(out)
        .map(({ id }) => ({ out, id }))
        .reverse(),
    )
    .find(({ out, id }) => isStored(out, id));
  return pushDeployment(objects, { project, folder: own, id: shown.id, before });
}

/** Their blocks go when the storage is swept. */
async function forgetShown(
  { objects, pruned }: State,
  project: string,
  gone: readonly Preview[],
): Promise<void> {
  const shown = gone.flatMap((preview) => preview.shown ?? []);
  if (shown.length === 0) return;
  pruned.add(project);
  await objects.remove(shown.map(({ id }) => keys.deployment(project, id))).catch(() => {});
}

function removeHere(folder: string, name: string): void {
  if (previewsOnDisk(folder).includes(name)) removePreviewFolder(folder, name);
}
