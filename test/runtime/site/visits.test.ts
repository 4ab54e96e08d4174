import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SiteReader } from '../../../pipeline/output/read.ts';
import { createApp } from '../../../runtime/app.ts';
import { openVisits, type Visits } from '../../../runtime/site/visits.ts';
import type { Store } from '../../../runtime/store/open.ts';
import {
  topMissing,
  topReferrers,
  topSteps,
  viewsByDay,
} from '../../../runtime/store/visit-sums.ts';
import { addVisits, forgetVisits, mostOfADay } from '../../../runtime/store/visits.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { noon, org, project } from '../store/world.ts';

const day = 86_400_000;
const today = Math.floor(noon / day);
const host = 'https://docs.example.com';
/** Origin of the static host that shows the same site. */
const elsewhere = 'https://acme.example.io';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A site with three pages, one of them translated as well. */
function siteOf(cookieConsent: object = { enabled: false, categories: {} }): SiteReader {
  const pages = ['index', 'install', 'guide/first', 'fr/install'];
  const files = pages.flatMap((path) => {
    const address = `/${path.replace(/(^|\/)index$/, '')}`;
    const twin = address === '/' ? '/index.md' : `${address}.md`;
    return [
      [address, 'text/html; charset=utf-8'],
      [twin, 'text/markdown; charset=utf-8'],
    ] as const;
  });
  const types = new Map([...files, ['/style.css', 'text/css']]);
  return {
    deployment: { id: 'dpl_1', basePath: '' },
    config: { auth: { enabled: false }, errors: { 404: { redirect: false } }, cookieConsent },
    routes: { redirects: [] },
    proxyRules: () => undefined,
    file: (address: string) => {
      const type = types.get(address);
      return type && { path: address, hash: '', bytes: 2, type, immutable: false, encodings: [] };
    },
    page: (path: string) =>
      pages.includes(path)
        ? {
            path,
            ...(path.startsWith('fr/')
              ? { language: 'fr', translationOf: path.slice(3) }
              : { language: 'en' }),
          }
        : undefined,
    pages: async function* () {},
    content: async () => new TextEncoder().encode('ok'),
  } as unknown as SiteReader;
}

