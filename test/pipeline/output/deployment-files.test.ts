import { hash } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { differingFiles, otherFiles } from '../../../pipeline/output/deployment-files.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'hex');

test('what differs between two deployments is what their whole lists say', async () => {
  const root = tempDir();
  const out = join(root, 'out');
  // More than there are in a part of `llms-full.txt`.
  const many = Array.from({ length: 30 }, (_, n) => `many-${n}`);
  const dir = writeFiles(join(root, 'site'), {
    'docs.json': minimalConfig(['index', 'old', 'same', ...many], { redirects: [] }),
    ...Object.fromEntries(many.map((path) => [`${path}.mdx`, 'One of many.\n'])),
    'index.mdx': 'Hello.\n',
    'old.mdx': 'It goes.\n',
    'same.mdx': 'It stays.\n',
  });
  const build = async () => (await buildSite(dir, out)).deployment?.id ?? '';
  const before = await build();
  appendFileSync(join(dir, 'index.mdx'), '\nMore.\n');
  for (const path of ['old', ...many]) rmSync(join(dir, `${path}.mdx`));
  writeFiles(dir, {
    'docs.json': minimalConfig(['index', 'same', 'new']),
    'new.mdx': 'See [nothing](/nowhere).\n',
  });
  const now = await build();

  const listOf = async (id: string) => [...(await otherFiles(out, id))];
  const [old, next] = [await listOf(before), await listOf(now)];
  const hashOf = new Map(old.map(({ path, sha256 }) => [path, sha256]));
  const paths = new Set(next.map(({ path }) => path));
  const { files, removed, manifest } = await differingFiles(out, { before, now });
  const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
  const { path: name, sha256: contentHash, size } = files.at(-1) ?? {};
  expect([name, contentHash, size]).toEqual(['manifest.json', sha256(manifest), manifest.length]);
  expect(files.slice(0, -1).toSorted(byPath)).toEqual(
    next.filter(({ path, sha256 }) => hashOf.get(path) !== sha256).sort(byPath),
  );
  expect(removed.toSorted()).toEqual([...hashOf.keys()].filter((path) => !paths.has(path)).sort());
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['problems.json', 'records/new.json', 'source/new.mdx']),
  );
  expect(removed).toEqual(
    expect.arrayContaining(['records/old.json', 'source/old.mdx', 'parts/1/site/llms-full.txt']),
  );
  expect(files.map(({ path }) => path)).toContain('parts/0/site/llms-full.txt');
  expect(removed).not.toContain('source/same.mdx');
  const { pages, change, ...rest } = JSON.parse(String(Buffer.from(manifest)));
  // The sidebar of every page has changed.
  expect(Object.keys(pages).sort()).toEqual(['index', 'new', 'same']);
  expect(change.removedPages).toEqual([...many, 'old'].toSorted());
  expect(change.removedFiles).toEqual(expect.arrayContaining(['/old', '/old.md']));
  expect(Object.keys(rest.files)).toEqual(expect.arrayContaining(['/', '/index.md', '/new.md']));
  expect(Object.keys(rest.files)).not.toContain('/same.md');
});
