import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadFile } from '../../schema/upload.ts';
import { blocksOf, isOneBlock } from './blocks.ts';
import { allContents, wholeOf } from './contents.ts';
import { isContent } from './deployment-files.ts';
import { markLive, prune, recover } from './deployments.ts';
import { folderWriter, syncFolder, writeDurably, writeLines } from './files.ts';
import { deploymentLayout, halfPrefix, layoutOf } from './layout.ts';
import { lock } from './lock.ts';
import { PackWriter } from './pack-writer.ts';
import { readCurrent } from './read.ts';
import {
  type BroughtContent,
  brought,
  folderOf,
  isBulk,
  linesOfFiles,
  storedFile,
} from './stored.ts';
import { blocksOfFile } from './uploads.ts';

/** Gets a block by its hash, which was verified. */
type GetBlock = (sha256: string) => Promise<Uint8Array>;

/** Deployments that stay on this disk: what goes live elsewhere comes without a build or upload that removes old ones. */
const mostHere = 5;

/**
 * Puts a stored deployment on this disk, all of it but its bulk: next to the others, under its name when it is complete.
 * What another deployment here has as well is taken from there.
 */
export async function placeStored(
  out: string,
  {
    id,
    files,
    getBlock,
    getContents,
  }: {
    readonly id: string;
    readonly files: readonly UploadFile[];
    readonly getBlock: GetBlock;
    /** Gets contents, which were verified, in whatever order. */
    readonly getContents: (files: readonly UploadFile[]) => AsyncIterable<BroughtContent>;
  },
  options: { readonly now: () => number },
): Promise<void> {
  const layout = layoutOf(out);
  const giveBack = await lock(layout.lock, options);
  try {
    recover(layout);
    if (existsSync(deploymentLayout(folderOf(out, id)).deployment)) return;
    const half = join(layout.deployments, halfPrefix + id);
    const last = readCurrent(out);
    const contents = new PackWriter(deploymentLayout(half).contents, brought(id, 0));
    try {
      mkdirSync(half, { recursive: true });
      const before = last && deploymentLayout(folderOf(out, last)).contents;
      const here = before ? allContents(before) : new Map<string, unknown>();
      const isWanted = ({ path, sha256 }: UploadFile) =>
        isContent(path) && !isBulk(path) && !here.has(sha256);
      for await (const { file, pieces } of getContents(files.filter(isWanted))) {
        await contents.addLater(file.sha256, file.path, pieces);
      }
      for (const file of files) {
        if (isContent(file.path)) continue;
        await place(join(half, file.path), file, { out, last, getBlock });
      }
      const used = new Set(files.map(({ sha256 }) => sha256));
      contents.finish(before, (hash) => used.has(hash));
      writeLines(join(half, 'stored.jsonl'), linesOfFiles(files));
      renameSync(half, folderOf(out, id));
      syncFolder(layout.deployments);
    } catch (error) {
      contents.close();
      rmSync(half, { recursive: true, force: true });
      throw error;
    }
  } finally {
    giveBack();
  }
}

/** Makes a deployment that is here the live one of this folder. */
export async function makeLiveHere(
  out: string,
  id: string,
  options: { readonly now: () => number; readonly isStill: () => Promise<boolean> },
): Promise<void> {
  const layout = layoutOf(out);
  const giveBack = await lock(layout.lock, options);
  try {
    if (readCurrent(out) === id || !(await options.isStill())) return;
    markLive(folderOf(out, id));
    writeDurably(layout.current, `${id}\n`);
    prune(layout, mostHere);
  } finally {
    giveBack();
  }
}

/** Links a file of the last deployment that is the same, or puts it together and verifies it. */
async function place(
  to: string,
  file: UploadFile,
  {
    out,
    last,
    getBlock,
  }: { readonly out: string; readonly last: string | undefined; readonly getBlock: GetBlock },
): Promise<void> {
  const old = last === undefined ? undefined : storedFile(out, last, file.path);
  const from = join(folderOf(out, last ?? ''), file.path);
  if (old?.sha256 === file.sha256 && folderWriter().link(from, to)) return;
  const here =
    old && file.blocks && existsSync(from) ? await blocksIn(from, old) : new Map<string, Span>();
  const getHere = async (sha256: string) => {
    const known = here.get(sha256);
    return known ? readBlock(from, known) : getBlock(sha256);
  };
  const handle = await open(to, 'wx');
  try {
    for await (const bytes of stored(file, getHere)) await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
}

/** The blocks of a stored file, verified as a whole. */
async function* stored(file: UploadFile, getBlock: GetBlock): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for (const sha256 of file.size === 0 ? [] : blocksOfFile(file)) {
    const bytes = await getBlock(sha256);
    hash.update(bytes);
    yield bytes;
  }
  if (hash.digest('hex') !== file.sha256) {
    throw new Error(`${file.path} is not what was stored: its sha-256 is another one.`);
  }
}

/** Where a block is in a file on this disk. */
interface Span {
  readonly start: number;
  readonly size: number;
}

function readBlock(file: string, { start, size }: Span): Promise<Uint8Array> {
  return wholeOf(createReadStream(file, { start, end: start + size - 1 }));
}

async function blocksIn(file: string, old: UploadFile): Promise<ReadonlyMap<string, Span>> {
  const found = new Map<string, Span>();
  if (isOneBlock(old.path, old.size)) return found;
  const content = createReadStream(file, { highWaterMark: 1024 * 1024 });
  for await (const { sha256, start, bytes } of blocksOf(old, content)) {
    found.set(sha256, { start, size: bytes.length });
  }
  return found;
}
