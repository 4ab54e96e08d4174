import { mkdirSync } from 'node:fs';
import { type FileList, wholeList } from '../../pipeline/output/file-list.ts';
import { isReadable, readCurrent, readDeploymentFile } from '../../pipeline/output/read.ts';
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
import type { LiveFiles, UploadFacts } from '../api/services.ts';
import { beginReceiving, noteReceived, noteReceiving } from '../deployments/receiving.ts';
import { previewFolder } from '../previews/record.ts';
import type { Store } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import type { ProjectFacts } from '../store/projects.ts';
import { tooMuch } from './upload-errors.ts';
import { keptIn, type UploadTools } from './upload-tools.ts';

/** Folder → bytes that wait in it: lists say little about them, and several uploads can go on at the same time. */
export type Waiting = Map<string, number>;

/** What is live, or what a preview shows, for a client that wants to send changes to it. */
export async function liveFiles(
  tools: UploadTools,
  project: ProjectFacts,
  { preview, lists }: { readonly preview?: string | undefined; readonly lists: boolean },
): Promise<LiveFiles> {
  const { places } = tools;
  await places.whole(project, preview);
  const own = places.folderOf(project);
  const isPreview = preview !== undefined && (await hasPreview(tools, project, preview));
  const other = isPreview ? previewFolder(own, preview) : own;
  const folder = readCurrent(other) === undefined ? own : other;
  const id = readCurrent(folder);
  // With one of another format there is nothing to compare: all files are sent.
  if (id === undefined || !isReadable(folder, id)) {
    return { deploymentId: null, files: [], pages: [] };
  }
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
}

/** Takes the list of an upload, and answers which of its contents are missing. */
export async function startUpload(
  tools: UploadTools,
  waiting: Waiting,
  project: ProjectFacts,
  list: UploadList,
): Promise<UploadFacts> {
  const { store, now, newId, places } = tools;
  const folder = places.folderFor(project);
  mkdirSync(folder, { recursive: true });
  await places.whole(project, list.preview);
  sweepUploads(folder, now());
  waiting.delete(folder);
  if (list.preview !== undefined && !(await hasPreview(tools, project, list.preview))) {
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
  const facts = await uploadFacts(tools, project, upload);
  if (list.preview === undefined) {
    const announced = { files: list.files.length, blocks: facts.missing.length };
    await beginReceiving(tools, { projectId: project.id, id: upload.id, ...announced });
  }
  return facts;
}

/** How far an upload is. */
export async function uploadFacts(
  tools: UploadTools,
  project: ProjectFacts,
  upload: Upload,
): Promise<UploadFacts> {
  const { places } = tools;
  const folder = places.folderOf(project);
  const isDone = await isPublished(tools, project, upload);
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
}

/** Whether the deployment of an upload exists, here or in the storage of all servers. */
export async function isPublished(
  { places, shared }: UploadTools,
  project: ProjectFacts,
  { deployment: id }: Upload,
): Promise<boolean> {
  if (id === undefined) return false;
  if (keptIn(places.folderOf(project)).has(id)) return true;
  return (await shared?.stateOf(project.id, id)) !== undefined;
}

/** Stores the blocks of one request, and answers how many there were. */
export async function receiveContent(
  tools: UploadTools,
  waiting: Waiting,
  project: ProjectFacts,
  { id, content }: { readonly id: string; readonly content: AsyncIterable<Uint8Array> },
): Promise<number> {
  const { store, places } = tools;
  const upload = await places.receiving(project, id);
  const folder = places.folderOf(project);
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
}

async function hasPreview(
  { places, previews }: UploadTools,
  project: ProjectFacts,
  name: string,
): Promise<boolean> {
  const folder = places.folderOf(project);
  return (await previews.find({ project: project.id, folder }, name)) !== undefined;
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
