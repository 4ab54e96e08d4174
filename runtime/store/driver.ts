import { randomBytes } from 'node:crypto';
import type { DatabaseConnection, Driver, Kysely } from 'kysely';
import { StorageFullError } from '../../schema/errors.ts';
import type { Tables } from './tables.ts';

/** What a driver does otherwise than Kysely's. */
export interface Rules {
  readonly onFull: () => void;
  readonly isFull: (error: unknown) => boolean;
  readonly query: <T>(run: () => Promise<T>) => Promise<T>;
  readonly begin?: () => Promise<void>;
  readonly mayRollBack?: () => boolean;
}

/** Connections whose queries are already guarded: a pool returns them repeatedly. */
const guarded = new WeakSet<DatabaseConnection>();

/** A driver that reports a full disk for every query. */
export function guard(driver: Driver, rules: Rules): Driver {
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
export function createRoom(): {
  readonly onFull: () => void;
  readonly look: (db: Kysely<Tables>) => Promise<boolean>;
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
