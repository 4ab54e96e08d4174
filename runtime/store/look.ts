import { existsSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import pg from 'pg';
import { isPostgres, unusable } from './address.ts';

/**
 * Number of migrations of the database at an address, without creating or changing anything;
 * undefined if it is not a database of Docent. @throws an `Error` of one sentence that explains why
 * it can't be reached
 */
export async function versionAt(address: string, check?: string): Promise<number | undefined> {
  try {
    return isPostgres(address) ? await versionOfPostgres(address) : versionOfSqlite(address);
  } catch (error) {
    throw unusable(address, error, check);
  }
}

const version = 'select max(version) as version from docent_migrations';

function versionOfSqlite(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const database = new SqliteDatabase(file, { fileMustExist: true });
  try {
    const table = database.prepare(
      "select 1 from sqlite_master where type = 'table' and name = 'docent_migrations'",
    );
    if (table.get() === undefined) return undefined;
    return (database.prepare(version).get() as { version: number | null }).version ?? undefined;
  } finally {
    database.close();
  }
}

async function versionOfPostgres(address: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const found = await client.query("select to_regclass('docent_migrations') as name");
    if (found.rows[0]?.name === null) return undefined;
    return (await client.query(version)).rows[0]?.version ?? undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
