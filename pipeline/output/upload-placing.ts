import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { UploadFile } from '../../schema/upload.ts';
import { isContent, readDeploymentContent } from './deployment-files.ts';
import type { DeploymentFolder } from './layout.ts';
import type { PackWriter } from './pack-writer.ts';
import {
  type Base,
  baseBlocks,
  blockFile,
  blocksOfFile,
  readBlock,
  type Upload,
  UploadError,
} from './uploads.ts';

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
    readonly files: ReadonlyMap<string, UploadFile>;
    readonly upload: Upload;
    /** Takes the contents that are new. */
    readonly contents: PackWriter;
  },
): Promise<void> {
  mkdirSync(half.folder, { recursive: true });
  const inBase = await baseBlocks(base, upload.files);
  const { deployment } = base;
  const blockOf = async (sha256: string): Promise<Uint8Array> => {
    const place = inBase.get(sha256);
    return place && deployment ? readBlock(deployment, place) : readFile(blockFile(out, sha256));
  };
  const piecesOf = async function* (file: UploadFile): AsyncGenerator<Uint8Array> {
    const same = base.byHash.get(file.sha256);
    if (same && deployment) yield* readDeploymentContent(deployment, same);
    else
      for (const sha256 of file.size === 0 ? [] : blocksOfFile(file)) yield await blockOf(sha256);
  };
  let placed = 0;
  for (const file of files.values()) {
    const known = base.byHash.get(file.sha256);
    // What the base has in its packs is taken over with these.
    const isKept = isContent(file.path) && known !== undefined && isContent(known.path);
    if (isKept || contents.has(file.sha256)) continue;
    // Requests are answered in between.
    if (++placed % 200 === 0) await setImmediate();
    if (isContent(file.path))
      await contents.addLater(file.sha256, file.path, verified(file, piecesOf(file)));
    else await write(join(half.folder, file.path), file, piecesOf(file));
  }
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

async function* verified(
  { path, size, sha256 }: UploadFile,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    length += piece.length;
    if (length > size) break;
    yield piece;
  }
  if (length !== size || hash.digest('hex') !== sha256) {
    const sentence = `${path} is not the file with the sha-256 ${sha256} and ${size} bytes`;
    throw new UploadError('content', sentence);
  }
}
