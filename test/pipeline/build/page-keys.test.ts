import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../support/build.ts';
import { svg } from '../../support/edits/linked-site.ts';
import { contentsOf } from '../../support/outputs.ts';
import { makeTempDir, writeFiles } from '../../support/temp.ts';

describe('what a frame shows of a picture is made again when the picture changes', () => {
  const folder = makeTempDir();
  const [dir, out, cold] = ['site', 'out', 'cold'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const names = ['logo', 'group', 'link', 'page', 'given'];
  let before: Readonly<Record<string, string>>;

  beforeAll(async () => {
    writeFiles(dir, {
      'docs.json': {
        name: 'Pictures',
        theme: 'mint',
        colors: { primary: '#16a34a' },
        logo: '/img/logo.svg',
        navbar: { links: [{ label: 'Link', href: '/two', icon: './img/link.svg' }] },
        navigation: { groups: [{ group: 'All', icon: '/img/group.svg', pages: ['index', 'two'] }] },
      },
      'index.mdx': '---\ntitle: One\nicon: img/page.svg\n---\n\nText.\n',
      'two.mdx': '---\ntitle: Two\nog:image: /img/given.svg\n---\n\nText.\n',
      ...Object.fromEntries(names.map((name) => [`img/${name}.svg`, svg(10)])),
    });
    before = await pagesOf(out);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function pagesOf(to: string): Promise<Readonly<Record<string, string>>> {
    const { deployment } = await buildSite(dir, to);
    const pages = [...contentsOf(to, deployment?.id ?? '')].filter(([path]) =>
      path.endsWith('.html'),
    );
    return Object.fromEntries(pages.map(([path, bytes]) => [path, String(bytes)]));
  }

  test.each([
    ['logo', 'the logo, and the picture for social networks'],
    ['group', 'the icon of a group'],
    ['link', 'the icon of a link in the bar'],
    ['page', 'the icon of another page'],
    ['given', 'the picture of the page for social networks'],
  ])('%s.svg: %s', async (name) => {
    writeFileSync(join(dir, 'img', `${name}.svg`), svg(30));
    const after = await pagesOf(out);
    expect(after['site/two/index.html']).not.toBe(before['site/two/index.html']);
    rmSync(cold, { recursive: true, force: true });
    expect(after).toEqual(await pagesOf(cold));
    before = after;
  });
});
