import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { login } from '../../commands/login.ts';
import { keysFile } from '../../commands/stored-keys.ts';
import { createKey } from '../../runtime/commands/keys.ts';
import type { RunningServer } from '../../runtime/listen.ts';
import { serve } from '../../runtime/main.ts';
import { createIds } from '../../runtime/store/ids.ts';
import { createProject } from '../../runtime/store/project-changes.ts';
import { openSqliteTest, type TestStore } from '../runtime/store/each-store.ts';
import { docent } from '../support/command.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

let opened: TestStore;
let folder: string;
let server: RunningServer;
let key: string;
let site: string;
let common: readonly string[];

beforeAll(async () => {
  opened = await openSqliteTest();
  folder = makeTempDir();
  site = join(folder, 'site');
  writeFiles(folder, { 'served/.keep': '' });
  server = await serve({
    ...{ out: join(folder, 'served'), port: 0, host: '127.0.0.1', version: 'test', log: () => {} },
    database: opened.store.address,
  });
  const newId = createIds();
  const tools = { store: opened.store, now: Date.now, newId };
  key = (await createKey(tools, { org: 'default' })).secret;
  const [org] = await opened.store.db.selectFrom('orgs').selectAll().execute();
  const repository = { repo_provider: null, repo_owner: null, repo_name: null };
  await createProject(opened.store, {
    ...{ id: newId('prj'), org_id: org?.id ?? '', name: 'Acme', slug: 'acme' },
    ...{ subdomain: undefined, custom_domain: null, ...repository },
    ...{ repo_branch: 'main', repo_path: '/', created_at: Date.now() },
  });
  common = ['--to', server.url, '--key', key];
});
afterAll(async () => {
  await server?.close();
  await opened?.drop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  delete process.env.XDG_CONFIG_HOME;
});

function write(pages: Readonly<Record<string, string>>, more: object = {}): void {
  rmSync(site, { recursive: true, force: true });
  const files = Object.entries(pages).map(([path, text]) => [
    `${path}.mdx`,
    `---\ntitle: ${path}\n---\n\n${text}\n`,
  ]);
  writeFiles(site, {
    'docs.json': minimalConfig(Object.keys(pages), more),
    ...Object.fromEntries(files),
  });
}
const deploy = (...flags: readonly string[]) =>
  docent('deploy', site, '--out', join(folder, 'built'), ...common, ...flags);
const read = async (path: string) => (await fetch(server.url + path)).text();

test('deploys a site, says what would change, rolls back and deletes', async () => {
  write({ index: 'First words.', old: 'An old page.', moved: 'A page that moves.' });
  const first = await deploy();
  expect(first.err).not.toContain('rror');
  expect(first.code).toBe(0);
  expect(first.out).toMatch(/3 pages added, 0 changed, 0 removed\n {2}\+ index/);
  expect(first.out).toMatch(/Sent [\d.]+ kB in .* · deployment dpl_\w+ is live\nhttp:/);
  expect(await read('/')).toContain('First words.');

  const redirects = [{ source: '/moved', destination: '/new' }];
  write({ index: 'Other words.', new: 'A page that moves.' }, { redirects });
  const dry = await deploy('--dry-run');
  expect(dry.out).toContain(
    '1 page added, 1 changed, 2 removed\n  + new\n  ~ index\n  - moved\n  - old\n1 address lost, without a redirect:\n  ! /old\n',
  );
  expect(dry.out).toMatch(/Would send [\d.]+ kB before compression/);
  expect(await read('/')).toContain('First words.');
  expect(readdirSync(join(folder, 'served'))).not.toContain('current');

  const second = await deploy('--json');
  expect(JSON.parse(second.out)).toMatchObject({
    deployment: { status: 'live', pages: 2 },
    changes: { added: ['new'], changed: ['index'], removed: ['moved', 'old'], lost: ['/old'] },
    address: server.url,
  });
  expect(await read('/')).toContain('Other words.');

  const list = await docent('deployments', 'list', ...common);
  const [newest = '', oldest = ''] = list.out.split('\n');
  expect(newest).toMatch(/^dpl_\w+ {2}live +\d{4}-.* 2 pages$/);
  expect(oldest).toMatch(/^dpl_\w+ {2}superseded +\d{4}-.* 3 pages$/);
  const [newId = '', oldId = ''] = [newest, oldest].map((line) => line.slice(0, 30));

  const back = await docent('deployments', 'rollback', ...common);
  expect(back.out).toBe(`${oldId} is live again, instead of ${newId}.`);
  expect(await read('/')).toContain('First words.');
  const further = await docent('deployments', 'rollback', ...common);
  expect([further.code, further.err]).toEqual([
    1,
    'The server has no deployment from before the live one.',
  ]);
  const live = await docent('deployments', 'delete', oldId, ...common);
  expect(live.err).toContain('CONFLICT: The deployment is live');
  const forward = await docent('deployments', 'promote', newId, '--json', ...common);
  expect(JSON.parse(forward.out)).toMatchObject({ id: newId, status: 'live' });
  expect((await docent('deployments', 'delete', oldId, ...common)).out).toBe(`Deleted ${oldId}.`);
  expect((await docent('deployments', 'list', ...common)).out.split('\n')).toHaveLength(1);
});

test('a site with an invalid docs.json is not sent', async () => {
  write({ index: 'Third words.' }, { colors: { primary: 'no color' } });
  const { code, err } = await deploy();
  expect(code).toBe(1);
  expect(err).toContain('Build failed');
  expect(await read('/')).toContain('Other words.');
});

test('the key comes from a file, or is stored by "docent login" for its owner alone', async () => {
  write({ index: 'Fourth words.' });
  const target = ['deploy', site, '--out', join(folder, 'built'), '--to', server.url];
  process.env.XDG_CONFIG_HOME = join(folder, 'config');
  const without = await docent(...target);
  expect([without.code, without.err]).toEqual([1, expect.stringContaining('run "docent login"')]);

  writeFiles(folder, { 'key.txt': `${key}\n` });
  expect((await docent(...target, '--key-file', join(folder, 'key.txt'))).code).toBe(0);

  const lines: string[] = [];
  const to = { out: (text: string) => void lines.push(text), err: () => {}, interactive: false };
  const wrong = login({ to: server.url }, { to }, async () => 'docent_live_wrong');
  await expect(wrong).rejects.toThrow('does not accept the key');
  await login({ to: server.url }, { to }, async () => `${key}\n`);
  expect(lines.join('\n')).not.toContain(key);
  const file = keysFile(process.env);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ [server.url]: key });
  expect((await docent(...target)).code).toBe(0);
});
