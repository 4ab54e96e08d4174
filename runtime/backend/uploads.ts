import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileList, wholeList } from '../../pipeline/output/file-list.ts';
import {
  makeCurrent,
  publishUpload,
  removeDeployment,
} from '../../pipeline/output/publish-upload.ts';
import {
  listDeployments,
  readCurrent,
  readDeploymentFile,
  sourceReader,
} from '../../pipeline/output/read.ts';
import { type Base, missingBlocks, openBase } from '../../pipeline/output/upload-base.ts';
import {
  receiveBlocks,
  saveUpload,
  sweepUploads,
  type Upload,
  uploadAge,
  waitingBytes,
} from '../../pipeline/output/uploads.ts';
import { ApiError } from '../../schema/errors.ts';
import { planOf } from '../../schema/plans.ts';
import {
  pathTroubles,
  type UploadFile,
  type UploadList,
  uploadLimits,
} from '../../schema/upload.ts';
import type { UploadFacts, Uploads } from '../api/services.ts';
import type { ServedSite } from '../assistant/site/live.ts';
import {
  beginReceiving,
  endReceiving,
  noteReceived,
  noteReceiving,
} from '../deployments/receiving.ts';
import { asRun } from '../deployments/run.ts';
import { type PreviewRecords, previewFolder } from '../previews/record.ts';
import type { SharedOutputs } from '../storage/shared.ts';
import { notePromoted, removeLoggedDeployment } from '../store/deployment-log.ts';
import { findHold } from '../store/holds.ts';
import type { NewId } from '../store/ids.ts';
import type { Store } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import { findAnyProject, type ProjectFacts } from '../store/projects.ts';
import { conflict, tooMuch, translated } from './upload-errors.ts';
import { lockPatience, type UploadPlaces } from './upload-places.ts';

/** What receiving deployments needs. */
export interface UploadTools {
  readonly store: Store;
  readonly now: () => number;
  readonly newId: NewId;
  readonly places: UploadPlaces;
  readonly previews: PreviewRecords;
  /** Imports a deployment that is current now. */
  readonly deployed: (id: string, folder: string) => Promise<unknown>;
  /** Notes that a deployment needs no other build before it is shown. */
  readonly expect: (id: string) => void;
  /** What servers have in common. */
  readonly shared?: SharedOutputs;
  /** Serves a folder whose `current` has changed; absent where no site is served. */
  readonly show?: (folder: string) => Promise<void>;
  /** What readers of a project get here. */
  readonly served?: (projectId: string) => ServedSite | undefined;
}

/** Milliseconds to wait for the import. */
const importPatience = 20_000;

/** Bytes of a page's file that the API answers. */
const longestSource = 1_000_000;

