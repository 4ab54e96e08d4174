import { closeSync, fsyncSync, openSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { isPostgres, unusable } from './address.ts';
import { copyStore, tablesOf, type Watch } from './copy.ts';
import { migrate, migrations } from './migrate.ts';
import { openStore, type Store } from './open.ts';
import { keepPrivate } from './private-file.ts';

/** Rows of every table, by its name. */
export type RowCounts = Readonly<Record<string, number>>;

/**
 * Writes one unchanging state of a database of either kind into a new SQLite file. Servers go on reading and
 * writing meanwhile, and the version stays the same.
 */
export async function snapshot(
  address: string,
  file: string,
  { version, watch }: { readonly version: number; readonly watch?: Watch },
): Promise<RowCounts> {
  keepPrivate(file);
  if (isPostgres(address)) await copyFromPostgres(address, file, { version, watch });
  else copySqlite(address, file);
  const store = openStore(file, { alone: true });
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(store.db);
    if (rows[0]?.quick_check !== 'ok') {
      throw new Error(`The database is damaged: ${rows[0]?.quick_check}.`);
    }
    return await countRows(store);
  } finally {
    await store.close();
    const opened = openSync(file, 'r');
    fsyncSync(opened);
    closeSync(opened);
  }
}

/** How many rows every table of a database has. */
export async function countRows(store: Store): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const table of await tablesOf(store)) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(table)}`.execute(store.db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** One SQLite statement: others write to the journal while it reads. */
function copySqlite(address: string, file: string): void {
  const source = new SqliteDatabase(address, { fileMustExist: true });
  try {
    source.pragma('busy_timeout = 5000');
    source.prepare('vacuum into ?').run(file);
  } catch (error) {
    throw unusable(address, error);
  } finally {
    source.close();
  }
}

async function copyFromPostgres(
  address: string,
  file: string,
  { version, watch }: { readonly version: number; readonly watch: Watch | undefined },
): Promise<void> {
  const source = openStore(address);
  try {
    const target = openStore(file, { alone: true });
    try {
      await migrate(target, migrations.slice(0, version));
      await copyStore(source, target, { ...(watch ? { watch } : {}) });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
