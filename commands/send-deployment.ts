import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type DocentClient, DocentError } from '../packages/client/client.ts';
import type { Deployment, LiveFiles, Preview } from '../packages/client/models.ts';
import { blocksOf, isOneBlock } from '../pipeline/output/blocks.ts';
import { wholeOf } from '../pipeline/output/contents.ts';
import {
  contentFinder,
  deploymentFiles,
  readDeploymentContent,
} from '../pipeline/output/deployment-files.ts';
import type { BlockPlace } from '../pipeline/output/upload-base.ts';
import type { UploadFile } from '../schema/upload.ts';

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

/** How far it is, in bytes of the files before they are compressed. */
export interface SendProgress {
  readonly done: number;
  readonly total: number;
}

/** What differs from the deployment that readers get. */
export interface Difference {
  readonly live: LiveFiles;
  readonly files: readonly UploadFile[];
  readonly removed: readonly string[];
  /** Hash of a block → where it is. */
  readonly places: ReadonlyMap<string, BlockPlace>;
}

/** What was sent. */
export interface Sent {
  /** What was there before. */
  readonly live: LiveFiles;
  /** Bytes of bodies of requests. */
  readonly bytes: number;
  readonly blocks: number;
}

/** Requests at the same time, and bytes of each: little enough for a slow connection. */
const atOnce = 4;
const mostBytes = 1024 * 1024;
/** Times that it begins again when the server has changed meanwhile. */
const attempts = 3;

/** Sends what a server lacks of a deployment, and makes it live there. */
export async function sendDeployment(
  sending: Omit<Sending, 'preview'>,
  onProgress?: (progress: SendProgress) => void,
): Promise<Sent & { readonly deployment: Deployment }> {
  const { client, project } = sending;
  const publish = (id: string) => client.publishUpload(project, id, patient);
  const [deployment, sent] = await sendAndPublish(sending, publish, onProgress);
  return { deployment, ...sent };
}

/** Sends what a server lacks of a deployment, and shows it there as a preview. */
export async function sendPreview(
  sending: Sending & { readonly preview: string },
  onProgress?: (progress: SendProgress) => void,
): Promise<Sent & { readonly preview: Preview }> {
  const { client, project, preview: name } = sending;
  const publish = (uploadId: string) => client.publishPreview(project, name, { uploadId }, patient);
  const [preview, sent] = await sendAndPublish(sending, publish, onProgress);
  return { preview, ...sent };
}

/** The files of a large site are a hundred thousand, which the server compares and verifies; connections may be slow. */
const patient = { timeout: 300_000 };

async function sendAndPublish<Published>(
  sending: Sending,
  publish: (uploadId: string) => Promise<Published>,
  onProgress: (progress: SendProgress) => void = () => {},
): Promise<readonly [Published, Sent]> {
  const { client, project } = sending;
  let bytes = 0;
  let blocks = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      const difference = await compareWithLive(sending);
      const list = listOf(difference, sending.preview);
      bytes += Buffer.byteLength(JSON.stringify(list));
      const upload = await client.startUpload(project, list, patient);
      const target = { sending, id: upload.id };
      bytes += await sendMissing(target, difference.places, upload.missing, onProgress);
      blocks += upload.missing.length;
      const published = await publish(upload.id);
      return [published, { live: difference.live, bytes, blocks }];
    } catch (error) {
      if (attempt === attempts || !mayBeginAgain(error)) throw error;
    }
  }
}

/** What of a deployment differs from what readers get. */
export async function compareWithLive({
  client,
  project,
  out,
  id,
  preview,
}: Sending): Promise<Difference> {
  const query = preview === undefined ? {} : { preview };
  const [live, own] = await Promise.all([
    client.getLiveFiles(project, query, patient),
    deploymentFiles(out, id),
  ]);
  const known = new Map(live.files.map((file) => [file.path, file.sha256]));
  const places = new Map<string, BlockPlace>();
  const files: UploadFile[] = [];
  const find = contentFinder({ out, id });
  for (const file of own) {
    const isSame = known.get(file.path) === file.sha256;
    known.delete(file.path);
    if (!isSame)
      files.push(await cut(file, places, () => readDeploymentContent({ out, id }, file, {}, find)));
  }
  return { live, files, removed: [...known.keys()], places };
}

