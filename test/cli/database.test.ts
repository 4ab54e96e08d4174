import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { main } from '../../cli.ts';
import { openBackend } from '../../runtime/backend.ts';
import { scopes } from '../../schema/api/scopes.ts';
import { openPostgresTest } from '../runtime/store/each-store.ts';
import { tempDir } from '../support/temp.ts';

/** Runs a command line; what it printed, and its exit code. */
async function docent(...args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(['node', 'docent', ...args], {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    interactive: false,
  });
  return { code, out, err: err.join('\n') };
}

let dir: string;
beforeEach(() => {
  dir = tempDir();
  for (const name of ['DATABASE_URL', 'DOCENT_SECRET_KEY', 'DOCENT_PASSWORD', 'DOCENT_OUT']) {
    vi.stubEnv(name, undefined);
  }
});
afterEach(() => vi.unstubAllEnvs());

const start = async (out: string, database?: string) => {
  const log: string[] = [];
  const backend = await openBackend({
    ...{ out, version: 'test', log: (line: string) => log.push(line) },
    ...(database ? { database } : {}),
  });
  return { backend, log };
};

const manage: readonly string[][] = [
  ['orgs', 'list'],
  ['keys', 'list'],
  ['keys', 'revoke', 'key_1'],
  ['users', 'list'],
  ['users', 'remove', 'ada@example.com'],
  ['domains', 'list'],
  ['domains', 'approve', 'docs.example.com'],
  ['domains', 'remove', 'docs.example.com'],
  ['secrets', 'reset', '--yes'],
];

test.each(manage)('"%s %s" makes no database in a folder that was mistyped', async (...args) => {
  const out = join(dir, 'nowhere');
  const { code, err } = await docent(...args, '--out', out);
  expect(code).toBe(1);
  expect(err).toBe(
    `There is no database ${join(out, 'docent.db')}. "docent serve" creates one at its first start, after "docent build". Check --out, --database or DATABASE_URL.`,
  );
  expect(existsSync(out)).toBe(false);
});

const first: readonly string[][] = [
  ['keys', 'create'],
  ['users', 'create', 'ada@example.com'],
  ['orgs', 'create', 'acme'],
];

test.each(first)(
  '"%s %s" makes no database in a folder that was mistyped, either',
  async (...args) => {
    const mistyped = join(dir, 'nowhere');
    expect(await docent(...args, '--out', mistyped)).toMatchObject({
      code: 1,
      out: [],
      err: `There is no folder ${mistyped}. Create it if a new server is to keep its data there, or check --out.`,
    });
    expect(existsSync(mistyped)).toBe(false);
    // Nor in one that is full of other things, nor in a file of another name.
    writeFileSync(join(dir, 'notes.txt'), 'notes');
    expect(await docent(...args, '--out', dir)).toMatchObject({ code: 1, out: [] });
    const file = join(dir, 'other.db');
    expect(await docent(...args, '--database', file)).toMatchObject({ code: 1, out: [] });
    expect(existsSync(file) || existsSync(join(dir, 'docent.db'))).toBe(false);
  },
);

test.each(first)('"%s %s" is a first step next to docs.json', async (...args) => {
  writeFileSync(join(dir, 'docs.json'), '{}');
  const out = join(dir, '.docent');
  expect(await docent(...args, '--out', out)).toMatchObject({ code: 0 });
  expect((await docent('orgs', 'list', '--out', out)).out[0]).toContain('  default  enterprise  ');
});

test('the first start still prints a key when only a reader was added before it', async () => {
  const out = join(dir, 'fresh');
  mkdirSync(out);
  expect(await docent('users', 'create', 'ada@example.com', '--out', out)).toMatchObject({
    code: 0,
  });
  const { backend, log } = await start(out);
  await backend.close();
  expect(log.filter((line) => line.startsWith('docent_live_'))).toHaveLength(1);
  const again = await start(out);
  await again.backend.close();
  expect(again.log.filter((line) => line.startsWith('docent_live_'))).toEqual([]);
});

