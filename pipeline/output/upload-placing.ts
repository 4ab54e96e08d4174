import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { UploadFile } from '../../schema/upload.ts';
import { folderWriter } from './files.ts';
import {
  type Base,
  type BlockPlace,
  baseBlocks,
  blockFile,
  blocksOfFile,
  readBlock,
  type Upload,
  UploadError,
} from './uploads.ts';

/** Links, or puts together and verifies, every file of an upload. */
export async function placeFiles(
  out: string,
  {
    half,
    base,
    files,
    upload,
  }: {
    readonly half: string;
    readonly base: Base;
    readonly files: ReadonlyMap<string, UploadFile>;
    readonly upload: Upload;
  },
): Promise<void> {
  const writer = folderWriter();
  mkdirSync(half, { recursive: true });
  const inBase = await baseBlocks(base, upload.files);
  const link = (from: string, to: string) => {
    if (!writer.link(from, to)) throw new UploadError('missing', `${from} is gone`);
  };
  /** Sites have pages whose names differ only in case; file systems that do not are no place for them. */
  const apart = (path: string, error: unknown): unknown =>
    (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? new UploadError(
          'content',
          `The disk of the server can't keep ${path} apart from another file`,
        )
      : error;
  let linked = 0;
  for (const file of files.values()) {
    const to = join(half, file.path);
    const old = base.paths.get(file.sha256);
    // Requests are answered in between.
    if (++linked % 200 === 0) await setImmediate();
    try {
      if (old !== undefined) link(base.fileOf(old), to);
      else if (file.size > 0 && file.blocks === undefined) {
        const from = blockFile(out, file.sha256);
        await verifySize(from, file);
        link(from, to);
      } else {
        mkdirSync(dirname(to), { recursive: true });
        await putTogether(to, file, (sha256) => inBase.get(sha256) ?? blockFile(out, sha256));
      }
    } catch (error) {
      throw apart(file.path, error);
    }
  }
}

/** Its hash was verified when it arrived. */
async function verifySize(from: string, { path, size }: UploadFile): Promise<void> {
  const handle = await open(from);
  try {
    const found = (await handle.stat()).size;
    if (found !== size) {
      throw new UploadError('content', `${path} has ${found} bytes, expected ${size}`);
    }
  } finally {
    await handle.close();
  }
}

async function putTogether(
  to: string,
  file: UploadFile,
  placeOfBlock: (sha256: string) => BlockPlace | string,
): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(to, 'wx');
  try {
    for (const sha256 of file.size === 0 ? [] : blocksOfFile(file)) {
      const known = placeOfBlock(sha256);
      const bytes = await (typeof known === 'string' ? readFile(known) : readBlock(known));
      hash.update(bytes);
      size += bytes.length;
      if (size > file.size) break;
      await handle.writeFile(bytes);
    }
  } finally {
    await handle.close();
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256) {
    const sentence = `${file.path} is not the file with the sha-256 ${file.sha256} and ${file.size} bytes`;
    throw new UploadError('content', sentence);
  }
}
