import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../runtime/app.ts';
import { createKey } from '../../../runtime/commands/keys.ts';
import { createRateLimiter, unlimited } from '../../../runtime/http/rate-limit.ts';
import { importPayments } from '../../../runtime/payments/import.ts';
import { createPlatform } from '../../../runtime/payments/platform.ts';
import { type TransactionsQuery, transactionRows } from '../../../runtime/store/payments.ts';
import { paymentError, paymentList } from '../../../schema/api/payments.ts';
import { validate } from '../../../schema/validate.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { newId, noon, org } from '../store/world.ts';

const time = (n: number) => new Date(noon + n * 1000).toISOString();
const many = 100_000;
const statuses = ['pending', 'succeeded', 'failed'];
const chains = [1, 10, 137, 8453];

eachStore('the lists of the payments platform', (open) => {
  let opened: TestStore;
  let orgId: string;
  let key: string;
  let big: string;
  let bigKey: string;
  const tools = () => ({ store: opened.store, now: () => noon, newId });

  beforeAll(async () => {
    opened = await open();
    orgId = await org(opened.store);
    key = (await createKey(tools(), { org: orgId, platform: 'payments' })).secret;
    const lines = [
      ...Array.from({ length: 25 }, (_, n) => ({
        object: 'payment_link',
        id: `pl_${n}`,
        name: n % 2 ? `Coffee ${n}` : `Tea_${n}`,
        short_code: `c${n}%`,
        active: n % 3 !== 0,
        current_uses: n % 5,
        created_at: time(n),
        updated_at: time(100 - n),
      })),
      ...Array.from({ length: 7 }, (_, n) => ({
        object: 'checkout_session',
        id: `cs_${n}`,
        payment_link_id: 'pl_1',
        status: ['active', 'completed', 'expired'][n % 3],
        created_at: time(n),
      })),
      ...Array.from({ length: 30 }, (_, n) => ({
        object: 'transaction',
        id: `tx_${n}`,
        status: statuses[n % 3],
        chain_id: chains[n % 4],
        // Ties: the id decides.
        created_at: time(Math.floor(n / 4)),
      })),
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    expect(await importPayments(opened.store, orgId, text)).toEqual({ imported: 62, mistakes: [] });
    expect(await importPayments(opened.store, orgId, text)).toEqual({ imported: 62, mistakes: [] });

    big = await org(opened.store);
    bigKey = (await createKey(tools(), { org: big, platform: 'payments' })).secret;
    const rows = Array.from({ length: many }, (_, n) =>
      JSON.stringify({
        object: 'transaction',
        id: `tx_${n}`,
        status: statuses[n % 3],
        chain_id: chains[n % 4],
        created_at: time(n),
      }),
    );
    await importPayments(opened.store, big, rows.join('\n'));
  });
  afterAll(() => opened.drop());

  const unhindered = {
    log: () => {},
    limit: unlimited.all,
    wrongKeys: unlimited.wrongKeys,
    addressOf: () => '203.0.113.7',
  };
  async function get(path: string, options: { key?: string | null; method?: string } = {}) {
    const platform = createPlatform({ ...tools(), ...unhindered });
    const token = options.key === undefined ? key : options.key;
    const response = await platform.request(`/platform/api/v1${path}`, {
      method: options.method ?? 'GET',
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
    const body = JSON.parse(await response.text());
    const list = path.startsWith('/transactions')
      ? 'transaction'
      : path.includes('/sessions')
        ? 'checkout_session'
        : 'payment_link';
    const schema = response.status === 200 ? paymentList(list) : paymentError;
    expect(validate(schema, body), JSON.stringify(body)).toEqual([]);
    return { status: response.status, body, headers: response.headers };
  }
  const ids = (body: { data: { id: string }[] }) => body.data.map((row) => row.id);

  describe('envelope and pages', () => {
    test('a list says what it is, whether more follows, and how much there is', async () => {
      const { body } = await get('/payment-links?limit=10');
      expect(body).toMatchObject({
        object: 'list',
        has_more: true,
        total_count: 25,
        url: '/api/v1/payment-links',
      });
      expect(body.data[0]).toEqual({
        object: 'payment_link',
        id: 'pl_24',
        name: 'Tea_24',
        short_code: 'c24%',
        active: false,
        current_uses: 4,
        created_at: time(24),
        updated_at: time(76),
      });
      expect((await get('/payment-links?limit=10&page=3')).body).toMatchObject({ has_more: false });
      expect((await get('/payment-links?limit=25')).body.has_more).toBe(false);
      expect((await get('/payment-links?limit=1')).body.total_count).toBe(25);
      expect((await get('/payment-links?page=99')).body).toMatchObject({
        data: [],
        has_more: false,
        total_count: 25,
      });
    });

    test('whoever follows has_more sees every row once, at any size and in both orders', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 31 }),
          fc.constantFrom('asc', 'desc'),
          async (limit, order) => {
            const seen: string[] = [];
            for (let page = 1; ; page++) {
              const { body } = await get(
                `/transactions?limit=${limit}&page=${page}&order=${order}`,
              );
              seen.push(...ids(body));
              if (!body.has_more) break;
            }
            expect(seen).toHaveLength(30);
            expect(new Set(seen).size).toBe(30);
          },
        ),
        { numRuns: 15 },
      );
    });
  });

  describe('filters and sorting', () => {
    test('search finds parts of name or short code, literally and whatever the case', async () => {
      expect((await get('/payment-links?search=COFFEE')).body.total_count).toBe(12);
      expect(ids((await get('/payment-links?search=c7%25')).body)).toEqual(['pl_7']);
      expect((await get('/payment-links?search=_')).body.total_count).toBe(13);
      expect((await get('/payment-links?search=coffee&active=false')).body.total_count).toBe(4);
    });

    test.each([
      ['created_at', 'asc', 'pl_0'],
      ['updated_at', 'asc', 'pl_24'],
      ['name', 'asc', 'pl_1'],
      ['current_uses', 'desc', 'pl_9'],
    ])('sort=%s order=%s begins with %s', async (sort, order, first) => {
      expect(ids((await get(`/payment-links?sort=${sort}&order=${order}`)).body)[0]).toBe(first);
    });

    test('sessions belong to a link and are filtered by status', async () => {
      const { body } = await get('/payment-links/pl_1/sessions?status=active');
      expect(ids(body)).toEqual(['cs_6', 'cs_3', 'cs_0']);
      expect(body.url).toBe('/api/v1/payment-links/pl_1/sessions');
      expect((await get('/payment-links/pl_2/sessions')).body.total_count).toBe(0);
      expect((await get('/payment-links/none/sessions')).status).toBe(404);
    });

    test('transactions combine status and chain', async () => {
      expect((await get('/transactions?status=pending')).body.total_count).toBe(10);
      expect((await get('/transactions?chain_id=137')).body.total_count).toBe(7);
      const both = await get('/transactions?status=pending&chain_id=1');
      expect(ids(both.body)).toEqual(['tx_24', 'tx_12', 'tx_0']);
      expect((await get('/transactions?status=unheard')).body.total_count).toBe(0);
    });

    test.each([
      ['/payment-links?limit=101', 'limit'],
      ['/payment-links?limit=0', 'limit'],
      ['/payment-links?page=x', 'page'],
      ['/payment-links?active=yes', 'active'],
      ['/payment-links?sort=id', 'sort'],
      ['/payment-links?order=up', 'order'],
      ['/transactions?sort=status', 'sort'],
      ['/transactions?chain_id=eth', 'chain_id'],
      ['/payment-links/pl_1/sessions?status=open', 'status'],
    ])('400 for %s names %s', async (path, param) => {
      const { status, body } = await get(path);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
    });
  });

  describe('keys and limits', () => {
    test("only the platform's own keys open it, and each sees its organization alone", async () => {
      const api = (await createKey(tools(), { org: orgId })).secret;
      for (const wrong of [null, 'x', api]) {
        const { status, body } = await get('/transactions', { key: wrong });
        expect([status, body.error.type]).toEqual([401, 'authentication_error']);
      }
      const stranger = await org(opened.store);
      const other = (await createKey(tools(), { org: stranger, platform: 'payments' })).secret;
      expect((await get('/transactions', { key: other })).body.total_count).toBe(0);
      expect((await get('/payment-links/pl_1/sessions', { key: other })).status).toBe(404);
      expect((await get('/transactions', { method: 'POST' })).status).toBe(405);
      expect((await get('/nothing')).status).toBe(404);
    });

    test('429 with Retry-After when the minute is used up', async () => {
      const limit = createRateLimiter({ name: 'platform', perMinute: 2, burst: 0 });
      const platform = createPlatform({ ...tools(), ...unhindered, limit });
      const ask = () =>
        platform.request('/platform/api/v1/transactions?limit=1', {
          headers: { authorization: `Bearer ${key}` },
        });
      const first = await ask();
      expect(first.headers.get('ratelimit')).toContain('r=1');
      await ask();
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({ error: { type: 'rate_limit_error' } });
    });
  });

  test('an import with a bad line brings nothing and names every bad line', async () => {
    const text = [
      '{"object":"transaction","id":"new","status":"x","chain_id":1,"created_at":"2026-01-01T00:00:00Z"}',
      'not json',
      '',
      '{"object":"refund","id":"1"}',
      '{"object":"transaction","id":"1","status":"x","chain_id":"1","created_at":"2026-01-01T00:00:00Z"}',
      '{"object":"checkout_session","id":"1","payment_link_id":"none","status":"active","created_at":"2026-01-01T00:00:00Z"}',
    ].join('\n');
    const { imported, mistakes } = await importPayments(opened.store, orgId, text);
    expect(imported).toBe(0);
    expect(mistakes.map((mistake) => mistake.slice(0, 7))).toEqual([
      'Line 2:',
      'Line 4:',
      'Line 5:',
      'Line 6:',
    ]);
    expect((await get('/transactions?status=x')).body.total_count).toBe(0);
  });

  describe('100,000 transactions', () => {
    test('pages anywhere in the list are right', async () => {
      const at = async (query: string) =>
        ids((await get(`/transactions?${query}`, { key: bigKey })).body);
      expect(await at('limit=2&page=50000&order=asc')).toEqual(['tx_99998', 'tx_99999']);
      expect(await at('limit=3&page=33334')).toEqual(['tx_0']);
      expect(await at('limit=2&page=25001&order=asc')).toEqual(['tx_50000', 'tx_50001']);
    });

    test('every combination of filters is read off an index of its own', async () => {
      const plan = (more: Partial<TransactionsQuery>) =>
        opened.store.explain(
          transactionRows(
            opened.store.db,
            {
              orgId: big,
              status: null,
              chainId: null,
              sort: 'created_at',
              order: 'desc',
              limit: 20,
              offset: 0,
              ...more,
            },
            { order: 'desc', limit: 20, offset: 0 },
          ),
        );
      for (const more of [
        {},
        { status: 'pending' },
        { chainId: 137 },
        { status: 'pending', chainId: 137 },
      ]) {
        const text = await plan(more);
        expect(text).toMatch(/payment_transactions_by_\w+/);
        expect(text).not.toMatch(/Seq Scan|SCAN payment_transactions\b(?! USING)|TEMP B-TREE/);
      }
    });
  });
});

test('at its host the platform is alone', async () => {
  const asked: string[] = [];
  const answers = (name: string) => ({
    fetch: (request: Request) => {
      asked.push(`${name} ${new URL(request.url).pathname}`);
      return new Response(name);
    },
  });
  const app = createApp({
    site: { current: () => undefined },
    version: 'test',
    log: () => {},
    api: answers('api'),
    platform: answers('platform'),
    platformAt: { host: 'pay.test', ...answers('alone') },
  });
  await app.request('http://docs.test/api/v1/projects');
  await app.request('http://docs.test/platform/api/v1/transactions');
  await app.request('http://pay.test:8080/api/v1/transactions');
  await app.request('http://pay.test/health');
  expect(asked).toEqual([
    'api /api/v1/projects',
    'platform /platform/api/v1/transactions',
    'alone /api/v1/transactions',
    'alone /health',
  ]);
});