test('no key is printed at the first start when one was made before it', async () => {
  const { out } = await docent('keys', 'create', '--out', dir);
  const { backend, log } = await start(dir);
  await backend.close();
  expect(out[0]).toMatch(/^docent_live_/);
  expect(log).toEqual([]);
});

test('a key without --scope is named as one that may do everything', async () => {
  const all = await docent('keys', 'create', '--out', dir);
  expect(all.err).toContain(
    `Warning: without --scope the key may do everything (${scopes.join(', ')})`,
  );
  const json = await docent('keys', 'create', '--out', dir, '--json');
  expect(JSON.parse(json.out.join('\n'))).toEqual({
    id: expect.stringMatching(/^key_/),
    secret: expect.stringMatching(/^docent_live_/),
    org: 'default',
    scopes,
    allScopes: true,
  });
  for (const scope of [
    ['--scope', 'projects:read,assistant:read'],
    ['--scope', 'projects:read', 'assistant:read'],
    ['--scope', 'projects:read', '--scope', 'assistant:read'],
  ]) {
    const some = await docent('keys', 'create', '--out', dir, '--json', ...scope);
    expect(some.err).toBe('');
    expect(JSON.parse(some.out.join('\n'))).toMatchObject({
      scopes: ['projects:read', 'assistant:read'],
      allScopes: false,
    });
  }
  expect((await docent('keys', 'create', '--out', dir, '--payments')).err).toBe('');
});

test('--groups takes commas and repetition, and leaves the address that follows alone', async () => {
  await docent('orgs', 'create', 'acme', '--out', dir);
  const flags = ['--out', dir];
  const create = (...args: readonly string[]) => docent('users', 'create', ...flags, ...args);
  expect(await create('--groups', 'partners', 'a@example.com')).toMatchObject({ code: 0 });
  expect(await create('--groups', 'partners,staff', 'b@example.com')).toMatchObject({ code: 0 });
  expect(await create('c@example.com', '--groups', 'staff', '--groups', 'partners')).toMatchObject({
    code: 0,
  });
  const { out } = await docent('users', 'list', ...flags);
  expect(out.map((line) => line.split('  ').slice(1, 3))).toEqual([
    ['a@example.com', 'partners'],
    ['b@example.com', 'partners,staff'],
    ['c@example.com', 'partners,staff'],
  ]);
});

test('a reset of the key says first what it costs, and refuses while a server runs', async () => {
  const { backend } = await start(dir);
  const reset = (...more: readonly string[]) => docent('secrets', 'reset', '--out', dir, ...more);
  expect((await reset('--yes')).err).toContain('A server or another command is using the database');
  await backend.close();
  expect((await reset('--yes')).err).toContain('nothing is lost, and nothing was changed');
  const file = join(dir, 'instance.key');
  const key = readFileSync(file, 'utf8');
  rmSync(file);
  const dry = await reset();
  expect(dry.code).toBe(1);
  expect(dry.out[0]).toBe(`A new key would be created in ${file}.`);
  expect(dry.out.at(-1)).toContain('--yes');
  expect(existsSync(file)).toBe(false);
  await expect(start(dir)).rejects.toThrow('The key of this database is missing');
  expect(await reset('--yes')).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).not.toBe(key);
  await (await start(dir)).backend.close();
});

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'on PostgreSQL commands make tables only as a first step, and a reset waits for servers to stop',
  async () => {
    const opened = await openPostgresTest({ migrate: false });
    const database = opened.store.address;
    const flags = ['--out', dir, '--database', database];
    const listed = await docent('keys', 'list', ...flags);
    expect(listed.err).toContain('does not contain the tables of Docent. "docent serve" creates');
    const made = await docent('keys', 'create', ...flags);
    expect(made.code).toBe(0);
    const { backend } = await start(dir, database);
    expect((await docent('secrets', 'reset', ...flags)).err).toContain(
      'A server is using the database',
    );
    await backend.close();
    expect((await docent('secrets', 'reset', ...flags)).err).toContain('nothing is lost');
    await opened.drop();
  },
);
