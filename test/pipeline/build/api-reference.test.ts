import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../support/build.ts';
import { parseHtml, select, textOf } from '../../support/html.ts';
import { tempDir, writeFiles } from '../../support/temp.ts';

const get = (summary: string, tag?: string) => ({
  get: { summary, responses: {}, ...(tag ? { tags: [tag] } : {}) },
});
const description = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  paths: { '/health': get('Health'), '/books': get('List books', 'Books') },
};

async function built(navigation: object, more: object = {}) {
  const dir = tempDir();
  writeFiles(dir, {
    'site/docs.json': {
      name: 'Library',
      colors: { primary: '#16a34a' },
      navigation,
      api: { openapi: 'openapi.json' },
      ...more,
    },
    'site/index.mdx': '---\ntitle: Home\n---\n\nHello.\n',
    'site/api-reference/intro.mdx': '---\ntitle: Introduction\n---\n\nHello.\n',
    'site/de/index.mdx': '---\ntitle: Start\n---\n\nHallo.\n',
    'site/openapi.json': description,
  });
  const { site = '', problems } = await buildSite(join(dir, 'site'), join(dir, 'out'));
  const read = (file: string) => readFileSync(join(site, file), 'utf8');
  return { problems: problems.map(({ ruleId }) => ruleId), read };
}

const list = 'api-reference/books/list-books';
const listed = (html: string, selector: string) =>
  select(parseHtml(html), selector).map((entry) => textOf(entry).trim());

test('a description that the navigation does not mention is a group at its end', async () => {
  const { read, problems } = await built({ groups: [{ group: 'Start', pages: ['index'] }] });
  expect(problems).toEqual([]);
  const home = read('index.html');
  const links = select(parseHtml(home), 'a').map(({ attributes }) => attributes.href);
  expect(links).toEqual(expect.arrayContaining(['/api-reference/health', `/${list}`]));
  expect(home).toContain('API reference');
  expect(read('sitemap.xml') + read('llms.txt')).toContain(list);
  expect(read('llms.txt')).toContain('List books');
  expect(read(`${list}/index.html`)).not.toContain('noindex');
});

test('next to a tab of its name it is a group in that tab', async () => {
  const { read } = await built({
    tabs: [
      { tab: 'Guides', groups: [{ group: 'Start', pages: ['index'] }] },
      { tab: 'API Reference', groups: [{ group: 'Overview', pages: ['api-reference/intro'] }] },
    ],
  });
  // Once in the row, and once in the menu of what does not fit.
  const tabs = new Set(listed(read('index.html'), '.tabs-row a'));
  expect([...tabs]).toEqual(['Guides', 'API Reference']);
  const links = select(parseHtml(read('api-reference/intro/index.html')), '#navigation-items a');
  expect(links.map(({ attributes }) => attributes.href)).toEqual(
    expect.arrayContaining(['/api-reference/intro', '/api-reference/health', `/${list}`]),
  );
});

test('next to tabs it is a tab', async () => {
  const { read } = await built({
    tabs: [{ tab: 'Guides', groups: [{ group: 'Start', pages: ['index'] }] }],
  });
  expect(listed(read('index.html'), '.tabs-row').join()).toMatch(/Guides.*API reference/s);
  const page = parseHtml(read(`${list}/index.html`));
  expect(select(page, 'a').map(({ attributes }) => attributes.href)).toContain(
    '/api-reference/health',
  );
});

test('it is in the source language, under a label of that language', async () => {
  const { read } = await built(
    {
      languages: [
        { code: 'de', name: 'Deutsch', groups: [{ group: 'Start', pages: ['de/index'] }] },
        { code: 'en', name: 'English', groups: [{ group: 'Start', pages: ['index'] }] },
      ],
    },
    { i18n: { defaultLanguage: 'de', languages: ['en'] } },
  );
  expect(read('de/index.html')).toContain('API-Referenz');
  expect(read('index.html')).not.toContain('API-Referenz');
});

test('a navigation that names some of the operations has chosen them', async () => {
  const { read, problems } = await built({
    groups: [{ group: 'Start', pages: ['index', 'GET /books'] }],
  });
  expect(problems).toEqual(['openapi-unlisted']);
  expect(read('index.html')).not.toContain('API reference');
  expect(read('sitemap.xml')).not.toContain('health');
});

test('the version of an endpoint is next to its title, and in its Markdown', async () => {
  const dir = tempDir();
  writeFiles(dir, {
    'site/docs.json': {
      name: 'Library',
      colors: { primary: '#16a34a' },
      navigation: { pages: ['index', 'books'] },
      api: { openapi: 'openapi.json' },
    },
    'site/index.mdx': '---\ntitle: Home\nversion: 7.0\n---\n\nHello.\n',
    'site/books.mdx': '---\ntitle: Books\nopenapi: GET /books\nversion: 2.0\n---\n\nAll of them.\n',
    'site/openapi.json': description,
  });
  const { site = '' } = await buildSite(join(dir, 'site'), join(dir, 'out'));
  const read = (file: string) => readFileSync(join(site, file), 'utf8');
  expect(listed(read('books/index.html'), 'h1 .title-chip')).toEqual(['2.0']);
  expect(read('books.md')).toContain('\nVersion: 2.0\n');
  // No endpoint.
  expect(read('index.html') + read('index.md')).not.toContain('7.0');
});
