import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RowCounts } from '../store/snapshot.ts';

/** Names in the folder of a backup. */
export const names = {
  manifest: 'manifest.json',
  /** Hashes of all other files, as `sha256sum -c` reads them. */
  sums: 'SHA256SUMS',
  database: 'docent.db',
  key: 'instance.key',
  outputs: 'outputs',
} as const;

/** Whether the key of the database is in the backup, and why not. */
export type KeyPart = 'included' | 'environment' | 'excluded' | 'none';

/** What a backup contains; it is written last. */
export interface BackupManifest {
  readonly format: 1;
  /** Docent's version, and how many migrations the database has taken. */
  readonly version: string;
  readonly schema: number;
  readonly createdAt: string;
  readonly rows: RowCounts;
  readonly key: KeyPart;
  readonly outputs: { readonly files: number; readonly bytes: number } | null;
  /** Hash of the file with the hashes. */
  readonly sums: string;
}

/**
 * Reads what a backup contains.
 * @throws an `Error` of one sentence if it is not a backup, or not one that this program can restore
 */
export function readManifest(
  folder: string,
  { version, schema }: { readonly version: string; readonly schema: number },
): BackupManifest {
  const manifest = parse(folder);
  const needs = manifest.version === version ? 'a newer Docent' : `Docent ${manifest.version}`;
  if (manifest.format !== 1) {
    throw new Error(
      `The backup ${folder} has the format ${manifest.format}, but this program supports only 1. Restore it with ${needs}.`,
    );
  }
  if (manifest.schema > schema) {
    throw new Error(
      `The backup ${folder} has a database of version ${manifest.schema}, but this program (Docent ${version}) supports only ${schema}. Restore it with ${needs} or later.`,
    );
  }
  return manifest;
}

function parse(folder: string): BackupManifest {
  const file = join(folder, names.manifest);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(
      `${folder} is not a backup: there is no file ${file}. Specify a folder that "docent backup" created.`,
      { cause: error },
    );
  }
  try {
    return JSON.parse(text) as BackupManifest;
  } catch (error) {
    throw new Error(`The backup is damaged: ${file} is not valid JSON.`, { cause: error });
  }
}
