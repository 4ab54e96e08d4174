import type { UploadFile } from '../../schema/upload.ts';
import { blocksOf, isOneBlock } from './blocks.ts';
import type { Content } from './contents.ts';
import {
  contentFinder,
  isContent,
  manifestName,
  otherFiles,
  packedManifest,
  readDeploymentContent,
} from './deployment-files.ts';
import { isReadable } from './read.ts';
import { Remembered } from './remembered.ts';
import { blocksHere, blocksOfFile, UploadError } from './uploads.ts';

/** What an upload is compared with, and what it takes unchanged. */
export interface Base {
  /** A deployment of this server; undefined if the upload has all files itself. */
  readonly deployment: DeploymentPlace | undefined;
  /** Its files, without the manifest. */
  readonly files: ReadonlyMap<string, UploadFile>;
  /** Where a content is in its packs. */
  readonly find: (hash: string) => Content | undefined;
}

interface DeploymentPlace {
  readonly out: string;
  readonly id: string;
}

/** Each deploy lists the files of the same deployment several times: there may be a hundred thousand. */
const bases = new Remembered<Base>({ most: 2, age: 60_000 });

/** Opens the deployment that an upload is based on, in whichever of the folders has it. */
export async function openBase(outs: readonly string[], id: string | undefined): Promise<Base> {
  if (id === undefined) return { deployment: undefined, files: new Map(), find: () => undefined };
  const out = outs.find((folder) => isReadable(folder, id));
  if (out === undefined) {
    throw new UploadError('base', `The deployment ${id} is not on the server any more.`);
  }
  return bases.through(`${out} ${id}`, () => readBase({ out, id }));
}

async function readBase(deployment: DeploymentPlace): Promise<Base> {
  const files = new Map<string, UploadFile>();
  for (const file of await otherFiles(deployment.out, deployment.id)) files.set(file.path, file);
  return {
    deployment,
    files,
    find: contentFinder(deployment),
  };
}

/** Hashes of the blocks that have to be sent, each once. */
export async function missingBlocks(
  out: string,
  base: Base,
  files: readonly UploadFile[],
): Promise<readonly string[]> {
  const inBase = await baseBlocks(base, files);
  const here = blocksHere(out);
  const missing = new Set<string>();
  for (const file of files) {
    if (file.size === 0 || sameInBase(base, file)) continue;
    for (const sha256 of blocksOfFile(file)) {
      if (!inBase.has(sha256) && !here.has(sha256)) missing.add(sha256);
    }
  }
  return [...missing];
}

/** The content of a file, if the base has it: in its packs, or as the file of the same path. */
export function sameInBase(base: Base, file: UploadFile): Content | UploadFile | undefined {
  if (isContent(file.path)) return base.find(file.sha256);
  const same = base.files.get(file.path);
  return same?.sha256 === file.sha256 ? same : undefined;
}

/** Where the bytes of a block are in a deployment, or of several that follow each other. */
export interface BlockPlace {
  readonly file: UploadFile;
  readonly start: number;
  readonly size: number;
}

/** Reads blocks of a deployment. */
export function readBlocks(
  deployment: DeploymentPlace,
  { file, start, size }: BlockPlace,
): AsyncIterable<Uint8Array> {
  return readDeploymentContent(deployment, file, { start, end: start + size - 1 });
}

/** Finds blocks of an upload in the large files of its base. */
export async function baseBlocks(
  { deployment, files: known, find }: Base,
  files: readonly UploadFile[],
): Promise<ReadonlyMap<string, BlockPlace>> {
  const found = new Map<string, BlockPlace>();
  if (!deployment) return found;
  for (const { path, blocks } of files) {
    if (!blocks) continue;
    const old =
      path === manifestName ? await packedManifest(deployment.out, deployment.id) : known.get(path);
    if (!old || isOneBlock(path, old.size)) continue;
    for (const [sha256, place] of await placesIn(deployment, old, find)) found.set(sha256, place);
  }
  return found;
}

type Places = ReadonlyMap<string, BlockPlace>;

/** An upload is compared with the same large files when it begins and when it is published. */
const cut = new Remembered<Places>({ most: 32, age: 600_000 });

function placesIn(
  deployment: DeploymentPlace,
  file: UploadFile,
  find = contentFinder(deployment),
): Promise<Places> {
  const name = `${deployment.out} ${deployment.id} ${file.path}`;
  return cut.through(name, () => cutFile(file, readDeploymentContent(deployment, file, {}, find)));
}

async function cutFile(file: UploadFile, content: AsyncIterable<Uint8Array>): Promise<Places> {
  const places = new Map<string, BlockPlace>();
  for await (const { sha256, start, bytes } of blocksOf(file, content)) {
    places.set(sha256, { file, start, size: bytes.length });
  }
  return places;
}
