import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followImport } from '../../../runtime/backend/first-import.ts';
import { openBackend } from '../../../runtime/backend.ts';
import { createKey } from '../../../runtime/commands/keys.ts';
import { serve } from '../../../runtime/main.ts';
import { listOrgs } from '../../../runtime/store/orgs.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';

test('a server that has started knows the projects of all its deployments', async () => {
  const dir = makeTempDir();
  const out = join(makeTempDir(), 'out');
  writeFiles(dir, {
    'docs.json': minimalConfig(['index']),
    'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
  });
  const sites = Array.from({ length: 8 }, (_, index) => `site-${index}`);
  for (const name of sites) await buildSite(dir, join(out, name));
  const options = { out, version: 't', log: () => {} };
  const { store, newId, close } = await openBackend(options);
  const [org] = await listOrgs(store.db);
  const { secret } = await createKey({ store, newId, now: Date.now }, { org: org?.id ?? '' });
  await close();

  const server = await serve({ ...options, port: 0, host: '127.0.0.1' });
  const [projects, ready] = await Promise.all([
    fetch(`${server.url}/api/v1/projects?perPage=100`, {
      headers: { authorization: `Bearer ${secret}` },
    }),
    fetch(`${server.url}/ready`),
  ]);
  const { data } = (await projects.json()) as { readonly data: readonly { slug: string }[] };
  expect(data.map(({ slug }) => slug).sort()).toEqual(sites.toSorted());
  expect(ready.status).toBe(200);
  await server.close();
}, 60_000);

test('a server is ready once its deployments are imported, or have had their time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const following = followImport(promise);
  expect(following.trouble()).toContain('being imported');
  resolve();
  await following.done;
  expect(following.trouble()).toBeUndefined();

  const endless = followImport(new Promise(() => {}), 1);
  await endless.done;
  expect(endless.trouble()).toBeUndefined();
});
