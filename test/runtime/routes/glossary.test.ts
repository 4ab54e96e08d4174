import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

  describe('import', () => {
    const send = (list: readonly object[], dryRun = false) =>
      api.call(`POST ${terms}/import`, { terms: list, dryRun });
    const all = async () =>
      (await api.call(`GET ${terms}`)).body.data.map(
        ({ id, createdAt, ...rest }: { id: string; createdAt: string }) => rest,
      );

    test('adds, changes and refuses term by term, and a trial stores nothing', async () => {
      await add({ term: 'page', description: 'd', translations: { fr: 'page' } });
      await add({ term: 'site' });
      await add({ term: 'API', caseSensitive: false });
      const list = [
        { term: 'page', translations: { de: 'Seite' } },
        { term: 'site', caseSensitive: true },
        { term: 'new', doNotTranslate: true },
        { term: ' ' },
        { term: 'x', translations: { xx: 'y' } },
        { term: 'x', translations: { en: 'y' } },
        { term: 'new', description: 'again' },
        { term: 'api', translations: { de: 'Schnittstelle' } },
      ];
      const trial = (await send(list, true)).body.data.results;
      expect(trial.map(({ result }: { result: string }) => result)).toEqual([
        ...['changed', 'unchanged', 'added', 'refused', 'refused', 'refused', 'refused', 'changed'],
      ]);
      expect(trial[3].message).toContain('1 to 100 characters');
      expect(trial[4].message).toContain('xx');
      expect(trial[5].message).toContain('source language');
      expect(trial[6].message).toBe('An earlier line has the same term.');
      expect(await all()).toHaveLength(3);
      expect((await send(list)).body.data.results).toEqual(trial);
      const facts = {
        description: '',
        translations: {},
        caseSensitive: true,
        doNotTranslate: false,
      };
      expect(await all()).toEqual([
        { ...facts, term: 'API', caseSensitive: false, translations: { de: 'Schnittstelle' } },
        { ...facts, term: 'new', doNotTranslate: true },
        { ...facts, term: 'page', description: 'd', translations: { fr: 'page', de: 'Seite' } },
        { ...facts, term: 'site' },
      ]);
      // What is as it was is not changed again.
      const again = (await send(list)).body.data.results;
      expect(again[0].result).toBe('unchanged');
    });

    test('refuses what differs from another term by case only, and what the plan does not allow', async () => {
      await add({ term: 'Key' });
      await add({ term: 'key' });
      const one = (await send([{ term: 'KEY', caseSensitive: false }])).body.data.results[0];
      expect(one).toEqual({ result: 'refused', message: 'It differs from "Key" by case only.' });
      const { db } = opened.store;
      await db.updateTable('orgs').set({ plan: 'free' }).where('id', '=', api.orgId).execute();
      const many = Array.from({ length: 10 }, (_, index) => ({ term: `term ${index}` }));
      const { results } = (await send(many)).body.data;
      expect(results[7]).toEqual({ result: 'added', message: null });
      expect(results[8].message).toBe('The free plan allows 10 glossary terms.');
      expect(await all()).toHaveLength(10);
    });

    test('takes a thousand terms at once, and no more', async () => {
      const many = Array.from({ length: 1_001 }, (_, index) => ({
        ...{ term: `term ${index}`, caseSensitive: false, description: 'd' },
        translations: { de: 'a', fr: 'b', ja: 'c', ko: 'd', es: 'e' },
      }));
      expect((await send(many, true)).status).toBe(400);
      expect((await send(many.slice(1), true)).status).toBe(200);
    });
  });

  test('uses are counted for the terms of a page of the list', async () => {
    await add({ term: 'b' });
    await add({ term: 'a', caseSensitive: false });
    const uses = async (query = '') => (await api.call(`GET ${terms}/uses${query}`)).body;
    expect((await uses()).data).toMatchObject([
      { term: 'a', pages: null },
      { term: 'b', pages: null },
    ]);
    Object.assign(api.services, {
      termUses: async (_: unknown, list: readonly { term: string; caseSensitive: boolean }[]) =>
        list.map(({ term, caseSensitive }) => (term === 'a' && !caseSensitive ? 7 : 2)),
    });
    expect((await uses('?perPage=1&page=2')).data).toMatchObject([{ term: 'b', pages: 2 }]);
    expect((await uses()).data[0]).toMatchObject({ term: 'a', pages: 7 });
  });
});
