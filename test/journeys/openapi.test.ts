import { expect, test } from 'vitest';
import { minimalConfig, writeFiles } from '../support/temp.ts';
import { beginWalk } from './walk.ts';

const description = `openapi: 3.1.0
info: { title: Library, version: "1.0" }
servers: [{ url: "https://api.example.com" }]
paths:
  /books:
    get:
      summary: List books
      tags: [Books]
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      responses: { "200": { description: The books. } }
    post:
      summary: Add a book
      tags: [Books]
      responses: { "201": { description: The book. } }
  /books/{isbn}:
    get:
      summary: Get a book
      tags: [Books]
      parameters: [{ name: isbn, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: The book. } }
`;

test('an OpenAPI description becomes pages, in each of the three ways', async () => {
  const walk = await beginWalk();
  const page = walk.open('api/openapi');
  writeFiles(walk.dir, {
    'docs/docs.json': minimalConfig(['index']),
    'docs/index.mdx': '---\ntitle: Home\n---\n\nHome.\n',
    'docs/openapi.yaml': description,
    'docs/api/overview.mdx': '---\ntitle: Overview\n---\n\nWhat it is for.\n',
  });
  const dev = walk.start('npx docent dev docs --port 0');
  const [address = ''] = await dev.says(/http:\/\/\S+/);
  const read = async (path: string) => (await fetch(`${address}${path}`)).text();
  /** Addresses of operations in the sidebar of a page. */
  const operations = async (path: string) =>
    [
      ...(await read(path)).matchAll(
        /<a class="nav-row[^"]*" href="([^"]+)"[^>]*><span class="nav-method/g,
      ),
    ].map((match) => match[1]);
  page.configure('"openapi": "openapi.yaml"', 'docs');
  await expect.poll(() => operations('/'), { timeout: 60_000 }).toHaveLength(3);
  const [first = ''] = await operations('/');
  expect(await read(first)).toContain('/books');

  page.configure('"directory": "api"', 'docs');
  await expect.poll(() => operations('/api/overview'), { timeout: 60_000 }).toHaveLength(2);
  for (const path of await operations('/api/overview')) expect(path).toMatch(/^\/api\//);

  page.save('openapi: GET /books', 'docs');
  await expect
    .poll(() => read('/api/list-books'), { timeout: 60_000 })
    .toContain(page.text('openapi: GET /books').trim().split('\n').at(-1));
  expect(await read('/api/list-books')).toContain('limit');

  const status = page.text('x-enumDescriptions').replace(/^/gm, ' '.repeat(16));
  const body = `      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
`;
  writeFiles(walk.dir, {
    'docs/openapi.yaml': description.replace('Add a book\n', `Add a book\n${body}${status}\n`),
  });
  const add = (await operations('/api/overview')).find((path) => path?.includes('add')) ?? '';
  await expect.poll(() => read(add), { timeout: 60_000 }).toContain('Anyone can still buy it.');

  page.configure('"languages": ["curl"', 'docs');
  const languages: string[] = JSON.parse(page.text('"languages": ["curl"')).api.examples.languages;
  const names: Readonly<Record<string, string>> = {
    curl: 'cURL',
    javascript: 'JavaScript',
    python: 'Python',
  };
  const samples = async () => [
    ...new Set(
      [...(await read('/api/list-books')).matchAll(/>(cURL|JavaScript|Python|Go|Java|PHP)</g)].map(
        (match) => match[1],
      ),
    ),
  ];
  await expect.poll(samples, { timeout: 60_000 }).toEqual(languages.map((name) => names[name]));
  await dev.end();
  const urls = await walk.shell('npx docent check docs --urls');
  expect(urls.out).toContain('/api/list-books');
});
