import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { UploadFile } from '../../schema/upload.ts';
import { blocksOf, isOneBlock } from './blocks.ts';
import { markLive, prune, recover } from './deployments.ts';
import { folderWriter, syncFolder, writeDurably, writeLines } from './files.ts';
import { deploymentLayout, halfPrefix, layoutOf } from './layout.ts';
import { lock } from './lock.ts';
import { readCurrent } from './read.ts';
import { folderOf, isBulk, linesOfFiles, storedFile } from './stored.ts';
import { type BlockPlace, blocksOfFile, readBlock } from './uploads.ts';

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
  }: {
    readonly id: string;
    readonly files: readonly UploadFile[];
    readonly getBlock: GetBlock;
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
    try {
      mkdirSync(half, { recursive: true });
      for (const file of files) {
        if (!isBulk(file.path)) await place(join(half, file.path), file, { out, last, getBlock });
      }
      writeLines(join(half, 'stored.jsonl'), linesOfFiles(files));
      renameSync(half, folderOf(out, id));
      syncFolder(layout.deployments);
    } catch (error) {
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
  mkdirSync(dirname(to), { recursive: true });
  const old = last === undefined ? undefined : storedFile(out, last, file.path);
  const from = join(folderOf(out, last ?? ''), file.path);
  if (old?.sha256 === file.sha256 && folderWriter().link(from, to)) return;
  const here =
    old && file.blocks && existsSync(from)
      ? await blocksIn(from, old)
      : new Map<string, BlockPlace>();
  const hash = createHash('sha256');
  const handle = await open(to, 'wx');
  try {
    for (const sha256 of file.size === 0 ? [] : blocksOfFile(file)) {
      const known = here.get(sha256);
      const bytes = await (known ? readBlock(known) : getBlock(sha256));
      hash.update(bytes);
      await handle.writeFile(bytes);
    }
  } finally {
    await handle.close();
  }
  if (hash.digest('hex') !== file.sha256) {
    throw new Error(`${file.path} is not what was stored: its sha-256 is another one.`);
  }
}

async function blocksIn(
  file: string,
  { path, size }: UploadFile,
): Promise<ReadonlyMap<string, BlockPlace>> {
  const found = new Map<string, BlockPlace>();
  if (isOneBlock(path, size)) return found;
  for await (const { sha256, start, bytes } of blocksOf(file, size)) {
    found.set(sha256, { file, start, size: bytes.length });
  }
  return found;
}
