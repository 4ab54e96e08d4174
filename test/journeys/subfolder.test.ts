import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

test('a site below a folder of a static host has only links that work', async () => {
  const walk = await beginWalk();
  const page = walk.open('deploying/subfolder');
  writeFiles(walk.dir, {
    'my-docs/docs.json': minimalConfig(['index', 'guides/install'], {
      redirects: [{ source: '/start', destination: '/guides/install' }],
    }),
    'my-docs/index.mdx':
      '---\ntitle: Home\n---\n\n[Install](/guides/install) and [start](/start).\n\n![](/images/dot.svg)\n',
    'my-docs/guides/install.mdx': '---\ntitle: Install\n---\n\n## First\n\nDo it.\n',
    'my-docs/images/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  });
  page.configure('"basePath": "/docs"', 'my-docs');
  expect(await page.run('--to public/docs')).toMatchObject({ code: 0 });

  const host = await startStaticHost(join(walk.dir, 'public'));
  const seen = new Set<string>();
  const broken: string[] = [];
  const follow = async (path: string, from: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const response = await fetch(`${host}${path}`);
    const text = await response.text();
    if (response.status !== 200) broken.push(`${path} of ${from}`);
    if (!response.headers.get('content-type')?.startsWith('text/html')) return;
    for (const [, link = ''] of text.matchAll(/(?:href|src)="(\/[^"#?]*)/g)) {
      await follow(link, path);
    }
  };
  await follow('/docs', 'the host');
  expect(broken).toEqual([]);
  // The rows of the table of the page.
  for (const path of ['/docs/guides/install', '/docs/guides/install.md', '/docs/images/dot.svg']) {
    expect((await fetch(`${host}${path}`)).status).toBe(200);
  }
  expect([...seen].some((path) => path.startsWith('/docs/_docent/'))).toBe(true);
  expect([...seen].filter((path) => !path.startsWith('/docs'))).toEqual([]);
  expect(await (await fetch(`${host}/docs/start`)).text()).toContain('/docs/guides/install');
});

/** A host that knows files, and `index.html` of folders, and nothing else. */
async function startStaticHost(root: string): Promise<string> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://host').pathname);
    const file = [path, join(path, 'index.html')]
      .map((name) => join(root, name))
      .find((name) => /\.[^/]+$/.test(name) && existsSync(name));
    if (file === undefined) return void response.writeHead(404).end();
    const type = file.endsWith('.html') ? 'text/html' : 'application/octet-stream';
    response.writeHead(200, { 'content-type': type }).end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
