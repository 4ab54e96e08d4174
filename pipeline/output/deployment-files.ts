import { createHash, hash as digest } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestFile, SourceEntry } from '../../schema/build.ts';
import type { UploadFile } from '../../schema/upload.ts';
import { allContents, type Content, findContent, readContent } from './contents.ts';
import { writeDurably } from './files.ts';
import { hashOfLists, json } from './identity.ts';
import { deploymentLayout, layoutOf } from './layout.ts';
import { differingLines, linesNow } from './lines.ts';
import { type OutlineEntry, outlineEntry } from './outline.ts';
import { changedManifest, packManifest, sentFiles } from './packed-manifest.ts';
import {
  fileEntry,
  listDeployments,
  outlineLines,
  readDeploymentFile,
  readManifest,
  readOutlineEntries,
  readSources,
} from './read.ts';

/**
 * The files of a deployment that another server needs, sorted by path. Left out is what it makes itself:
 * tables for looking up, the sections of the search, and the events, which say what changed there.
 */
export async function deploymentFiles(out: string, id: string): Promise<UploadFile[]> {
  const files = [...(await otherFiles(out, id)), await packedManifest(out, id)];
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The same in no order, and without the manifest. */
export async function otherFiles(out: string, id: string): Promise<Iterable<UploadFile>> {
  const single = await singleFiles(out, id);
  return {
    *[Symbol.iterator]() {
      yield* contentFiles(out, id);
      yield* single;
    },
  };
}

/** How the files of a deployment differ from those of another one. */
export interface FileDifference {
  readonly files: readonly UploadFile[];
  /** Paths that only the other one has. */
  readonly removed: readonly string[];
}

/** How a deployment differs from another one of its folder. */
interface DeploymentDifference extends FileDifference {
  /** The content of `manifest.json`: how its manifest differs. */
  readonly manifest: Uint8Array;
}

/**
 * What differs between two deployments of a folder. Their lists are compared line by line: nearly all of a hundred
 * thousand are the same, and are not read any further.
 */
export async function differingFiles(
  out: string,
  ids: Sides<string>,
): Promise<DeploymentDifference> {
  const folders = both((side) => deploymentLayout(deploymentFolder(out, ids[side])));
  const files = both(() => new Map<string, UploadFile>());
  const entries = both(() => new Map<string, ManifestFile>());
  const lists = both((side) => linesNow(folders[side].files));
  for (const { side, line } of differingLines(lists.before, lists.now)) {
    const [address, file] = fileEntry(line);
    entries[side].set(address, file);
    for (const sent of sentFiles(file)) files[side].set(sent.path, sent);
  }
  for (const { side, file } of otherContents(out, ids)) files[side].set(file.path, file);
  for (const side of sides) {
    for (const file of await singleFiles(out, ids[side])) files[side].set(file.path, file);
  }
  const manifests = both((side) => readDeploymentFile(out, ids[side], 'manifest'));
  if (!manifests.before || !manifests.now) throw unreadable(out, ids.now);
  const change = changedManifest(
    { ...manifests.before, files: entries.before },
    { ...manifests.now, files: entries.now },
    hashOfLists(folders.now),
  );
  const manifest = Buffer.from(json(change));
  return {
    files: [
      ...[...files.now.values()].filter(
        ({ path, sha256 }) => files.before.get(path)?.sha256 !== sha256,
      ),
      {
        path: manifestName,
        sha256: digest('sha256', manifest, 'hex'),
        size: manifest.length,
      },
    ],
    removed: [...files.before.keys()].filter((path) => !files.now.has(path)),
    manifest,
  };
}

const sides = ['before', 'now'] as const;

type Side = (typeof sides)[number];

/** Something of each of two deployments. */
type Sides<T> = Readonly<Record<Side, T>>;

function both<T>(of: (side: Side) => T): Sides<T> {
  return { before: of('before'), now: of('now') };
}

/** The records and sources that differ. */
function* otherContents(
  out: string,
  ids: Sides<string>,
): Iterable<{ readonly side: Side; readonly file: UploadFile }> {
  const outlines = both((side) => outlineLines(out, ids[side]));
  for (const { side, line } of differingLines(outlines.before, outlines.now)) {
    for (const entry of outlineEntry(line)) yield { side, file: recordFile(entry) };
  }
  const sources = both((side) => readSources(out, ids[side]));
  for (const side of sides) {
    const others = sources[side === 'now' ? 'before' : 'now'];
    for (const [path, entry] of Object.entries(sources[side])) {
      const other = Object.hasOwn(others, path) ? others[path] : undefined;
      if (other?.hash !== entry.hash) yield { side, file: sourceFile(path, entry) };
    }
  }
}

/** The files whose contents are in packs: those of the site, its sources, and the records of its pages. */
export function* contentFiles(out: string, id: string): Iterable<UploadFile> {
  const { files } = deploymentLayout(deploymentFolder(out, id));
  if (!existsSync(files)) throw unreadable(out, id);
  for (const line of linesNow(files)) yield* sentFiles(fileEntry(line)[1]);
  for (const [path, entry] of Object.entries(readSources(out, id))) yield sourceFile(path, entry);
  for (const entry of readOutlineEntries(out, id)) yield recordFile(entry);
}

function sourceFile(path: string, { hash, bytes }: SourceEntry): UploadFile {
  return { path: `source/${path}`, sha256: hash, size: bytes };
}

function recordFile({ path, record, bytes }: OutlineEntry): UploadFile {
  return { path: recordPath(path), sha256: record, size: bytes };
}

/** The name of a page's record among the files that are sent. */
function recordPath(page: string): string {
  return `records/${page}.json`;
}

/** The page whose record has this name; undefined for other files. */
export function pageOfRecord(path: string): string | undefined {
  return /^records\/(.+)\.json$/s.exec(path)?.[1];
}

/** The path in the source tree of a file with this name; undefined for other files. */
export function sourceOf(path: string): string | undefined {
  return path.startsWith('source/') ? path.slice('source/'.length) : undefined;
}

/** Whether the content of a file is in a pack. */
export function isContent(path: string): boolean {
  return /^(?:site|protected|parts|source|records)\//.test(path);
}

/** Reads a file of `deploymentFiles`, from a byte on to another (included), or all of it. */
export async function* readDeploymentContent(
  { out, id }: { readonly out: string; readonly id: string },
  { path, sha256 }: Pick<UploadFile, 'path' | 'sha256'>,
  part: { readonly start?: number; readonly end?: number } = {},
  find: FindContent = (hash) =>
    findContent(deploymentLayout(deploymentFolder(out, id)).contents, hash),
): AsyncGenerator<Uint8Array> {
  if (!isContent(path)) {
    yield* createReadStream(singleFile(out, id, path), { ...part, highWaterMark: 1024 * 1024 });
    return;
  }
  const content = find(sha256);
  if (!content) throw new Error(`The content of ${path} is missing in ${out}.`);
  yield* readContent(content, part);
}

type FindContent = (hash: string) => Content | undefined;

/** Lookups after which the whole index is read: a few take less time than that, and many take more. */
const fewLookups = 200;

/** Finds contents of a deployment for a caller that may read few of them or most. */
export function contentFinder({
  out,
  id,
}: {
  readonly out: string;
  readonly id: string;
}): FindContent {
  const { contents } = deploymentLayout(deploymentFolder(out, id));
  let lookups = 0;
  let all: ReadonlyMap<string, Content> | undefined;
  return (hash) => {
    lookups += 1;
    if (lookups <= fewLookups) return findContent(contents, hash);
    all ??= allContents(contents);
    return all.get(hash);
  };
}

/** Where one of the single files is: in the folder of the deployment, but for the manifest as it is sent. */
function singleFile(out: string, id: string, path: string): string {
  return path === manifestName ? packedFile(out, id) : join(deploymentFolder(out, id), path);
}

const packedFolder = (out: string) => join(layoutOf(out).cache, 'manifests');
const packedFile = (out: string, id: string) => join(packedFolder(out), `${id}.json`);

/** The whole manifest of a deployment as it is sent, which is written unless it is there from before. */
export async function packedManifest(out: string, id: string): Promise<UploadFile> {
  const file = packedFile(out, id);
  if (!existsSync(file)) {
    const manifest = readManifest(out, id);
    if (!manifest) throw unreadable(out, id);
    const deployment = readDeploymentFile(out, id, 'deployment');
    keepPacked(out, id, json(packManifest(manifest, deployment?.basePath ?? '')));
  }
  return hashed(manifestName, file);
}

function unreadable(out: string, id: string): Error {
  return new Error(`Can't read the deployment ${id} in ${out}.`);
}

/** Keeps the manifest of a deployment as it is sent; removes those of deployments that are gone. */
export function keepPacked(out: string, id: string, text: string): void {
  mkdirSync(packedFolder(out), { recursive: true });
  writeDurably(packedFile(out, id), text);
  const known = new Set(listDeployments(out).map((one) => `${one.id}.json`));
  for (const name of readdirSync(packedFolder(out))) {
    if (name.endsWith('.json') && !known.has(name)) rmSync(join(packedFolder(out), name));
  }
}

/** The folder of a deployment. */
export function deploymentFolder(out: string, id: string): string {
  return join(layoutOf(out).deployments, id);
}

export const manifestName = 'manifest.json';

/** Files whose contents are in no pack, besides the manifest. */
export const singleNames = [
  ...['config.json', 'deployment.json', 'former.json', 'problems.json', 'proxy.json'],
];

/** The files whose contents are in no pack, without the manifest. */
async function singleFiles(out: string, id: string): Promise<UploadFile[]> {
  const files: UploadFile[] = [];
  for (const name of singleNames) {
    const file = singleFile(out, id, name);
    if (existsSync(file)) files.push(await hashed(name, file));
  }
  return files;
}

async function hashed(path: string, file: string): Promise<UploadFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of createReadStream(file)) {
    hash.update(part);
    size += part.length;
  }
  return { path, sha256: hash.digest('hex'), size };
}
