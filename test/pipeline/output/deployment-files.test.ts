import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deploymentFiles, differingFiles } from '../../../pipeline/output/deployment-files.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

test('what differs between two deployments is what their whole lists say', async () => {
  const root = tempDir();
  const out = join(root, 'out');
  const dir = writeFiles(join(root, 'site'), {
    'docs.json': minimalConfig(['index', 'old', 'same'], { redirects: [] }),
    'index.mdx': 'Hello.\n',
    'old.mdx': 'It goes.\n',
    'same.mdx': 'It stays.\n',
  });
  const build = async () => (await buildSite(dir, out)).deployment?.id ?? '';
  const before = await build();
  appendFileSync(join(dir, 'index.mdx'), '\nMore.\n');
  rmSync(join(dir, 'old.mdx'));
  writeFiles(dir, {
    'docs.json': minimalConfig(['index', 'same', 'new']),
    'new.mdx': 'See [nothing](/nowhere).\n',
  });
  const now = await build();

  const [old, next] = [await deploymentFiles(out, before), await deploymentFiles(out, now)];
  const hashOf = new Map(old.map(({ path, sha256 }) => [path, sha256]));
  const paths = new Set(next.map(({ path }) => path));
  const { files, removed } = await differingFiles(out, { before, now });
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
  expect(files.toSorted(byPath)).toEqual(
    next.filter(({ path, sha256 }) => hashOf.get(path) !== sha256),
  );
  expect(removed.toSorted()).toEqual([...hashOf.keys()].filter((path) => !paths.has(path)));
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'manifest.json',
      'problems.json',
      'records/new.json',
      'source/new.mdx',
    ]),
  );
  expect(removed).toEqual(expect.arrayContaining(['records/old.json', 'source/old.mdx']));
  expect(removed).not.toContain('source/same.mdx');
});