/** Receives deployments into the folder of their project. */
export function openUploads(tools: UploadTools): Uploads {
  const { store, now, newId, expect, shared, places } = tools;
  /** Folder → bytes that wait in it; lists say little about them, and several uploads can go on at the same time. */
  const waiting = new Map<string, number>();
  const { folderOf, alone } = places;
  const previewOf = (project: ProjectFacts, name: string) =>
    tools.previews.find({ project: project.id, folder: folderOf(project) }, name);
  const keptOf = (project: ProjectFacts): ReadonlySet<string> =>
    new Set([...keptIn(folderOf(project)), ...(shared?.kept(project.id) ?? [])]);
  const isPublished = async (project: ProjectFacts, { deployment: id }: Upload) =>
    id !== undefined &&
    (keptIn(folderOf(project)).has(id) || (await shared?.stateOf(project.id, id)) !== undefined);
  const factsOf = async (project: ProjectFacts, upload: Upload): Promise<UploadFacts> => {
    const folder = folderOf(project);
    const isDone = await isPublished(project, upload);
    let missing: readonly string[] = [];
    if (!isDone) {
      await places.whole(project, upload.preview);
      const here = await missingBlocks(folder, await baseOf(folder, upload), upload.files);
      missing = await places.missing(project, upload.id, here);
    }
    return {
      id: upload.id,
      status: isDone ? 'published' : 'uploading',
      missing,
      expiresAt: upload.createdAt + uploadAge,
    };
  };
  return {
    live: async (project, { preview, lists }) => {
      await places.whole(project, preview);
      const own = folderOf(project);
      const isPreview = preview !== undefined && (await previewOf(project, preview)) !== undefined;
      const other = isPreview ? previewFolder(own, preview) : own;
      const folder = readCurrent(other) === undefined ? own : other;
      const id = readCurrent(folder);
      if (id === undefined) return { deploymentId: null, files: [], pages: [] };
      if (!lists) {
        // An upload that changes it comes next: its files are read meanwhile, which reports what is wrong with them.
        openBase([folder], id).catch(() => {});
        return { deploymentId: id, files: [], pages: [] };
      }
      const manifest = readDeploymentFile(folder, id, 'manifest');
      const pages = Object.entries(manifest?.pages ?? {}).map(([path, { title, contentHash }]) => ({
        path,
        title,
        contentHash,
      }));
      const files = inOrder((await openBase([folder], id)).files.values());
      return { deploymentId: id, files, pages };
    },
    start: (project, list) =>
      translated(async () => {
        const folder = places.folderFor(project);
        mkdirSync(folder, { recursive: true });
        await places.whole(project, list.preview);
        sweepUploads(folder, now());
        waiting.delete(folder);
        if (list.preview !== undefined && !(await previewOf(project, list.preview))) {
          throw new ApiError('NOT_FOUND', 'Preview not found.');
        }
        const base = await baseOf(folder, list);
        const files = wholeList(base, list);
        refusePaths(list, base.files.size > 0 ? files : undefined);
        let bytes = 0;
        for (const { size } of files.values()) bytes += size;
        const needed = bytes + waitingBytes(folder, list.files);
        const limit = await storageOf(store, project);
        if (needed > limit) throw tooMuch(`The site has ${needed} bytes`, needed, limit);
        const upload: Upload = { ...list, id: newId('upl'), createdAt: now() };
        saveUpload(folder, upload);
        await places.save(project, upload.id);
        const facts = await factsOf(project, upload);
        if (list.preview === undefined) {
          const announced = { files: list.files.length, blocks: facts.missing.length };
          await beginReceiving(tools, { projectId: project.id, id: upload.id, ...announced });
        }
        return facts;
      }),
    find: (project, id) => translated(async () => factsOf(project, await places.open(project, id))),
    receive: (project, id, content) =>
      translated(async () => {
        const upload = await places.receiving(project, id);
        const folder = folderOf(project);
        const limit = await storageOf(store, project);
        await noteReceiving(tools, id);
        let blocks = 0;
        const received = await receiveBlocks(folder, upload, content, (size) => {
          const bytes = (waiting.get(folder) ?? waitingBytes(folder)) + size;
          if (bytes > limit) throw tooMuch(`${bytes} bytes wait to be published`, bytes, limit);
          waiting.set(folder, bytes);
          blocks++;
        }).finally(() => noteReceived(tools, id, blocks));
        await places.saveBlocks(project, upload, received);
        return received.length;
      }),
    publish: (project, id) =>
      translated(() =>
        alone(project, async () => {
          const upload = await places.open(project, id);
          if (upload.preview !== undefined) {
            throw conflict(
              'unexpected-value',
              `This upload is for the preview ${upload.preview}. Publish it there.`,
            );
          }
          const folder = places.folderFor(project);
          if (upload.deployment !== undefined && (await isPublished(project, upload))) {
            return upload.deployment;
          }
          await endReceiving(tools, id);
          return asRun(
            { store, now, newId },
            { project_id: project.id, cause: 'upload' },
            {
              work: async (report) => {
                report({ stage: 'Checking' });
                await places.whole(project);
                await places.bringBlocks(project, upload);
                return publishUpload(folder, upload, {
                  ...{ project: project.id, now, wait: lockPatience },
                  newId: (prefix) => newId(prefix as Parameters<NewId>[0]),
                  whenLive: async (live) => {
                    report({ stage: 'Importing' });
                    await shared?.keep(project.id, folder, live);
                    // Whoever is asked to publish it again answers the same deployment. Not before it is stored: its list
                    // is empty now, and another server would publish the base again.
                    await places.save(project, id);
                    await imported(tools, { project, folder, id: live });
                  },
                }).finally(() => waiting.delete(folder));
              },
            },
          );
        }),
      ),
    remove: async (project, id) => {
      await places.open(project, id);
      await places.remove(project, id);
      await endReceiving(tools, id);
    },
    promote: (project, id) =>
      translated(() =>
        alone(project, async () => {
          const folder = folderOf(project);
          await shared?.bring(project.id, id);
          if (!keptIn(folder).has(id)) throw new ApiError('NOT_FOUND', 'Deployment not found.');
          const hold = await findHold(store.db, project.id);
          if (hold) {
            throw new ApiError(
              'CONFLICT',
              `${hold.deployment_id} waits for its translations, and readers get ${hold.live_id} meanwhile. Promote another deployment when it is live.`,
            );
          }
          // Readers had it like this before: nothing of it is missing.
          expect(id);
          // First for all servers: what is not live there is not imported here.
          await shared?.keep(project.id, folder, id);
          const whenLive = () => imported(tools, { project, folder, id });
          if (!(await makeCurrent(folder, id, { now, wait: lockPatience, whenLive }))) {
            throw new ApiError('NOT_FOUND', 'Deployment not found.');
          }
          await notePromoted(store.db, { projectId: project.id, id, now: now() });
        }),
      ),
    removeDeployment: (project, id) =>
      translated(async () => {
        const folder = folderOf(project);
        const hold = await findHold(store.db, project.id);
        const inUse = [project.deployment_id, hold?.deployment_id, hold?.live_id].includes(id);
        const isKept = keptIn(folder).has(id);
        if (
          inUse ||
          (isKept && !(await removeDeployment(folder, id, { now, wait: lockPatience })))
        ) {
          throw new ApiError('CONFLICT', 'The deployment is live, or waits to be.');
        }
        await shared?.forget(project.id, id);
        if (!(await removeLoggedDeployment(store.db, project.id, id))) {
          throw new ApiError('NOT_FOUND', 'Deployment not found.');
        }
      }),
    kept: keptOf,
    problems: (project, id) => readDeploymentFile(folderOf(project), id, 'problems'),
    source: (project, id, path) => {
      const read = sourceReader(folderOf(project), id);
      for (const file of [`${path}.mdx`, `${path}.md`]) {
        const bytes = read(file);
        if (bytes && bytes.length <= longestSource) {
          return { file, bytes: bytes.length, text: Buffer.from(bytes).toString('utf8') };
        }
      }
      return undefined;
    },
  };
}

