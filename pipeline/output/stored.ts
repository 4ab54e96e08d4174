import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { UploadFile } from '../../schema/upload.ts';
import { blocksOf } from './blocks.ts';
import { folderWriter, writeDurably, writeLines } from './files.ts';
import { deploymentLayout, layoutOf } from './layout.ts';
import { findLine, linesNow } from './lines.ts';
import { lock } from './lock.ts';
import { blocksOfFile } from './uploads.ts';

/** A deployment that is stored elsewhere as well. */
export interface StoredDeployment {
  readonly out: string;
  readonly id: string;
}

/**
 * Files of which a server needs few at a time: those of the site, and its sources. They are brought when they are
 * asked for; everything else is there before a deployment is opened. What a `docs.json` says is asked of each one.
 */
export function isBulk(path: string): boolean {
  return /^(?:site|protected|source)\//.test(path) && path !== 'source/docs.json';
}

const pendingEvents = '.events.jsonl';

const halfList = 'storing.jsonl';

/** The folder of a deployment. */
export const folderOf = (out: string, id: string) => join(layoutOf(out).deployments, id);

/** The list of a deployment whose files are stored elsewhere: a line for each, sorted by path. */
const listOf = (out: string, id: string) => join(folderOf(out, id), 'stored.jsonl');

/** Whether a deployment is known to be stored elsewhere. */
export function isStored(out: string, id: string): boolean {
  return existsSync(listOf(out, id));
}

/** A file of a stored deployment; undefined for one that it does not have. */
export function storedFile(out: string, id: string, path: string): UploadFile | undefined {
  const line = isStored(out, id) ? findLine(listOf(out, id), path) : undefined;
  return line === undefined ? undefined : JSON.parse(line);
}

/** All files of a stored deployment. */
export function* storedFiles(out: string, id: string): Iterable<UploadFile> {
  if (!isStored(out, id)) return;
  for (const line of linesNow(listOf(out, id))) yield JSON.parse(line);
}

/**
 * All files of a deployment on this disk, with their hashes. Files that are links to those of a stored deployment are
 * what they are there; the others are read. The events of one that has just gone live may not have their name yet.
 */
export async function listFiles(
  out: string,
  id: string,
  before?: StoredDeployment,
): Promise<UploadFile[]> {
  const known = new Map<string, UploadFile>();
  for (const file of before ? storedFiles(before.out, before.id) : []) known.set(file.path, file);
  const files: UploadFile[] = [];
  let count = 0;
  for (const path of pathsIn(folderOf(out, id))) {
    if (path === 'stored.jsonl' || path === halfList) continue;
    if (++count % 200 === 0) await setImmediate();
    const named = path === pendingEvents ? 'events.jsonl' : path;
    const file = join(folderOf(out, id), path);
    const old = known.get(named);
    const isSame = old && before && isLink(file, join(folderOf(before.out, before.id), named));
    files.push(isSame ? old : await described(file, named));
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Writes the list of a deployment that is being stored; answers it as a file, of which it says nothing itself. */
export function startStored(
  out: string,
  id: string,
  files: Iterable<UploadFile>,
): Promise<UploadFile> {
  const half = join(folderOf(out, id), halfList);
  writeLines(half, linesOfFiles(files));
  return described(half, halfList);
}

/** Notes that a deployment is stored. */
export function finishStored(out: string, id: string): void {
  const half = join(folderOf(out, id), halfList);
  if (existsSync(half)) renameSync(half, listOf(out, id));
}

/** Notes which project the deployments of a folder are of, for a server that starts without knowing it. */
export function noteProject(out: string, project: string): void {
  mkdirSync(out, { recursive: true });
  writeDurably(join(out, 'project'), `${project}\n`);
}

/** The project that a folder was noted for. */
export function projectIn(out: string): string | undefined {
  try {
    const id = readFileSync(join(out, 'project'), 'utf8').trim();
    return /^prj_[0-9A-Z]{26}$/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

export function* linesOfFiles(files: Iterable<UploadFile>): Iterable<string> {
  for (const { path, ...rest } of files) yield JSON.stringify({ path, ...rest });
}

/** Hashes of all that is stored of a deployment, its list included. */
export async function storedBlocks(out: string, id: string): Promise<Set<string>> {
  const found = new Set<string>();
  if (!isStored(out, id)) return found;
  for (const file of [...storedFiles(out, id), await described(listOf(out, id), halfList)]) {
    for (const sha256 of blocksOfFile(file)) found.add(sha256);
  }
  return found;
}

/** The place of a file of a deployment on this disk. */
export function placeIn(out: string, id: string, path: string): string {
  const file = join(folderOf(out, id), path);
  const pending = join(folderOf(out, id), pendingEvents);
  return path === 'events.jsonl' && !existsSync(file) && existsSync(pending) ? pending : file;
}

/** The bulk of a stored deployment that is not in its folder. */
export function* missingFiles(
  out: string,
  id: string,
  part: 'all' | 'source',
): Iterable<UploadFile & { readonly place: string }> {
  for (const file of storedFiles(out, id)) {
    if (!isBulk(file.path) || (part === 'source' && !file.path.startsWith('source/'))) continue;
    const place = placeIn(out, id, file.path);
    if (!existsSync(place)) yield { ...file, place };
  }
}

/** Puts a file where it belongs in the folder of a deployment. */
export function linkInto(from: string, place: string): boolean {
  return folderWriter().link(from, place);
}

/** Bytes of the bulk of a deployment, if it is in its folder; it may share them with others. */
export function bulkBytes(out: string, id: string): number {
  if (!existsSync(deploymentLayout(folderOf(out, id)).site)) return 0;
  let sum = 0;
  for (const { path, size } of storedFiles(out, id)) if (isBulk(path)) sum += size;
  return sum;
}

/** Removes the bulk of a stored deployment from its folder; false while a build or upload may need it. */
export async function removeBulk(
  out: string,
  id: string,
  options: { readonly now: () => number },
): Promise<boolean> {
  const layout = layoutOf(out);
  let giveBack: () => void;
  try {
    giveBack = await lock(layout.lock, { ...options, wait: 0 });
  } catch {
    return false;
  }
  try {
    const { site, protected: behind } = deploymentLayout(folderOf(out, id));
    for (const file of storedFiles(out, id)) {
      // Only what can be brought again.
      if (isBulk(file.path)) rmSync(placeIn(out, id, file.path), { force: true });
    }
    for (const folder of [site, behind]) rmSync(folder, { recursive: true, force: true });
    return true;
  } finally {
    giveBack();
  }
}

/** Files below a folder, with forward slashes. */
function* pathsIn(folder: string, below = ''): Iterable<string> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* pathsIn(folder, path);
    else if (entry.isFile()) yield path;
  }
}

function isLink(file: string, other: string): boolean {
  const [one, two] = [file, other].map((name) => statSync(name, { throwIfNoEntry: false }));
  return one !== undefined && two !== undefined && one.ino === two.ino && one.dev === two.dev;
}

/** A file as it is stored: what few need is one piece, what changes a little each time is cut into blocks. */
async function described(file: string, path: string): Promise<UploadFile> {
  const hash = createHash('sha256');
  let size = 0;
  const blocks: string[] = [];
  if (isBulk(path)) {
    for await (const part of createReadStream(file)) {
      hash.update(part);
      size += part.length;
    }
  } else {
    for await (const { sha256, bytes } of blocksOf(file, statSync(file).size)) {
      hash.update(bytes);
      size += bytes.length;
      blocks.push(sha256);
    }
  }
  return { path, sha256: hash.digest('hex'), size, ...(blocks.length > 1 ? { blocks } : {}) };
}
