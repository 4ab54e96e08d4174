import { describe, expect, test } from 'vitest';
import { readDescription, readDescriptions } from '../../../pipeline/openapi/read.ts';
import { parseEntry, sourcesOf } from '../../../pipeline/openapi/sources.ts';
import { configOf, filesOf, pageOf } from './describe.ts';

const minimal = { openapi: '3.1.0', paths: {} };

describe('readDescription', () => {
  test('reads JSON and YAML alike', async () => {
    const files = filesOf({ 'a.json': minimal, 'b.yaml': "openapi: '3.0.3'\npaths: {}\n" });
    const json = await readDescription('a.json', files);
    const yaml = await readDescription('b.yaml', files);
    expect(json.problems).toEqual([]);
    expect(yaml.problems).toEqual([]);
    expect(yaml.description?.documents.get('b.yaml')).toEqual({ openapi: '3.0.3', paths: {} });
  });

  test('reads the files that references lead to, each once, cycles included', async () => {
    const asked: string[] = [];
    const files = filesOf({
      'api/openapi.json': { ...minimal, x: { $ref: './schemas/a.yaml#/User' } },
      'api/schemas/a.yaml': 'User:\n  $ref: "../openapi.json#/x"\nPet:\n  $ref: b.json#/Pet\n',
      'api/schemas/b.json': { Pet: { type: 'object' } },
    });
    const read = await readDescription('api/openapi.json', {
      ...files,
      readText: (path) => {
        asked.push(path);
        return files.readText(path);
      },
    });
    expect(read.problems).toEqual([]);
    expect(asked).toEqual(['api/openapi.json', 'api/schemas/a.yaml', 'api/schemas/b.json']);
    expect([...(read.description?.documents.keys() ?? [])]).toEqual(asked);
  });

  test('applies merge keys, and takes any number of aliases', async () => {
    const uses = Array.from({ length: 1100 }, (_, index) => `  /p${index}:\n    get: *get`);
    const text = `openapi: 3.1.0\nx: &base {summary: S}\ny: &get {<<: *base}\npaths:\n${uses.join('\n')}\n`;
    const files = filesOf({ 'a.yaml': text });
    const { description, problems } = await readDescription('a.yaml', files);
    expect(problems).toEqual([]);
    expect(description?.documents.get('a.yaml')).toMatchObject({
      paths: { '/p1099': { get: { summary: 'S' } } },
    });
  });

  test('says where the syntax of a file breaks', async () => {
    const { description, problems } = await readDescription(
      'openapi.yaml',
      filesOf({ 'openapi.yaml': 'openapi: 3.1.0\npaths:\n  /a: {get: [}\n' }),
    );
    expect(description).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ ruleId: 'openapi-syntax', file: 'openapi.yaml' });
    expect(problems[0]?.place?.start.line).toBe(3);
  });

  test('refuses version 2 with its place and what to do', async () => {
    const { problems } = await readDescription(
      'openapi.json',
      filesOf({ 'openapi.json': { swagger: '2.0', paths: {} } }),
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      ruleId: 'openapi-version',
      reason: 'openapi.json is OpenAPI 2.0, expected 3.0, 3.1 or 3.2.',
      actual: '2.0',
      note: 'Convert it to OpenAPI 3, for example with a Swagger 2 converter.',
    });
    expect(problems[0]?.place?.start).toMatchObject({ line: 2, column: 14 });
  });

  test('names a missing file in the file that asks for it', async () => {
    const missing = await readDescription('nope.json', filesOf({}), { namedIn: 'docs.json' });
    expect(missing.problems[0]).toMatchObject({ ruleId: 'openapi-missing', file: 'docs.json' });
    const near = await readDescription('opneapi.json', filesOf({ 'openapi.json': minimal }));
    expect(near.problems[0]).toMatchObject({
      reason: 'There is no API description at opneapi.json; did you mean "openapi.json"?',
      expected: ['openapi.json'],
    });
    const other = await readDescription('OpenAPI.json', filesOf({ 'openapi.json': minimal }));
    expect(other.problems[0]).toMatchObject({
      reason: 'There is no API description at OpenAPI.json; did you mean "openapi.json"?',
      note: 'Paths are case-sensitive.',
    });
    const inside = await readDescription(
      'openapi.json',
      filesOf({ 'openapi.json': { ...minimal, a: { $ref: 'gone.json#/X' } } }),
    );
    expect(inside.description).toBeDefined();
    expect(inside.problems[0]).toMatchObject({ ruleId: 'openapi-missing', file: 'openapi.json' });
  });

  test('never asks for a file above the site', async () => {
    const asked: string[] = [];
    const { problems } = await readDescription('openapi.json', {
      paths: [],
      readText: (path) => {
        asked.push(path);
        return path === 'openapi.json'
          ? '{"openapi":"3.1.0","x":{"$ref":"../../etc/passwd"}}'
          : 'openapi: 3.1.0';
      },
    });
    expect(problems.map((problem) => problem.ruleId)).toEqual(['openapi-missing']);
    expect(asked).toEqual(['openapi.json']);
  });

  test('reads a URL through the fetcher, and reports if there is no fetcher', async () => {
    const url = 'https://example.com/v1/openapi.json';
    const asked: string[] = [];
    const read = await readDescription(url, {
      ...filesOf({}),
      fetchText: async (address) => {
        asked.push(address);
        return JSON.stringify(
          address === url ? { ...minimal, a: { $ref: 'parts.json#/A' } } : { A: {} },
        );
      },
    });
    expect(read.problems).toEqual([]);
    expect(asked).toEqual([url, 'https://example.com/v1/parts.json']);
    const offline = await readDescription(url, filesOf({}), { namedIn: 'docs.json' });
    expect(offline.problems[0]).toMatchObject({ ruleId: 'openapi-offline', file: 'docs.json' });
    const plain = await readDescription('http://example.com/a.json', filesOf({}), {
      namedIn: 'docs.json',
    });
    expect(plain.problems[0]?.ruleId).toBe('openapi-insecure');
    const failing = await readDescription(url, {
      ...filesOf({}),
      fetchText: () => Promise.reject(new Error('host not found')),
    });
    expect(failing.problems[0]).toMatchObject({
      ruleId: 'openapi-unreadable',
      reason: `Can't read the API description ${url}: host not found`,
    });
  });
});

