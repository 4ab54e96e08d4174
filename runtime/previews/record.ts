import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../pipeline/output/files.ts';
import { previewName } from '../../schema/api/previews.ts';
import type { Deployment } from '../../schema/build.ts';

/** A preview of a project: an output folder of its own below the project's, which no other part looks into. */
export interface Preview {
  readonly name: string;
  /** Secret part of its address: whoever has it sees the preview. */
  readonly token: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** What it shows; nothing before it was deployed to. */
  readonly shown?: ShownDeployment;
}

/** A preview that was deployed to. */
export interface ShownPreview extends Preview {
  readonly shown: ShownDeployment;
}

/** The deployment of a preview. */
export interface ShownDeployment extends Pick<Deployment, 'id' | 'branch' | 'commitSha'> {
  /** Scheme and host of its readers; undefined when no `docs.json` names them. */
  readonly origin?: string;
  /** Hash of the list of its files, where they are in object storage. */
  readonly hash?: string;
}

/** A project, and its folder on this disk. */
export interface PreviewSite {
  readonly project: string;
  readonly folder: string;
}

/** Which previews projects have: noted in their folders, or in what servers have in common. */
export interface PreviewRecords {
  readonly find: (site: PreviewSite, name: string) => Promise<Preview | undefined>;
  /** All of a project, by name. */
  readonly list: (site: PreviewSite) => Promise<readonly Preview[]>;
  /** The same for readers: a moment old where it is somewhere else. */
  readonly look: (site: PreviewSite) => Promise<readonly Preview[]>;
  /** Begins a preview of an allowed name. Of two at the same time, both get the one that was first. */
  readonly create: (site: PreviewSite, preview: Preview) => Promise<Preview>;
  /** Notes what a preview shows now. */
  readonly save: (site: PreviewSite, preview: Preview) => Promise<void>;
  /** Removes a preview with all its files. False if there is none. */
  readonly remove: (site: PreviewSite, name: string) => Promise<boolean>;
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

/** A preview that shows nothing yet. */
export function newPreview(name: string, now: number): Preview {
  return { name, token: randomBytes(16).toString('hex'), createdAt: now, updatedAt: now };
}

/** Records in the folders of the previews themselves. */
export const localRecords: PreviewRecords = {
  find: async ({ folder }, name) => readPreview(folder, name),
  list: async ({ folder }) => listPreviews(folder),
  look: async ({ folder }) => listPreviews(folder),
  create: async ({ folder }, preview) => createPreview(folder, preview),
  save: async ({ folder }, preview) => {
    const file = recordIn(previewFolder(folder, preview.name));
    writeDurably(file, `${JSON.stringify(preview)}\n`);
  },
  remove: async ({ folder }, name) => {
    if (!readPreview(folder, name)) return false;
    removePreviewFolder(folder, name);
    return true;
  },
};

const allowed = new RegExp(previewName.pattern ?? '');

function readPreview(project: string, name: string): Preview | undefined {
  // A name from an address must not lead out of the folder.
  if (!allowed.test(name)) return undefined;
  try {
    return JSON.parse(readFileSync(recordIn(previewFolder(project, name)), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The previews that are noted in a project's folder, by name. */
export function listPreviews(project: string): readonly Preview[] {
  return namesIn(folderIn(project)).flatMap((name) => readPreview(project, name) ?? []);
}

function createPreview(project: string, preview: Preview): Preview {
  const folder = previewFolder(project, preview.name);
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(recordIn(folder), `${JSON.stringify(preview)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const known = readPreview(project, preview.name);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && known) return known;
    throw error;
  }
  return preview;
}

/** Removes the files of a preview from this disk. */
export function removePreviewFolder(project: string, name: string): void {
  // Out of reach at once: deleting the files of a large site takes a while.
  const doomed = join(folderIn(project), removedPrefix + randomBytes(8).toString('hex'));
  renameSync(previewFolder(project, name), doomed);
  rmSync(doomed, { recursive: true, force: true });
}

/** Removes all previews of a project from this disk. */
export function removePreviews(project: string): void {
  rmSync(folderIn(project), { recursive: true, force: true });
}

/** Names of the previews that have files in the folder of a project. */
export function previewsOnDisk(project: string): readonly string[] {
  return namesIn(folderIn(project)).filter((name) => !name.startsWith(removedPrefix));
}

/** Removes what was cut off while it was removed, and the previews that were not deployed to for too long, in a project's folder or those below a folder. */
export function sweepPreviews(out: string, now: number): void {
  for (const project of [out, ...namesIn(out).map((name) => join(out, name))]) {
    for (const name of namesIn(folderIn(project))) {
      if (!name.startsWith(removedPrefix)) continue;
      rmSync(join(folderIn(project), name), { recursive: true, force: true });
    }
    for (const { name, updatedAt } of listPreviews(project)) {
      if (now - updatedAt > previewAge) removePreviewFolder(project, name);
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
