import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBackend } from '../../../runtime/backend.ts';
import { copyStore } from '../../../runtime/store/copy.ts';
import { migrate, migrations } from '../../../runtime/store/migrate.ts';
import { openStore } from '../../../runtime/store/open.ts';
import { insertOrg } from '../../../runtime/store/orgs.ts';
import { snapshot } from '../../../runtime/store/snapshot.ts';
import { buildSite } from '../../support/build.ts';
import { docent } from '../../support/command.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import { eachStore } from '../store/each-store.ts';
import { org } from '../store/world.ts';

/** The last line on standard error: lines before it say how far the work is. */
const lastOf = (text: string) => text.split('\n').at(-1) ?? '';

let out: string;
let backup: string;
beforeEach(async () => {
  out = tempDir();
  backup = join(tempDir(), 'deep', 'backup');
  for (const name of ['DATABASE_URL', 'DOCENT_SECRET_KEY']) vi.stubEnv(name, undefined);
  await (await start(out)).close();
});
afterEach(() => vi.unstubAllEnvs());

const start = (folder: string, more: { readonly secretKey?: string } = {}) =>
  openBackend({ out: folder, version: 'test', log: () => {}, ...more });

const take = (...more: readonly string[]) => docent('backup', backup, '--out', out, ...more);

const build = async (text: string) => {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(['index']),
    'index.mdx': `---\ntitle: Home\n---\n\n${text}\n`,
  });
  await buildSite(dir, out);
};

describe('docent backup', () => {
  test('writes hashes that sha256sum agrees with', async () => {
    await build('One.');
    expect(await take('--outputs')).toMatchObject({ code: 0 });
    const checked = spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], {
      cwd: backup,
      encoding: 'utf8',
    });
    expect([checked.status, checked.stdout, checked.stderr]).toEqual([0, '', '']);
    const { files } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')).outputs;
    const listed = readFileSync(join(backup, 'SHA256SUMS'), 'utf8').trim().split('\n');
    // Plus the database and its key.
    expect(listed).toHaveLength(files + 2);
  });

  test('takes deployments, translations and the index, but nothing that a build makes again', async () => {
    await build('One.');
    await build('Two.');
    mkdirSync(join(out, 'translations', 'de'), { recursive: true });
    writeFileSync(join(out, 'translations', 'de', 'index.json'), '{}');
    mkdirSync(join(out, 'deployments', '.half-x'));
    await take('--outputs');
    const kept = readdirSync(join(backup, 'outputs')).sort();
    expect(kept).toContain('current');
    expect(kept).toContain('translations');
    expect(kept).not.toContain('cache');
    expect(kept.filter((name) => /docent|instance|lock/.test(name))).toEqual([]);
    expect(readdirSync(join(backup, 'outputs', 'deployments'))).toHaveLength(2);
  });

  test('keeps files of several deployments one file', async () => {
    await build('One.');
    await build('Two.');
    const ids = readdirSync(join(out, 'deployments')).sort();
    const pack = join('contents', `${ids[0]}.pack`);
    const inodesIn = (folder: string) =>
      ids.map((id) => statSync(join(folder, 'deployments', id, pack)).ino);
    await take('--outputs');
    expect(new Set(inodesIn(join(backup, 'outputs'))).size).toBe(1);
    const target = join(tempDir(), 'new');
    expect(await docent('restore', backup, '--out', target)).toMatchObject({ code: 0 });
    expect(new Set(inodesIn(target)).size).toBe(1);
    const restored = join(target, 'deployments', ids[0] ?? '', pack);
    expect(statSync(restored).mode & 0o777).toBe(0o644);
    expect(statSync(target).mode & 0o777).toBe(0o755);
    for (const name of ['docent.db', 'instance.key']) {
      expect(statSync(join(target, name)).mode & 0o777).toBe(0o600);
    }
  });

  test('rejects an existing name, a folder without a database, and a missing output folder', async () => {
    mkdirSync(backup, { recursive: true });
    expect((await take()).err).toContain(`${backup} already exists`);
    rmSync(backup, { recursive: true });
    const none = await docent('backup', backup, '--out', join(out, 'nowhere'));
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('There is no database')]);
    expect(lastOf((await take('--outputs')).err)).toContain(`There is no deployment in ${out}`);
    expect(existsSync(backup) || existsSync(`${backup}.unfinished`)).toBe(false);
  });

  test('names the path where the file system refuses it', async () => {
    writeFileSync(join(out, 'file'), '');
    const inFile = join(out, 'file', 'backup');
    expect(lastOf((await docent('backup', inFile, '--out', out)).err)).toMatch(
      /^Can't use .*file.*: a part of the path is a file\.$/,
    );
    await take();
    expect(lastOf((await docent('restore', backup, '--out', inFile)).err)).toMatch(
      /^Can't use .*file.*: a part of the path is a file\.$/,
    );
  });

  test('refuses a key that is missing or of another database', async () => {
    const file = join(out, 'instance.key');
    writeFileSync(file, Buffer.alloc(32, 9).toString('base64'));
    expect(lastOf((await take()).err)).toContain(
      `The key in ${file} is not the key of this database`,
    );
    rmSync(file);
    const { code, out: text } = await take('--json');
    expect(code).toBe(1);
    expect(JSON.parse(text).problems[0].message).toContain('The key of this database is missing');
    expect(await take('--without-key')).toMatchObject({ code: 0 });
  });

  test('leaves a key of the environment there, and a restore asks for it', async () => {
    const secretKey = 'a key of the environment';
    out = tempDir();
    await (await start(out, { secretKey })).close();
    vi.stubEnv('DOCENT_SECRET_KEY', secretKey);
    expect((await take()).out).toContain('Store DOCENT_SECRET_KEY elsewhere');
    expect(readdirSync(backup).sort()).toEqual(['SHA256SUMS', 'docent.db', 'manifest.json']);
    const right = join(tempDir(), 'a');
    expect((await docent('restore', backup, '--out', right)).out).not.toContain('SECRET_KEY');
    vi.stubEnv('DOCENT_SECRET_KEY', 'another key of the environment');
    const wrong = join(tempDir(), 'b');
    expect((await docent('restore', backup, '--out', wrong)).out).toContain(
      'Set DOCENT_SECRET_KEY to the value of the old server',
    );
  });
});

