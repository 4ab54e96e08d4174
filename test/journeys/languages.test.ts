import { expect, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

const titled = (title: string) => `---\ntitle: ${title}\n---\n\nWords of ${title}.\n`;

test('a site in two languages is as the handbook shows it', async () => {
  const walk = await beginWalk();
  const page = walk.open('writing/languages');
  writeFiles(walk.dir, {
    'docs/docs.json': minimalConfig([]),
    'docs/en/index.mdx': titled('Welcome'),
    'docs/en/install.mdx': titled('Install'),
    'docs/de/index.mdx': titled('Willkommen'),
    'docs/de/install.mdx': titled('Installieren'),
  });
  page.configure('"languages"', 'docs');
  expect((await walk.shell('npx docent check docs --strict')).out).toContain('Checked 4 pages');
  const server = walk.start('npx docent start docs --port 0');
  const [address = ''] = await server.says(/http:\/\/\S+/);
  const read = async (path: string) => (await fetch(`${address}${path}`)).text();
  expect(await read('/')).toContain('Words of Welcome.');
  const german = await read('/de/install');
  expect(german).toMatch(/<html[^>]* lang="de"/);
  expect(german).toContain('<a class="dc-menu-row" href="/en/install" hreflang="en">');
  expect(german).toContain('Anfang');
  await server.end();
});
