import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCurrent } from '../../../pipeline/output/read.ts';
import { createTermUses } from '../../../runtime/tasks/term-uses.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';

test('terms are counted by pages whose words have them, once for each deployment', async () => {
  const dir = makeTempDir();
  const out = join(dir, '.docent');
  writeFiles(dir, {
    'docs.json': minimalConfig(['index', 'a', 'b']),
    'index.mdx': '---\ntitle: The Deployment\n---\n\nA deployment, and a deployment.\n',
    'a.mdx': '---\ntitle: A\n---\n\n## Deployment keys\n\nText.\n',
    'b.mdx': '---\ntitle: B\n---\n\nDeployments.\n\n```sh\ndeployment\n```\n',
  });
  await buildSite(dir, out);
  const id = readCurrent(out) ?? expect.fail();
  const asked: string[] = [];
  const count = createTermUses({
    folderOf: (deployment) => {
      asked.push(deployment);
      return deployment === id ? out : undefined;
    },
  });
  const site = { id: 'prj_1', deployment_id: id };
  const exact = { term: 'deployment', caseSensitive: true };
  const any = { term: 'deployment', caseSensitive: false };
  const [one, both] = await Promise.all([count(site, [exact]), count(site, [any, exact])]);
  expect([one, both]).toEqual([[1], [2, 1]]);
  expect(await count({ ...site, deployment_id: null }, [any])).toBe(undefined);
  expect(await count({ ...site, deployment_id: 'dpl_gone' }, [any])).toBe(undefined);
});
