import { expect, test } from 'vitest';
import { operationPages } from '../../../pipeline/openapi/pages.ts';
import { readDescriptions } from '../../../pipeline/openapi/read.ts';
import { unlistedOperations } from '../../../pipeline/openapi/unlisted.ts';
import { configOf, filesOf } from './describe.ts';

async function unlisted(paths: Record<string, object>, listed: readonly string[]) {
  const spec = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
  const config = configOf({ api: { openapi: 'openapi.json' } });
  const descriptions = await readDescriptions(config, [], filesOf({ 'openapi.json': spec }));
  const { pages } = operationPages({ config, descriptions, pages: new Map() });
  return unlistedOperations(pages, new Set(listed));
}

const get = (summary: string, more: object = {}) => ({ get: { summary, responses: {}, ...more } });

test('operations without a row in the sidebar are one note for each description', async () => {
  const paths = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [`/${name}`, get(name)]),
  );
  const all = await unlisted(paths, []);
  expect(all).toMatchObject([
    {
      severity: 'note',
      ruleId: 'openapi-unlisted',
      file: 'openapi.json',
      reason: '5 operations are not in the navigation: GET /a, GET /b, GET /c and 2 more.',
    },
  ]);
});

test('listed and hidden operations are none', async () => {
  const paths = {
    '/a': get('First'),
    '/b': get('Second', { 'x-hidden': true }),
    '/c': get('Third'),
  };
  const spec = await unlisted(paths, []);
  expect(spec[0]?.reason).toMatch('GET /a, GET /c.');
  const addresses = ['first', 'third'].map((name) => `api-reference/${name}`);
  expect(await unlisted(paths, addresses)).toEqual([]);
});
