import { mkdirSync, rmSync } from 'node:fs';
import type { Connection, Table } from '@lancedb/lancedb';
import type { SearchRow } from '../../schema/build.ts';
import { bringUp, type EmbedTexts, type TableChange } from './bring-up.ts';
import { connect } from './lance.ts';
import {
  isHere,
  noteVersion,
  type SectionStore,
  type TableVersion,
  versionsIn,
} from './versions.ts';

/** Removes a store with all of its tables, wherever they are. */
export async function removeStore({ folder }: Pick<SectionStore, 'folder'>): Promise<void> {
  const versions = versionsIn({ folder });
  const addresses = new Set(versions.flatMap(({ tables }) => tables ?? []));
  for (const address of addresses) {
    const connection = await connect(address);
    try {
      await dropOthers(connection, new Set());
    } finally {
      connection.close();
    }
  }
  rmSync(folder, { recursive: true, force: true });
}

/** What a version is written from. */
export interface VersionInput {
  readonly rows: Iterable<SearchRow>;
  readonly key: string;
  /** Deployments that are kept. */
  readonly keep: readonly string[];
  /** The table to bring up; absent where none has what is wanted. */
  readonly base?: TableVersion;
  readonly model: string;
  readonly dimension: number;
  readonly embed?: EmbedTexts;
}

/**
 * Brings a table up to these rows and lets the deployment read that version; a table that can't be
 * brought up is left to the deployments that read it, and another one written.
 */
export async function writeVersion(
  store: SectionStore,
  deployment: string,
  input: VersionInput,
): Promise<TableChange> {
  const { base, dimension } = input;
  mkdirSync(store.folder, { recursive: true });
  const connection = await connect(store.tables);
  const target: Target = { connection, store, deployment };
  try {
    if (base && isHere(store, base)) {
      try {
        return await writeTable(target, base.table, input);
      } catch {
        // Missing or damaged: everything is written again.
      }
    }
    const name = await freeName(connection);
    const { arrowSchema } = await import('./arrow.ts');
    (await connection.createEmptyTable(name, arrowSchema(dimension))).close();
    return await writeTable(target, name, input);
  } finally {
    connection.close();
  }
}

/** Whose version is written, and where. */
interface Target {
  readonly connection: Connection;
  readonly store: SectionStore;
  readonly deployment: string;
}

async function writeTable(
  { connection, store, deployment }: Target,
  name: string,
  input: VersionInput,
): Promise<TableChange> {
  const { rows, key, keep, model, dimension, embed } = input;
  const table = await connection.openTable(name);
  try {
    const change = await bringUp(connection, table, { rows, dimension, embed });
    await tagVersion(table, deployment);
    const isRead = change.withoutVectors === undefined && (embed !== undefined || model === '');
    const version: TableVersion = {
      table: name,
      tag: deployment,
      key,
      model,
      dimension,
      complete: isRead,
      ...(store.tables === store.folder ? {} : { tables: store.tables }),
    };
    // Noted before anything is removed: whoever reads the note finds its tag.
    const kept = noteVersion(store, deployment, version, keep).filter((one) => isHere(store, one));
    await tidy(table, new Set(kept.filter((one) => one.table === name).map(({ tag }) => tag)));
    await dropOthers(connection, new Set(kept.map((one) => one.table)));
    return change;
  } finally {
    table.close();
  }
}

async function tagVersion(table: Table, tag: string): Promise<void> {
  const tags = await table.tags();
  if ((await tags.list())[tag]) await tags.delete(tag);
  await tags.create(tag, await table.version());
}

/** Removes what only versions before the oldest tagged one are made of. */
async function tidy(table: Table, used: ReadonlySet<string>): Promise<void> {
  const tags = await table.tags();
  const known = Object.entries(await tags.list());
  const gone = known.filter(([tag]) => !used.has(tag));
  for (const [tag] of gone) await tags.delete(tag);
  if (gone.length === 0) return;
  const kept = new Set(known.flatMap(([tag, { version }]) => (used.has(tag) ? [version] : [])));
  const versions = await table.listVersions();
  const oldest = versions
    .filter(({ version }) => kept.has(version))
    .sort((a, b) => a.version - b.version)[0];
  // What can't be removed now is removed by a later build.
  if (oldest) await table.optimize({ cleanupOlderThan: oldest.timestamp }).catch(() => {});
}

async function dropOthers(connection: Connection, used: ReadonlySet<string>): Promise<void> {
  for (const name of await connection.tableNames()) {
    if (!used.has(name)) await connection.dropTable(name).catch(() => {});
  }
}

async function freeName(connection: Connection): Promise<string> {
  const taken = new Set(await connection.tableNames());
  let number = 1;
  while (taken.has(`sections-${number}`)) number++;
  return `sections-${number}`;
}
