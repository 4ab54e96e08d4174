import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where the sections of a site are stored: the tables in the output folder or elsewhere, the note
 * always in the output folder.
 */
export interface SectionStore {
  readonly folder: string;
  /** Folder of the tables that are written, or an address such as `s3://bucket/site`. */
  readonly tables: string;
}

/** What a deployment reads: a tagged version of a table. */
export interface TableVersion {
  readonly table: string;
  readonly tag: string;
  /** Hash over all rows. */
  readonly key: string;
  /** Name of the embedding model and the length of its vectors; '' and 0 without one. */
  readonly model: string;
  readonly dimension: number;
  /** Whether the model has read all rows. */
  readonly complete: boolean;
  /** Where the table is, if not in the output folder. */
  readonly tables?: string;
}

/** Which deployment reads which version; the most recent one is last. */
interface Note {
  /** Rises when the columns change their meaning. */
  readonly format: number;
  readonly deployments: Readonly<Record<string, TableVersion>>;
}

/** Version of the columns. */
const format = 3;

/** The store of an output folder; its tables at the address that is given, else where they were written last. */
export function storeOf(out: string, address?: string): SectionStore {
  const folder = join(out, 'search');
  return { folder, tables: address ?? lastVersion({ folder })?.tables ?? folder };
}

/** What a deployment reads of the store; undefined when nothing was written for it. Needs no database. */
export function versionOf(
  store: Pick<SectionStore, 'folder'>,
  deployment: string,
): TableVersion | undefined {
  return readNote(store)?.deployments[deployment];
}

/** Ids of the deployments that read the store. */
export function deploymentsIn(store: Pick<SectionStore, 'folder'>): string[] {
  return Object.keys(readNote(store)?.deployments ?? {});
}

/** All versions that deployments read. */
export function versionsIn(store: Pick<SectionStore, 'folder'>): TableVersion[] {
  return Object.values(readNote(store)?.deployments ?? {});
}

/** The version that was written last. */
export function lastVersion(store: Pick<SectionStore, 'folder'>): TableVersion | undefined {
  return versionsIn(store).at(-1);
}

/**
 * Lets a deployment read a version with the same rows, so that nothing needs to be written.
 * Requires no database. False if there is none, or if it lacks vectors of the requested model.
 */
export function reuseVersion(
  store: SectionStore,
  deployment: string,
  want: { readonly key: string; readonly model: string; readonly keep: readonly string[] },
): boolean {
  const same = versionsIn(store).findLast(
    (one) =>
      one.key === want.key &&
      isHere(store, one) &&
      (want.model === '' || (one.model === want.model && one.complete)),
  );
  if (same) noteVersion(store, deployment, same, want.keep);
  return same !== undefined;
}

/** Whether a version is where the store writes its tables. */
export function isHere({ folder, tables }: SectionStore, version: TableVersion): boolean {
  return (version.tables ?? folder) === tables;
}

/** Lets a deployment read a version; answers the versions that are read from now on. */
export function noteVersion(
  store: SectionStore,
  deployment: string,
  version: TableVersion,
  keep: readonly string[],
): readonly TableVersion[] {
  const others = Object.entries(readNote(store)?.deployments ?? {}).filter(
    ([id]) => id !== deployment && keep.includes(id),
  );
  const note: Note = {
    format,
    deployments: { ...Object.fromEntries(others), [deployment]: version },
  };
  const file = join(store.folder, 'state.json');
  const half = `${file}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify(note)}\n`);
  renameSync(half, file);
  return Object.values(note.deployments);
}

function readNote({ folder }: Pick<SectionStore, 'folder'>): Note | undefined {
  try {
    const note: Partial<Note> = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
    const { deployments } = note;
    return note.format === format && deployments ? { format, deployments } : undefined;
  } catch {
    return undefined;
  }
}
