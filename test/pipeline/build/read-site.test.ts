import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSite } from '../../../pipeline/build/read-site.ts';
import { makeShell } from '../../../pipeline/build/shell.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { ownFiles } from '../../../pipeline/check/own-scripts.ts';
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

test('of a site with styles and scripts, only pages that may import them are read as a whole', async () => {
  const texts = {
    code: "```js\nimport { a } from 'a';\n```",
    style: "import '/only.css';\n\nText.",
    script: "import { run } from './lib/run';\n\n{run}",
  };
  const names = Object.keys(texts);
  const pages = Object.entries(texts).map(([name, text]) => [
    `${name}.mdx`,
    `---\ntitle: ${name}\n---\n\n${text}\n${body}`,
  ]);
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig(names, { i18n: { defaultLanguage: 'en' } }),
    ...{ 'style.css': 'a { color: red }', 'only.css': 'b { color: red }' },
    ...{ 'main.js': 'alert(1);', 'lib/run.js': 'export const run = 1;' },
    ...Object.fromEntries(pages),
  });
  const cache = memoryCache();
  const options = { dir, cache, codeVersion: '', mode: 'preview' } as const;
  const { site } = await readSite({ ...options, heads: true });
  if (!site) throw new Error('There is no site.');
  expect(ownFiles(site)).toEqual({ styles: ['style.css'], scripts: ['main.js'] });
  // Only a page that is read as a whole has its words counted.
  const unread = [...site.pages.values()].filter(({ words }) => words === 0);
  expect(unread.map(({ path }) => path)).toEqual(['code']);
});
