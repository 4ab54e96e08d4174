import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type UploadFile, type UploadList, uploadLimits } from '../../schema/upload.ts';
import { writeDurably } from './files.ts';

/** A deployment on its way to this server. */
export interface Upload extends UploadList {
  readonly id: string;
  readonly createdAt: number;
  /** Id of the deployment that it becomes; it may not be live yet. */
  readonly deployment?: string;
}

/** Why an upload can't be continued or published. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly code: 'base' | 'missing' | 'content' | 'blocks';

  constructor(code: UploadError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Milliseconds after which an upload that was not published is removed, with its blocks. */
export const uploadAge = 24 * 60 * 60 * 1000;

const folderOf = (out: string) => join(out, 'uploads');
const blocksIn = (out: string) => join(folderOf(out), 'blocks');
const recordOf = (out: string, id: string) => join(folderOf(out), `${id}.json`);

/** The file of a block that was received. */
export function blockFile(out: string, sha256: string): string {
  return join(blocksIn(out), sha256);
}

/** Remembers an upload; its blocks that are here already stay as long as it does. */
export function saveUpload(out: string, upload: Upload): void {
  mkdirSync(blocksIn(out), { recursive: true });
  writeDurably(recordOf(out, upload.id), `${JSON.stringify(upload)}\n`);
  const used = new Set(upload.files.flatMap(blocksOfFile));
  const now = new Date(upload.createdAt);
  for (const name of readdirSync(blocksIn(out))) {
    if (used.has(name)) utimesSync(join(blocksIn(out), name), now, now);
  }
}

/** An upload that was not removed. */
export function readUpload(out: string, id: string): Upload | undefined {
  if (!/^upl_[0-9A-Z]{26}$/.test(id)) return undefined;
  try {
    return JSON.parse(readFileSync(recordOf(out, id), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Forgets an upload; its blocks may be of another one too, and go with their age. */
export function removeUpload(out: string, id: string): void {
  rmSync(recordOf(out, id), { force: true });
}

/** Removes the blocks of files that are published; requests are answered in between. */
export async function removeBlocks(out: string, files: readonly UploadFile[]): Promise<void> {
  for (const sha256 of new Set(files.flatMap(blocksOfFile))) {
    await rm(blockFile(out, sha256), { force: true });
  }
}

/** Bytes of the lists that wait here, and of the blocks that are not of these files. */
export function waitingBytes(out: string, files: readonly UploadFile[] = []): number {
  const own = new Set(files.flatMap(blocksOfFile));
  return [folderOf(out), blocksIn(out)]
    .flatMap((folder) => namesIn(folder).map((name) => ({ name, file: join(folder, name) })))
    .filter(({ name }) => !own.has(name))
    .map(({ file }) => statSync(file, { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.isFile() ? found.size : 0), 0);
}

/** Removes what is older than a day: uploads, blocks, and what was cut off while it arrived. */
export function sweepUploads(out: string, now: number): void {
  for (const folder of [folderOf(out), blocksIn(out)]) {
    for (const name of namesIn(folder)) {
      const file = join(folder, name);
      const found = statSync(file, { throwIfNoEntry: false });
      if (found?.isFile() && now - found.mtimeMs > uploadAge) rmSync(file, { force: true });
    }
  }
}

/** Hashes of the blocks of a file, in order. */
export function blocksOfFile({ sha256, blocks }: UploadFile): readonly string[] {
  return blocks ?? [sha256];
}

const hashes = new WeakMap<Upload, ReadonlySet<string>>();

/** Hashes of all blocks that an upload names; a large one is asked for them with every request. */
function hashesOf(upload: Upload): ReadonlySet<string> {
  let known = hashes.get(upload);
  if (!known) {
    known = new Set(upload.files.flatMap(blocksOfFile));
    hashes.set(upload, known);
  }
  return known;
}

/** Hashes of the blocks that are here. */
export function blocksHere(out: string): ReadonlySet<string> {
  return new Set(namesIn(blocksIn(out)));
}

/**
 * Stores the blocks of a request: each is its size, as four bytes with the highest first, and its bytes. One that is
 * complete stays, whatever comes after it; one that the upload does not name ends the request. `onNew` gets the size of
 * each that is not here yet, before it is stored, and throws where there is no room for it. Answers their hashes.
 */
export async function receiveBlocks(
  out: string,
  upload: Upload,
  stream: AsyncIterable<Uint8Array>,
  onNew: (size: number) => void = () => {},
): Promise<readonly string[]> {
  const wanted = hashesOf(upload);
  mkdirSync(blocksIn(out), { recursive: true });
  const received: string[] = [];
  for await (const bytes of framesOf(stream)) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    if (!wanted.has(sha256)) {
      throw new UploadError(
        'blocks',
        `Block ${received.length + 1} has the sha-256 ${sha256}, which no file of the upload names`,
      );
    }
    if (!existsSync(blockFile(out, sha256))) {
      onNew(bytes.length);
      await storeBlock(out, sha256, bytes);
    }
    received.push(sha256);
  }
  return received;
}

/** Keeps a block that another server received; one that is not what its name says is left out. */
export async function keepBlock(out: string, sha256: string, bytes: Uint8Array): Promise<void> {
  if (createHash('sha256').update(bytes).digest('hex') === sha256) {
    await storeBlock(out, sha256, bytes);
  }
}

async function storeBlock(out: string, sha256: string, bytes: Uint8Array): Promise<void> {
  const file = blockFile(out, sha256);
  const half = `${file}.${randomUUID()}`;
  try {
    const handle = await open(half, 'w');
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** The blocks in a stream; never more than one of them is in memory. */
async function* framesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (size: number): Buffer => {
    // A body may hold thousands of small blocks: one part of it is not copied for each.
    const [first, ...others] = parts;
    const all =
      first && others.length === 0
        ? Buffer.from(first.buffer, first.byteOffset, first.length)
        : Buffer.concat(parts);
    parts = [all.subarray(size)];
    length -= size;
    return all.subarray(0, size);
  };
  let size: number | undefined;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    for (;;) {
      if (size === undefined) {
        if (length < 4) break;
        size = take(4).readUInt32BE();
        if (size > uploadLimits.block) {
          const limit = uploadLimits.block;
          throw new UploadError('blocks', `A block has ${size} bytes, expected at most ${limit}`);
        }
      }
      if (length < size) break;
      yield take(size);
      size = undefined;
    }
  }
  if (length > 0 || size !== undefined) {
    throw new UploadError('blocks', 'The body ends in the middle of a block');
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
