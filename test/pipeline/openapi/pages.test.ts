import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operationPages } from '../../../pipeline/openapi/pages.ts';
import { readDescriptions } from '../../../pipeline/openapi/read.ts';
import type { Page } from '../../../schema/site.ts';
import { corpus } from '../../support/corpus.ts';
import { configOf, filesOf, pageOf } from './describe.ts';

const spec = {
  openapi: '3.1.0',
  tags: [{ name: 'users', 'x-group': 'People' }],
  paths: {
    '/users': {
      get: { summary: 'List users', tags: ['users'] },
      post: {
        operationId: 'createUser',
        tags: ['users'],
        description: 'Adds **one** user.\n\nMore.',
      },
    },
    '/hidden': { get: { summary: 'Hidden', 'x-hidden': true } },
    '/gone': { get: { summary: 'Gone', 'x-excluded': true } },
    '/placed': {
      get: {
        summary: 'Placed',
        'x-mint': { href: '/en/here', metadata: { title: 'There', tag: 'NEW' } },
      },
    },
  },
  webhooks: { 'user.created': { post: { summary: 'User created' } } },
};

async function make(input: {
  config?: Record<string, unknown>;
  pages?: readonly Page[];
  files?: Record<string, unknown>;
}) {
  const config = configOf(input.config);
  const pages = new Map((input.pages ?? []).map((page) => [page.path, page]));
  const files = filesOf(input.files ?? { 'openapi.json': spec });
  const descriptions = await readDescriptions(config, pages.values(), files);
  const made = operationPages({ config, descriptions, pages });
  return { ...made, problems: [...descriptions.problems, ...made.problems] };
}

