import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { noon } from '../store/world.ts';
import { type TestApi, testApi } from './test-api.ts';

eachStore('projects', (open) => {
  let opened: TestStore;
  let api: TestApi;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    api = await testApi(opened.store);
  });
  afterAll(() => opened.drop());

  describe('Create Project', () => {
    test('stores a project with its defaults and says where it is', async () => {
      const { status, body, headers } = await api.call('POST /projects', {
        name: 'Acme Docs',
        slug: 'acme',
      });
      expect(status).toBe(201);
      expect(body.data).toEqual({
        id: expect.stringMatching(/^prj_[0-9A-Z]{26}$/),
        name: 'Acme Docs',
        slug: 'acme',
        createdAt: noon,
      });
      expect(headers.get('location')).toBe(`/api/v1/projects/${body.data.id}`);
      const { body: got } = await api.call(`GET /projects/${body.data.id}`);
      expect(got.data).toEqual({
        id: body.data.id,
        orgId: api.orgId,
        name: 'Acme Docs',
        slug: 'acme',
        subdomain: 'acme',
        customDomain: null,
        repoProvider: null,
        repoOwner: null,
        repoName: null,
        repoBranch: 'main',
        repoPath: '/',
        configJson: '{}',
        translateProps: {},
        createdAt: noon,
        updatedAt: noon,
      });
    });

    test('takes every field and normalizes domain and folder', async () => {
      const { body } = await api.call('POST /projects', {
        name: 'É',
        slug: '-a--b-',
        subdomain: 'sub',
        customDomain: 'Döcs.Example.COM',
        repoProvider: 'github',
        repoOwner: 'acme',
        repoName: 'docs',
        repoBranch: 'trunk',
        repoPath: 'docs//site/',
      });
      expect((await api.call(`GET /projects/${body.data.id}`)).body.data).toMatchObject({
        subdomain: 'sub',
        customDomain: 'xn--dcs-sna.example.com',
        repoProvider: 'github',
        repoBranch: 'trunk',
        repoPath: '/docs/site',
      });
    });

    test('409 for a slug of the organization, whereas another organization may have it', async () => {
      await api.call('POST /projects', { name: 'A', slug: 'shared' });
      const again = await api.call('POST /projects', { name: 'B', slug: 'shared' });
      expect(again.status).toBe(409);
      expect(again.body.error).toMatchObject({
        code: 'ALREADY_EXISTS',
        details: [{ path: 'slug', code: 'taken' }],
      });
      const other = await testApi(opened.store);
      const created = await other.call('POST /projects', { name: 'A', slug: 'shared' });
      expect(created.status).toBe(201);
      // Hosts are of the whole instance: the subdomain got a suffix.
      expect((await other.call(`GET /projects/${created.body.data.id}`)).body.data.subdomain).toBe(
        'shared-2',
      );
      const explicit = { name: 'C', slug: 'c', subdomain: 'shared' };
      expect((await other.call('POST /projects', explicit)).status).toBe(409);
    });

    test.each([
      ['name', {}],
      ['name', { name: '' }],
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: 5 }],
      ['slug', { slug: '' }],
      ['slug', { slug: 'Acme' }],
      ['slug', { slug: 'a_b' }],
      ['slug', { slug: 'a'.repeat(101) }],
      ['slug', { slug: 'a\n' }],
      ['subdomain', { subdomain: 'a.b' }],
      ['subdomain', { subdomain: 'api' }],
      ['subdomain', { subdomain: 'a'.repeat(64) }],
      ['customDomain', { customDomain: 'no spaces.com' }],
      ['customDomain', { customDomain: 'localhost' }],
      ['customDomain', { customDomain: '127.0.0.1' }],
      ['repoProvider', { repoProvider: 'other' }],
      ['repoOwner', { repoProvider: 'github', repoName: 'x' }],
      ['repoBranch', { repoBranch: 'a..b' }],
      ['repoBranch', { repoBranch: 'two words' }],
      ['repoPath', { repoPath: '/a/../b' }],
      ['nme', { nme: 'typo' }],
    ])('400 names %s in %j', async (path, fields) => {
      const valid = Object.keys(fields).length === 0 ? { slug: 'x' } : { name: 'A', slug: 'x' };
      const { status, body } = await api.call('POST /projects', { ...valid, ...fields });
      expect(status).toBe(400);
      expect(body.error.code).toBe('VALIDATION_ERROR');
      expect(body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
    });

    test('names and slugs may have 1 to 100 characters, counted as people do', async () => {
      for (const size of [1, 100]) {
        const fields = { name: '😀'.repeat(size), slug: 'a'.repeat(size) };
        expect((await api.call('POST /projects', fields)).status).toBe(201);
      }
    });

    test('403 LIMIT_EXCEEDED over the plan, also for requests sent together', async () => {
      const free = await testApi(opened.store, { plan: 'free' });
      const results = await Promise.all(
        ['a', 'b', 'c'].map((slug) => free.call('POST /projects', { name: 'A', slug })),
      );
      expect(results.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
      const refused = results.find(({ status }) => status === 403);
      expect(refused?.body.error).toMatchObject({
        code: 'LIMIT_EXCEEDED',
        details: [{ code: 'projects' }],
      });
      expect(refused?.headers.has('retry-after')).toBe(false);
    });

    test('two requests for one slug: one is created, one refused', async () => {
      const results = await Promise.all(
        Array.from({ length: 8 }, () => api.call('POST /projects', { name: 'A', slug: 'one' })),
      );
      expect(results.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    });
  });

  describe('List Projects', () => {
    test('newest first, without configJson, paged with true totals', async () => {
      for (const slug of ['a', 'b', 'c']) {
        api.clock.time++;
        await api.call('POST /projects', { name: slug, slug });
      }
      const { body } = await api.call('GET /projects?perPage=2');
      expect(body.data.map((item: { slug: string }) => item.slug)).toEqual(['c', 'b']);
      expect(body.data[0]).not.toHaveProperty('configJson');
      expect(body.meta).toEqual({ total: 3, page: 1, perPage: 2, totalPages: 2 });
      const last = await api.call('GET /projects?perPage=2&page=2&unknown=1');
      expect(last.body.data.map((item: { slug: string }) => item.slug)).toEqual(['a']);
      const beyond = await api.call('GET /projects?page=99');
      expect(beyond.body).toMatchObject({
        data: [],
        meta: { total: 3, page: 99, perPage: 20, totalPages: 1 },
      });
    });

    test.each([
      'page=0',
      'page=-1',
      'page=x',
      'page=1.5',
      'page=',
      'page=1e3',
      'perPage=101',
      'perPage=0',
    ])('400 for %s', async (query) => {
      const { status, body } = await api.call(`GET /projects?${query}`);
      expect(status).toBe(400);
      expect(body.error.details[0].path).toBe(query.split('=')[0]);
    });
  });

  describe('Update Project', () => {
    test('changes only what is given; null clears', async () => {
      const id = await api.site();
      await api.call(`PATCH /projects/${id}`, {
        customDomain: 'docs.acme.test',
        repoProvider: 'gitlab',
        repoOwner: 'o',
        repoName: 'n',
        repoBranch: 'next',
      });
      api.clock.time += 5;
      const { status, body } = await api.call(`PATCH /projects/${id}`, {
        name: 'New',
        customDomain: null,
        repoBranch: null,
      });
      expect(status).toBe(200);
      expect(body.data).toEqual({ id, name: 'New', updatedAt: noon + 5 });
      expect((await api.call(`GET /projects/${id}`)).body.data).toMatchObject({
        name: 'New',
        customDomain: null,
        repoProvider: 'gitlab',
        repoBranch: 'main',
        updatedAt: noon + 5,
        createdAt: noon,
      });
    });

    test('a subdomain that is cleared follows from the slug, as that of a new project', async () => {
      const other = await testApi(opened.store);
      await other.call('POST /projects', { name: 'A', slug: 'cleared' });
      const given = { name: 'A', slug: 'cleared', subdomain: 'chosen' };
      const { id } = (await api.call('POST /projects', given)).body.data;
      const subdomainAfter = async (change: object) => {
        expect((await api.call(`PATCH /projects/${id}`, change)).status).toBe(200);
        return (await api.call(`GET /projects/${id}`)).body.data.subdomain;
      };
      expect(await subdomainAfter({ subdomain: null })).toBe('cleared-2');
      expect(await subdomainAfter({ subdomain: null })).toBe('cleared-2');
      expect(await subdomainAfter({ slug: 'api', subdomain: null })).toBe('api-2');
      expect(await subdomainAfter({ slug: 'other' })).toBe('api-2');
    });

    test.each(['id', 'orgId', 'createdAt', 'updatedAt'])('400 for %s', async (field) => {
      const id = await api.site();
      expect((await api.call(`PATCH /projects/${id}`, { [field]: 'x' })).status).toBe(400);
    });

    test('409 for a slug that is taken, 400 for half a repository', async () => {
      await api.site([], { slug: 'taken' });
      const id = await api.site();
      expect((await api.call(`PATCH /projects/${id}`, { slug: 'taken' })).status).toBe(409);
      expect((await api.call(`PATCH /projects/${id}`, { repoName: 'x' })).status).toBe(400);
    });

    test('translateProps name what is translated besides prose, until they are cleared', async () => {
      const id = await api.site();
      const translateProps = { Card: ['title'], Tab: [] };
      expect((await api.call(`PATCH /projects/${id}`, { translateProps })).status).toBe(200);
      const shown = async () => (await api.call(`GET /projects/${id}`)).body.data.translateProps;
      expect(await shown()).toEqual({ Card: ['title'] });
      await api.call(`PATCH /projects/${id}`, { name: 'Other' });
      expect(await shown()).toEqual({ Card: ['title'] });
      for (const wrong of [{ Card: 'title' }, { Card: [1] }, ['title'], 'Card']) {
        const { status } = await api.call(`PATCH /projects/${id}`, { translateProps: wrong });
        expect(status).toBe(400);
      }
      await api.call(`PATCH /projects/${id}`, { translateProps: null });
      expect(await shown()).toEqual({});
    });

    test('configJson is kept byte for byte, checked, and at most 1 MB', async () => {
      const id = await api.site();
      const configJson = '{ "name" :\t"Ä"}\n';
      expect((await api.call(`PATCH /projects/${id}`, { configJson })).status).toBe(200);
      expect((await api.call(`GET /projects/${id}`)).body.data.configJson).toBe(configJson);
      const bad = await api.call(`PATCH /projects/${id}`, { configJson: '{' });
      expect(bad.body.error.details[0].path).toBe('configJson');
      const big = JSON.stringify({ x: 'x'.repeat(1024 * 1024) });
      expect((await api.call(`PATCH /projects/${id}`, { configJson: big })).status).toBe(400);
      const huge = JSON.stringify({ x: 'x'.repeat(2 * 1024 * 1024) });
      expect((await api.call(`PATCH /projects/${id}`, { configJson: huge })).status).toBe(413);
    });

    test('If-Match guards an update, If-None-Match saves a read', async () => {
      const id = await api.site();
      const { headers } = await api.call(`GET /projects/${id}`);
      const etag = headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[^"]+"$/);
      const cached = await api.call(`GET /projects/${id}`, undefined, {
        headers: { 'if-none-match': etag },
      });
      expect(cached.status).toBe(304);
      expect(cached.text).toBe('');
      const patch = (tag: string) =>
        api.call(`PATCH /projects/${id}`, { name: 'B' }, { headers: { 'if-match': tag } });
      const both = await Promise.all([patch(etag), patch(etag)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect((await patch(`W/${etag}`)).status).toBe(412);
      expect((await patch('*')).status).toBe(200);
    });
  });

  test('Delete Project removes it with all that belongs to it and frees its slug', async () => {
    const id = await api.site(['a'], { slug: 'gone' });
    const bound = await api.keyFor({ projectId: id });
    await api.call(`POST /projects/${id}/languages`, { code: 'fr' });
    await api.call(`POST /projects/${id}/glossary`, { term: 'x' });
    await api.call(`POST /projects/${id}/translate`, { language: 'fr' });
    const { status, body } = await api.call(`DELETE /projects/${id}`);
    expect(status).toBe(200);
    expect(body.data).toEqual({ deleted: true, id });
    expect((await api.call(`GET /projects/${id}`)).status).toBe(404);
    expect((await api.call('GET /projects', undefined, { key: bound })).status).toBe(401);
    for (const table of [
      'languages',
      'pages',
      'records',
      'jobs',
      'job_pages',
      'glossary',
    ] as const) {
      const rows = await opened.store.db.selectFrom(table).selectAll().execute();
      expect(rows, table).toEqual([]);
    }
    expect((await api.call('POST /projects', { name: 'A', slug: 'gone' })).status).toBe(201);
  });
});
