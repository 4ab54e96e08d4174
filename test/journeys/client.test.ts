import { expect, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

test('the first call of the handbook prints the project of a new server', async () => {
  const walk = await beginWalk();
  const page = walk.open('service/client', '## The first call');
  writeFiles(walk.dir, {
    'my-docs/docs.json': minimalConfig(['index']),
    'my-docs/index.mdx': '---\ntitle: Home\n---\n\nHello.\n',
  });
  const server = page.start('docent start');
  const [key] = await server.says(/docent_live_\w+/);
  await server.says(/http:\/\/\S+/);
  page.save('createClient');
  // The server answers before its deployment is imported.
  await expect
    .poll(() => page.run('first-call.mjs', { put: { 'docent_live_…': key } }), { timeout: 20_000 })
    .toMatchObject({ code: 0, out: expect.stringMatching(/^prj_\w+ \S+\n$/) });
  await server.end();
});
