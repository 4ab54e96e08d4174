import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

const soon = { timeout: 60_000 };
const read = async (address: string) => (await fetch(address)).text();

test('a first site is made, opened, changed, checked, built and served', async () => {
  const walk = await beginWalk();
  const page = walk.open('quick-start');

  const made = await page.run('docent init');
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('my-docs/index.mdx') });

  const dev = page.start('docent dev');
  const [address = ''] = await dev.says(/http:\/\/\S+/);
  expect(address).toContain(`:${walk.port}`);
  const home = () => read(address);
  expect(await home()).toContain('This is the first page of your documentation.');

  // "Change a sentence and save."
  const index = join(walk.dir, 'my-docs/index.mdx');
  const text = readFileSync(index, 'utf8');
  writeFileSync(index, text.replace('This is the first page', 'Here is the first page'));
  await expect.poll(home, soon).toContain('Here is the first page');
  writeFileSync(index, `${text}\n<Note>Never closed\n`);
  await expect.poll(home, soon).toMatch(/index\.mdx:\d+/);
  writeFileSync(index, text);
  await expect.poll(home, soon).not.toMatch(/index\.mdx:\d+/);

  // "Add the first page of your own": the words of the starter itself.
  writeFileSync(join(walk.dir, 'my-docs/hello.mdx'), '---\ntitle: Hello\n---\n\nMy own words.\n');
  const config = join(walk.dir, 'my-docs/docs.json');
  writeFileSync(
    config,
    readFileSync(config, 'utf8').replace('"quickstart"', '"quickstart", "hello"'),
  );
  await expect.poll(home, soon).toContain('href="/hello"');
  expect(await read(`${address}/hello`)).toContain('My own words.');
  await dev.end();

  expect((await page.run('docent check')).code).toBe(0);
  writeFileSync(index, `${text}\n[Nowhere](/nowhere)\n`);
  expect((await page.run('docent check')).code).toBe(1);
  writeFileSync(index, text);

  expect((await page.run('docent build')).code).toBe(0);
  expect(readFileSync(join(walk.dir, 'public/hello/index.html'), 'utf8')).toContain(
    'My own words.',
  );
  const served = page.start('docent start my-docs');
  const [site = ''] = await served.says(/http:\/\/\S+/);
  expect(await read(`${site}/hello`)).toContain('My own words.');
  await served.end();

  // "A docs folder you already have", written for a related tool.
  writeFiles(join(walk.dir, 'path/to/docs'), {
    'docs.json': minimalConfig(['index'], {
      $schema: 'https://mintlify.com/docs.json',
      appearance: { strict: true },
    }),
    'index.mdx': '---\ntitle: Here already\n---\n\nOld words.\n',
  });
  const started = page.start('docent start path/to/docs');
  const [old = ''] = await started.says(/http:\/\/\S+/);
  expect(await read(old)).toContain('Old words.');
  await started.end();
  const migrated = await page.run('docent migrate path/to/docs');
  expect(migrated.code).toBe(0);
  expect(JSON.parse(migrated.out)).toMatchObject({ name: 'Test' });
});
