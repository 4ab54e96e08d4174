import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
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
import { ApiError, StorageFullError } from '../../schema/errors.ts';
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

/** Whether an address is one of PostgreSQL. */
export function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address);
}

/** An address as it may be shown. */
export function withoutPassword(address: string): string {
  return address.replace(/(:\/\/[^/@:]*):[^/@]*@/, '$1:***@');
}

/** Why a database can't be used, as one sentence without its password. */
export function unusable(
  address: string,
  error: unknown,
  check = '--database or DATABASE_URL',
): Error {
  return new Error(
    `Can't use the database ${withoutPassword(address)}: ${causeOf(address, error)}. Check ${check}.`,
    { cause: error },
  );
}

function causeOf(address: string, error: unknown): string {
  const { message, code = '' } = error as { readonly message?: string; readonly code?: string };
  if (isPostgres(address)) {
    const { hostname, port, username, pathname } = new URL(address);
    const where = `${hostname || 'this machine'}:${port || 5432}`;
    const known: Readonly<Record<string, string>> = {
      ENOTFOUND: `there is no host "${hostname}"`,
      EAI_AGAIN: `the name "${hostname}" can't be resolved at the moment`,
      ECONNREFUSED: `nothing is listening at ${where}`,
      ETIMEDOUT: `${where} does not answer`,
      EHOSTUNREACH: `there is no route to ${where}`,
      ENETUNREACH: `there is no route to ${where}`,
      '28P01': `the password of "${username}" is wrong`,
      '28000': `PostgreSQL does not let "${username}" in from here (${message})`,
      '3D000': `there is no database "${pathname.slice(1)}" on ${where}; create it with "createdb"`,
      '3F000': 'its search_path has no existing schema',
      '42501': `"${username}" may not create tables there (${message})`,
      '53300': 'it accepts no more connections',
    };
    if (known[code] !== undefined) return known[code];
    if (/timeout expired/.test(message ?? '')) return `${where} does not answer`;
    if (/password must be a string/.test(message ?? '')) {
      return `PostgreSQL requires a password for "${username}", but the address contains none`;
    }
  }
  if (code === 'SQLITE_NOTADB') return 'the file is not an SQLite database';
  return message || code || 'it does not answer';
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
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => guard(dialect.createDriver(), sqliteRules(database, room.onFull)),
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

const patience = 5000;

/** What a driver does otherwise than Kysely's. */
interface Rules {
  readonly onFull: () => void;
  readonly isFull: (error: unknown) => boolean;
  readonly query: <T>(run: () => Promise<T>) => Promise<T>;
  readonly begin?: () => Promise<void>;
  readonly mayRollBack?: () => boolean;
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

/** Waits for other processes without holding up this one. */
async function untilFree<T>(run: () => Promise<T>): Promise<T> {
  const start = Date.now();
  for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
    try {
      return await run();
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
      if (Date.now() - start > patience) throw tooBusy(error);
    }
    await setTimeout(wait * (0.5 + Math.random()));
  }
}

function tooBusy(cause: unknown): ApiError {
  const busy = new ApiError('UNAVAILABLE', 'The database is busy. Try again shortly.', {
    headers: { 'Retry-After': '1' },
  });
  busy.cause = cause;
  return busy;
}

/** Connections whose queries are already guarded: a pool returns them repeatedly. */
const guarded = new WeakSet<DatabaseConnection>();

/** A driver that reports a full disk for every query. */
function guard(driver: Driver, rules: Rules): Driver {
  const named = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (!rules.isFull(error)) throw error;
      rules.onFull();
      throw new StorageFullError('The disk of the database is full.', { cause: error });
    }
  };
  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) => {
      const connection = await driver.acquireConnection(options);
      if (guarded.has(connection)) return connection;
      guarded.add(connection);
      const ask = connection.executeQuery.bind(connection);
      connection.executeQuery = (query, more) => named(() => rules.query(() => ask(query, more)));
      return connection;
    },
    beginTransaction: rules.begin ?? ((...given) => driver.beginTransaction(...given)),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: async (connection) => {
      if (rules.mayRollBack?.() !== false) await driver.rollbackTransaction(connection);
    },
    releaseConnection: (connection, options) => driver.releaseConnection(connection, options),
    destroy: (options) => driver.destroy(options),
  };
}

/** Whether there is space again after a write failed: tested by a write that is rolled back. */
function createRoom(): {
  readonly onFull: () => void;
  readonly look: (db: Db) => Promise<boolean>;
} {
  let isFull = false;
  return {
    onFull: () => {
      isFull = true;
    },
    look: async (db) => {
      if (!isFull) return true;
      try {
        await db.transaction().execute(async (trx) => {
          const name = randomBytes(probeLength).toString('hex');
          const row = { id: '-', slug: '-', name, plan: 'free', billing_anchor_day: null };
          await trx
            .insertInto('orgs')
            .values({ ...row, created_at: 0, locked: 0 })
            .execute();
          await trx.deleteFrom('orgs').where('id', '=', row.id).execute();
        });
        isFull = false;
      } catch (error) {
        if (!(error instanceof StorageFullError)) throw error;
      }
      return !isFull;
    },
  };
}

const probeLength = 256 * 1024;

const mostTries = 8;

/** Retries a transaction that conflicted with another one, after a random delay. */
async function againAfterConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run();
    } catch (error) {
      // A serialization failure, and a deadlock.
      if (!/^(40001|40P01)$/.test(codeOf(error))) throw error;
      if (tried === mostTries) throw tooBusy(error);
    }
    await setTimeout(Math.random() * 10 * 2 ** tried);
  }
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
  const rules: Rules = {
    onFull: room.onFull,
    isFull: isFullDisk,
    query: (run) => run(),
  };
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => guard(dialect.createDriver(), rules),
      createIntrospector: (kysely) => dialect.createIntrospector(kysely),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
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

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
