import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '../../../runtime/api.ts';
import { openAssistant } from '../../../runtime/assistant/service.ts';
import {
  createFailureLimiter,
  createRateLimiter,
  createSlidingLimiter,
  leastLeft,
  memoryCounts,
  type RateLimiter,
} from '../../../runtime/http/rate-limit.ts';
import { sharedCounts, sweepRateCounts } from '../../../runtime/store/rate-counts.ts';
import { guides, siteOf } from '../assistant/world.ts';
import { type TestApi, testApi } from '../routes/test-api.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { newId } from '../store/world.ts';

eachStore('rate limits', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let project: string;
  /** The same API as one or several processes have it. */
  let processes: readonly ReturnType<typeof createApi>[];

  beforeAll(async () => {
    opened = await open();
    const first = await testApi(opened.store);
    project = await first.site(['guides/deploy']);
    const { store } = opened;
    // SQLite has one process, which counts for itself.
    const stores = store.kind === 'postgres' ? [store, opened.again()] : [store];
    const now = () => api.clock.time;
    processes = stores.map((own) => {
      const counts = (space: string) =>
        own.kind === 'postgres' ? sharedCounts(own, space) : memoryCounts();
      const limiter = (space: string, perMinute: number, burst = 0): RateLimiter =>
        createRateLimiter({ name: space, perMinute, burst }, counts(space), now);
      const sliding = (space: string, perMinute: number) =>
        createSlidingLimiter({ name: space, perMinute }, now, counts(space));
      const assistant = openAssistant({
        ...{ store: own, wake: () => {}, log: () => {}, now, newId },
        siteOf: () => siteOf(guides),
        limits: { visitor: sliding('chat-visitor', 5), address: sliding('chat-address', 9) },
        readCounts: counts('assistant'),
      });
      const readerLimits = { visitor: limiter('visitor', 4), address: limiter('address', 7) };
      return createApi(
        { ...first.services, store: own, assistant, readerLimits },
        {
          ...{ version: 't', log: () => {}, addressOf: () => '203.0.113.7' },
          limits: {
            all: limiter('key', 6, 2),
            heavy: limiter('heavy', 3),
            wrongKeys: createFailureLimiter(
              { name: 'wrong-keys', perMinute: 6, burst: 0 },
              counts('wrong-keys'),
              now,
            ),
          },
        },
      );
    });
    api = first;
  });
  afterAll(() => opened.drop());

  let turn = 0;
  /** One request to the next process. */
  async function send(line: string, body?: object, key?: string) {
    const [method = '', path = ''] = line.split(' ');
    const app = processes[turn++ % processes.length];
    const response = await app?.request(`/api/v1${path.replace(':id', project)}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await response?.text();
    const [, name, left] =
      /^"([\w-]+)";r=(\d+);t=\d+$/.exec(response?.headers.get('ratelimit') ?? '') ?? [];
    return {
      ...{ status: response?.status, name, left: Number(left) },
      after: Number(response?.headers.get('retry-after')),
    };
  }

  const visitorId = 'v1';
  const routes: readonly [string, object | undefined, string, number][] = [
    ['GET /projects', undefined, 'key', 8],
    ['GET /assistant/:id/conversations', undefined, 'key', 8],
    ['POST /projects/:id/translate', { language: 'fr' }, 'heavy', 3],
    [
      'POST /feedback/:id',
      { pagePath: 'guides/deploy', rating: 'positive', visitorId },
      'visitor',
      4,
    ],
    ['POST /assistant/:id/conversations/cnv_1/close', { visitorId }, 'address', 7],
    ['POST /assistant/:id/chat', { message: 'How do I deploy?', visitorId }, 'chat-visitor', 5],
  ];
  test.each(routes)('%s tells what is left until it is refused', async (line, body, name, most) => {
    const isPublic = name !== 'key' && name !== 'heavy';
    const key = isPublic ? undefined : await api.keyFor();
    for (let count = 1; count <= most; count++) {
      const answer = await send(line, body, key);
      expect(answer.status).not.toBe(429);
      expect([answer.name, answer.left], `after ${count} requests`).toEqual([name, most - count]);
    }
    const refused = await send(line, body, key);
    expect([refused.status, refused.name, refused.left]).toEqual([429, name, 0]);
    expect(refused.after).toBeGreaterThan(0);
    expect(refused.after).toBeLessThanOrEqual(60);
    // It holds as long as it says, and no longer.
    api.clock.time += (refused.after - 1) * 1000;
    expect((await send(line, body, key)).status).toBe(429);
    api.clock.time += 1000;
    expect((await send(line, body, key)).status).not.toBe(429);
    api.clock.time += 60_000;
  });

  test('requests that come together are all counted', async () => {
    const key = await api.keyFor();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('GET /projects', undefined, key)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(answers.map(({ left }) => left).sort((a, b) => b - a)).toEqual([
      ...[7, 6, 5, 4, 3, 2, 1],
      ...Array.from({ length: 13 }, () => 0),
    ]);
  });

  test('wrong keys of an address are counted together, and refused in each process', async () => {
    const wrong = () => send('GET /projects', undefined, 'docent_live_wrong');
    const answers: Awaited<ReturnType<typeof wrong>>[] = [];
    for (let count = 0; count < 10; count++) answers.push(await wrong());
    // A process other than the one that counted the last one learns of it with one more.
    const most = 6 + processes.length - 1;
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: most }, () => 401),
      ...Array.from({ length: 10 - most }, () => 429),
    ]);
    const { after } = answers.at(-1) ?? expect.fail();
    expect((await send('GET /projects', undefined, await api.keyFor())).status).toBe(429);
    api.clock.time += after * 1000;
    expect((await send('GET /projects', undefined, await api.keyFor())).status).toBe(200);
    expect((await wrong()).status).toBe(401);
    api.clock.time += 60_000;
  });

  test('counts of minutes that are over are forgotten', async () => {
    const { db } = opened.store;
    await sweepRateCounts(db, api.clock.time + 120_000);
    expect(await db.selectFrom('rate_counts').select('key').execute()).toEqual([]);
  });
});

test('of several limits, the one with the least left is reported', () => {
  const limit = (name: string, left: number) => ({
    RateLimit: `"${name}";r=${left};t=9`,
    'RateLimit-Policy': `"${name}";q=10;w=60`,
  });
  expect(leastLeft(limit('a', 3), undefined, limit('b', 2), limit('c', 4))).toEqual(limit('b', 2));
  expect(leastLeft({}, undefined)).toEqual({});
});
