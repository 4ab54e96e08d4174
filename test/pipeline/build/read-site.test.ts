import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSite } from '../../../pipeline/build/read-site.ts';
import { makeShell } from '../../../pipeline/build/shell.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const body = '\nWords of this page: <GitHub.Repo repo="a/b" />.\n'.repeat(50);

test('reading the heads of a site reads no text of a page, nor does its plain shell', async () => {
  const names = ['one', 'two', 'three'];
  const heads = ['icon: bolt', 'description: Two', 'timestamp: false'];
  const pages = names.map((name, at) => [
    `${name}.mdx`,
    `---\ntitle: ${name}\n${heads[at]}\n---\n${body}`,
  ]);
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(names, { i18n: { defaultLanguage: 'en' } }),
    ...Object.fromEntries(pages),
  });
  const cache = memoryCache();
  const { site } = await readSite({ dir, cache, codeVersion: '', heads: true, mode: 'preview' });
  expect(site?.pages.get('two')?.title).toBe('two');
  if (site) await makeShell(site, cache, '', { plain: true });
  // What was not read by now can't be read any more.
  for (const name of names) rmSync(join(dir, `${name}.mdx`));
  const unread = [...(site?.pages.values() ?? [])].filter(({ file }) => file.text === file.head);
  expect(unread.map(({ path }) => path)).toEqual(['one', 'three', 'two']);
});
