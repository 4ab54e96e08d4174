import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { type TestApi, testApi } from './test-api.ts';

eachStore('the glossary', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let terms: string;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    api = await testApi(opened.store);
    terms = `/projects/${await api.site()}/glossary`;
  });
  afterAll(() => opened.drop());
  const add = (body: unknown) => api.call(`POST ${terms}`, body);

  test('Add Glossary Term gives the create shape with its defaults', async () => {
    const { status, body, headers } = await add({ term: ' Deployment ' });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^trm_/),
      term: 'Deployment',
      description: '',
      translations: {},
      caseSensitive: true,
      doNotTranslate: false,
      createdAt: '2026-03-15T12:00:00.000Z',
    });
    expect(headers.get('location')).toBe(`/api/v1${terms}/${body.data.id}`);
  });

  test('Update Glossary Term changes what is given and replaces the whole map', async () => {
    const { body } = await add({
      term: 'page',
      description: 'd',
      translations: { fr: 'page', de: 'Seite' },
      caseSensitive: false,
    });
    const update = await api.call(`PUT ${terms}/${body.data.id}`, {
      translations: { ja: 'ページ' },
      doNotTranslate: true,
    });
    expect(update.body.data).toEqual({
      id: body.data.id,
      sourceTerm: 'page',
      translations: { ja: 'ページ' },
      context: 'd',
      doNotTranslate: true,
      caseSensitive: false,
    });
    const patched = await api.call(`PATCH ${terms}/${body.data.id}`, { context: 'c' });
    expect(patched.body.data).toMatchObject({ context: 'c', translations: { ja: 'ページ' } });
  });

  test('both names of a field are understood, contradictions refused', async () => {
    expect((await add({ sourceTerm: 'a', context: 'c' })).body.data).toMatchObject({
      term: 'a',
      description: 'c',
    });
    expect((await add({ term: 'b', sourceTerm: 'c' })).status).toBe(400);
    expect((await add({ term: 'b', description: '1', context: '2' })).status).toBe(400);
  });

  test.each([
    {},
    { term: '' },
    { term: '  ' },
    { term: 'x'.repeat(101) },
    { term: 'x', description: 'x'.repeat(501) },
    { term: 'x', translations: { xx: 'y' } },
    { term: 'x', translations: { en: 'y' } },
    { term: 'x', translations: { fr: '' } },
    { term: 'x', translations: { fr: 'y'.repeat(201) } },
    { term: 'x', translations: [] },
    { term: 'x', caseSensitive: 'no' },
    { term: 'x', extra: 1 },
    { term: 'a\u0000b' },
  ])('400 for %j', async (body) => {
    expect((await add(body)).status).toBe(400);
  });

  test('409 for the same term, whatever its case where either ignores case', async () => {
    await add({ term: 'API' });
    expect((await add({ term: ' API' })).status).toBe(409);
    expect((await add({ term: 'api' })).status).toBe(201);
    expect((await add({ term: 'Api', caseSensitive: false })).status).toBe(409);
    await add({ term: 'Caf\u00e9', caseSensitive: false });
    expect((await add({ term: 'cafe\u0301' })).status).toBe(409);
    const { body } = await add({ term: 'other' });
    expect((await api.call(`PUT ${terms}/${body.data.id}`, { sourceTerm: 'API' })).status).toBe(
      409,
    );
    expect((await api.call(`PUT ${terms}/${body.data.id}`, { sourceTerm: 'other' })).status).toBe(
      200,
    );
  });

  test('429 over the plan, also for requests sent together', async () => {
    const free = await testApi(opened.store, { plan: 'free' });
    const path = `/projects/${await free.site()}/glossary`;
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) => free.call(`POST ${path}`, { term: `t${n}` })),
    );
    expect(results.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(results.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('the list is sorted without regard to case, and q finds any part, literally', async () => {
    for (const term of ['beta', 'Alpha', '100%', 'under_score', 'gamma']) await add({ term });
    const find = async (q: string) =>
      (await api.call(`GET ${terms}?q=${encodeURIComponent(q)}`)).body.data.map(
        (row: { term: string }) => row.term,
      );
    expect(await find('')).toEqual(['100%', 'Alpha', 'beta', 'gamma', 'under_score']);
    expect(await find('ALPH')).toEqual(['Alpha']);
    expect(await find('%')).toEqual(['100%']);
    expect(await find('_')).toEqual(['under_score']);
    expect(await find('\\')).toEqual([]);
  });

  test('a term is deleted once; a term of another project is not found', async () => {
    const { body } = await add({ term: 'a' });
    const other = `/projects/${await api.site()}/glossary`;
    expect((await api.call(`DELETE ${other}/${body.data.id}`)).status).toBe(404);
    expect((await api.call(`PUT ${other}/${body.data.id}`, { context: 'x' })).status).toBe(404);
    const gone = await api.call(`DELETE ${terms}/${body.data.id}`);
    expect(gone.body.data).toEqual({ deleted: true, id: body.data.id });
    expect((await api.call(`DELETE ${terms}/${body.data.id}`)).status).toBe(404);
  });

  test('whoever walks the pages sees every term once, at any page size', async () => {
    for (let n = 0; n < 23; n++) await add({ term: `${n % 2 ? 'T' : 't'}erm ${n}` });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (perPage) => {
        const seen: string[] = [];
        for (let page = 1; ; page++) {
          const { body } = await api.call(`GET ${terms}?perPage=${perPage}&page=${page}`);
          seen.push(...body.data.map((row: { id: string }) => row.id));
          expect(body.meta).toMatchObject({ total: 23, totalPages: Math.ceil(23 / perPage) });
          if (page >= body.meta.totalPages) break;
        }
        expect(new Set(seen).size).toBe(23);
        expect(seen).toHaveLength(23);
      }),
      { numRuns: 12 },
    );
  });
});
