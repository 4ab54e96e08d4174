import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { blocksOf } from '../../pipeline/output/blocks.ts';
import { isContent, readDeploymentContent } from '../../pipeline/output/deployment-files.ts';
import {
  listFiles,
  placeIn,
  readStored,
  type StoredDeployment,
  startStored,
  storedBlocks,
} from '../../pipeline/output/stored.ts';
import type { UploadFile } from '../../schema/upload.ts';
import { inParallel } from './in-parallel.ts';
import { keys, type StoredList } from './keys.ts';
import type { Objects } from './objects.ts';

/** Objects that are sent at the same time. */
const atOnce = 32;

/** Bytes of a content that is read into memory for sending. */
const inMemory = 4 * 2 ** 20;

/**
 * Stores a deployment that is on this disk: what the one before does not have, and its list last, so that it is there as
 * a whole or not at all. Answers the hash of the list.
 */
export async function pushDeployment(
  objects: Objects,
  {
    project,
    folder,
    id,
    before,
  }: {
    readonly project: string;
    readonly folder: string;
    readonly id: string;
    /** A deployment of the project that is stored and on this disk: what it has is not sent again. */
    readonly before: StoredDeployment | undefined;
  },
): Promise<string> {
  const files = await listFiles(folder, id, before);
  const known =
    before === undefined ? new Set<string>() : await storedBlocks(before.out, before.id);
  await inParallel(files, atOnce, async (file) => {
    if (!isContent(file.path)) {
      await pushFile(objects, { project, known, file, place: placeIn(folder, id, file.path) });
    } else if (file.size > 0 && !known.has(file.sha256)) {
      known.add(file.sha256);
      const built = { out: folder, id };
      const content =
        file.size > inMemory
          ? { stream: () => Readable.from(readDeploymentContent(built, file)), size: file.size }
          : readStored(folder, id, file.sha256);
      await objects.put(keys.block(project, file.sha256), content);
    }
  });
  const list = await startStored(folder, id, files);
  await pushFile(objects, {
    ...{ project, known, file: list },
    place: placeIn(folder, id, list.path),
  });
  const { sha256, size, blocks } = list;
  const root: StoredList = { sha256, size, ...(blocks ? { blocks } : {}) };
  await objects.put(keys.deployment(project, id), Buffer.from(`${JSON.stringify(root)}\n`));
  return sha256;
}

async function pushFile(
  objects: Objects,
  {
    project,
    known,
    file,
    place,
  }: {
    readonly project: string;
    readonly known: Set<string>;
    readonly file: UploadFile;
    readonly place: string;
  },
): Promise<void> {
  if (file.size === 0) return;
  const content = createReadStream(place, { highWaterMark: 1024 * 1024 });
  for await (const block of blocksOf(file, content)) {
    if (known.has(block.sha256)) continue;
    known.add(block.sha256);
    await objects.put(keys.block(project, block.sha256), block.bytes);
  }
}
