import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '../../../runtime/commands/keys.ts';
import { checkConfigApart } from '../../../runtime/config-check/apart.ts';
import { createIds } from '../../../runtime/store/ids.ts';
import { openStore } from '../../../runtime/store/open.ts';
import { buildSite, serve } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

/** Close to a megabyte, and work for seconds. */
function hugeConfig(): string {
  const pages = '1,'.repeat(510_000).slice(0, -1);
  return `{"name":"x","colors":{"primary":"#112233"},"navigation":{"groups":[{"group":"g","pages":[${pages}]}]}}`;
}

test('a server answers others while it checks a megabyte of configuration', {
  timeout: 120_000,
}, async () => {
  const dir = tempDir();
  const out = tempDir();
  writeFiles(dir, {
    'docs.json': minimalConfig(['index']),
    'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
  });
  await buildSite(dir, out);
  const server = await serve(out);
  const store = openStore(join(out, 'docent.db'));
  onTestFinished(async () => {
    await store.close();
    await server.close();
  });
  const read = () => store.db.selectFrom('projects').select(['id', 'org_id']).executeTakeFirst();
  await expect.poll(read, { timeout: 20_000 }).toBeDefined();
  const project = await read();
  const tools = { store, now: Date.now, newId: createIds() };
  const { secret } = await createKey(tools, { org: project?.org_id ?? '' });
  const patch = async (configJson: string) => {
    const answer = await fetch(`${server.url}/api/v1/projects/${project?.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ configJson }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  // What the thread loads is loaded once before.
  expect((await patch(JSON.stringify(minimalConfig(['index'])))).status).toBe(200);
  let isOver = false;
  const checking = patch(hugeConfig()).finally(() => {
    isOver = true;
  });
  let meanwhile = 0;
  while (!isOver) {
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    if (!isOver) meanwhile++;
  }
  const { status, body } = await checking;
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  // Where the check holds the server up, one or two are answered before it begins.
  expect(meanwhile).toBeGreaterThan(20);
});

test('a check that takes too long is given up with a sentence, and the next one runs', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => checkConfigApart({ text: hugeConfig() }, 50)),
  );
  for (const answer of answers) {
    expect(answer).toEqual([
      {
        path: '',
        code: 'too-large',
        message:
          'Checking it took longer than 0.05 seconds. Shorten the file, or remove parts of it.',
      },
    ]);
  }
  const text = JSON.stringify(minimalConfig(['index']));
  expect(await checkConfigApart({ text })).toEqual([]);
  expect(await checkConfigApart({ text: '[]' })).toMatchObject([{ code: 'wrong-type' }]);
});
