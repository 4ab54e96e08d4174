import type { DocentClient } from '../packages/client/client.ts';
import { blocksOf, isOneBlock } from '../pipeline/output/blocks.ts';
import {
  contentFinder,
  deploymentFiles,
  differingFiles,
  type FileDifference,
  manifestName,
  readDeploymentContent,
} from '../pipeline/output/deployment-files.ts';
import { readDeploymentFile } from '../pipeline/output/read.ts';
import type { BlockPlace } from '../pipeline/output/upload-base.ts';
import type { KnownPage } from '../schema/site-changes.ts';
import type { UploadFile } from '../schema/upload.ts';
import { deployedAs } from './deployed.ts';

/** A deployment of an output folder, and where it is sent. */
export interface Sending {
  readonly client: DocentClient;
  /** Id or slug of the project. */
  readonly project: string;
  readonly out: string;
  readonly id: string;
  /** The preview that it is for, instead of the live site. */
  readonly preview?: string;
}

/** Pages that readers get, by path. */
export type LivePages = ReadonlyMap<string, KnownPage>;

/** What differs from the deployment that readers get. */
export interface Difference extends FileDifference {
  /** That deployment; null without one. */
  readonly deploymentId: string | null;
  readonly pages: LivePages;
  /** Hash of a block → where it is. */
  readonly places: ReadonlyMap<string, BlockPlace>;
  readonly read: ReadBlock;
}

/** Reads a part of a file that is sent. */
type ReadBlock = (place: BlockPlace) => AsyncIterable<Uint8Array>;

/** The files of a large site are a hundred thousand, which the server compares and verifies; connections may be slow. */
export const patient = { timeout: 300_000 };

/**
 * What of a deployment differs from what readers get. If this folder `remembers` what it was made of, its own lists are
 * compared; otherwise the server lists its files, which are a hundred thousand of a large site.
 */
export async function compareWithLive(
  sending: Sending,
  { remembers }: { readonly remembers: boolean },
): Promise<Difference> {
  const { manifest, ...difference } =
    (remembers && (await remembered(sending))) || (await listed(sending));
  const read = blockReader(sending, manifest);
  const places = new Map<string, BlockPlace>();
  const files: UploadFile[] = [];
  for (const file of difference.files) files.push(await cut(file, places, read));
  return { ...difference, files, places, read };
}

/** What differs, before large files are cut into blocks. */
interface Compared extends Omit<Difference, 'places' | 'read'> {
  /** The content of `manifest.json`, if that is not the one of the folder. */
  readonly manifest?: Uint8Array;
}

function blockReader(
  { out, id }: Pick<Sending, 'out' | 'id'>,
  manifest: Uint8Array | undefined,
): ReadBlock {
  const find = contentFinder({ out, id });
  return async function* ({ file, start, size }) {
    const end = start + size;
    if (manifest && file.path === manifestName) yield manifest.subarray(start, end);
    else yield* readDeploymentContent({ out, id }, file, { start, end: end - 1 }, find);
  };
}

/** Compares with the deployment of this folder that is live; undefined if that is another one. */
async function remembered(sending: Sending): Promise<Compared | undefined> {
  const { client, project, out, id } = sending;
  const query = { ...queryOf(sending), files: false };
  const { deploymentId } = await client.getLiveFiles(project, query, patient);
  const before = deployedAs(out, deploymentId);
  const manifest = before && readDeploymentFile(out, before, 'manifest');
  if (!before || !manifest) return undefined;
  const difference = await differingFiles(out, { before, now: id });
  return { deploymentId, pages: new Map(Object.entries(manifest.pages)), ...difference };
}

/** Compares with what the server lists. */
async function listed(sending: Sending): Promise<Compared> {
  const { client, project, out, id } = sending;
  const [live, own] = await Promise.all([
    client.getLiveFiles(project, queryOf(sending), patient),
    deploymentFiles(out, id),
  ]);
  const known = new Map(live.files.map((file) => [file.path, file.sha256]));
  const files: UploadFile[] = [];
  for (const file of own) {
    if (known.get(file.path) !== file.sha256) files.push(file);
    known.delete(file.path);
  }
  const pages = new Map(live.pages.map((page) => [page.path, page]));
  return { deploymentId: live.deploymentId, pages, files, removed: [...known.keys()] };
}

function queryOf({ preview }: Sending) {
  return preview === undefined ? {} : { preview };
}

/** A file with its blocks; notes where they are. */
async function cut(
  file: UploadFile,
  places: Map<string, BlockPlace>,
  read: ReadBlock,
): Promise<UploadFile> {
  const whole = { file, start: 0, size: file.size };
  if (isOneBlock(file.path, file.size)) {
    places.set(file.sha256, whole);
    return file;
  }
  const blocks: string[] = [];
  for await (const { sha256, start, bytes } of blocksOf(file, read(whole))) {
    places.set(sha256, { file, start, size: bytes.length });
    blocks.push(sha256);
  }
  return blocks.length > 1 ? { ...file, blocks } : file;
}
