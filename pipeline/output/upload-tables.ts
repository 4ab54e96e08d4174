import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { UploadFile } from '../../schema/upload.ts';
import { deploymentFolder } from './deployment-files.ts';
import { folderWriter, writeDurably, writeLines } from './files.ts';
import { json } from './identity.ts';
import { type DeploymentFolder, deploymentLayout } from './layout.ts';
import { linesNow } from './lines.ts';
import { startOutline } from './outline.ts';
import { checkedRecords, readShape } from './upload-shapes.ts';
import { type Base, UploadError } from './uploads.ts';

/** Checks the other files that the server reads, and writes the tables for looking up in them. */
export async function writeTables(
  half: DeploymentFolder,
  base: Base,
  files: ReadonlyMap<string, UploadFile>,
): Promise<void> {
  for (const name of ['config.json', 'proxy.json', 'former.json', 'problems.json'] as const) {
    if (name !== 'config.json' && !files.has(name)) continue;
    readShape(name, contentOf(half.folder, files, name));
  }
  const pages = files.get('pages.jsonl');
  if (!pages) throw new UploadError('content', 'The upload has no pages.jsonl');
  const { deployment } = base;
  const isSame = base.files.get('pages.jsonl')?.sha256 === pages.sha256;
  const oldOutline =
    isSame && deployment
      ? deploymentLayout(deploymentFolder(deployment.out, deployment.id)).outline
      : undefined;
  if (oldOutline === undefined || !folderWriter().link(oldOutline, half.outline)) {
    const { noted, lines } = startOutline();
    let count = 0;
    for (const _ of noted(checkedRecords(linesNow(half.pages)))) {
      if (++count % 200 === 0) await setImmediate();
    }
    writeLines(half.outline, lines());
  }
  const sources = [...files.values()].flatMap(({ path, sha256: hash, size: bytes }) =>
    path.startsWith('source/') ? [[path.slice('source/'.length), { hash, bytes }] as const] : [],
  );
  writeDurably(
    half.sources,
    json(Object.fromEntries(sources.sort(([a], [b]) => (a < b ? -1 : 1)))),
  );
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
