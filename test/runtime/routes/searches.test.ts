import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetSearches, listFollows, mostADay } from '../../../runtime/store/searches.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { type TestApi, testApi } from './test-api.ts';

const day = 24 * 60 * 60 * 1000;

eachStore('searches of readers', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let site: string;
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    api = await testApi(opened.store, { countsSearches: true });
    site = await api.site(['a']);
  });
  afterAll(() => opened.drop());

  const report = (queries: readonly string[], clicked: boolean, more: object = {}, to = site) =>
    api.call(
      `POST /search/${to}/searches`,
      { language: 'en', searches: queries.map((q) => ({ q, results: 3 })), clicked, ...more },
      { key: null },
    );
  const list = async (query = '') => (await api.call(`GET /search/${site}/searches${query}`)).body;
  const follows = () => listFollows(opened.store.db, site, 10);

  test('are counted by query, whatever its case and spaces, over all days', async () => {
    expect((await report(['Deploy  a site'], false)).body.data).toEqual({ counted: 1 });
    api.clock.time += day;
    await report(['k8s', 'deploy a site'], true);
    await report(['k8s'], false, { searches: [{ q: 'k8s', results: 0 }] });
    const { data, meta } = await list();
    expect(meta).toMatchObject({ total: 2, page: 1, perPage: 20 });
    const lastDay = new Date(api.clock.time).toISOString().slice(0, 10);
    expect(data).toEqual([
      {
        query: 'deploy a site',
        language: 'en',
        searched: 2,
        clicked: 1,
        withoutResults: 0,
        lastDay,
      },
      { query: 'k8s', language: 'en', searched: 2, clicked: 0, withoutResults: 1, lastDay },
    ]);
  });

  test('that failed are listed by how often they did, page by page and by language', async () => {
    await report(['found'], true);
    await report(['rare'], false);
    for (let i = 0; i < 3; i++) await report(['often'], false);
    await report(['selten'], false, { language: 'de' });
    const queries = async (query: string) =>
      (await list(query)).data.map((one: { query: string }) => one.query);
    expect(await queries('?failed=true')).toEqual(['often', 'rare', 'selten']);
    expect(await queries('?failed=true&language=de')).toEqual(['selten']);
    expect(await queries('?failed=true&page=2&perPage=2')).toEqual(['selten']);
    expect((await list('?failed=true&perPage=2')).meta).toMatchObject({ total: 3, totalPages: 2 });
    expect(await queries('')).toContain('found');
  });

  test('without a click are remembered with the one that was clicked next', async () => {
    await report(['k8s', 'helm', 'kubernetes'], true);
    await report(['k8s', 'kubernetes'], true);
    await report(['k8s', 'docker'], false);
    expect(await follows()).toEqual([
      { language: 'en', question: 'k8s', next: 'kubernetes', times: 2 },
      { language: 'en', question: 'helm', next: 'kubernetes', times: 1 },
    ]);
  });

  test('count for the page that was opened, and for the one after which readers searched on', async () => {
    await report(['deploy'], true, { opened: '/a' });
    await report(['deploy', 'host'], true, { opened: '/a' });
    await report(['rollback'], false, { opened: '/a', after: '/a' });
    await report(['rollback'], true, { opened: '/missing', after: '/missing' });
    const page = async () => (await api.call(`GET /projects/${site}/pages/a`)).body.data;
    expect(await page()).toMatchObject({ searches: 2, searchedOn: 1 });
    const { data } = (await api.call(`GET /projects/${site}/analytics/editorial`)).body;
    expect(data).toMatchObject([
      {
        ...{ pagePath: 'a', cost: 1 },
        reasons: [
          {
            ...{ type: 'searches', cost: 1 },
            text: 'Readers searched on after 1 of 2 searches that led to it.',
          },
        ],
      },
    ]);
    expect((await api.call(`GET /projects/${site}/pages?sort=searches&order=desc`)).status).toBe(
      200,
    );
    api.clock.time += 3 * day;
    await forgetSearches(opened.store.db, api.clock.time);
    expect(await page()).toMatchObject({ searches: 0, searchedOn: 0 });
  });

  test('are listed at the page that was opened, for those days and who may read them', async () => {
    const of = (query: string, at = site) =>
      api.call(`GET /search/${at}/page-searches?${query}`).then(({ body }) => body);
    const lastDay = new Date(api.clock.time).toISOString().slice(0, 10);
    await report(['k8s', 'Deploy'], true, { opened: '/a' });
    await report(['deploy'], true, { opened: '/a' });
    await report(['host'], true, { opened: '/a' });
    // No result opened, no such page, nothing that may be kept, and the one before that.
    await report(['rollback'], false, { opened: '/a' });
    await report(['rollback'], true, { opened: '/missing' });
    await report(['rollback', 'anna@example.com'], true, { opened: '/a' });
    expect(await of('pagePath=a')).toMatchObject({
      data: [
        { query: 'deploy', language: 'en', opened: 2, lastDay },
        { query: 'host', language: 'en', opened: 1, lastDay },
      ],
      meta: { total: 2, page: 1, perPage: 20 },
    });
    expect((await of('pagePath=/a&perPage=1&page=2')).data).toMatchObject([{ query: 'host' }]);
    expect((await of('pagePath=b')).data).toEqual([]);
    expect((await api.call(`GET /search/${site}/page-searches`)).status).toBe(400);
    const key = await api.keyFor({ scopes: ['projects:read'] });
    const refused = await api.call(`GET /search/${site}/page-searches?pagePath=a`, undefined, {
      key,
    });
    expect(refused.status).toBe(403);
    const other = await testApi(opened.store);
    const foreign = await other.call(`GET /search/${site}/page-searches?pagePath=a`);
    expect(foreign.status).toBe(404);
    api.clock.time += 2 * day;
    expect((await of('pagePath=a&days=2')).data).toEqual([]);
    expect((await of('pagePath=a&days=3')).meta.total).toBe(2);
    await forgetSearches(opened.store.db, api.clock.time);
    expect((await of('pagePath=a')).data).toEqual([]);
  });

  test('of pages are at most a thousand a day, and those that are known still count', async () => {
    await report(['known'], true, { opened: '/a' });
    await opened.store.db
      .insertInto('page_searches')
      .values(
        Array.from({ length: mostADay - 1 }, (_, i) => ({
          ...{ project_id: site, page_path: 'b', day: Math.floor(api.clock.time / day) },
          ...{ language: 'en', question: `query ${i}`, opened: 1 },
        })),
      )
      .execute();
    await report(['one more'], true, { opened: '/a' });
    await report(['known'], true, { opened: '/a' });
    const { body } = await api.call(`GET /search/${site}/page-searches?pagePath=a`);
    expect(body.data).toMatchObject([{ query: 'known', opened: 2 }]);
  });

  test.each([
    'anna@example.com',
    'call 030 1234 56789',
    'sk4f8a9b2c3d4e5f60718293a4b5c6',
    'x'.repeat(201),
    'x',
  ])('with %s in them are not kept', async (query) => {
    expect((await report([query], false)).body.data).toEqual({ counted: 0 });
    expect((await list()).data).toEqual([]);
  });

  test.each([
    { searches: [] },
    { searches: Array.from({ length: 11 }, () => ({ q: 'a b', results: 1 })) },
    { searches: [{ q: '', results: 1 }] },
    { searches: [{ q: 'a b', results: -1 }] },
    { language: 'e\n' },
    { visitorId: 'v1' },
    { opened: 'a' },
    { opened: `/${'a'.repeat(500)}` },
    { after: '/a\n' },
  ])('%j is refused', async (more) => {
    expect((await report(['a b'], false, more)).status).toBe(400);
  });

  test('of a day are at most a thousand, and those that are known still count', async () => {
    await report(['known'], false);
    const more = Array.from({ length: mostADay - 1 }, (_, i) => ({
      ...{ project_id: site, day: Math.floor(api.clock.time / day), language: 'en' },
      ...{ question: `query ${i}`, asked: 1, clicked: 0, empty: 0 },
    }));
    for (let from = 0; from < more.length; from += 100) {
      await opened.store.db
        .insertInto('searches')
        .values(more.slice(from, from + 100))
        .execute();
    }
    await report(['one more', 'known'], false);
    const { data, meta } = await list('?perPage=1');
    expect(data[0]).toMatchObject({ query: 'known', searched: 2 });
    expect(meta.total).toBe(mostADay);
  });

  test('are forgotten with their days', async () => {
    await report(['old', 'older'], true);
    api.clock.time += 3 * day;
    await report(['new'], false);
    await forgetSearches(opened.store.db, api.clock.time - 2 * day);
    expect((await list()).data.map((one: { query: string }) => one.query)).toEqual(['new']);
    expect(await follows()).toEqual([]);
  });

  test('are not counted where they are not kept, and listed only with assistant:read', async () => {
    const none = await testApi(opened.store);
    const there = await none.site(['a']);
    const body = { language: 'en', searches: [{ q: 'a b', results: 1 }], clicked: false };
    const refused = await none.call(`POST /search/${there}/searches`, body, { key: null });
    expect(refused.status).toBe(404);
    const key = await api.keyFor({ scopes: ['projects:read'] });
    const path = `GET /search/${site}/searches`;
    expect((await api.call(path, undefined, { key })).status).toBe(403);
    expect((await api.call(path, undefined, { key: null })).status).toBe(401);
  });
});
