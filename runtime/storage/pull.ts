import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { BringContent } from '../../pipeline/output/bring.ts';
import { placeStored } from '../../pipeline/output/place-stored.ts';
import { addContents, missingContents } from '../../pipeline/output/stored.ts';
import type { UploadFile } from '../../schema/upload.ts';
import type { DiskCache } from './cache.ts';
import { ahead } from './in-parallel.ts';
import { isStoredList, keys, type StoredList } from './keys.ts';
import type { Objects } from './objects.ts';

/** Files that are brought at the same time. */
const atOnce = 32;

/** Bytes of a content that is read into memory. */
const inMemory = 4 * 2 ** 20;

/** What bringing files takes. */
export interface PullTools {
  readonly objects: Objects;
  readonly cache: DiskCache;
  readonly now: () => number;
}

/** A stored deployment, and the folder on this disk that it belongs to. */
export interface Wanted {
  readonly project: string;
  readonly folder: string;
  readonly id: string;
}

/**
 * Puts a stored deployment on this disk, without its bulk.
 * @throws an `Error` when it is not in the storage, or not what the database says
 */
export async function pullDeployment(
  { objects, now }: PullTools,
  wanted: Wanted & { readonly hash: string },
): Promise<void> {
  const { project, folder, id } = wanted;
  const { files } = await readList(objects, wanted);
  const getBlock = (sha256: string) => blockOf(objects, project, sha256);
  const getContents = (wanted: readonly UploadFile[]) =>
    ahead(wanted, atOnce, async (file) => ({ file, pieces: [await getBlock(file.sha256)] }));
  await placeStored(folder, { id, files, getBlock, getContents }, { now });
}

/** The files of a stored deployment, and their list. */
export async function readList(
  objects: Objects,
  { project, id, hash }: { readonly project: string; readonly id: string; readonly hash: string },
): Promise<{ readonly list: StoredList; readonly files: readonly UploadFile[] }> {
  const root = await objects.get(keys.deployment(project, id));
  if (!root) throw new Error(`The deployment ${id} is not in the storage.`);
  const list: unknown = JSON.parse(Buffer.from(root).toString('utf8'));
  if (!isStoredList(list) || list.sha256 !== hash) {
    throw new Error(`The list of ${id} in the storage is not the one that the database names.`);
  }
  const parts: Uint8Array[] = [];
  for (const sha256 of list.blocks ?? [list.sha256]) {
    parts.push(await blockOf(objects, project, sha256));
  }
  const text = Buffer.concat(parts);
  if (sha256Of(text) !== hash) throw new Error(`The list of ${id} in the storage is damaged.`);
  const lines = text.toString('utf8').split('\n');
  return { list, files: lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line)])) };
}

/** Brings single contents of a deployment that are asked for. */
export function bringFrom({ objects, cache }: PullTools, { project }: Wanted): BringContent {
  return (sha256) => cache.file(sha256, (to) => objects.download(keys.block(project, sha256), to));
}

/** Brings all contents of a deployment, or its sources, into its folder. */
export async function pullBulk(
  { objects, cache }: PullTools,
  { project, folder, id }: Wanted,
  part: 'all' | 'source',
): Promise<void> {
  const missing = missingContents(folder, id, part);
  if (missing.length === 0) return;
  const bring = async (file: UploadFile) => {
    const { sha256, path, size } = file;
    for (let tries = 2; ; tries--) {
      const from = await cache.file(sha256, (to) =>
        objects.download(keys.block(project, sha256), to),
      );
      if (from === undefined) throw new Error(`${path} of ${id} is not in the storage.`);
      try {
        return { file, pieces: size > inMemory ? createReadStream(from) : [await readFile(from)] };
      } catch (error) {
        // The cache may have made room for another one.
        if (tries === 0) throw error;
      }
    }
  };
  await addContents(folder, id, ahead(missing, atOnce, bring));
}

async function blockOf(objects: Objects, project: string, sha256: string): Promise<Uint8Array> {
  const bytes = await objects.get(keys.block(project, sha256));
  if (!bytes) throw new Error(`The block ${sha256} is not in the storage.`);
  if (sha256Of(bytes) !== sha256) throw new Error(`The block ${sha256} in the storage is damaged.`);
  return bytes;
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