describe('readDescriptions', () => {
  test('finds what configuration, navigation and front matter name', async () => {
    const files = filesOf({
      'a.json': minimal,
      'b.json': minimal,
      'c.json': minimal,
      'd.json': minimal,
      'unused.json': minimal,
    });
    const config = configOf({
      api: { openapi: ['a.json'] },
      navigation: {
        tabs: [{ tab: 'API', openapi: { source: '/b.json', directory: 'x' } }],
        groups: [{ group: 'G', pages: ['c.json GET /users'] }],
      },
    });
    const read = await readDescriptions(config, [pageOf('p', { openapi: 'd.json GET /x' })], files);
    expect([...read.bySource.keys()]).toEqual(['a.json', 'b.json', 'c.json', 'd.json']);
  });

  test('searches the tree when an entry names no file and nothing else does', async () => {
    const files = filesOf({
      'docs.json': { openapi: '3.1.0' },
      'package.json': { name: 'x' },
      'specs/api.yaml': '# ours\nopenapi: 3.0.0\npaths: {}\n',
      'openapi.json': minimal,
    });
    const page = pageOf('p', { openapi: 'GET /users' });
    const read = await readDescriptions(configOf(), [page], files);
    expect([...read.bySource.keys()]).toEqual(['openapi.json', 'specs/api.yaml']);
    expect((await readDescriptions(configOf(), [], files)).bySource.size).toBe(0);
  });
});

describe('parseEntry', () => {
  test.each([
    ['GET /users', { kind: 'operation', key: 'GET /users' }],
    ['delete /v1/a/', { kind: 'operation', key: 'DELETE /v1/a/' }],
    ['api.json POST /x', { source: 'api.json', kind: 'operation', key: 'POST /x' }],
    [
      'my api/spec.yaml webhook order.paid',
      {
        source: 'my api/spec.yaml',
        kind: 'webhook',
        key: 'WEBHOOK order.paid',
      },
    ],
    ['webhook order.paid', { kind: 'webhook', key: 'WEBHOOK order.paid' }],
    ['guides/start', undefined],
    ['GET users', undefined],
  ])('%s', (text, expected) => {
    expect(parseEntry(text)).toEqual(expected);
  });
});

test('sourcesOf reads a text, a list and an object', () => {
  expect(sourcesOf('/a.json')).toEqual(['a.json']);
  expect(sourcesOf(['./a.json', 'https://x.y/b'])).toEqual(['a.json', 'https://x.y/b']);
  expect(sourcesOf({ source: 'a.json', directory: 'd' })).toEqual(['a.json']);
  expect(sourcesOf(undefined)).toEqual([]);
});
