import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject } from 'vitest';
import { openStore, type Store } from '../../../runtime/store/open.ts';
import { administer } from './migrated.ts';

/** A database made for one test, and how to throw it away. */
export interface TestStore {
  readonly store: Store;
  /** A file, or `postgres://…`. */
  readonly address: string;
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

export async function openSqliteTest({ migrate = true } = {}): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-store-'));
  const file = join(folder, 'docent.db');
  if (migrate) copyFileSync(inject('migrated').file, file);
  return finish(file, async () => {
    rmSync(folder, { recursive: true, force: true });
  });
}

export async function openPostgresTest({ migrate = true } = {}): Promise<TestStore> {
  const name = `docent_test_${randomBytes(6).toString('hex')}`;
  const from = migrate ? ` template ${inject('migrated').database} strategy file_copy` : '';
  await administer(`create database ${name}${from}`);
  const url = new URL(address ?? '');
  url.pathname = `/${name}`;
  return finish(url.href, () => administer(`drop database ${name} with (force)`));
}

function finish(address: string, drop: () => Promise<void>): TestStore {
  const open = () => openStore(address);
  const opened = [open()];
  const [store] = opened as [Store];
  return {
    ...{ store, address },
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
