import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate, migrations } from '../../../runtime/store/migrate.ts';
import { openStore } from '../../../runtime/store/open.ts';
import { insertOrg } from '../../../runtime/store/orgs.ts';
import { tempDir } from '../../support/temp.ts';
import { eachStore } from './each-store.ts';
import { newId, noon } from './world.ts';

const acme = (slug: string) => ({
  id: newId('org'),
  slug,
  name: 'Acme',
  plan: 'enterprise',
  billing_anchor_day: null,
  created_at: noon,
});

eachStore('opening and migrating', (open) => {
  test('processes that start together migrate once', async () => {
    const { store, again, drop } = await open({ migrate: false });
    const other = again();
    await Promise.all([migrate(store), migrate(other), migrate(store)]);
    const { rows } = await sql<{ n: number }>`select count(*) as n from docent_migrations`.execute(
      store.db,
    );
    expect(rows[0]?.n).toBe(migrations.length);
    await drop();
  });

  test('a database newer than the program is refused with a sentence', async () => {
    const { store, drop } = await open();
    await expect(migrate(store, migrations.slice(0, -1))).rejects.toThrow(
      /The database has version \d+, but this program supports only \d+. Use a newer program/,
    );
    await drop();
  });

  test('a migration that fails leaves nothing behind', async () => {
    const { store, drop } = await open();
    const broken = {
      name: 'broken',
      up: async (db: typeof store.db) => {
        await sql`create table half (id integer)`.execute(db);
        throw new Error('no');
      },
    };
    await expect(migrate(store, [...migrations, broken])).rejects.toThrow('no');
    await expect(sql`select * from half`.execute(store.db)).rejects.toThrow();
    await migrate(store);
    await drop();
  });

  test('a transaction that throws changes nothing, and a duplicate is reported as one', async () => {
    const { store, drop } = await open();
    await expect(
      store.transaction(async (trx) => {
        await insertOrg(trx, acme('one'));
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    await insertOrg(store.db, acme('one'));
    const error = await insertOrg(store.db, acme('one')).catch((reason: unknown) => reason);
    expect(store.isDuplicate(error)).toBe(true);
    expect(store.isDuplicate(new Error('other'))).toBe(false);
    await drop();
  });

  test('texts sort by code point and numbers come back as numbers', async () => {
    const { store, drop } = await open();
    for (const slug of ['b', 'A', 'a', 'é', 'Z', '-']) await insertOrg(store.db, acme(slug));
    const rows = await store.db
      .selectFrom('orgs')
      .select(['slug', 'created_at'])
      .orderBy('slug')
      .execute();
    expect(rows.map((row) => row.slug)).toEqual(['-', 'A', 'Z', 'a', 'b', 'é']);
    expect(rows[0]?.created_at).toBe(noon);
    await drop();
  });
});

test.each([
  ['postgres://docent:secret@127.0.0.1:1/docent', 'postgres://docent:***@127.0.0.1:1/docent'],
  ['/dev/null/docent.db', '/dev/null/docent.db'],
])(
  "a database that can't be used is one sentence without its password: %s",
  async (address, shown) => {
    const open = async () => {
      const store = openStore(address);
      await migrate(store).finally(() => store.close());
    };
    const error = await open().catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(`Can't use the database ${shown}: `);
    expect((error as Error).message).not.toContain('secret');
    expect((error as Error & { code?: string }).code).toBeUndefined();
  },
);

test('a file that is no database is one sentence, and stays as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docent-no-database-'));
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'Not a database at all, '.repeat(100));
  await expect(async () => migrate(openStore(file))).rejects.toThrow(
    /Can't use the database .*notes\.txt: /,
  );
  expect(readFileSync(file, 'utf8')).toContain('Not a database at all');
  rmSync(folder, { recursive: true });
});

test.skipIf(process.platform === 'win32')('a database file is for its owner alone', async () => {
  const folder = tempDir();
  const open = join(folder, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  const file = join(open, 'docent.db');
  const modes = () =>
    Object.fromEntries(
      readdirSync(open).map((name) => [
        name,
        (statSync(join(open, name)).mode & 0o777).toString(8),
      ]),
    );
  const expected = { 'docent.db': '600', 'docent.db-shm': '600', 'docent.db-wal': '600' };
  const before = process.umask(0);
  try {
    const store = openStore(file);
    await migrate(store);
    expect(modes()).toEqual(expected);
    expect(statSync(open).mode & 0o777).toBe(0o775);
    // A file of an earlier version, and files left by a killed process.
    for (const name of Object.keys(expected)) chmodSync(join(open, name), 0o644);
    const other = openStore(file);
    await migrate(other);
    expect(modes()).toEqual(expected);
    await other.close();
    await store.close();
    const made = openStore(join(folder, 'made', 'deep', 'docent.db'));
    await migrate(made);
    await made.close();
    expect(statSync(join(folder, 'made', 'deep')).mode & 0o777).toBe(0o755);
  } finally {
    process.umask(before);
  }
});