describe('operationPages', () => {
  test('makes one page per operation of api.openapi at its address', async () => {
    const { pages, problems, lookup } = await make({
      config: { api: { openapi: 'openapi.json' } },
    });
    expect(problems).toEqual([]);
    expect(pages.map((page) => [page.path, page.title])).toEqual([
      ['api-reference/users/list-users', 'List users'],
      ['api-reference/users/create-user', 'createUser'],
      ['api-reference/hidden', 'Hidden'],
      ['en/here', 'There'],
      ['api-reference/user-created', 'User created'],
    ]);
    expect(lookup.operations('openapi.json')).toEqual([
      { path: 'api-reference/users/list-users', group: 'People' },
      { path: 'api-reference/users/create-user', group: 'People' },
      { path: 'en/here' },
      { path: 'api-reference/user-created' },
    ]);
    const [, create, hidden, placed] = pages;
    expect(create?.frontmatter.description).toBe('Adds one user.');
    expect(create?.operation?.description).toBe('More.');
    expect(hidden?.visibility).toMatchObject({ sidebar: false, sitemap: false });
    expect(placed?.frontmatter).toMatchObject({ title: 'There', tag: 'NEW' });
  });

  test('names a file without a title as x-mint.metadata does', async () => {
    const { pages } = await make({
      pages: [
        pageOf('a', { openapi: 'GET /named' }),
        pageOf('b', { openapi: 'GET /named', title: 'Own' }),
      ],
      files: {
        'openapi.json': {
          ...spec,
          paths: {
            '/named': {
              get: {
                summary: 'get_named',
                'x-mint': { metadata: { title: 'named.got', sidebarTitle: 'got', hidden: true } },
              },
            },
          },
        },
      },
    });
    expect(pages.map(({ title }) => title)).toEqual(['named.got', 'Own']);
    expect(pages.map(({ frontmatter }) => frontmatter.sidebarTitle)).toEqual(['got', undefined]);
    expect(pages[0]?.frontmatter.hidden).toBeUndefined();
  });

  test('makes pages for entries of the navigation, once however often they are listed', async () => {
    const group = {
      group: 'A',
      openapi: 'openapi.json',
      pages: ['GET /users', 'webhook user.created'],
    };
    const { pages, lookup } = await make({
      config: {
        navigation: {
          languages: [
            { code: 'de', groups: [group] },
            { code: 'en', groups: [group] },
          ],
        },
      },
    });
    expect(pages.map((page) => [page.path, page.language])).toEqual([
      ['api-reference/users/list-users', 'de'],
      ['api-reference/user-created', 'de'],
    ]);
    expect(lookup.operation('GET /users', 'openapi.json')).toBe('api-reference/users/list-users');
    expect(lookup.operation('openapi.json get /users/', undefined)).toBe(
      'api-reference/users/list-users',
    );
    expect(lookup.operation('WEBHOOK user.created', 'openapi.json')).toBe(
      'api-reference/user-created',
    );
    expect(lookup.operation('GET /nothing', 'openapi.json')).toBeUndefined();
  });

  test('makes pages in each directory that asks for an operation, in its language', async () => {
    const inDirectory = (code: string) => ({
      code,
      tabs: [{ tab: 'API', openapi: { source: 'openapi.json', directory: `${code}/api` } }],
    });
    const { pages, lookup } = await make({
      config: {
        api: { openapi: { source: 'openapi.json', directory: 'rest' } },
        navigation: { languages: [inDirectory('en'), inDirectory('fr'), inDirectory('en')] },
      },
      files: { 'openapi.json': { openapi: '3.1.0', paths: { '/a': { get: { summary: 'A' } } } } },
    });
    expect(pages.map((page) => [page.path, page.language])).toEqual([
      ['en/api/a', 'en'],
      ['fr/api/a', 'fr'],
    ]);
    const french = { source: 'openapi.json', directory: 'fr/api' };
    expect(lookup.operation('GET /a', french)).toBe('fr/api/a');
    expect(lookup.operations(french)).toEqual([{ path: 'fr/api/a' }]);
    expect(lookup.operations('openapi.json')).toEqual([{ path: 'en/api/a' }]);
  });

  test('keeps the page of a file as the only one of its operation, whatever the directory', async () => {
    const { pages } = await make({
      config: {
        navigation: {
          tabs: [{ tab: 'API', openapi: { source: 'openapi.json', directory: 'api' } }],
        },
      },
      pages: [pageOf('docs/a', { openapi: 'GET /a' })],
      files: { 'openapi.json': { openapi: '3.1.0', paths: { '/a': { get: { summary: 'A' } } } } },
    });
    expect(pages.map(({ path }) => path)).toEqual(['docs/a']);
  });

  test('makes all pages for a group whose own pages are none of operations', async () => {
    const group = (pages: readonly string[]) => ({
      config: { navigation: { groups: [{ group: 'API', openapi: 'openapi.json', pages }] } },
      pages: [pageOf('overview'), pageOf('list', { openapi: 'GET /users' })],
    });
    const all = await make(group(['overview']));
    expect(all.pages).toHaveLength(5);
    const chosen = await make(group(['overview', 'POST /users']));
    expect(chosen.pages.map(({ path }) => path)).toEqual([
      'list',
      'api-reference/users/create-user',
    ]);
    for (const written of ['/list', './list', 'list/', 'list.mdx']) {
      const own = await make(group(['overview', written]));
      expect(own.pages.map(({ path }) => path)).toEqual(['list']);
    }
  });

  test('knows which page is the translation of which', async () => {
    const placed = (href: string) => ({
      openapi: '3.1.0',
      paths: { '/a': { get: { summary: 'A', 'x-mint': { href } } } },
    });
    const config = configOf({ api: { openapi: ['en.json', 'zh.json', 'de.json'] } });
    const files = filesOf({
      'en.json': placed('/en/api/a'),
      'zh.json': placed('/zh/api/a'),
      'de.json': placed('/de/api/b'),
    });
    const descriptions = await readDescriptions(config, [], files);
    const { pages } = operationPages({
      config,
      descriptions,
      pages: new Map(),
      sourcePathOf: (path) => (path.startsWith('en/') ? undefined : `en/${path.slice(3)}`),
    });
    expect(pages.map((page) => [page.path, page.translationOf])).toEqual([
      ['en/api/a', undefined],
      ['zh/api/a', 'en/api/a'],
      ['de/api/b', undefined],
    ]);
  });

  test('takes the folder that the reference asks for, and never leaves the site', async () => {
    const reference = { source: 'openapi.json', directory: '/../v2/api/' };
    const { pages } = await make({
      config: { navigation: { tabs: [{ tab: 'API', openapi: reference }] } },
    });
    expect(pages[0]?.path).toBe('v2/api/users/list-users');
  });

  test('gives every operation an address of its own', async () => {
    const paths = { '/a': { get: { summary: 'Same' } }, '/b': { get: { summary: 'Same' } } };
    const { pages } = await make({
      config: { api: { openapi: 'openapi.json' } },
      files: { 'openapi.json': { openapi: '3.0.0', paths } },
      pages: [pageOf('api-reference/same')],
    });
    expect(pages.map((page) => page.path)).toEqual([
      'api-reference/same-2',
      'api-reference/same-3',
    ]);
  });

  test('shows the examples that a page has itself instead of those of its operation', async () => {
    const content = { 'application/json': { example: { id: 1 } } };
    const responses = { 200: { description: 'OK', content } };
    const openapi = { ...spec, servers: [{ url: 'https://api.example.com' }] };
    const files = { 'openapi.json': { ...openapi, paths: { '/users': { get: { responses } } } } };
    const examplesWith = async (text: string) => {
      const page = pageOf('users', { openapi: 'GET /users' });
      const { pages } = await make({
        config: { api: { openapi: 'openapi.json' } },
        pages: [{ ...page, file: { ...page.file, text } }],
        files,
      });
      const { samples = [], responses } = pages[0]?.operation ?? {};
      const examples = responses?.flatMap(({ contents }) => contents.map((one) => one.examples));
      return [samples.length > 0, examples?.flat().length];
    };
    expect(await examplesWith('Text.')).toEqual([true, 1]);
    expect(await examplesWith('<RequestExample>')).toEqual([false, 1]);
    expect(await examplesWith('<ResponseExample>')).toEqual([true, 0]);
  });

  test('joins pages that name an operation instead of making one', async () => {
    const page = pageOf('docs/users', { openapi: 'get /users', title: 'All users' });
    const { pages, problems, lookup } = await make({
      config: { api: { openapi: 'openapi.json' } },
      pages: [page],
    });
    expect(problems).toEqual([]);
    const joined = pages.find((other) => other.path === 'docs/users');
    expect(joined).toMatchObject({
      title: 'All users',
      operation: { method: 'GET', path: '/users' },
    });
    expect(joined?.uses).toEqual(['openapi.json']);
    expect(pages.map((other) => other.path)).not.toContain('api-reference/users/list-users');
    expect(lookup.operation('GET /users')).toBe('docs/users');
  });

  test('calls an operation of several descriptions ambiguous unless one lies nearer', async () => {
    const files = { 'en/api.json': spec, 'zh/api.json': spec };
    const near = await make({ files, pages: [pageOf('zh/users', { openapi: 'GET /users' })] });
    expect(near.problems).toEqual([]);
    expect(near.pages[0]?.operation?.source).toBe('zh/api.json');
    const far = await make({ files, pages: [pageOf('users', { openapi: 'GET /users' })] });
    expect(far.pages[0]?.operation?.source).toBe('en/api.json');
    expect(far.problems).toHaveLength(1);
    expect(far.problems[0]).toMatchObject({
      severity: 'note',
      ruleId: 'openapi-ambiguous',
      file: 'users.mdx',
      expected: ['en/api.json GET /users', 'zh/api.json GET /users'],
    });
  });

  test('finds a description by its file name, with or without extension and folder', async () => {
    const files = { 'specs/v3-openapi.json': spec };
    const config = { api: { openapi: 'specs/v3-openapi.json' } };
    for (const name of ['v3-openapi', 'v3-openapi.json', 'specs/v3-openapi', '/specs/v3-openapi']) {
      const page = pageOf('users', { openapi: `${name} POST /users` });
      const { pages, problems, lookup } = await make({ files, config, pages: [page] });
      expect(problems).toEqual([]);
      const joined = pages.find(({ path }) => path === 'users');
      expect(joined?.operation).toMatchObject({ source: 'specs/v3-openapi.json', method: 'POST' });
      expect(lookup.operation(`${name} POST /users`)).toBe('users');
    }
    const alone = await make({ files, pages: [pageOf('a', { openapi: 'v3-openapi GET /users' })] });
    expect(alone.problems).toEqual([]);
    expect(alone.pages[0]?.operation?.source).toBe('specs/v3-openapi.json');
    const unknown = await make({
      files,
      config,
      pages: [pageOf('a', { openapi: 'v4-openapi GET /users' })],
    });
    expect(unknown.problems.map(({ severity, ruleId }) => [severity, ruleId])).toEqual([
      ['error', 'openapi-missing'],
    ]);
  });

  test('finds a description from the folder of the page whose front matter names it', async () => {
    const files = { 'v1/openapi.json': spec, 'v2/openapi.json': spec };
    const pages = [
      pageOf('v2/users/make', { openapi: '../openapi.json POST /users' }),
      pageOf('v1/users/make', { openapi: '../openapi.json post /users' }),
    ];
    const { problems, pages: made } = await make({ files, pages });
    expect(problems).toEqual([]);
    expect(made.map(({ path, operation }) => [path, operation?.source])).toEqual(
      expect.arrayContaining([
        ['v2/users/make', 'v2/openapi.json'],
        ['v1/users/make', 'v1/openapi.json'],
      ]),
    );
  });

  test('takes the description that docs.json lists when another has the same operation', async () => {
    const other = { ...spec, paths: { '/users': { get: { summary: 'Old' } } } };
    const files = { 'openapi.json': other, 'openapi.yaml': spec };
    const pages = [pageOf('a', { openapi: 'GET /users' })];
    const listed = await make({ files, pages, config: { api: { openapi: 'openapi.yaml' } } });
    expect(listed.problems).toEqual([]);
    expect(listed.pages.find(({ path }) => path === 'a')?.title).toBe('List users');
    const unlisted = await make({ files, pages });
    expect(unlisted.problems.map(({ severity, ruleId }) => [severity, ruleId])).toEqual([
      ['note', 'openapi-ambiguous'],
    ]);
    expect(unlisted.pages.find(({ path }) => path === 'a')?.title).toBe('Old');
  });

  test('leaves out what a description has that can’t be read, in one problem', async () => {
    const source = 'https://api.example.com/openapi.json';
    const { pages, problems, lookup } = await make({
      files: {},
      config: {
        api: { openapi: source },
        navigation: { groups: [{ group: 'API', pages: ['GET /a', 'GET /b', 'PUT /b', 'GET /c'] }] },
      },
      pages: [pageOf('d', { openapi: 'GET /d' })],
    });
    expect(pages).toEqual([]);
    expect(problems.map(({ severity, reason }) => `${severity}: ${reason}`)).toEqual([
      `error: Can't read the API description ${source}: this build has no network access. 5 operations are left out: GET /d, GET /a, GET /b and 2 more.`,
    ]);
    expect(lookup.operation('GET /a')).toEqual({ leftOut: 'unread' });
  });

  describe('next to a description that can’t be read', () => {
    const sound = { openapi: '3.1.0', paths: { '/x': { get: { summary: 'X' } } } };
    const files = { 'good.json': sound, 'bad.json': '{ "openapi": "3.1.0", "paths": [' };

    test('a page with another method of a known path has a mistake of its own', async () => {
      const pages = [
        pageOf('a', { openapi: 'POST /x' }),
        pageOf('b', { openapi: 'GET /y' }),
        pageOf('c', { 'openapi-schema': 'bad.json Pet' }),
      ];
      const { problems, lookup } = await make({ files, pages });
      expect(problems.map(({ ruleId, file }) => [ruleId, file])).toEqual([
        ['openapi-operation-missing', 'a.mdx'],
        ['openapi-syntax', 'bad.json'],
      ]);
      expect(problems[0]?.expected).toEqual(['GET /x']);
      expect(problems[1]?.reason).toContain('2 parts are left out: GET /y, schema Pet.');
      expect(lookup.operation('POST /x')).toBeUndefined();
    });

    test('a page that names none means one that docs.json names', async () => {
      const { problems } = await make({
        files,
        config: { api: { openapi: 'good.json' } },
        pages: [pageOf('a', { openapi: 'GET /typo' }), pageOf('b', { openapi: 'bad.json GET /y' })],
      });
      expect(problems.map(({ reason }) => reason)).toEqual([
        'good.json has no operation GET /typo.',
        expect.stringMatching(/One operation is left out: GET \/y\.$/),
      ]);
    });
  });

  test('names the methods that a path has when the asked one is missing', async () => {
    const { problems } = await make({
      pages: [
        pageOf('a', { openapi: 'openapi.json PUT /users' }),
        pageOf('b', { openapi: 'openapi.json' }),
      ],
    });
    expect(problems[0]).toMatchObject({
      ruleId: 'openapi-operation-missing',
      file: 'a.mdx',
      reason: 'openapi.json has no operation PUT /users.',
      expected: ['GET /users', 'POST /users'],
    });
    expect(problems[1]).toMatchObject({ ruleId: 'openapi-entry', file: 'b.mdx' });
  });

  test('reports front matter at its place', async () => {
    const page = pageOf('a', { openapi: 'PUT /users' });
    const text = '---\ntitle: A\nopenapi: PUT /users\n---\n';
    const { problems } = await make({
      config: { api: { openapi: 'openapi.json' } },
      pages: [{ ...page, file: { ...page.file, text } }],
    });
    expect(problems[0]?.place?.start).toEqual({ line: 3, column: 10, offset: 22 });
  });

  test('makes data model pages and endpoint pages written by hand', async () => {
    const files = {
      'openapi.json': {
        ...spec,
        components: {
          schemas: { User: { type: 'object', properties: { id: { type: 'string' } } } },
        },
      },
    };
    const { pages, problems } = await make({
      files,
      config: {
        api: { mdx: { auth: { method: 'api_key', name: 'X-Key' }, server: ['https://a.b'] } },
      },
      pages: [
        pageOf('model', { 'openapi-schema': 'User' }),
        pageOf('hand', { api: 'post /orders/{id}' }),
        pageOf('full', { api: 'GET https://api.example.com/x', authMethod: 'none' }),
        pageOf('bad', { api: '/orders' }),
        pageOf('nobody', { 'openapi-schema': 'openapi.json Nobody' }),
      ],
    });
    const at = (path: string) => pages.find((page) => page.path === path)?.operation;
    expect(at('model')).toMatchObject({ kind: 'schema', path: 'User' });
    expect(at('hand')).toMatchObject({
      method: 'POST',
      path: '/orders/{id}',
      servers: [{ url: 'https://a.b' }],
      security: [{ type: 'apiKey', parameter: 'X-Key' }],
    });
    expect(at('full')).toMatchObject({
      path: '/x',
      servers: [{ url: 'https://api.example.com' }],
      security: [],
    });
    expect(problems.map((problem) => [problem.ruleId, problem.file])).toEqual([
      ['api-entry', 'bad.mdx'],
      ['openapi-schema-missing', 'nobody.mdx'],
    ]);
  });

  test('changes the hash of exactly the pages whose operation changed', async () => {
    const config = { api: { openapi: 'openapi.json' } };
    const before = await make({ config });
    const changed = structuredClone(spec);
    changed.paths['/users'].get.summary = 'List users';
    Object.assign(changed.paths['/users'].get, { deprecated: true });
    const after = await make({ config, files: { 'openapi.json': changed } });
    const differing = after.pages.filter(
      (page, i) => page.file.hash !== before.pages[i]?.file.hash,
    );
    expect(differing.map((page) => page.path)).toEqual(['api-reference/users/list-users']);
  });
});

