import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginWalk } from './walk.ts';

const soon = { timeout: 60_000 };

/** What a page says about a mistake, in its terminal and over HTTP, until it is corrected. */
test('mistakes are shown by dev with their place, and only until they are corrected', async () => {
  const walk = await beginWalk();
  await walk.shell('npx docent init my-docs');
  const dev = walk.start('npx docent dev my-docs --port 0');
  const [address = ''] = await dev.says(/http:\/\/\S+/);
  const home = async () => {
    const response = await fetch(address);
    return { status: response.status, html: await response.text() };
  };
  const html = async () => (await home()).html;
  const index = join(walk.dir, 'my-docs/index.mdx');
  const config = join(walk.dir, 'my-docs/docs.json');
  const [page, site] = [readFileSync(index, 'utf8'), readFileSync(config, 'utf8')];
  const line = page.split('\n').length;

  const mistakes: Readonly<Record<string, string>> = {
    'a tag that is never closed': '<Note>\n',
    'an expression that fails': '{nothing.at.all}\n',
    'a component that there is not': '<Nowhere />\n',
    'a link that leads nowhere': '[On](/nowhere)\n',
    'a picture that is not there': '![](/images/none.png)\n',
  };
  for (const [what, text] of Object.entries(mistakes)) {
    const before = dev.said().length;
    writeFileSync(index, `${page}${text}`);
    const place = new RegExp(`index\\.mdx:${line}\\b`);
    await expect.poll(html, { ...soon, message: what }).toMatch(place);
    expect([what, (await home()).status]).toEqual([what, 200]);
    const said = new RegExp(`\\n +${line}:\\d+ (error|warning) .+ [a-z-]+\\n`);
    await expect.poll(() => dev.said().slice(before), { ...soon, message: what }).toMatch(said);
    writeFileSync(index, page);
    await expect.poll(html, { ...soon, message: what }).not.toMatch(place);
  }

  // "While docs.json is invalid, the last valid one stays in use."
  writeFileSync(config, site.replace('"theme": "mint"', '"theme": "mnt"'));
  await dev.says(/docs\.json\n +\d+:\d+ error .*"mnt"/);
  expect(await html()).toContain('This is the first page of your documentation.');
  writeFileSync(config, site.replace('"name": "My Docs"', '"name": "Our Docs"'));
  await expect.poll(html, soon).toContain('Our Docs');
  await dev.end();
});
