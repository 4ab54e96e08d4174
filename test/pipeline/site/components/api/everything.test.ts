import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../../../support/build.ts';
import { projectRoot } from '../../../../support/corpus.ts';
import { type Element, parseHtml, select, textOf } from '../../../../support/html.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../../../support/temp.ts';

const dir = makeTempDir();
let site = '';
beforeAll(async () => {
  writeFiles(dir, {
    'site/docs.json': minimalConfig(['index'], {
      api: { openapi: { source: 'api.yaml', directory: 'api' } },
    }),
    'site/index.mdx': '# Home\n',
    'site/api.yaml': readFileSync(join(projectRoot, 'fixtures/api/everything.yaml'), 'utf8'),
  });
  const built = await buildSite(join(dir, 'site'), join(dir, 'out'));
  expect(built.problems.filter(({ severity }) => severity !== 'note')).toEqual([]);
  site = built.site ?? '';
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const pageOf = (name: string) =>
  parseHtml(readFileSync(join(site, 'api/books', name, 'index.html'), 'utf8'));
const twinOf = (name: string) => readFileSync(join(site, 'api/books', `${name}.md`), 'utf8');
const texts = (root: Element, selector: string) =>
  select(root, selector).map((element) =>
    textOf(element)
      .replace(/\s+/g, ' ')
      .replace(/ ([,:])/g, '$1')
      .trim(),
  );

const waysOf = (name: string) =>
  select(pageOf(name), '.auth-ways').flatMap((list) =>
    list.children
      .filter((child) => typeof child !== 'string')
      .map((way) => textOf(way).replace(/\s+/g, ' ').trim()),
  );

describe('an operation that has everything', () => {
  test('names the servers closest to it: its own, those of its path, else all', () => {
    expect(texts(pageOf('add-a-book'), '.endpoint-servers dd')).toEqual([
      'https://write.example.com/v1 Writes only',
    ]);
    expect(texts(pageOf('list-books'), '.endpoint-servers dd')).toEqual([
      'https://books.example.com',
    ]);
    const all = texts(pageOf('get-a-book'), '.endpoint-servers dd');
    expect(all).toHaveLength(3);
    expect(all[0]).toContain('https://{region}.example.com:{port}/v1 Production');
    expect(all[0]).toContain('{region}: eu (default), us, ap – Where the data is kept');
    expect(all[0]).toContain('{port}: 443 (default), 8443');
    expect(all[2]).toContain('{tenant}: demo (default)');
    expect(twinOf('get-a-book')).toContain(
      '- https://{region}.example.com:{port}/v1 (region: eu, us, ap; port: 443, 8443): Production',
    );
  });

  test('shows each way to authenticate with all that it needs', () => {
    const ways = waysOf('add-a-book');
    expect(ways).toHaveLength(4);
    expect(ways[0]).toContain('A token of your account.');
    expect(ways[1]).toMatch(/X-Api-Key.*Authorization.*Basic/);
    expect(ways[2]).toMatch(
      /https:\/\/auth\.example\.com\/authorize → .*books:write Add and change/,
    );
    expect(ways[3]).toBe('No authentication');
    expect(waysOf('list-books')).toEqual([]);
    expect(twinOf('add-a-book')).toContain(
      '- One of: `X-Api-Key` (apiKey, header) and `Authorization` (basic)',
    );
    expect(twinOf('add-a-book')).toContain('- One of: no authentication');
  });

  test('offers every example of a request', () => {
    const [panel] = select(pageOf('add-a-book'), '.api-panel[aria-label="Body"]');
    expect(panel && texts(panel, 'option')).toEqual([
      'A short one',
      'With everything',
      'application/xml',
    ]);
    expect(panel && texts(panel, '.api-panel-item')[1]).toContain('Ende');
  });

  test('shows alternatives as choices, of which one or several may be open', () => {
    const page = pageOf('add-a-book');
    const choices = select(page, '.field-variant').filter(
      ({ attributes }) => attributes.name === 'body-cover-choice',
    );
    expect(choices.map((choice) => textOf(choice).trim().split(/\s/)[0])).toEqual([
      'Hardcover',
      'Paperback',
    ]);
    const facts = texts(page, '.field-fact');
    expect(facts).toContain('One of:');
    expect(facts).toContain('Any of:');
    // A choice of which there is nothing to unfold has no arrow.
    expect(texts(page, 'p.field-variant')).toContain('string[]');
    for (const choice of select(page, 'details.field-variant')) {
      const [name] = texts(choice, 'summary');
      expect(textOf(choice).trim()).not.toBe(name);
    }
  });

  test('has an address for each choice and each status', () => {
    const idsOf = (selector: string) =>
      select(pageOf('add-a-book'), selector).map(({ attributes }) => attributes.id);
    expect(idsOf('.field-variant summary')).toEqual(
      expect.arrayContaining(['body-cover-hardcover', 'body-cover-paperback']),
    );
    expect(idsOf('.response-head')).toEqual(
      expect.arrayContaining(['response-201', 'response-409', 'response-5xx']),
    );
  });

  test('asks for what is written and answers what is read', () => {
    const ids = select(pageOf('add-a-book'), '.field').map(({ attributes }) => attributes.id);
    expect(ids).toContain('body-secret');
    expect(ids).not.toContain('body-id');
    expect(ids).toContain('response-id');
    expect(ids).not.toContain('response-secret');
  });

  test('marks what is deprecated: the operation, a parameter, a field', () => {
    expect(texts(pageOf('list-books'), '.page-start').join()).toMatch(/deprecated/i);
    const chips = (name: string) =>
      select(pageOf(name), '.field')
        .filter((field) => select(field, '.field-deprecated').length > 0)
        .map(({ attributes }) => attributes.id);
    expect(chips('list-books')).toContain('query-page');
    expect(chips('add-a-book')).toContain('body-isbn');
  });

  test('says in closed rows what a status is called and means', () => {
    expect(texts(pageOf('add-a-book'), '.response-head').slice(0, 5)).toEqual([
      '201 Created The book as it is in the library application/json',
      '400 Bad Request',
      expect.stringMatching(
        /^409 Conflict There is such a book\. See ids for how .* application\/problem/,
      ),
      '5XX Server Error Try again later application/json',
      'default Anything else',
    ]);
  });

  test('shows headers, links and callbacks', () => {
    const page = pageOf('add-a-book');
    expect(select(page, '#response-header-location')).toHaveLength(1);
    expect(texts(page, '.response-body').join(' ')).toMatch(
      /get Get a book Read it again id = \$response\.body#\/id.*byPath Get a book/,
    );
    const links = select(page, '.response-body a').map((link) => [
      textOf(link),
      link.attributes.href,
    ]);
    expect(links.filter(([, href]) => href === '/api/books/get-a-book')).toEqual([
      ['Get a book', '/api/books/get-a-book'],
      ['Get a book', '/api/books/get-a-book'],
    ]);
    const [callback] = select(page, '#callback-indexed');
    expect(callback && textOf(callback)).toContain('{$request.body#/callbackUrl}');
    expect(callback && select(callback, '#callback-indexed-body-state')).toHaveLength(1);
    expect(callback && texts(callback, '.dc-status')).toEqual(['204', '410']);
    const twin = twinOf('add-a-book');
    expect(twin).toContain('`POST {$request.body#/callbackUrl}`');
    expect(twin).toContain(
      '- Link `get`: [Get a book](/api/books/get-a-book) (id = $response.body#/id): Read it again',
    );
  });

  test('has an anchor for every field of every schema, none of them twice', () => {
    const page = pageOf('add-a-book');
    const without = select(page, '.field')
      .filter(({ attributes }) => attributes.id === undefined)
      .map((field) => textOf(field).trim());
    // Links of a response are no fields.
    expect(without.map((text) => text.split(/\s/)[0])).toEqual(['get', 'byPath', 'gone']);
    const ids = select(page, '[id]').map(({ attributes }) => attributes.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of [
      ...['body-author-born', 'body-cover-paperback-size-width', 'body-application-xml-title'],
      ...['response-409-detail-field', 'response-5xx-code', 'response-cover-hardcover-weight'],
    ]) {
      expect([id, ids.includes(id)]).toEqual([id, true]);
    }
  });

  test('comes before its samples in the document, and the way to the next page after them', () => {
    const html = readFileSync(join(site, 'api/books/add-a-book/index.html'), 'utf8');
    const places = ['id="authorization"', 'id="body"', 'id="responses"', 'api-panel"', 'page-rest'];
    const found = places.map((place) => html.indexOf(place));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[0]).toBeGreaterThan(0);
  });
});
