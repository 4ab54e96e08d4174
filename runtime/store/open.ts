import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type Driver,
  Kysely,
  PostgresDialect,
  type RawBuilder,
  SqliteDialect,
  type SqliteStatement,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { keepPrivate } from './private-file.ts';
import type { Tables } from './tables.ts';

/** Where queries go: the store itself, or a transaction on it. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** Column types for migrations, such that both databases sort and compare alike. */
export interface ColumnTypes {
  readonly text: RawBuilder<unknown>;
  readonly integer: RawBuilder<unknown>;
}

/** An open database. Everything but its opening is the same whichever one it is. */
export interface Store {
  readonly db: Db;
  /** The address it was opened by: a file, or `postgres://…`. */
  readonly address: string;
  /** Asked by `tasks/` alone. */
  readonly kind: 'sqlite' | 'postgres';
  readonly columns: ColumnTypes;
  /** Runs the work in one transaction that may write; it rolls back when the work throws. */
  readonly transaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /** Reads one unchanging state of the database from its first query to its last. */
  readonly snapshot: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /** Holds other processes' callers off until the transaction ends. */
  readonly lock: (trx: Trx) => Promise<void>;
  /** Whether an error says that a unique index forbids the row. */
  readonly isDuplicate: (error: unknown) => boolean;
  /** How the database means to answer a query, as text: for tests of indexes. */
  readonly explain: (query: { compile(): CompiledQuery }) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Opens a database by its address: `postgres://…` for PostgreSQL, anything else is an SQLite file. */
export function openStore(address: string): Store {
  if (/^postgres(ql)?:\/\//.test(address)) return openPostgres(address);
  try {
    return openSqlite(address);
  } catch (error) {
    throw unusable(address, error);
  }
}

/** Why a database can't be used, as one sentence without its password. */
export function unusable(address: string, error: unknown): Error {
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  const where = address.replace(/(:\/\/[^/@:]*):[^/@]*@/, '$1:***@');
  return new Error(
    `The database ${where} can't be used: ${message || code || 'it does not answer'}. Check --database or DATABASE_URL.`,
    { cause: error },
  );
}

function openSqlite(file: string): Store {
  if (file !== ':memory:') keepPrivate(file);
  const database = new SqliteDatabase(file);
  // FULL: an answer of 2xx means the row is on disk. Wait for other processes, then give up.
  database.pragma(`busy_timeout = ${patience}`);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  const dialect = new SqliteDialect({
    database: { prepare: remember(database), close: () => database.close() },
  });
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => beginImmediate(dialect.createDriver(), database),
      createIntrospector: (kysely) => dialect.createIntrospector(kysely),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
  const transaction: Store['transaction'] = (work) => db.transaction().execute(work);
  return {
    db,
    address: file,
    kind: 'sqlite',
    columns: { text: sql`text`, integer: sql`integer` },
    transaction,
    snapshot: transaction,
    lock: async () => {},
    isDuplicate: (error) => /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(error)),
    explain: async (query) => {
      const { sql: text, parameters } = query.compile();
      const rows = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
      );
      return rows.rows.map((row) => row.detail).join('\n');
    },
    close: () => db.destroy(),
  };
}

/** Statements are prepared once: the same few texts come again with every request. */
function remember(database: SqliteDatabase.Database): (text: string) => SqliteStatement {
  const statements = new Map<string, SqliteStatement>();
  return (text) => {
    let statement = statements.get(text);
    if (!statement) {
      if (statements.size > 500) statements.clear();
      statement = database.prepare(text) as unknown as SqliteStatement;
      statements.set(text, statement);
    }
    return statement;
  };
}

const patience = 5000;

/**
 * A transaction takes the write lock at once: one that reads first can't be refused when it writes. It
 * waits for other processes without holding up this one.
 */
function beginImmediate(driver: Driver, database: SqliteDatabase.Database): Driver {
  const begin = database.prepare('begin immediate');
  const tryToBegin = (): boolean => {
    database.pragma('busy_timeout = 0');
    try {
      begin.run();
      return true;
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
      return false;
    } finally {
      database.pragma(`busy_timeout = ${patience}`);
    }
  };
  return {
    init: (options) => driver.init(options),
    acquireConnection: (options) => driver.acquireConnection(options),
    beginTransaction: async () => {
      const start = Date.now();
      for (let wait = 2; !tryToBegin(); wait = Math.min(wait * 2, 50)) {
        if (Date.now() - start > patience) {
          throw new Error('The database stayed locked by another process for 5 seconds.');
        }
        await setTimeout(wait);
      }
    },
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
    destroy: (options) => driver.destroy(options),
  };
}

const int8 = 20;
const migrationLock = 0x646f63656e74;

function openPostgres(address: string): Store {
  const pool = new pg.Pool({
    connectionString: address,
    max: 10,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === int8
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  // A connection that the server closes while idle is replaced by the pool; without a listener the
  // error would end the process.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    address,
    kind: 'postgres',
    columns: { text: sql`text collate "C"`, integer: sql`bigint` },
    transaction: (work) => db.transaction().execute(work),
    snapshot: (work) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(work),
    lock: async (trx) => {
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx);
    },
    isDuplicate: (error) => codeOf(error) === '23505',
    explain: async (query) => {
      const { sql: text, parameters } = query.compile();
      const rows = await db.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain ${text}`, [...parameters]),
      );
      return rows.rows.map((row) => row['QUERY PLAN']).join('\n');
    },
    close: () => db.destroy(),
  };
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
