import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { UploadFile } from '../../schema/upload.ts';
import { readContentNow } from './contents.ts';
import { pageOfRecord } from './deployment-files.ts';
import { writeDurably, writeLines } from './files.ts';
import { json } from './identity.ts';
import type { DeploymentFolder } from './layout.ts';
import { type OutlineEntry, outlineLine } from './outline.ts';
import type { PackWriter } from './pack-writer.ts';
import { readOutlineEntries } from './read.ts';
import type { Base } from './upload-base.ts';
import { checkRecord, readShape } from './upload-shapes.ts';
import { UploadError } from './uploads.ts';

/** The files of an upload, and those of its contents that are new. */
interface Uploaded {
  readonly files: ReadonlyMap<string, UploadFile>;
  readonly contents: PackWriter;
}

/** Checks the other files that the server reads, and writes the tables for looking up in them. */
export async function writeTables(
  half: DeploymentFolder,
  base: Base,
  { files, contents }: Uploaded,
): Promise<void> {
  for (const name of ['config.json', 'proxy.json', 'former.json', 'problems.json'] as const) {
    if (name !== 'config.json' && !files.has(name)) continue;
    readShape(name, contentOf(half.folder, files, name));
  }
  writeLines(half.outline, await outlineOf(base, { files, contents }));
  const sources = [...files.values()].flatMap(({ path, sha256: hash, size: bytes }) =>
    path.startsWith('source/') ? [[path.slice('source/'.length), { hash, bytes }] as const] : [],
  );
  writeDurably(
    half.sources,
    json(Object.fromEntries(sources.sort(([a], [b]) => (a < b ? -1 : 1)))),
  );
}

/** The lines of the outline by path: those of the base, and of new records once these are known to be some. */
async function outlineOf(base: Base, { files, contents }: Uploaded): Promise<string[]> {
  const { deployment } = base;
  const known = new Map<string, OutlineEntry>();
  for (const entry of deployment ? readOutlineEntries(deployment.out, deployment.id) : []) {
    known.set(entry.record, entry);
  }
  const lines: (readonly [string, string])[] = [];
  let count = 0;
  for (const { path, sha256 } of files.values()) {
    const page = pageOfRecord(path);
    if (page === undefined) continue;
    const old = known.get(sha256);
    if (old?.path === page) lines.push([page, old.line]);
    else {
      // Requests are answered in between.
      if (++count % 200 === 0) await setImmediate();
      const content = contents.find(sha256) ?? base.find(sha256);
      if (!content) throw new UploadError('content', `${path} is the record of another page`);
      const record = readContentNow(content).toString('utf8');
      checkRecord(page, record);
      lines.push([page, outlineLine(record, sha256)]);
    }
  }
  return lines.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

/** The text of a file that every upload has. */
export function contentOf(
  folder: string,
  files: ReadonlyMap<string, UploadFile>,
  name: string,
): string {
  if (!files.has(name)) throw new UploadError('content', `The upload has no ${name}`);
  return readFileSync(join(folder, name), 'utf8');
}
