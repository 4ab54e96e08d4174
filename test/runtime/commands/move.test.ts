import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../../../cli.ts';
import { openBackend } from '../../../runtime/backend.ts';
import { migrate, migrations } from '../../../runtime/store/migrate.ts';
import { openStore } from '../../../runtime/store/open.ts';
import { tempDir } from '../../support/temp.ts';
import { openPostgresTest, openSqliteTest } from '../store/each-store.ts';
import { org } from '../store/world.ts';

let out: string;
beforeEach(async () => {
  out = tempDir();
  vi.stubEnv('DATABASE_URL', undefined);
  await (await openBackend({ out, version: 'test', log: () => {} })).close();
});
afterEach(() => vi.unstubAllEnvs());

/** Moves to an address; the last line on standard error, and the exit code. */
async function move(to: string, ...more: readonly string[]) {
  let last = '';
  const code = await main(['node', 'docent', 'db', 'move', '--out', out, '--to', to, ...more], {
    out: () => {},
    err: (text) => {
      last = text;
    },
    interactive: false,
  });
  return { code, last };
}

/** A server that refuses every connection as PostgreSQL does. */
async function refusing(code: string, message: string) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      const fields = `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`;
      const head = Buffer.from('E\0\0\0\0');
      head.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([head, Buffer.from(fields)]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
}

test('a wrong target is named by its cause, without its password', async () => {
  const wrong = await refusing('28P01', 'password authentication failed for user "docent"');
  const at = (port: number) => `postgres://docent:hunter2@127.0.0.1:${port}/docs`;
  const { code, last } = await move(at(wrong.port));
  expect(code).toBe(1);
  expect(last).toBe(
    `Can't use the database postgres://docent:***@127.0.0.1:${wrong.port}/docs: the password of "docent" is wrong. Check --to.`,
  );
  wrong.close();
  const unknown = await refusing('3D000', 'database "docs" does not exist');
  expect((await move(at(unknown.port))).last).toContain(
    `there is no database "docs" on 127.0.0.1:${unknown.port}; create it with "createdb". Check --to.`,
  );
  unknown.close();
  expect((await move(at(1))).last).toContain('nothing is listening at 127.0.0.1:1');
  expect((await move('postgres://docent@no-such-host.invalid/docs')).last).toMatch(
    /there is no host "no-such-host\.invalid"|"no-such-host\.invalid" can't be resolved/,
  );
  expect((await move('mysql://docent@localhost/docs')).last).toContain('Unexpected value of --to');
  expect(existsSync('mysql:')).toBe(false);
  expect((await move(join(out, 'nowhere', 'docent.db'))).last).toContain('There is no folder');
  expect((await move(join(out, 'docent.db'))).last).toContain('are the same database');
  writeFileSync(join(out, 'taken.db'), 'x');
  expect((await move(join(out, 'taken.db'))).last).toContain('already exists');
});

test('a source that is missing, empty, newer or no database is refused, and left as it is', async () => {
  const target = join(out, 'target.db');
  const from = (name: string) => move(target, '--from', join(out, name));
  expect((await from('nowhere.db')).last).toContain(
    `There is no database ${join(out, 'nowhere.db')}`,
  );
  expect(existsSync(join(out, 'nowhere.db'))).toBe(false);
  writeFileSync(join(out, 'notes.txt'), 'no database at all, but long enough to be read as one');
  expect((await from('notes.txt')).last).toContain(
    'the file is not an SQLite database. Check --from.',
  );
  const store = openStore(join(out, 'empty.db'));
  await migrate(store);
  await store.close();
  expect((await from('empty.db')).last).toContain('is empty. There is nothing to move');
  const steps = [...migrations, { name: 'x', up: async () => {} }];
  const newer = openStore(join(out, 'newer.db'));
  await migrate(newer, steps);
  await newer.close();
  expect((await from('newer.db')).last).toContain('Move it with a newer program');
  expect(existsSync(target)).toBe(false);
});

test('a database of an older version is moved without changing it', async () => {
  const opened = await openSqliteTest({ migrate: false });
  await migrate(opened.store, migrations.slice(0, 13));
  await org(opened.store);
  await opened.store.close();
  const target = join(out, 'target.db');
  const { code } = await move(target, '--from', opened.store.address);
  expect(code).toBe(0);
  const again = openStore(opened.store.address);
  const tables = (await again.db.introspection.getTables()).map(({ name }) => name);
  expect(tables).not.toContain('key_check');
  await again.close();
  const moved = openStore(target);
  await migrate(moved);
  expect(await moved.db.selectFrom('orgs').select('id').execute()).toHaveLength(1);
  await moved.close();
  await opened.drop();
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a server on PostgreSQL and a move keep each other off',
  async () => {
    const opened = await openPostgresTest({ migrate: false });
    const database = opened.store.address;
    const backend = await openBackend({ out, version: 'test', log: () => {}, database });
    const target = join(out, 'target.db');
    expect((await move(target, '--from', database)).last).toContain(
      'A server is using the database',
    );
    await backend.close();
    const { openAlone } = await import('../../../runtime/store/in-use.ts');
    const alone = await openAlone(database);
    const start = openBackend({ out, version: 'test', log: () => {}, database });
    await expect(start).rejects.toThrow('is being moved, restored or reset');
    await alone.close();
    expect(await move(target, '--from', database)).toMatchObject({ code: 0 });
    expect((await move(database)).last).toContain('is not empty');
    await opened.drop();
  },
);
