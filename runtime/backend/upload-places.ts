import { join } from 'node:path';
import { readCurrent } from '../../pipeline/output/read.ts';
import { Remembered } from '../../pipeline/output/remembered.ts';
import { readUpload, removeUpload, type Upload } from '../../pipeline/output/uploads.ts';
import { ApiError } from '../../schema/errors.ts';
import type { SharedOutputs } from '../storage/shared.ts';
import { openSharedUploads } from '../storage/uploads.ts';
import type { ProjectFacts } from '../store/projects.ts';

/** Where the uploads of projects are: in their folders and, where servers have storage in common, there as well. */
export interface UploadPlaces {
  /** The folder of a project on this disk, which may not exist yet. */
  readonly folderOf: (project: ProjectFacts) => string;
  /**
   * The same for a deployment that is on its way.
   * @throws ApiError if the server only serves one site, and that is another one
   */
  readonly folderFor: (project: ProjectFacts) => string;
  /** @throws ApiError if there is none of that id */
  readonly open: (project: ProjectFacts, id: string) => Promise<Upload>;
  /** The same for an upload that receives blocks, in many requests: as it was a moment ago, when the last of them arrived. */
  readonly receiving: (project: ProjectFacts, id: string) => Promise<Upload>;
  /** Shares what is known about an upload with the other servers. */
  readonly save: (project: ProjectFacts, id: string) => Promise<void>;
  /** Shares the blocks of a request with the other servers. */
  readonly saveBlocks: (
    project: ProjectFacts,
    upload: Upload,
    received: readonly string[],
  ) => Promise<void>;
  /** Brings the blocks that other servers received. */
  readonly bringBlocks: (project: ProjectFacts, upload: Upload) => Promise<void>;
  /** Of hashes, those of blocks that no server has received. */
  readonly missing: (
    project: ProjectFacts,
    id: string,
    hashes: readonly string[],
  ) => Promise<readonly string[]>;
  readonly remove: (project: ProjectFacts, id: string) => Promise<void>;
  /** Brings what is live as a whole, or what a preview shows: an upload takes from it what stays the same. */
  readonly whole: (project: ProjectFacts, preview?: string) => Promise<void>;
  /** Work that changes what readers get, one server at a time. */
  readonly alone: <T>(project: ProjectFacts, work: () => Promise<T>) => Promise<T>;
}

/** Milliseconds to wait for another build or upload. */
export const lockPatience = 20_000;

/** Opens the uploads; `folderOf` finds the output folder that holds a deployment. */
export function openUploadPlaces({
  out,
  folderOf,
  shared,
}: {
  readonly out: string;
  readonly folderOf: (deploymentId: string) => string | undefined;
  readonly shared?: SharedOutputs;
}): UploadPlaces {
  const knownFolder = ({ deployment_id: id }: ProjectFacts) =>
    id === null ? undefined : folderOf(id);
  const here = (project: ProjectFacts) =>
    shared?.folderOf(project.id) ?? knownFolder(project) ?? join(out, project.id);
  const uploads = shared && openSharedUploads(shared.objects);
  const placeOf = (project: ProjectFacts, id: string) => ({
    ...{ project: project.id, folder: here(project), id },
  });
  const open = async (project: ProjectFacts, id: string) => {
    const upload = uploads
      ? await uploads.open(placeOf(project, id))
      : readUpload(here(project), id);
    if (upload) return upload;
    throw new ApiError('NOT_FOUND', 'Upload not found.');
  };
  /** The list of a large site takes longer to read than the blocks of a request. */
  const opened = new Remembered<Upload>({ most: 4, age: 30_000 });
  const keyOf = (project: ProjectFacts, id: string) => `${project.id} ${id}`;
  return {
    folderOf: here,
    folderFor: (project) => {
      const isNew = project.deployment_id === null;
      const known = isNew ? undefined : (shared?.folderOf(project.id) ?? knownFolder(project));
      return known ?? folderOfNew(out, project);
    },
    open,
    receiving: (project, id) => opened.through(keyOf(project, id), () => open(project, id)),
    save: async (project, id) => uploads?.save(placeOf(project, id)),
    saveBlocks: async (project, upload, received) =>
      uploads?.saveBlocks(placeOf(project, upload.id), upload, received),
    bringBlocks: async (project, upload) =>
      uploads?.bringBlocks(placeOf(project, upload.id), upload),
    missing: async (project, id, hashes) => {
      const elsewhere = hashes.length > 0 && (await uploads?.received(placeOf(project, id)));
      return elsewhere ? hashes.filter((sha256) => !elsewhere.has(sha256)) : hashes;
    },
    remove: async (project, id) => {
      opened.forget(keyOf(project, id));
      removeUpload(here(project), id);
      await uploads?.remove(placeOf(project, id));
    },
    whole: async (project, preview) => {
      await shared?.whole(project.id, 'all');
      if (preview !== undefined) await shared?.previews.whole(project.id, preview);
    },
    alone: (project, work) =>
      shared ? shared.alone(project.id, work, { wait: lockPatience }) : work(),
  };
}

/**
 * Where the first deployment of a project goes: a folder that is named by its id, by which it is recognized. A folder that
 * is a site itself has no room for others.
 */
function folderOfNew(out: string, { id }: ProjectFacts): string {
  if (readCurrent(out) === undefined) return join(out, id);
  throw new ApiError(
    'CONFLICT',
    'The output folder of this server is the site of another project. For several sites, move it to a folder below the one that the server is started with.',
  );
}
