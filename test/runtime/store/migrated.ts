import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../../runtime/store/migrate.ts';
import { openStore } from '../../../runtime/store/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Databases with all tables and nothing in them, which each test gets a copy of. */
    readonly migrated: { readonly file: string; readonly database: string };
  }
}

const address = process.env.TEST_DATABASE_URL;
const database = `docent_migrated_${process.pid}`;
let folder: string;

/** Takes all migrations once for all tests: they cost half a second of each that has a database. */
export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'docent-migrated-'));
  const file = join(folder, 'docent.db');
  await fill(file);
  if (address) {
    await administer(`create database ${database}`);
    const url = new URL(address);
    url.pathname = `/${database}`;
    await fill(url.href);
  }
  project.provide('migrated', { file, database });
}

export async function teardown(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  if (address) await administer(`drop database ${database} with (force)`);
}

async function fill(path: string): Promise<void> {
  const store = openStore(path);
  await migrate(store);
  await store.close();
}

/** Runs a statement in the database of `TEST_DATABASE_URL`. */
export async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