describe('docent restore', () => {
  const restore = (target: string, ...more: readonly string[]) =>
    docent('restore', backup, '--out', target, ...more);

  test('refuses what is no backup', async () => {
    expect((await restore(join(out, 'x'))).err).toContain(`${backup} is not a backup`);
    expect(existsSync(join(out, 'x'))).toBe(false);
  });

  test('refuses a backup of a newer database, and names the version that it needs', async () => {
    await take();
    const file = join(backup, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...manifest, version: '9.1.0', schema: 99 }));
    const { code, err } = await restore(join(out, 'x'));
    expect(code).toBe(1);
    expect(err).toContain('a database of version 99');
    expect(err).toContain(
      `supports only ${migrations.length}. Restore it with Docent 9.1.0 or later.`,
    );
    expect(existsSync(join(out, 'x'))).toBe(false);
  });

  test.each(['docent.db', 'instance.key', 'SHA256SUMS', 'outputs/current'])(
    'leaves nothing behind when %s is damaged or missing',
    async (path) => {
      await build('One.');
      await take('--outputs');
      const target = join(tempDir(), 'new');
      const before = readFileSync(join(backup, path));
      appendFileSync(join(backup, path), 'x');
      const changed = await restore(target);
      expect([changed.code, lastOf(changed.err)]).toEqual([
        1,
        expect.stringMatching(/^The backup is damaged: /),
      ]);
      rmSync(join(backup, path));
      expect(lastOf((await restore(target)).err)).toMatch(/^The backup is damaged: /);
      expect(existsSync(target) ? readdirSync(target) : []).toEqual([]);
      writeFileSync(join(backup, path), before);
      expect(await restore(target)).toMatchObject({ code: 0 });
    },
  );

  test('writes nowhere but below its target, whatever a manifest lists', async () => {
    await take();
    const sums = join(backup, 'SHA256SUMS');
    appendFileSync(sums, `${'0'.repeat(64)}  outputs/../../escaped\n`);
    const file = join(backup, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(readFileSync(sums)).digest('hex');
    writeFileSync(file, JSON.stringify({ ...manifest, sums: hash }));
    expect((await restore(join(tempDir(), 'new'))).err).toContain('The backup is damaged');
  });

  test('keeps what it replaces, of the key and the outputs too', async () => {
    await build('One.');
    await take('--outputs');
    const target = tempDir();
    await (await start(target)).close();
    const key = readFileSync(join(target, 'instance.key'), 'utf8');
    const refused = await restore(target);
    expect(refused.err).toContain(join(target, 'docent.db'));
    expect(refused.err).toContain(join(target, 'instance.key'));
    const { code, out: text } = await restore(target, '--replace', '--json');
    expect(code).toBe(0);
    const { aside } = JSON.parse(text);
    const kept = aside.find((path: string) => path.includes(join(target, 'before-restore-')));
    expect(readFileSync(join(kept, 'instance.key'), 'utf8')).toBe(key);
    expect(
      aside.some((path: string) => path.startsWith(`${join(target, 'docent.db')}.before-`)),
    ).toBe(true);
    await (await start(target)).close();
    // What is kept is no site of the server.
    expect(existsSync(join(kept, 'current'))).toBe(false);
  });

  test('that was interrupted keeps servers from starting until it is run again', async () => {
    await build('One.');
    await take('--outputs');
    const target = join(tempDir(), 'new');
    mkdirSync(join(target, 'deployments', 'x'), { recursive: true });
    mkdirSync(join(target, '.restore-unfinished'));
    await expect(start(target)).rejects.toThrow('is running or was interrupted');
    expect((await restore(target)).err).toContain('There is existing data');
    await expect(start(target)).rejects.toThrow('is running or was interrupted');
    expect(await restore(target, '--replace')).toMatchObject({ code: 0 });
    await (await start(target)).close();
  });

  test('that is killed at any moment leaves nothing half that a server would start with', async () => {
    await build('One.');
    await take('--outputs');
    const program = join(import.meta.dirname, '../../../bin/docent.js');
    for (let round = 0; round < 8; round++) {
      const target = join(tempDir(), 'new');
      const child = spawn(process.execPath, [program, 'restore', backup, '--out', target]);
      const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
      while (!existsSync(join(target, '.restore-unfinished')) && child.exitCode === null) {
        await new Promise((done) => setTimeout(done, 1));
      }
      await new Promise((done) => setTimeout(done, round * 4));
      child.kill('SIGKILL');
      await ended;
      if (existsSync(join(target, '.restore-unfinished'))) {
        await expect(start(target)).rejects.toThrow('was interrupted');
        expect(await restore(target, '--replace')).toMatchObject({ code: 0 });
      } else {
        expect(existsSync(join(target, 'docent.db'))).toBe(true);
      }
      expect(existsSync(join(target, 'current'))).toBe(true);
      await (await start(target)).close();
    }
  });

  test('brings a database of an older version to this one', async () => {
    out = tempDir();
    const file = join(out, 'docent.db');
    const old = openStore(file);
    await migrate(old, migrations.slice(0, 13));
    await org(old);
    await old.close();
    expect(await take()).toMatchObject({ code: 0 });
    // The server of the old version goes on with its database.
    const after = openStore(file);
    const { rows } = await after.db
      .selectFrom('docent_migrations' as never)
      .select('version' as never)
      .execute()
      .then((found) => ({ rows: found }));
    await after.close();
    expect(rows).toHaveLength(13);
    const target = join(tempDir(), 'new');
    expect(await restore(target)).toMatchObject({ code: 0 });
    await (await start(target)).close();
  });
});

