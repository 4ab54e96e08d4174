import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeOutRestricted } from '../../../pipeline/openapi/restricted.ts';
import { buildSite } from '../../support/build.ts';
import { contentsOf } from '../../support/outputs.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';

const restricted = { 'x-mint': { groups: ['staff'] } };
const ok = { 200: { description: 'OK' } };

/** An operation that everyone may see, with a parameter, a field and a variant that only staff may. */
const orders = {
  summary: 'List orders',
  parameters: [
    { name: 'open-parameter', in: 'query', schema: { type: 'string' } },
    { name: 'hidden-parameter', in: 'query', schema: { type: 'string' }, ...restricted },
  ],
  responses: {
    200: {
      description: 'OK',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['openField', 'hiddenField'],
            properties: {
              openField: { type: 'string' },
              hiddenField: { type: 'string', ...restricted },
              either: {
                oneOf: [
                  { title: 'OpenVariant', type: 'string' },
                  { title: 'OtherVariant', type: 'boolean' },
                  { title: 'HiddenVariant', type: 'integer', ...restricted },
                ],
              },
            },
          },
        },
      },
    },
  },
};

const description = (paths: object) => ({
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths,
});

/** Public files of a site with this description, as text. */
async function publicTexts(paths: object, auth: object) {
  const dir = writeFiles(join(tempDir(), 'site'), {
    'docs.json': minimalConfig(['index'], {
      navigation: { groups: [{ group: 'API', openapi: 'orders.json' }] },
      ...auth,
    }),
    'index.mdx': 'Hello.',
    'orders.json': description(paths),
  });
  const out = tempDir();
  const { deployment, problems } = await buildSite(dir, out);
  const files = new Map(
    [...contentsOf(out, deployment?.id ?? '')]
      .filter(([path]) => path.startsWith('site/') && !/\.(?:js|css|png)$/.test(path))
      .map(([path, bytes]) => [path, String(bytes)]),
  );
  return { files, problems };
}

const sessions = {
  auth: {
    enabled: true,
    provider: 'custom',
    loginUrl: 'https://app.example.com/login',
    jwksUrl: 'https://app.example.com/keys.json',
    publicPaths: ['/**'],
    groups: { staff: { label: 'Staff', pages: ['staff/**'] } },
  },
};

describe('what only some readers may see', () => {
  test('is on no page and in no file for everyone, and the author gets a note', async () => {
    const { files, problems } = await publicTexts({ '/orders': { get: orders } }, sessions);
    const all = [...files.values()].join('\n');
    expect(all).toContain('openField');
    expect(all).toContain('OpenVariant');
    expect(all).not.toMatch(/hiddenField|HiddenVariant|hidden-parameter/);
    expect(files.has('site/orders.json')).toBe(false);
    const [problem] = problems.filter(({ ruleId }) => ruleId === 'openapi-restricted');
    expect(problem?.reason).toContain('hiddenField');
  });

  test('is hidden again when the same description is read again', async () => {
    for (let time = 0; time < 2; time++) {
      const { files } = await publicTexts({ '/orders': { get: orders } }, sessions);
      expect(files.has('site/orders.json')).toBe(false);
    }
  });

  test('is an operation whose path has groups, and the description with it', async () => {
    const { files } = await publicTexts(
      { '/orders': { ...restricted, get: { summary: 'List orders', responses: ok } } },
      sessions,
    );
    expect([...files.keys()].filter((path) => /orders/.test(path))).toEqual([]);
  });

  test('is shown where readers have no sessions', async () => {
    const { files } = await publicTexts({ '/orders': { get: orders } }, {});
    expect([...files.values()].join('\n')).toContain('hiddenField');
    expect(files.has('site/orders.json')).toBe(true);
  });
});

describe('taking out restricted parts', () => {
  test('keeps operations and paths, also those of a file that a path refers to', () => {
    const item = { ...restricted, get: { ...restricted, responses: ok } };
    for (const document of [description({ '/a': item }), item, { '/a': item }]) {
      const before = JSON.stringify(document);
      expect(takeOutRestricted(document)).toEqual({ taken: [], isRestricted: true });
      expect(JSON.stringify(document)).toBe(before);
    }
  });

  test('takes each object once, however often it is used', () => {
    const field = { type: 'string', ...restricted };
    let schema: object = { properties: { a: field } };
    // Without sharing, these would be a million.
    for (let level = 0; level < 20; level++) schema = { anyOf: [schema, schema] };
    expect(takeOutRestricted({ components: { schemas: { schema } } }).taken).toHaveLength(1);
  });
});