/** Removes what was never published, in all folders. */
export function sweepAllUploads(out: string, now: number): void {
  sweepUploads(out, now);
  for (const entry of readdirSync(out, { withFileTypes: true })) {
    if (entry.isDirectory()) sweepUploads(join(out, entry.name), now);
  }
}

function keptIn(folder: string): ReadonlySet<string> {
  return new Set(listDeployments(folder).flatMap(({ id, failed }) => (failed ? [] : [id])));
}

/** What an upload is based on: a deployment of its preview, or of the live site. */
function baseOf(folder: string, { base, preview }: UploadList): Promise<Base> {
  return openBase([...(preview ? [previewFolder(folder, preview)] : []), folder], base);
}

/** Files by their paths. */
function inOrder(files: Iterable<UploadFile>): UploadFile[] {
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function refusePaths({ files }: UploadList, others?: FileList): void {
  const troubles = pathTroubles(
    files.map(({ path }) => path),
    others,
  );
  const [first] = troubles;
  if (!first) return;
  const details = troubles.map(({ code, message }) => ({ path: 'files', code, message }));
  throw new ApiError('VALIDATION_ERROR', first.message, { details });
}

/** Bytes that the files of a project may have. */
async function storageOf(store: Store, project: ProjectFacts): Promise<number> {
  const org = await findOrg(store.db, project.org_id);
  return planOf(org?.plan ?? '').storage ?? uploadLimits.total;
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