eachStore('views of pages', (open) => {
  let opened: TestStore;
  let store: Store;
  let projectId: string;
  let visits: Visits;
  const clock = { time: noon };
  const log: string[] = [];
  const start = (on = store) =>
    openVisits({
      ...{ store: on, now: () => clock.time, interval: 3_600_000 },
      ...{ log: (line) => log.push(line), random: () => `salt ${Math.random()}` },
    });
  beforeAll(async () => {
    opened = await open();
    store = opened.store;
  });
  beforeEach(async () => {
    clock.time = noon;
    log.length = 0;
    await store.db.deleteFrom('day_visitors').execute();
    await store.db.deleteFrom('visit_salts').execute();
    projectId = (await project(store, await org(store))).id;
    visits = await start();
  });
  afterAll(() => opened.drop());

  const ask = async (
    path: string,
    headers: Record<string, string> = {},
    {
      by = visits,
      site = siteOf(),
      ...init
    }: RequestInit & { by?: Visits; site?: SiteReader } = {},
  ) => {
    const source = { current: () => site };
    const app = createApp({
      ...{ site: source, version: '1', log: () => {}, projectOf: () => projectId, visits: by },
      ...{ proxies: [], origins: [elsewhere] },
    });
    return app.request(
      `${host}${path}`,
      { ...init, headers: { host: 'docs.example.com', 'user-agent': browser, ...headers } },
      { incoming: { socket: { remoteAddress: '203.0.113.7' } } },
    );
  };
  const read = async (of: { language?: string; pagePath?: string } = {}) => {
    await visits.flush();
    const rows = await viewsByDay(store.db, { projectId, from: today - 9, to: today + 9, ...of });
    return rows.map(({ views, visitors }) => [views, visitors]);
  };
  const sums = () => ({ projectId, from: today - 9, to: today + 9 });

  test('are counted by page, language and day, visitors once', async () => {
    for (const path of ['/', '/install', '/install', '/fr/install']) await ask(path);
    await ask('/install', { 'user-agent': `${browser} other` });
    expect(await read()).toEqual([[5, 2]]);
    expect(await read({ pagePath: 'install' })).toEqual([[4, 3]]);
    expect(await read({ pagePath: 'install', language: 'en' })).toEqual([[3, 2]]);
    expect(await read({ language: 'fr' })).toEqual([[1, 1]]);
    clock.time += day;
    await ask('/');
    // No one is recognized on the next day, whose sums are its own.
    expect(await read()).toEqual([
      [5, 2],
      [1, 1],
    ]);
  });

  test.each([
    ['the browser asks not to be tracked', { dnt: '1' }],
    ['the browser asks for privacy', { 'sec-gpc': '1' }],
    [
      'a crawler reads',
      { 'user-agent': 'Mozilla/5.0 (compatible; Examplebot/2.1; +https://example.com)' },
    ],
    ['a program reads', { 'user-agent': 'curl/8.5.0' }],
    ['nobody says who reads', { 'user-agent': '' }],
    ['the page is prepared ahead of a click', { 'sec-purpose': 'prefetch;prerender' }],
    ['a script reads the page', { 'sec-fetch-dest': 'empty' }],
    ['an agent gets Markdown', { accept: 'text/markdown' }],
  ])('are not counted when %s', async (_, headers) => {
    expect((await ask('/install', headers)).status).toBe(200);
    await ask('/nowhere', headers);
    expect(await read()).toEqual([]);
    if (!('accept' in headers)) expect(await topMissing(store.db, sums())).toEqual([]);
  });

  test('are not counted of files, nor of requests for headers', async () => {
    await ask('/style.css');
    await ask('/install.md');
    await ask('/install', {}, { method: 'HEAD' });
    expect(await read()).toEqual([]);
  });

  test('know the host that led here, and the page before', async () => {
    await ask('/install', { referer: 'https://www.news.example/item?id=7&user=anna' });
    await ask('/guide/first', { referer: `${host}/install?q=x#steps` });
    await ask('/guide/first', { referer: `${host}/fr/install` });
    await ask('/guide/first', { referer: `${host}/guide/first` });
    await ask('/guide/first', { referer: 'javascript:alert(1)' });
    await visits.flush();
    expect(await topReferrers(store.db, sums())).toEqual([{ host: 'news.example', views: 1 }]);
    expect(await topSteps(store.db, sums())).toEqual([
      { from: 'install', to: 'guide/first', views: 2 },
    ]);
  });

  test('of addresses without a page are counted with what led there', async () => {
    await ask('/instal', { referer: `${host}/guide/first` });
    await ask('/instal', { referer: 'https://news.example/' });
    await ask('/instal');
    await ask('/verify/anna@example.com');
    await ask('/a%00b');
    await ask('/picture.png');
    await visits.flush();
    expect(await topMissing(store.db, sums())).toEqual([
      {
        ...{ address: '/instal', times: 3 },
        sources: [
          { source: null, pagePath: 'guide/first', times: 1 },
          { source: 'news.example', pagePath: null, times: 1 },
        ],
      },
    ]);
  });

  test('are reported by the script of a page that was prepared, and of no other', async () => {
    const report = (why: string, headers: Record<string, string> = {}, site = siteOf()) =>
      ask(
        '/_docent/visit',
        { 'sec-fetch-site': 'same-origin', 'content-length': '99', ...headers },
        {
          ...{ method: 'POST', site },
          body: JSON.stringify({ why, address: '/install', from: `${host}/guide/first` }),
        },
      );
    expect((await report('prepared')).status).toBe(204);
    await report('allowed');
    await report('prepared', { 'sec-fetch-site': 'cross-site' });
    await report('prepared', { dnt: '1' });
    await report('prepared', { 'content-length': '100000' });
    expect(await read()).toEqual([[1, 1]]);
    expect(await topSteps(store.db, sums())).toHaveLength(1);
    // Where readers are asked first, only what they allow counts.
    const asking = siteOf({ enabled: true, categories: { analytics: false } });
    await ask('/install', {}, { site: asking });
    await report('prepared', {}, asking);
    expect(await read()).toEqual([[1, 1]]);
    await report('allowed', {}, asking);
    expect(await read()).toEqual([[2, 1]]);
  });

  test('are reported by pages on a static host that may ask this server, and by no other', async () => {
    const report = (more: object, headers: Record<string, string> = {}, site = siteOf()) =>
      ask(
        '/_docent/visit',
        {
          ...{ 'sec-fetch-site': 'cross-site', 'content-length': '99', origin: elsewhere },
          ...headers,
        },
        {
          ...{ method: 'POST', site },
          body: JSON.stringify({
            ...{ why: 'elsewhere', address: '/docs/install', base: '/docs', isMissing: false },
            ...{ from: `${elsewhere}/docs/guide/first`, ...more },
          }),
        },
      );
    await report({});
    await report({ from: 'https://news.example/', address: '/docs/install/' });
    await report({ why: 'prepared' });
    await report({ base: '/other' });
    await report({}, { origin: 'https://thief.example' });
    await report({}, { 'sec-gpc': '1' });
    await report({}, { 'user-agent': 'Examplebot/1.0' });
    expect(await read({ pagePath: 'install' })).toEqual([[2, 1]]);
    expect(await topSteps(store.db, sums())).toEqual([
      { from: 'guide/first', to: 'install', views: 1 },
    ]);
    expect(await topReferrers(store.db, sums())).toEqual([{ host: 'news.example', views: 1 }]);
    // A page that is here is not missing, whatever is said.
    await report({ isMissing: true });
    await report({ isMissing: true, address: '/docs/instal' });
    await report({ address: '/docs/unknown' });
    expect(await read({ pagePath: 'install' })).toEqual([[3, 1]]);
    expect(await topMissing(store.db, sums())).toEqual([
      {
        ...{ address: '/instal', times: 1 },
        sources: [{ source: null, pagePath: 'guide/first', times: 1 }],
      },
    ]);
    const asking = siteOf({ enabled: true, categories: { analytics: false } });
    await report({}, {}, asking);
    expect(await read({ pagePath: 'install' })).toEqual([[3, 1]]);
    await report({ why: 'allowed' }, {}, asking);
    expect(await read({ pagePath: 'install' })).toEqual([[4, 1]]);
  });

  test('of two processes are one sum, and a visitor of both is one', async () => {
    const other = await start(opened.again());
    await ask('/install');
    await ask('/install', {}, { by: other });
    await Promise.all([visits.flush(), other.flush()]);
    expect(await read({ pagePath: 'install' })).toEqual([[2, 1]]);
    await other.close();
  });

  test('leave no address, and nothing that visitors could be recognized by, after the day', async () => {
    await ask('/install');
    await visits.flush();
    const [row] = await store.db.selectFrom('day_visitors').selectAll().execute();
    expect(row?.visitor).toMatch(/^[0-9a-f]{16}$/);
    const all = [];
    for (const table of ['view_days', 'source_days', 'missing_days', 'day_visitors'] as const)
      all.push(...(await store.db.selectFrom(table).selectAll().execute()));
    expect(JSON.stringify(all)).not.toMatch(/203\.0\.113|Mozilla/);
    clock.time += day;
    await visits.flush();
    expect(await store.db.selectFrom('day_visitors').selectAll().execute()).toEqual([]);
    const salts = await store.db.selectFrom('visit_salts').select('day').execute();
    expect(salts.map((one) => Number(one.day)).sort()).toEqual([today + 1, today + 2]);
    expect(await read()).toEqual([[1, 1]]);
  });

  test('that can’t be written are held, and those of a deleted project are dropped', async () => {
    const broken = { ...store, transaction: () => Promise.reject(new Error('no database')) };
    const held = await start(broken);
    await ask('/install', {}, { by: held });
    await held.flush();
    await held.flush();
    expect(log).toEqual(["Views can't be written now, and are held: no database"]);
    broken.transaction = store.transaction as never;
    await ask('/install', {}, { by: held });
    await held.close();
    expect(await read()).toEqual([[2, 1]]);
    await store.db.deleteFrom('projects').where('id', '=', projectId).execute();
    await ask('/install');
    expect(await read()).toEqual([]);
    expect(log).toHaveLength(1);
  });

  test('from invented addresses and hosts fill nothing', async () => {
    const add = (names: readonly string[], times = 1) =>
      addVisits(store, {
        ...{ projectId, day: today, views: [], visitors: [] },
        sources: names.map((source) => ({ language: 'en', page: 'install', source, times })),
        missing: names.map((name) => ({ address: `/${name}`, source: '', times })),
      });
    const names = Array.from({ length: mostOfADay.sources }, (_, index) => `host-${index}.example`);
    await add(names);
    await add(['one-more.example', 'host-0.example'], 7);
    const [first] = await topReferrers(store.db, sums());
    expect(first).toEqual({ host: 'host-0.example', views: 8 });
    for (const [table, most] of [
      ['source_days', mostOfADay.sources],
      ['missing_days', mostOfADay.missing],
    ] as const) {
      const rows = await store.db
        .selectFrom(table)
        .selectAll()
        .where('project_id', '=', projectId)
        .execute();
      expect(rows).toHaveLength(most);
    }
    await forgetVisits(store.db, today + 1);
    expect(await topReferrers(store.db, sums())).toEqual([]);
  });
});
