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
import { blocksOf, isOneBlock } from './blocks.ts';
import { wholeOf } from './contents.ts';
import { deploymentFiles, readDeploymentContent } from './deployment-files.ts';
import { writeDurably } from './files.ts';
import { listDeployments } from './read.ts';

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

/** What an upload is compared with, and what it takes unchanged. */
export interface Base {
  /** A deployment of this server; undefined if the upload has all files itself. */
  readonly deployment: { readonly out: string; readonly id: string } | undefined;
  readonly files: ReadonlyMap<string, UploadFile>;
  /** A file for each content. */
  readonly byHash: ReadonlyMap<string, UploadFile>;
}

/** Opens the deployment that an upload is based on, in whichever of the folders has it. */
export async function openBase(outs: readonly string[], id: string | undefined): Promise<Base> {
  if (id === undefined) return { deployment: undefined, files: new Map(), byHash: new Map() };
  const has = (folder: string) =>
    listDeployments(folder).some((one) => one.id === id && !one.failed);
  const out = outs.find(has);
  if (out === undefined) {
    throw new UploadError('base', `The deployment ${id} is not on the server any more.`);
  }
  const files = await deploymentFiles(out, id);
  return {
    deployment: { out, id },
    files: new Map(files.map((file) => [file.path, file])),
    byHash: new Map(files.map((file) => [file.sha256, file])),
  };
}

/** All files of the deployment that an upload describes, by path. */
export function wholeList(
  base: Base,
  { files, removed = [] }: UploadList,
): Map<string, UploadFile> {
  const all = new Map(base.files);
  for (const path of removed) all.delete(path);
  for (const file of files) all.set(file.path, file);
  return all;
}

/** Where the bytes of a block are in a deployment. */
export interface BlockPlace {
  readonly file: UploadFile;
  readonly start: number;
  readonly size: number;
}

/** Reads a block of a deployment. */
export function readBlock(
  deployment: { readonly out: string; readonly id: string },
  { file, start, size }: BlockPlace,
): Promise<Uint8Array> {
  return wholeOf(readDeploymentContent(deployment, file, { start, end: start + size - 1 }));
}

/** Finds blocks of an upload in the large files of its base. */
export async function baseBlocks(
  { deployment, files: known }: Base,
  files: readonly UploadFile[],
): Promise<ReadonlyMap<string, BlockPlace>> {
  const found = new Map<string, BlockPlace>();
  if (!deployment) return found;
  for (const { path, blocks } of files) {
    const old = known.get(path);
    if (!blocks || !old || isOneBlock(path, old.size)) continue;
    for (const [sha256, place] of await placesIn(deployment, old)) found.set(sha256, place);
  }
  return found;
}

type Places = ReadonlyMap<string, BlockPlace>;

/**
 * The blocks of the large files that were cut last: an upload is compared with the same ones when it begins and when
 * it is published, and no file of a deployment changes.
 */
const cut = new Map<string, Promise<Places>>();
const mostCut = 32;

function placesIn(
  deployment: { readonly out: string; readonly id: string },
  file: UploadFile,
): Promise<Places> {
  const name = `${deployment.out} ${deployment.id} ${file.path}`;
  const known = cut.get(name);
  if (known) return known;
  const places = cutFile(file, readDeploymentContent(deployment, file));
  cut.set(name, places);
  places.catch(() => cut.delete(name));
  const [oldest] = cut.keys();
  if (cut.size > mostCut && oldest !== undefined) cut.delete(oldest);
  return places;
}

async function cutFile(file: UploadFile, content: AsyncIterable<Uint8Array>): Promise<Places> {
  const places = new Map<string, BlockPlace>();
  for await (const { sha256, start, bytes } of blocksOf(file, content)) {
    places.set(sha256, { file, start, size: bytes.length });
  }
  return places;
}

/** Hashes of the blocks that have to be sent, each once. */
export async function missingBlocks(
  out: string,
  base: Base,
  files: readonly UploadFile[],
): Promise<readonly string[]> {
  const inBase = await baseBlocks(base, files);
  const here = new Set(namesIn(blocksIn(out)));
  const missing = new Set<string>();
  for (const file of files) {
    if (file.size === 0 || base.byHash.has(file.sha256)) continue;
    for (const sha256 of blocksOfFile(file)) {
      if (!inBase.has(sha256) && !here.has(sha256)) missing.add(sha256);
    }
  }
  return [...missing];
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