/** The other dialect writes `language` where ours has `code`. */
function withCodes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCodes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key === 'language' ? 'code' : key,
      withCodes(item),
    ]),
  );
}

const treeOf = (dir: string) => ({
  paths: globSync('**/*.{json,yaml,yml}', { cwd: dir }),
  readText: (path: string) =>
    existsSync(join(dir, path)) ? readFileSync(join(dir, path), 'utf8') : undefined,
});

const dify = corpus('dify');
test.skipIf(!dify)('dify: 164 operations are where its pages link to', async () => {
  const dir = dify ?? '';
  const docs = JSON.parse(readFileSync(join(dir, 'docs.json'), 'utf8'));
  const config = configOf({ navigation: withCodes(docs.navigation) });
  const descriptions = await readDescriptions(config, [], treeOf(dir));
  const { pages, lookup, problems } = operationPages({ config, descriptions, pages: new Map() });
  expect([...descriptions.problems, ...problems]).toEqual([]);
  expect(pages).toHaveLength(164);
  const made = new Set(pages.map((page) => page.path));
  const files = globSync('**/*.mdx', { cwd: dir }).map((file) => file.replace(/\.mdx$/, ''));
  const linked = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(dir, `${file}.mdx`), 'utf8');
    for (const [, path] of text.matchAll(/\(\/((?:en|zh)\/api-reference\/[^)#\s]+)/g)) {
      if (path && !files.includes(path)) linked.add(path);
    }
  }
  expect(linked.size).toBeGreaterThan(20);
  expect([...linked].filter((path) => !made.has(path))).toEqual([]);
  expect(pages.filter((page) => page.language === 'zh')).toHaveLength(82);
  const entries = JSON.stringify(docs.navigation).match(/"(GET|POST|PUT|PATCH|DELETE) \/[^"]*"/g);
  expect(entries).toHaveLength(328);
  for (const entry of entries ?? []) {
    const path = lookup.operation(JSON.parse(entry), 'zh/api-reference/openapi_service.json');
    expect(path).toMatch(/^zh\/api-reference\//);
  }
});

const mem0 = corpus('mem0');
test.skipIf(!mem0)('mem0: 38 pages are joined to their operations', async () => {
  const dir = mem0 ?? '';
  const pages = new Map<string, Page>();
  for (const file of globSync('**/*.mdx', { cwd: dir })) {
    const text = readFileSync(join(dir, file), 'utf8');
    const openapi = /^openapi:\s*"?([^"\n]+)"?\s*$/m.exec(text)?.[1];
    const path = file.replace(/\.mdx$/, '');
    if (openapi) pages.set(path, pageOf(path, { openapi }));
  }
  expect(pages.size).toBe(38);
  const config = configOf();
  const descriptions = await readDescriptions(config, pages.values(), treeOf(dir));
  const result = operationPages({ config, descriptions, pages });
  expect([...descriptions.problems, ...result.problems].map(({ reason }) => reason)).toEqual([
    'There is no security scheme tokenAuth; it is left out.',
  ]);
  expect(result.pages.filter((page) => page.operation)).toHaveLength(38);
});
