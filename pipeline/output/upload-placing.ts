import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { UploadFile } from '../../schema/upload.ts';
import { type Content, readContent } from './contents.ts';
import { isContent, manifestName, readDeploymentContent, singleNames } from './deployment-files.ts';
import type { FileList } from './file-list.ts';
import type { DeploymentFolder } from './layout.ts';
import type { PackWriter } from './pack-writer.ts';
import { type Base, type BlockPlace, baseBlocks, readBlocks, sameInBase } from './upload-base.ts';
import { blockFile, blocksOfFile, type Upload, UploadError } from './uploads.ts';

/** Puts together and verifies every file of an upload that its base does not have. */
export async function placeFiles(
  out: string,
  {
    half,
    base,
    files,
    upload,
    contents,
  }: {
    readonly half: DeploymentFolder;
    readonly base: Base;
    readonly files: FileList;
    readonly upload: Upload;
    /** Takes the contents that are new. */
    readonly contents: PackWriter;
  },
): Promise<void> {
  mkdirSync(half.folder, { recursive: true });
  const inBase = await baseBlocks(base, upload.files);
  const { deployment } = base;
  const piecesOf = async function* (file: UploadFile): AsyncGenerator<Uint8Array> {
    const same = sameInBase(base, file);
    if (same && deployment) {
      yield* 'parts' in same ? readContent(same) : readDeploymentContent(deployment, same);
      return;
    }
    for (const source of file.size === 0 ? [] : sourcesOf(file, inBase)) {
      if (typeof source === 'string') yield await readFile(blockFile(out, source));
      else if (deployment) yield* readBlocks(deployment, source);
    }
  };
  for (const name of [...singleNames, manifestName]) {
    const file = files.get(name);
    if (file) await write(join(half.folder, name), file, piecesOf(file));
  }
  const placed = new Map<string, number>();
  for (const file of upload.files) {
    if (!isContent(file.path)) continue;
    // What the base has in its packs is taken over with these.
    const known = base.find(file.sha256);
    const size = known ? sizeOf(known) : placed.get(file.sha256);
    if (size !== undefined && size !== file.size) throw otherFile(file);
    if (size !== undefined) continue;
    // Requests are answered in between.
    if (placed.size % 200 === 199) await setImmediate();
    await contents.addLater(file.sha256, file.path, verified(file, piecesOf(file)));
    placed.set(file.sha256, file.size);
  }
}

function sizeOf({ parts }: Content): number {
  return parts.reduce((sum, [, , , , bytes]) => sum + bytes, 0);
}

/** Where the bytes of a file are: in blocks that were sent, and in what its base has, as far as it goes on there. */
function* sourcesOf(
  file: UploadFile,
  inBase: ReadonlyMap<string, BlockPlace>,
): Iterable<string | BlockPlace> {
  let run: BlockPlace | undefined;
  for (const sha256 of blocksOfFile(file)) {
    const place = inBase.get(sha256);
    if (run && place?.file === run.file && place.start === run.start + run.size) {
      run = { ...run, size: run.size + place.size };
      continue;
    }
    if (run) yield run;
    run = place;
    if (!place) yield sha256;
  }
  if (run) yield run;
}

async function write(
  to: string,
  file: UploadFile,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const handle = await open(to, 'wx');
  try {
    for await (const piece of verified(file, pieces)) await handle.writeFile(piece);
  } finally {
    await handle.close();
  }
}

function otherFile({ path, size, sha256 }: UploadFile): UploadError {
  const sentence = `${path} is not the file with the sha-256 ${sha256} and ${size} bytes`;
  return new UploadError('content', sentence);
}

async function* verified(
  file: UploadFile,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { size, sha256 } = file;
  const hash = createHash('sha256');
  let length = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    length += piece.length;
    if (length > size) break;
    yield piece;
  }
  if (length !== size || hash.digest('hex') !== sha256) throw otherFile(file);
}
