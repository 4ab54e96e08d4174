import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../pipeline/output/files.ts';
import { previewName } from '../../schema/api/previews.ts';

/** A preview of a project: an output folder of its own below the project's, which no other part looks into. */
export interface Preview {
  readonly name: string;
  /** Secret part of its address: whoever has it sees the preview. */
  readonly token: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Milliseconds for which a preview stays after it was last deployed to. */
export const previewAge = 14 * 24 * 60 * 60 * 1000;

/** Previews that a project has at the same time. */
export const mostPreviews = 20;

const removedPrefix = '.removed-';
const folderIn = (project: string) => join(project, 'previews');
const recordIn = (folder: string) => join(folder, 'preview.json');

/** The output folder of a preview; `project` is the folder of its project. */
export function previewFolder(project: string, name: string): string {
  return join(folderIn(project), name);
}

const allowed = new RegExp(previewName.pattern ?? '');

/** A preview of a project; undefined if there is none of that name. */
export function readPreview(project: string, name: string): Preview | undefined {
  // A name from an address must not lead out of the folder.
  if (!allowed.test(name)) return undefined;
  try {
    return JSON.parse(readFileSync(recordIn(previewFolder(project, name)), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The previews of a project, by name. */
export function listPreviews(project: string): readonly Preview[] {
  return namesIn(folderIn(project)).flatMap((name) => readPreview(project, name) ?? []);
}

/** Begins a preview of an allowed name. Of two at the same time, both get the one that was first. */
export function createPreview(project: string, name: string, now: number): Preview {
  const folder = previewFolder(project, name);
  mkdirSync(folder, { recursive: true });
  const token = randomBytes(16).toString('hex');
  const preview: Preview = { name, token, createdAt: now, updatedAt: now };
  try {
    writeFileSync(recordIn(folder), `${JSON.stringify(preview)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const known = readPreview(project, name);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && known) return known;
    throw error;
  }
  return preview;
}

/** Notes that a preview was deployed to. */
export function touchPreview(project: string, preview: Preview, now: number): Preview {
  const touched = { ...preview, updatedAt: now };
  writeDurably(recordIn(previewFolder(project, preview.name)), `${JSON.stringify(touched)}\n`);
  return touched;
}

/** Removes a preview with all its files. False if there is none. */
export function removePreview(project: string, name: string): boolean {
  if (!readPreview(project, name)) return false;
  const folder = previewFolder(project, name);
  // Out of reach at once: deleting the files of a large site takes a while.
  const doomed = join(folderIn(project), removedPrefix + randomBytes(8).toString('hex'));
  renameSync(folder, doomed);
  rmSync(doomed, { recursive: true, force: true });
  return true;
}

/** Removes all previews of a project. */
export function removePreviews(project: string): void {
  rmSync(folderIn(project), { recursive: true, force: true });
}

/** Removes what was cut off while it was removed, and the previews that were not deployed to for too long, in a project's folder or those below a folder. */
export function sweepPreviews(out: string, now: number): void {
  for (const project of [out, ...namesIn(out).map((name) => join(out, name))]) {
    for (const name of namesIn(folderIn(project))) {
      if (!name.startsWith(removedPrefix)) continue;
      rmSync(join(folderIn(project), name), { recursive: true, force: true });
    }
    for (const { name, updatedAt } of listPreviews(project)) {
      if (now - updatedAt > previewAge) removePreview(project, name);
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
