import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRateLimiter } from '../../../runtime/http/rate-limit.ts';
import { type TestApi, testApi } from '../routes/test-api.ts';
import { openSqliteTest, type TestStore } from '../store/each-store.ts';

let opened: TestStore;
let api: TestApi;
let id: string;
beforeAll(async () => {
  opened = await openSqliteTest();
  api = await testApi(opened.store);
  id = await api.site(['a']);
});
afterAll(() => opened.drop());

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown${index}`, 'x']));

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

test('fifty bodies with 16,000 unknown keys are each refused before validation', async () => {
  const body = JSON.stringify(keys(16_000));
  for (let count = 0; count < 50; count++) {
    const answer = await api.call('POST /projects', undefined, { raw: body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toEqual([
      { path: '', code: 'too-many-keys', message: 'More than 1000 keys' },
    ]);
  }
});

test('what readers send is refused by its size alone, before it is read', async () => {
  const body = JSON.stringify(keys(16_000));
  for (const path of [`/feedback/${id}`, `/assistant/${id}/chat`]) {
    const answer = await api.call(`POST ${path}`, undefined, { key: null, raw: body });
    expect(answer.status).toBe(413);
  }
  // The longest comment in the longest way to write it.
  const comment = '\\ud83d\\ude00'.repeat(2000);
  const raw = `{"pagePath":"a","rating":"positive","visitorId":"v","comment":"${comment}"}`;
  const sent = await api.call(`POST /feedback/${id}`, undefined, { key: null, raw });
  expect(sent.status).toBe(201);
});

test('keys are counted over the whole body', async () => {
  const lists = Array.from({ length: 600 }, () => ({ a: 1, b: 2 }));
  const { body } = await api.call(`POST /feedback/${id}`, { lists }, { key: null });
  expect(body.error.details[0].code).toBe('too-many-keys');
});

test('twenty unknown fields are named, and the others counted', async () => {
  const { status, body } = await api.call('POST /projects', {
    name: 'Acme',
    slug: 'acme',
    ...keys(990),
  });
  expect(status).toBe(400);
  expect(body.error.details).toHaveLength(21);
  expect(body.error.details[20].message).toContain('970 more unknown keys');
});

test('64 levels are taken, one more is refused, and so are a hundred thousand', async () => {
  const codeOf = async (levels: number) => {
    const { status, body } = await api.call('POST /projects', undefined, { raw: nested(levels) });
    expect(status).toBe(400);
    return body.error.details[0].code;
  };
  expect(await codeOf(64)).toBe('missing-field');
  expect(await codeOf(65)).toBe('too-deep');
  expect(await codeOf(100_000)).toBe('too-deep');
});

test('readers are counted by address before their body is read', async () => {
  const limited = await testApi(opened.store, {
    readerLimits: {
      visitor: async () => ({}),
      address: createRateLimiter({ name: 'address', perMinute: 2, burst: 0 }),
    },
  });
  const site = await limited.site(['a']);
  const broken = () => limited.call(`POST /feedback/${site}`, undefined, { key: null, raw: '{' });
  expect([(await broken()).status, (await broken()).status]).toEqual([400, 400]);
  const refused = await broken();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