/** Bytes of the blocks that would be sent; nothing of it stays on the server. */
export async function sizeOfMissing(
  { client, project }: Pick<Sending, 'client' | 'project'>,
  difference: Difference,
): Promise<number> {
  const { id, missing } = await client.startUpload(project, listOf(difference), patient);
  await client.deleteUpload(project, id);
  return missing.reduce((sum, sha256) => sum + (difference.places.get(sha256)?.size ?? 0), 0);
}

/** A file with its blocks; notes where they are. */
async function cut(
  file: UploadFile,
  places: Map<string, BlockPlace>,
  read: () => AsyncIterable<Uint8Array>,
): Promise<UploadFile> {
  if (isOneBlock(file.path, file.size)) {
    places.set(file.sha256, { file, start: 0, size: file.size });
    return file;
  }
  const blocks: string[] = [];
  for await (const { sha256, start, bytes } of blocksOf(file, read())) {
    places.set(sha256, { file, start, size: bytes.length });
    blocks.push(sha256);
  }
  return blocks.length > 1 ? { ...file, blocks } : file;
}

function listOf({ live, files, removed }: Difference, preview?: string) {
  const base = live.deploymentId === null ? {} : { base: live.deploymentId };
  const target = preview === undefined ? {} : { preview };
  return { ...base, ...target, files, ...(removed.length > 0 ? { removed } : {}) };
}

/** Blocks were removed meanwhile, or the deployment that it is based on. */
function mayBeginAgain(error: unknown): boolean {
  return (
    error instanceof DocentError &&
    error.details.some(({ code }) => code === 'base-gone' || code === 'missing-blocks')
  );
}

/** Sends blocks, several requests at a time; answers how many bytes that took. */
async function sendMissing(
  { sending, id }: { readonly sending: Sending; readonly id: string },
  places: ReadonlyMap<string, BlockPlace>,
  missing: readonly string[],
  onProgress: (progress: SendProgress) => void,
): Promise<number> {
  const { client, project } = sending;
  const requests = requestsOf(missing.flatMap((sha256) => places.get(sha256) ?? []));
  const total = requests.flat().reduce((sum, { size }) => sum + size, 0);
  let sent = 0;
  let done = 0;
  onProgress({ done, total });
  const find = contentFinder(sending);
  const queue = requests.values();
  const work = async () => {
    for (const blocks of queue) {
      const body = await promisify(gzip)(await bodyOf(sending, blocks, find));
      const headers = { 'content-encoding': 'gzip' };
      // Stored blocks stay: a request that failed costs no more than itself.
      await client.sendBlocks(project, id, body, { ...patient, headers, maxRetries: 6 });
      sent += body.length;
      done += blocks.reduce((sum, { size }) => sum + size, 0);
      onProgress({ done, total });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return sent;
}

/** Blocks in the order of their files, some in each request. */
function requestsOf(places: readonly BlockPlace[]): BlockPlace[][] {
  const requests: BlockPlace[][] = [];
  let room = 0;
  for (const place of places) {
    const size = place.size + 4;
    if (size > room) {
      requests.push([]);
      room = Math.max(size, mostBytes);
    }
    room -= size;
    requests.at(-1)?.push(place);
  }
  return requests;
}

/** Each block after its size, as four bytes with the highest first. */
async function bodyOf(
  built: Pick<Sending, 'out' | 'id'>,
  blocks: readonly BlockPlace[],
  find: ReturnType<typeof contentFinder>,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const { file, start, size } of blocks) {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(size);
    const part = { start, end: start + size - 1 };
    parts.push(head, await wholeOf(readDeploymentContent(built, file, part, find)));
  }
  return Buffer.concat(parts);
}