eachStore('a snapshot', (open) => {
  test('is one state of the database, and writers go on while it is taken', async () => {
    const opened = await open();
    await org(opened.store);
    const file = join(tempDir(), 'snapshot.db');
    // An open transaction delays nothing, and is not in the snapshot.
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const writing = opened.store.transaction(async (trx) => {
      const row = { name: 'X', plan: 'free', billing_anchor_day: null, created_at: 0 };
      await insertOrg(trx, { id: 'org_x', slug: 'x', ...row });
      await held;
    });
    const version = migrations.length;
    const counts = await snapshot(opened.store.address, file, { version });
    go();
    await writing;
    expect(counts.orgs).toBe(1);
    await opened.drop();
  });

  test('of an older version stays of that version', async () => {
    const opened = await open({ migrate: false });
    await migrate(opened.store, migrations.slice(0, 13));
    const file = join(tempDir(), 'snapshot.db');
    const counts = await snapshot(opened.store.address, file, { version: 13 });
    expect(counts).not.toHaveProperty('key_check');
    await opened.drop();
  });

  test('goes back into a database whose rows it replaces in one step', async () => {
    const opened = await open();
    await org(opened.store);
    const file = join(tempDir(), 'snapshot.db');
    await snapshot(opened.store.address, file, { version: migrations.length });
    await org(opened.store);
    const source = openStore(file);
    await expect(copyStore(source, opened.store)).rejects.toThrow('is not empty');
    await copyStore(source, opened.store, { replace: true });
    expect(await opened.store.db.selectFrom('orgs').select('id').execute()).toHaveLength(1);
    await source.close();
    await opened.drop();
  });
});
