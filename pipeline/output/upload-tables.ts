import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { SourceFiles } from '../../schema/build.ts';
import type { UploadList } from '../../schema/upload.ts';
import { readContentNow } from './contents.ts';
import { pageOfRecord, sourceOf } from './deployment-files.ts';
import type { FileList } from './file-list.ts';
import { writeDurably, writeLines } from './files.ts';
import { json } from './identity.ts';
import type { DeploymentFolder } from './layout.ts';
import { keyIn } from './lines.ts';
import { outlineLine } from './outline.ts';
import type { PackWriter } from './pack-writer.ts';
import { outlineLines } from './read.ts';
import type { Base } from './upload-base.ts';
import { checkRecord, readShape } from './upload-shapes.ts';
import { UploadError } from './uploads.ts';

/** What an upload makes of its base. */
interface Uploaded {
  readonly files: FileList;
  /** What it changes. */
  readonly upload: UploadList;
  /** Contents that are new. */
  readonly contents: PackWriter;
  readonly sources: SourceFiles;
}

/** Checks the other files that the server reads, and writes the tables for looking up in them. */
export async function writeTables(
  half: DeploymentFolder,
  base: Base,
  uploaded: Uploaded,
): Promise<void> {
  const { files } = uploaded;
  for (const name of ['config.json', 'proxy.json', 'former.json', 'problems.json'] as const) {
    if (name !== 'config.json' && !files.has(name)) continue;
    readShape(name, contentOf(half.folder, files, name));
  }
  writeLines(half.outline, await outlineOf(base, uploaded));
  writeDurably(half.sources, json(uploaded.sources));
}

/** The sources by path: those of a base, as an upload changes them. */
export function changedSources(
  known: SourceFiles,
  { files, removed = [] }: UploadList,
): SourceFiles {
  const sources = new Map(Object.entries(known));
  for (const path of removed) sources.delete(sourceOf(path) ?? '');
  for (const { path, sha256: hash, size: bytes } of files) {
    const source = sourceOf(path);
    if (source !== undefined) sources.set(source, { hash, bytes });
  }
  return Object.fromEntries([...sources].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The lines of the outline by path: those of the base, and of other records once these are known to be some. */
async function outlineOf(base: Base, { upload, contents }: Uploaded): Promise<Iterable<string>> {
  const { deployment } = base;
  const lines = new Map<string, string>();
  for (const line of deployment ? outlineLines(deployment.out, deployment.id) : []) {
    lines.set(keyIn(line) ?? '', line);
  }
  for (const path of upload.removed ?? []) lines.delete(pageOfRecord(path) ?? '');
  let count = 0;
  for (const { path, sha256 } of upload.files) {
    const page = pageOfRecord(path);
    if (page === undefined) continue;
    // Requests are answered in between.
    if (++count % 200 === 0) await setImmediate();
    const content = contents.find(sha256) ?? base.find(sha256);
    if (!content) throw new UploadError('content', `${path} is the record of another page`);
    const record = readContentNow(content).toString('utf8');
    checkRecord(page, record);
    lines.set(page, outlineLine(record, sha256));
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

/** The text of a file that every upload has. */
export function contentOf(folder: string, files: FileList, name: string): string {
  if (!files.has(name)) throw new UploadError('content', `The upload has no ${name}`);
  return readFileSync(join(folder, name), 'utf8');
}
