import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe } from 'vitest';
import { migrate } from '../../../runtime/store/migrate.ts';
import { openStore, type Store } from '../../../runtime/store/open.ts';

/** A database made for one test, and how to throw it away. */
export interface TestStore {
  readonly store: Store;
  /** Opens the same database once more, as another process would. */
  readonly again: () => Store;
  readonly drop: () => Promise<void>;
}

export type OpenTestStore = (options?: { readonly migrate?: boolean }) => Promise<TestStore>;

const address = process.env.TEST_DATABASE_URL;

/** Runs a suite on SQLite and, when TEST_DATABASE_URL is set, on PostgreSQL. */
export function eachStore(name: string, suite: (open: OpenTestStore) => void): void {
  describe(`${name}, SQLite`, () => suite(openSqliteTest));
  if (address) {
    describe(`${name}, PostgreSQL`, () => suite(openPostgresTest));
  } else {
    if (process.env.CI === 'true') throw new Error('TEST_DATABASE_URL must be set in CI');
    console.warn(`SKIPPED: "${name}" on PostgreSQL, because TEST_DATABASE_URL is not set.`);
  }
}

export async function openSqliteTest({ migrate: run = true } = {}): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-store-'));
  const file = join(folder, 'docent.db');
  return finish(
    () => openStore(file),
    run,
    async () => {
      rmSync(folder, { recursive: true, force: true });
    },
  );
}

export async function openPostgresTest({ migrate: run = true } = {}): Promise<TestStore> {
  const schema = `t_${randomBytes(6).toString('hex')}`;
  await administer(`create schema ${schema}`);
  const url = new URL(address ?? '');
  url.searchParams.set('options', `-c search_path=${schema}`);
  return finish(
    () => openStore(url.href),
    run,
    async () => {
      await administer(`drop schema ${schema} cascade`);
      await administer(`drop schema if exists ${schema}_tasks cascade`);
    },
  );
}

async function finish(
  open: () => Store,
  run: boolean,
  drop: () => Promise<void>,
): Promise<TestStore> {
  const opened = [open()];
  const [store] = opened as [Store];
  if (run) await migrate(store);
  return {
    store,
    again: () => {
      const other = open();
      opened.push(other);
      return other;
    },
    drop: async () => {
      for (const one of opened) await one.close().catch(() => {});
      await drop();
    },
  };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
