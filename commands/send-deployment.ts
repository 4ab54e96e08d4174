import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { DocentError } from '../packages/client/client.ts';
import type { Deployment, Preview } from '../packages/client/models.ts';
import { wholeOf } from '../pipeline/output/contents.ts';
import type { BlockPlace } from '../pipeline/output/upload-base.ts';
import { uploadLimits } from '../schema/upload.ts';
import {
  compareWithLive,
  type Difference,
  type LivePages,
  patient,
  type Sending,
} from './compare-with-live.ts';
import { noteDeployed } from './deployed.ts';

/** How far it is, in bytes of the files before they are compressed. */
export interface SendProgress {
  readonly done: number;
  readonly total: number;
}

/** What was sent. */
export interface Sent {
  /** The pages that were there before. */
  readonly pages: LivePages;
  /** Bytes of bodies of requests. */
  readonly bytes: number;
  readonly blocks: number;
}

/** Requests at the same time, and bytes of each: little enough for a slow connection. */
const atOnce = 4;
const fewBytes = 1024 * 1024;
/** Bytes of a deploy that takes more in each request: those of a minute are limited. */
const muchToSend = 200 * fewBytes;
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
  noteDeployed(sending, deployment.id);
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
  if (preview.deploymentId !== null) noteDeployed(sending, preview.deploymentId);
  return { preview, ...sent };
}

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
      // What this folder remembers is not asked for twice: it may not be what the server has.
      const difference = await compareWithLive(sending, { remembers: attempt === 1 });
      const list = listOf(difference, sending.preview);
      bytes += Buffer.byteLength(JSON.stringify(list));
      const upload = await client.startUpload(project, list, patient);
      const target = { sending, id: upload.id };
      bytes += await sendMissing(target, difference, upload.missing, onProgress);
      blocks += upload.missing.length;
      const published = await publish(upload.id);
      return [published, { pages: difference.pages, bytes, blocks }];
    } catch (error) {
      if (attempt === attempts || !mayBeginAgain(error, attempt)) throw error;
    }
  }
}

/** Bytes of the blocks that would be sent; the server keeps none of them. */
export async function sizeOfMissing(
  { client, project }: Pick<Sending, 'client' | 'project'>,
  difference: Difference,
): Promise<number> {
  const { id, missing } = await client.startUpload(project, listOf(difference), patient);
  await client.deleteUpload(project, id);
  return missing.reduce((sum, sha256) => sum + (difference.places.get(sha256)?.size ?? 0), 0);
}

function listOf({ deploymentId, files, removed }: Difference, preview?: string) {
  const base = deploymentId === null ? {} : { base: deploymentId };
  const target = preview === undefined ? {} : { preview };
  return { ...base, ...target, files, ...(removed.length > 0 ? { removed } : {}) };
}

/**
 * Blocks were removed meanwhile, or the deployment that it is based on. At the first attempt, that may be another than
 * this folder remembers.
 */
function mayBeginAgain(error: unknown, attempt: number): boolean {
  if (!(error instanceof DocentError)) return false;
  const codes = ['base-gone', 'missing-blocks', ...(attempt === 1 ? ['wrong-content'] : [])];
  return error.details.some(({ code }) => codes.includes(code));
}

/** Sends blocks, several requests at a time; answers how many bytes that took. */
async function sendMissing(
  { sending, id }: { readonly sending: Sending; readonly id: string },
  { places, read }: Pick<Difference, 'places' | 'read'>,
  missing: readonly string[],
  onProgress: (progress: SendProgress) => void,
): Promise<number> {
  const { client, project } = sending;
  const blocks = missing.flatMap((sha256) => places.get(sha256) ?? []);
  const total = blocks.reduce((sum, { size }) => sum + size, 0);
  const requests = requestsOf(blocks, total < muchToSend ? fewBytes : uploadLimits.request);
  let sent = 0;
  let done = 0;
  onProgress({ done, total });
  const queue = requests.values();
  const work = async () => {
    for (const some of queue) {
      const body = await promisify(gzip)(await bodyOf(some, read));
      const headers = { 'content-encoding': 'gzip' };
      // Stored blocks stay: a request that failed costs no more than itself.
      await client.sendBlocks(project, id, body, { ...patient, headers, maxRetries: 6 });
      sent += body.length;
      done += some.reduce((sum, { size }) => sum + size, 0);
      onProgress({ done, total });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return sent;
}

/** Blocks in the order of their files, some in each request. */
function requestsOf(places: readonly BlockPlace[], mostBytes: number): BlockPlace[][] {
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
  blocks: readonly BlockPlace[],
  read: Difference['read'],
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (const place of blocks) {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(place.size);
    parts.push(head, await wholeOf(read(place)));
  }
  return Buffer.concat(parts);
}
