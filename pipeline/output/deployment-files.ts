import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../schema/build.ts';
import type { UploadFile } from '../../schema/upload.ts';
import { blocksOf, isOneBlock } from './blocks.ts';
import { deploymentLayout, layoutOf } from './layout.ts';

/**
 * The files of a deployment that another server needs, sorted by path. Left out is what it makes itself:
 * compressed forms, tables for looking up, the sections of the search, and the events, which say what
 * changed there.
 */
export async function deploymentFiles(out: string, id: string): Promise<UploadFile[]> {
  const folder = deploymentFolder(out, id);
  const layout = deploymentLayout(folder);
  const manifest: Manifest = JSON.parse(readFileSync(layout.manifest, 'utf8'));
  const files = Object.values(manifest.files).map(
    ({ path, hash, bytes, protected: isProtected }): UploadFile => ({
      path: `${isProtected ? 'protected' : 'site'}/${path}`,
      sha256: hash,
      size: bytes,
    }),
  );
  const sources = existsSync(layout.sourceHashes)
    ? (JSON.parse(readFileSync(layout.sourceHashes, 'utf8')) as Readonly<Record<string, string>>)
    : {};
  for (const [path, sha256] of Object.entries(sources)) {
    const { size } = statSync(join(layout.source, path));
    files.push({ path: `source/${path}`, sha256, size });
  }
  for (const name of singleFiles) {
    const file = join(folder, name);
    if (existsSync(file)) files.push(await hashed(name, file));
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The same file with its blocks, if it has several. */
export async function withBlocks(folder: string, file: UploadFile): Promise<UploadFile> {
  if (isOneBlock(file.path, file.size)) return file;
  const blocks: string[] = [];
  for await (const { sha256 } of blocksOf(join(folder, file.path), file.size)) blocks.push(sha256);
  return blocks.length > 1 ? { ...file, blocks } : file;
}

/** The folder of a deployment. */
export function deploymentFolder(out: string, id: string): string {
  return join(layoutOf(out).deployments, id);
}

const singleFiles = [
  ...['config.json', 'deployment.json', 'former.json', 'manifest.json', 'pages.jsonl'],
  ...['problems.json', 'proxy.json'],
];

async function hashed(path: string, file: string): Promise<UploadFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const part of createReadStream(file)) {
    hash.update(part);
    size += part.length;
  }
  return { path, sha256: hash.digest('hex'), size };
}
