import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type Dialect,
  Kysely,
  PostgresDialect,
  type RawBuilder,
  SqliteDialect,
  type SqliteStatement,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { isPostgres, unusable } from './address.ts';
import { againAfterConflicts, codeOf, patience, untilFree } from './conflicts.ts';
import { createRoom, guard, type Rules } from './driver.ts';
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
  /**
   * Runs the work in one transaction that may write; it rolls back if the work throws. The order of
   * its locks is in `locks.ts`. If the database rejects it because of another transaction, the work
   * is run again, a few times: it must not have effects outside the transaction.
   */
  readonly transaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /** Reads one unchanging state of the database from its first query to its last. */
  readonly snapshot: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
  /** False while the disk is full: once a write found it so, until one is possible again. */
  readonly hasRoom: () => Promise<boolean>;
  /** Holds other processes' callers off until the transaction ends. */
  readonly lock: (trx: Trx) => Promise<void>;
  /** Whether an error says that a unique index forbids the row. */
  readonly isDuplicate: (error: unknown) => boolean;
  /** How the database means to answer a query, as text: for tests of indexes. */
  readonly explain: (query: { compile(): CompiledQuery }) => Promise<string>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a database by its address: `postgres://…` for PostgreSQL, anything else is an SQLite file.
 * `alone` locks a file until it is closed; for both kinds use `openAlone`.
 */
export function openStore(address: string, { alone = false } = {}): Store {
  if (isPostgres(address)) return openPostgres(address);
  try {
    return openSqlite(address, alone);
  } catch (error) {
    if (alone && codeOf(error).startsWith('SQLITE_BUSY')) {
      throw new Error(
        `A server or another command is using the database ${address}. Stop it, and run the command again.`,
        { cause: error },
      );
    }
    throw unusable(address, error);
  }
}

function openSqlite(file: string, alone: boolean): Store {
  if (file !== ':memory:') keepPrivate(file);
  const database = new SqliteDatabase(file);
  try {
    // FULL: an answer of 2xx means the row is on disk. Wait for other processes, then give up.
    database.pragma(`busy_timeout = ${alone ? 1000 : patience}`);
    // Everyone else has the file open from the first to the last moment, and is found and kept off by that.
    if (alone) database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    if (alone) database.exec('begin immediate; commit');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
  } catch (error) {
    database.close();
    throw error;
  }
  // From here on it is waited for without holding up this process.
  database.pragma('busy_timeout = 0');
  const room = createRoom();
  const dialect = new SqliteDialect({
    database: { prepare: remember(database), close: () => database.close() },
  });
  const db = openGuarded(dialect, sqliteRules(database, room.onFull));
  const transaction: Store['transaction'] = (work) => db.transaction().execute(work);
  return {
    db,
    address: file,
    kind: 'sqlite',
    columns: { text: sql`text`, integer: sql`integer` },
    transaction,
    snapshot: transaction,
    hasRoom: () => room.look(db),
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

function sqliteRules(database: SqliteDatabase.Database, onFull: () => void): Rules {
  const begin = database.prepare('begin immediate');
  // A transaction already has the write lock; only writes outside a transaction can conflict with
  // another process.
  const query = <T>(run: () => Promise<T>) => (database.inTransaction ? run() : untilFree(run));
  return {
    onFull,
    isFull: (error) => codeOf(error) === 'SQLITE_FULL',
    query,
    // It acquires the write lock immediately: a transaction that reads first can't be rejected when
    // it writes.
    begin: async () => {
      // A commit waits for the disk, and with it the whole process: many of them in a row would hold up all else.
      await new Promise((resolve) => setImmediate(resolve));
      await untilFree(async () => void begin.run());
    },
    // A full disk ends the transaction by itself.
    mayRollBack: () => database.inTransaction,
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
  const room = createRoom();
  const dialect = new PostgresDialect({ pool });
  const db = openGuarded(dialect, {
    onFull: room.onFull,
    isFull: isFullDisk,
    query: (run) => run(),
  });
  return {
    db,
    address,
    kind: 'postgres',
    columns: { text: sql`text collate "C"`, integer: sql`bigint` },
    transaction: (work) => againAfterConflicts(() => db.transaction().execute(work)),
    hasRoom: () => room.look(db),
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

/** An exhausted quota has no error code of its own. */
function isFullDisk(error: unknown): boolean {
  if (codeOf(error) === '53100') return true;
  return (
    error instanceof Error &&
    /^could not extend file .*(no space left on device|quota exceeded)/i.test(error.message)
  );
}

/** Kysely with a driver that follows the rules. */
function openGuarded(dialect: Dialect, rules: Rules): Db {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => guard(dialect.createDriver(), rules),
      createIntrospector: (kysely) => dialect.createIntrospector(kysely),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
}
