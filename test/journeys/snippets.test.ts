import { expect, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

test('snippets of text, values and components are shown where pages import them', async () => {
  const walk = await beginWalk();
  const page = walk.open('writing/snippets');
  const head = '---\ntitle: Page\n---\n\n';
  writeFiles(walk.dir, {
    'docs.json': minimalConfig(['guides/install', 'values', 'components']),
    'values.mdx': `${head}${page.text('export const version')}`,
    'components.mdx': `${head}${page.text('import { Meter }')}
import { Counter } from "/snippets/counter.jsx";

<Counter start={5} />
`,
  });
  for (const words of ['Questions about', '<Support product', 'const Meter', 'const Counter']) {
    page.save(words);
  }
  const checked = await walk.shell('npx docent check --strict');
  expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('Checked 3 pages')]);
  const server = walk.start('npx docent start --port 0');
  const [address = ''] = await server.says(/http:\/\/\S+/);
  const read = async (path: string) => (await fetch(`${address}${path}`)).text();
  expect(await read('/guides/install')).toContain('Questions about the installer? Open an issue');
  expect(await read('/values')).toContain('The current version is 2.4.');
  const components = await read('/components');
  expect(components).toContain('<meter min="0" max="100" value="68">');
  expect(components).toMatch(/Pressed (<!---->)?5(<!---->)? times/);
  expect((await fetch(`${address}/snippets/support`)).status).toBe(404);
  await server.end();
});
