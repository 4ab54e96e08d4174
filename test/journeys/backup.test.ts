import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { openDatabase } from './postgres.ts';
import { beginWalk, freePort, type Running } from './walk.ts';

const name = 'service/backup';
const postgres = 'postgres://docent@db.example.com/docent';

test('a running server is backed up, restored, tried out and moved to PostgreSQL', async () => {
  const walk = await beginWalk();
  writeFiles(walk.dir, {
    'my-docs/docs.json': minimalConfig(['index']),
    'my-docs/index.mdx': '---\ntitle: Home\n---\n\nWhat was kept.\n',
  });
  const first = walk.start('npx docent start my-docs');
  const [key] = await first.says(/docent_live_\w+/);
  const projects = async (at: string, id = '') => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${at}/api/v1/projects${id}`, { headers })).json();
  };
  const at = await addressOf(first);
  // A project is made before its first deployment is taken in.
  const configOf = async () => {
    const [project] = (await projects(at)).data;
    return project && (await projects(at, `/${project.id}`)).data.configJson;
  };
  await expect.poll(configOf, { timeout: 60_000 }).toContain('"navigation"');
  const before = await projects(at);
  expect(before.data).toHaveLength(1);
  /** Pages, and the keys and rows of the database, are those of the first server. */
  const isTheSame = async (server: Running) => {
    const at = await addressOf(server);
    expect(await (await fetch(at)).text()).toContain('What was kept.');
    expect(await projects(at)).toEqual(before);
    await server.end();
  };

  const backups = { '/backups': join(walk.dir, 'backups') };
  const intro = walk.open(name, '');
  const kept = { ...backups, '/var/lib/docent': 'first' };
  expect(await intro.run('docent backup', { put: kept })).toMatchObject({ code: 0 });
  const hashes = 'cd backups/docs-2027-01-31 && sha256sum -c --quiet SHA256SUMS';
  expect(await walk.shell(hashes)).toMatchObject({ code: 0 });

  // The unit, as systemd reads it.
  const schedule = walk.open(name, '## Schedule backups');
  const unit = schedule.text('[Service]');
  const [, command = ''] = /^ExecStart=(.+ backup .+)$/m.exec(unit) ?? [];
  const [, path = ''] = /^Environment=PATH=(.+)$/m.exec(unit) ?? [];
  const scheduled = command.replaceAll('%%', '%').replaceAll('/backups', backups['/backups']);
  const environment = { PATH: path.replaceAll('/opt/docs', walk.dir) };
  expect(await walk.shell(scheduled, environment)).toMatchObject({ code: 0 });
  expect(readdirSync(backups['/backups'])).toHaveLength(2);
  schedule.skip('[Timer]', 'docker compose');
  await first.end();
  await isTheSame(walk.start('npx docent serve --out first'));

  const restore = walk.open(name, '## Restore a backup');
  const put = { ...backups, '/var/lib/docent': 'second' };
  expect(await restore.run('/var/lib/docent\n', { put })).toMatchObject({ code: 0 });
  await isTheSame(walk.start('npx docent serve --out second'));

  const trial = walk.open(name, '## Test a restore');
  const mine = { '/tmp/restored': join(walk.dir, 'trial') };
  const port = { '4000': `${await freePort()}` };
  const tried = trial.start('docent serve', { put: { ...backups, ...mine, ...port } });
  await addressOf(tried);
  expect(await trial.run('curl', { put: { ...mine, ...port } })).toMatchObject({ code: 0 });
  expect(existsSync(join(walk.dir, 'trial'))).toBe(false);
  await tried.end();

  const move = walk.open(name, '## Move to PostgreSQL');
  if (process.env.TEST_DATABASE_URL === undefined) {
    if (process.env.CI === 'true') throw new Error('TEST_DATABASE_URL must be set in CI');
    console.warn(
      'SKIPPED: restoring into PostgreSQL and moving to it: no TEST_DATABASE_URL is set.',
    );
    restore.skip('--database');
    move.skip('docent db move');
    return;
  }
  const database = await openDatabase();
  const third = { ...backups, '/var/lib/docent': 'third', [postgres]: `'${database}'` };
  expect(await restore.run('--database', { put: third })).toMatchObject({ code: 0 });
  await isTheSame(walk.start('npx docent serve --out third', { DATABASE_URL: database }));
  const moved = move.start('docent db move', { put: { [postgres]: `'${await openDatabase()}'` } });
  await isTheSame(moved);
});

async function addressOf(server: Running): Promise<string> {
  const [, address = ''] = await server.says(/ at (http:\S+)/);
  return address;
}
