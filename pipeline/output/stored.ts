import { createHash, randomUUID } from 'node:crypto';
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
import type { UploadFile } from '../../schema/upload.ts';
import { blocksOf } from './blocks.ts';
import {
  allContents,
  contentsSize,
  findContent,
  packFiles,
  packsIn,
  readContentNow,
} from './contents.ts';
import { contentFiles, isContent } from './deployment-files.ts';
import { writeDurably, writeLines } from './files.ts';
import { deploymentLayout, layoutOf } from './layout.ts';
import { findLine, linesNow } from './lines.ts';
import { lock } from './lock.ts';
import { PackWriter } from './pack-writer.ts';
import { blocksOfFile } from './uploads.ts';

/** A deployment that is stored elsewhere as well. */
export interface StoredDeployment {
  readonly out: string;
  readonly id: string;
}

/**
 * Files of which a server needs few at a time: those of the site, and its sources. They are brought when they are
 * asked for; everything else is there before a deployment is opened: the records of its pages, and what its `docs.json`
 * says, are asked of each one.
 */
export function isBulk(path: string): boolean {
  return isContent(path) && path !== 'source/docs.json' && !path.startsWith('records/');
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
  const files = [...contentFiles(out, id)];
  for (const entry of readdirSync(folderOf(out, id), { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || ownFiles.has(name)) continue;
    const named = name === pendingEvents ? 'events.jsonl' : name;
    const file = join(folderOf(out, id), name);
    const old = before && storedFile(before.out, before.id, named);
    const isSame = old && before && isLink(file, join(folderOf(before.out, before.id), named));
    files.push(isSame ? old : await described(file, named));
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What each disk has of its own, besides the packs. */
const ownFiles = new Set(['stored.jsonl', halfList]);

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

/** The place of a file of a deployment on this disk; contents are in packs instead. */
export function placeIn(out: string, id: string, path: string): string {
  const file = join(folderOf(out, id), path);
  const pending = join(folderOf(out, id), pendingEvents);
  return path === 'events.jsonl' && !existsSync(file) && existsSync(pending) ? pending : file;
}

/** Reads a content of a deployment on this disk. */
export function readStored(out: string, id: string, sha256: string): Uint8Array {
  const content = findContent(contentsOf(out, id), sha256);
  if (!content) throw new Error(`The content ${sha256} of ${id} is missing in ${out}.`);
  return readContentNow(content);
}

const contentsOf = (out: string, id: string) => deploymentLayout(folderOf(out, id)).contents;

/** The contents of a stored deployment that are in no pack of its folder, each once. */
export function missingContents(
  out: string,
  id: string,
  part: 'all' | 'source',
): readonly UploadFile[] {
  const here = new Set(allContents(contentsOf(out, id)).keys());
  return [...storedFiles(out, id)].filter(({ path, sha256, size }) => {
    if (!isContent(path) || (part === 'source' && !path.startsWith('source/'))) return false;
    if (size === 0 || here.has(sha256)) return false;
    here.add(sha256);
    return true;
  });
}

/** Name of a pack that no build has written, but a server for what it brought. */
export const brought = (id: string, number: number) => `${id}-${number}`;

/** A content that is not on this disk yet. */
export interface BroughtContent {
  readonly file: UploadFile;
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Writes contents that were brought into a pack of their own; a build may use it from then on. */
export async function addContents(
  out: string,
  id: string,
  contents: AsyncIterable<BroughtContent>,
): Promise<void> {
  const folder = contentsOf(out, id);
  const half = join(folderOf(out, id), `.contents-${randomUUID()}`);
  const name = brought(id, packsIn(folder).length);
  const writer = new PackWriter(half, name);
  try {
    for await (const { file, pieces } of contents) {
      await writer.addLater(file.sha256, file.path, pieces);
    }
    if (writer.finish(undefined, () => true).length === 0) return;
    mkdirSync(folder, { recursive: true });
    // The index comes first: a pack counts from when it has its name.
    for (const kind of ['index', 'pack'] as const) {
      renameSync(packFiles(half, name)[kind], packFiles(folder, name)[kind]);
    }
  } finally {
    writer.close();
    rmSync(half, { recursive: true, force: true });
  }
}

/** Bytes of the packs of a deployment that have its bulk; others may have them as well. */
export function bulkBytes(out: string, id: string): number {
  return isStored(out, id) ? contentsSize(contentsOf(out, id), brought(id, 0)) : 0;
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
    // Only what can be brought again.
    if (!isStored(out, id)) return true;
    const folder = contentsOf(out, id);
    const half = join(folderOf(out, id), `.contents-${randomUUID()}`);
    const writer = new PackWriter(half, brought(id, 0));
    const all = allContents(folder);
    for (const { path, sha256 } of storedFiles(out, id)) {
      const content = isContent(path) && !isBulk(path) ? all.get(sha256) : undefined;
      if (content) writer.add(sha256, path, readContentNow(content));
    }
    writer.finish(undefined, () => true);
    rmSync(folder, { recursive: true, force: true });
    renameSync(half, folder);
    return true;
  } finally {
    giveBack();
  }
}

function isLink(file: string, other: string): boolean {
  const [one, two] = [file, other].map((name) => statSync(name, { throwIfNoEntry: false }));
  return one !== undefined && two !== undefined && one.ino === two.ino && one.dev === two.dev;
}

/** A file that changes a little each time, cut into blocks. */
async function described(file: string, path: string): Promise<UploadFile> {
  const hash = createHash('sha256');
  let size = 0;
  const blocks: string[] = [];
  const content = createReadStream(file, { highWaterMark: 1024 * 1024 });
  for await (const { sha256, bytes } of blocksOf({ path, size: statSync(file).size }, content)) {
    hash.update(bytes);
    size += bytes.length;
    blocks.push(sha256);
  }
  return { path, sha256: hash.digest('hex'), size, ...(blocks.length > 1 ? { blocks } : {}) };
}
