import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../../runtime/commands/keys.ts';
import type { RunningServer } from '../../runtime/listen.ts';
import { serve } from '../../runtime/main.ts';
import { createIds } from '../../runtime/store/ids.ts';
import type { Scope } from '../../schema/api/scopes.ts';
import { openSqliteTest, type TestStore } from '../runtime/store/each-store.ts';
import { docent } from '../support/command.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

let opened: TestStore;
let server: RunningServer;
const folder = makeTempDir();

beforeAll(async () => {
  opened = await openSqliteTest();
  writeFiles(folder, {
    'served/.keep': '',
    'site/docs.json': minimalConfig(['index'], { name: 'Acme Docs' }),
    'site/index.mdx': '---\ntitle: Home\n---\n\nFirst words.\n',
  });
  server = await serve({
    ...{ out: join(folder, 'served'), port: 0, host: '127.0.0.1', version: 'test', log: () => {} },
    database: opened.store.address,
  });
});
afterAll(async () => {
  await server?.close();
  await opened?.drop();
});

const keyFor = async (...scopes: readonly Scope[]) => {
  const tools = { store: opened.store, now: Date.now, newId: createIds() };
  return (await createKey(tools, { org: 'default', scopes })).secret;
};
const deploy = (key: string, ...flags: readonly string[]) => {
  const where = ['--out', join(folder, 'built'), '--to', server.url, '--key', key];
  return docent('deploy', join(folder, 'site'), ...where, ...flags);
};

test('the first deployment of a server creates its project, with a key that may', async () => {
  const refused = await deploy(await keyFor('projects:read', 'deployments:write'));
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain('docent keys create --out <folder> --scope projects:write');

  const key = await keyFor('projects:write');
  for (const flags of [['--dry-run'], ['--preview', 'pr-1']]) {
    const early = await deploy(key, ...flags);
    expect(early.err).toContain(`Run "docent deploy" without ${flags[0]} first`);
  }
  const projects = () => opened.store.db.selectFrom('projects').select(['name', 'slug']).execute();
  expect(await projects()).toEqual([]);

  const first = await deploy(key);
  expect(first.out).toMatch(/Created the project "acme-docs" \(prj_\w+\)\./);
  expect(first.out).toMatch(/deployment dpl_\w+ is live/);
  expect(await (await fetch(server.url)).text()).toContain('First words.');

  const second = await deploy(key, '--json');
  expect(JSON.parse(second.out)).toMatchObject({ changes: { added: [] } });
  expect(await projects()).toEqual([{ name: 'Acme Docs', slug: 'acme-docs' }]);
}, 60_000);
