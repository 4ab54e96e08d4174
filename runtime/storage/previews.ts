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
import { openPreviewLists, type PreviewLists, storedPreviews } from './preview-list.ts';
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

/** What the parts of shared previews know of each other. */
interface Shared {
  readonly state: State;
  readonly lists: PreviewLists;
  /** Folders of previews that are being brought. */
  readonly bringing: Map<string, Promise<void>>;
}

/** Opens them. */
export function openSharedPreviews(state: State): SharedPreviews {
  const lists = openPreviewLists(state);
  const shared: Shared = { state, lists, bringing: new Map() };
  return {
    find: async ({ project }, name) =>
      (await lists.look(project)).find((preview) => preview.name === name),
    list: ({ project }) => lists.read(project),
    look: ({ project }) => lists.look(project),
    create: async (site, preview) => {
      await save(lists, site, preview);
      return preview;
    },
    save: (site, preview) => save(lists, site, preview),
    remove: (site, name) => remove(shared, site, name),
    bring: (site, preview) => bring(shared, site, preview),
    whole: (project, name) => bringWhole(shared, project, name),
    keep: (site, preview) => keep(shared, site, preview),
    sweep: (alone) => sweep(shared, alone),
  };
}

async function save(
  lists: PreviewLists,
  { project }: PreviewSite,
  preview: Preview,
): Promise<void> {
  const list = [...without(await lists.read(project), preview.name), preview];
  await lists.write(
    project,
    list.sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
}

async function remove({ state, lists }: Shared, site: PreviewSite, name: string): Promise<boolean> {
  const list = await lists.read(site.project);
  const gone = list.filter((preview) => preview.name === name);
  await lists.write(site.project, without(list, name));
  await forget(state, site, gone);
  return gone.length > 0;
}

function without(list: readonly Preview[], name: string): readonly Preview[] {
  return list.filter((preview) => preview.name !== name);
}

async function forget(
  state: State,
  { project, folder }: PreviewSite,
  gone: readonly Preview[],
): Promise<void> {
  for (const { name } of gone) removeHere(folder, name);
  await forgetShown(state, project, gone);
}

function bring({ state, bringing }: Shared, site: PreviewSite, preview: Preview): Promise<void> {
  const folder = previewFolder(site.folder, preview.name);
  const work = bringing.get(folder) ?? bringPreview(state, { site, folder, preview });
  bringing.set(folder, work);
  return work.finally(() => bringing.delete(folder));
}

async function bringWhole(shared: Shared, project: string, name: string): Promise<void> {
  const { state, lists } = shared;
  const preview = (await lists.read(project)).find((one) => one.name === name);
  if (!preview?.shown) return;
  const site = { project, folder: folderOf(state, project) };
  await bring(shared, site, preview);
  const folder = previewFolder(site.folder, name);
  await pullBulk(state.tools, { project, folder, id: preview.shown.id }, 'all');
}

async function keep(
  { state, lists }: Shared,
  site: PreviewSite,
  preview: ShownPreview,
): Promise<void> {
  const { name, shown } = preview;
  const hash = await store(state, site, preview);
  const before = (await lists.read(site.project)).filter(
    (one) => one.name === name && one.shown?.id !== shown.id,
  );
  await save(lists, site, { ...preview, shown: { ...shown, hash } });
  // Not earlier: what is stored but not listed as shown would be treated as an older one.
  finishStored(previewFolder(site.folder, name), shown.id);
  await forgetShown(state, site.project, before);
}

async function sweep(
  shared: Shared,
  alone: (project: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { state } = shared;
  const named = await state.objects.list(keys.allPreviews);
  const listed = named.map(({ key }) => basename(key, '.json'));
  for (const project of new Set([...listed, ...state.folders.keys()])) {
    const site = { project, folder: folderOf(state, project) };
    const onDisk = previewsOnDisk(site.folder);
    if (!listed.includes(project) && onDisk.length === 0) continue;
    await alone(project, () => sweepProject(shared, site, onDisk));
  }
}

async function sweepProject(
  { state, lists }: Shared,
  site: PreviewSite,
  onDisk: readonly string[],
): Promise<void> {
  const all = await storedPreviews(state.objects, site.project);
  const list = await lists.read(site.project);
  const isKept = (name: string) => list.some((preview) => preview.name === name);
  const gone = all.filter(({ name }) => !isKept(name));
  if (gone.length > 0) await lists.write(site.project, list);
  await forget(state, site, gone);
  for (const name of onDisk) if (!isKept(name)) removeHere(site.folder, name);
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
