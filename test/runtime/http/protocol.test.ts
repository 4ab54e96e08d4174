import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveDomain } from '../../../runtime/commands/domains.ts';
import { newSecret } from '../../../runtime/http/auth.ts';
import {
  createFailureLimiter,
  createRateLimiter,
  unlimited,
} from '../../../runtime/http/rate-limit.ts';
import { clientOf } from '../../../runtime/site/client.ts';
import { oneOfEach } from '../routes/one-of-each.ts';
import { operations, type TestApi, testApi } from '../routes/test-api.ts';
import { openSqliteTest, type TestStore } from '../store/each-store.ts';
import { noon } from '../store/world.ts';

let opened: TestStore;
let api: TestApi;
let id: string;
beforeAll(async () => {
  opened = await openSqliteTest();
  api = await testApi(opened.store);
  id = await api.site(['a']);
});
afterAll(() => opened.drop());

describe('errors', () => {
  test('every error has code, message, status and requestId, also as a problem document', async () => {
    const plain = await api.call('GET /projects/prj_x');
    expect(plain.status).toBe(404);
    expect(plain.body.error).toEqual({
      code: 'NOT_FOUND',
      message: 'Project not found.',
      status: 404,
      requestId: plain.headers.get('x-request-id'),
    });
    const problem = await api.call('GET /projects/prj_x', undefined, {
      headers: { accept: 'application/problem+json' },
    });
    expect(problem.headers.get('content-type')).toBe('application/problem+json');
    expect(problem.body).toEqual({
      type: 'urn:docent:error:not-found',
      title: 'Not found',
      status: 404,
      detail: 'Project not found.',
      code: 'NOT_FOUND',
      requestId: problem.headers.get('x-request-id'),
    });
  });

  test('a bug is a plain 500, and the log has it', async () => {
    const broken = await testApi(opened.store, {
      now: () => noon,
      checkConfig: () => {
        throw new Error('secret detail');
      },
    });
    const site = await broken.site();
    const { status, body, text } = await broken.call(`PATCH /projects/${site}`, {
      configJson: '{}',
    });
    expect(status).toBe(500);
    expect(body.error.code).toBe('INTERNAL_ERROR');
    expect(text).not.toContain('secret detail');
    expect(JSON.stringify(broken.log)).toContain('secret detail');
    expect(JSON.stringify(broken.log)).not.toContain(broken.key);
  });
});

describe('credentials', () => {
  test('401 alike for missing, malformed, unknown, expired and revoked keys', async () => {
    const expired = await api.keyFor({ expiresAt: noon });
    const { store } = api;
    const revoked = await api.keyFor();
    await store.db
      .updateTable('keys')
      .set({ revoked_at: noon })
      .where('last4', '=', revoked.slice(-4))
      .execute();
    const unknown = await (await testApi(opened.store)).keyFor();
    await store.db.deleteFrom('keys').where('last4', '=', unknown.slice(-4)).execute();
    for (const key of [null, 'nonsense', unknown, expired, revoked]) {
      const { status, body, headers } = await api.call('GET /projects', undefined, { key });
      expect(status).toBe(401);
      expect(body.error).toMatchObject({
        code: 'AUTH_ERROR',
        message: 'Missing or invalid API key. Send "Authorization: Bearer <key>".',
      });
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  test('a key that only reads gets 403 on every write and 200 on reads', async () => {
    const key = await api.keyFor({ scopes: ['projects:read'] });
    for (const { method, path, isPublic } of operations) {
      if (method === 'GET' || isPublic) continue;
      const target = path
        .replace('/api/v1', '')
        .replace('{projectId}', id)
        .replace(/\{\w+\}/g, 'x');
      const { status, body } = await api.call(`${method} ${target}`, {}, { key });
      expect([status, body.error.code], `${method} ${path}`).toEqual([403, 'FORBIDDEN']);
    }
    expect((await api.call('GET /projects', undefined, { key })).status).toBe(200);
    const writer = await api.keyFor({ scopes: ['projects:write'] });
    expect((await api.call('GET /projects', undefined, { key: writer })).status).toBe(200);
    const neither = await api.keyFor({ scopes: ['assistant:read'] });
    expect((await api.call('GET /projects', undefined, { key: neither })).status).toBe(403);
  });

  test('a key of one project sees that project alone', async () => {
    const other = await api.site();
    const key = await api.keyFor({ projectId: id });
    expect((await api.call(`GET /projects/${id}`, undefined, { key })).status).toBe(200);
    expect((await api.call(`GET /projects/${other}`, undefined, { key })).status).toBe(404);
    expect((await api.call('GET /projects', undefined, { key })).body.meta.total).toBe(1);
    const create = await api.call('POST /projects', { name: 'A', slug: 'bound' }, { key });
    expect(create.status).toBe(403);
  });
});

describe('isolation', () => {
  test("for every route and every id, a stranger's ids answer exactly as random ones do", async () => {
    const real = await oneOfEach(api);
    const stranger = await testApi(opened.store);
    const own = await oneOfEach(stranger);
    const tools = { store: opened.store, now: () => noon, newId: api.services.newId };
    const domain = (side: TestApi, of: string, customDomain: string) =>
      side.call(`PATCH /projects/${of}`, { customDomain });
    await domain(api, real.projectId ?? '', 'docs.real.test');
    await domain(stranger, own.projectId ?? '', 'docs.own.test');
    const pending = await api.site(['a']);
    await domain(api, pending, 'docs.pending.test');
    for (const name of ['docs.real.test', 'docs.own.test']) {
      await approveDomain(tools, { domain: name });
    }
    const { subdomain } = await opened.store.db
      .selectFrom('projects')
      .select('subdomain')
      .where('id', '=', real.projectId ?? '')
      .executeTakeFirstOrThrow();
    // Where a request is sent lends no one the rights of who is served there.
    const hosts = [
      'docs.real.test',
      'docs.own.test',
      'docs.pending.test',
      `${subdomain}.sites.test`,
    ];
    let host = 'localhost';
    const ask = async (entry: (typeof operations)[number], ids: Record<string, string>) => {
      const { method, path } = entry;
      const filled = path
        .replace('/api/v1', '')
        .replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
      const query = path.endsWith('/translations') ? '?language=fr' : '';
      const body = bodyFor(entry.path);
      const { status, body: answer } = await stranger.call(
        `${method} ${filled}${query}`,
        method === 'GET' || method === 'DELETE' ? undefined : body,
        { host },
      );
      return { status, text: JSON.stringify({ ...answer?.error, requestId: '' }) };
    };
    let checked = 0;
    for (const entry of operations) {
      const names = [...entry.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      // What readers use has no strangers by key: isolation.test.ts has a case for each such route.
      if (names.length === 0 || entry.isPublic) continue;
      for (const name of names) expect(real[name], `a thing for {${name}}`).toBeTruthy();
      const line = `${entry.method} ${entry.path}`;
      const none = await ask(entry, { ...real, projectId: 'prj_00000000000000000000000000' });
      for (const at of ['localhost', ...hosts]) {
        host = at;
        const foreign = await ask(entry, real);
        expect(foreign.status, `${line} at ${host}`).toBe(404);
        expect(foreign, `${line} at ${host}`).toEqual(none);
      }
      // Each id below a project of one's own: that of another project, against a random one.
      for (const name of names.filter((one) => one.endsWith('Id') && one !== 'projectId')) {
        const unknown = await ask(entry, { ...own, [name]: `${real[name]}0` });
        for (const at of ['localhost', ...hosts]) {
          host = at;
          const other = await ask(entry, { ...own, [name]: real[name] ?? '' });
          expect(other.status, `${line} with another's ${name} at ${host}`).toBe(404);
          expect(other, line).toEqual(unknown);
        }
      }
      checked++;
    }
    expect(checked).toBeGreaterThan(28);
    // Nothing of it was changed on the way.
    const { projectId, webhookId, deliveryId, conversationId } = real;
    expect((await api.call(`GET /projects/${projectId}/glossary`)).body.meta.total).toBe(1);
    for (const path of [
      `/projects/${projectId}/webhooks/${webhookId}/deliveries/${deliveryId}`,
      `/assistant/${projectId}/conversations/${conversationId}`,
    ]) {
      expect((await api.call(`GET ${path}`)).status, path).toBe(200);
    }
  }, 120_000);
});

/** A valid body, where an invalid one would be rejected before the lookup. */
function bodyFor(path: string): object {
  if (/\{(?:feedbackId|reportId)\}$/.test(path)) return { resolved: true };
  return path.endsWith('/replay') ? { from: '2026-03-01T00:00:00.000Z' } : {};
}

describe('methods and bodies', () => {
  test('HEAD mirrors GET, OPTIONS and 405 name what is allowed, 404 is for unknown paths', async () => {
    const head = await api.call(`HEAD /projects/${id}`);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('etag')).toBeTruthy();
    const options = await api.call('OPTIONS /projects', undefined, { key: null });
    expect([options.status, options.headers.get('allow')]).toEqual([
      204,
      'GET, HEAD, OPTIONS, POST',
    ]);
    const wrong = await api.call('PUT /projects', {});
    expect([wrong.status, wrong.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    expect((await api.call('GET /nothing')).status).toBe(404);
    expect((await api.call('GET /projects/')).status).toBe(404);
  });

  const post = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    api.call('POST /projects', undefined, { raw, headers });

  test.each([
    ['text/plain', 415],
    ['', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json; charset=latin1', 415],
    ['application/json;charset=UTF-8', 400],
    ['application/merge-patch+json', 400],
  ])('Content-Type "%s" answers %i to an empty object', async (type, expected) => {
    const { status } = await post('{}', { 'content-type': type });
    expect(status).toBe(expected);
  });

  test.each([
    ['', 'missing-body'],
    ['{', 'malformed-json'],
    ['[]', 'wrong-type'],
    ['null', 'wrong-type'],
    ['"x"', 'wrong-type'],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, 'too-deep'],
    ['{"name":"\\u0000","slug":"a"}', 'bad-text'],
    ['{"name":"\\ud800","slug":"a"}', 'bad-text'],
    [new Uint8Array([0x22, 0xff, 0x22]), 'malformed-text'],
    ['{"__proto__":{"name":"x"},"name":"a","slug":"b"}', 'unknown-key'],
  ])('400 for the body %j', async (raw, code) => {
    const { status, body } = await post(raw);
    expect(status).toBe(400);
    expect(body.error.details[0].code).toBe(code);
  });

  test('413 above 1 MB, 415 for a compressed body', async () => {
    expect((await post(`{"name":"${'x'.repeat(1024 * 1024)}"}`)).status).toBe(413);
    expect((await post('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
  });
});

describe('Idempotency-Key', () => {
  const create = (on: TestApi, key: string, slug: string) =>
    on.call('POST /projects', { name: 'A', slug }, { headers: { 'idempotency-key': key } });

  test('50 duplicates sent together create one project and all agree on it', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(api, 'k1', 'once')));
    const created = answers.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThan(0);
    expect(new Set(created.map(({ body }) => body.data.id)).size).toBe(1);
    for (const { status, body } of answers) {
      if (status !== 201) expect([status, body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    }
    const replay = await create(api, 'k1', 'once');
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.headers.get('location')).toBe(created[0]?.headers.get('location'));
    expect(replay.body).toEqual(created[0]?.body);
  });

  test('422 for another content, a fresh start after a day, and per key', async () => {
    await create(api, 'k2', 'second');
    const other = await create(api, 'k2', 'third');
    expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
    expect((await create(await testApi(opened.store), 'k2', 'third')).status).toBe(201);
    api.clock.time += 24 * 60 * 60 * 1000;
    expect((await create(api, 'k2', 'fourth')).status).toBe(201);
  });

  test('a refused request may be sent again with the same key, a bad key is refused', async () => {
    expect((await create(api, 'k3', 'BAD')).status).toBe(400);
    expect((await create(api, 'k3', 'good')).status).toBe(201);
    expect((await create(api, 'k 4', 'x')).status).toBe(400);
    expect((await create(api, 'x'.repeat(256), 'x')).status).toBe(400);
  });
});

describe('rate limits', () => {
  test('headers count down, and 429 says when to come back', async () => {
    const limited = await testApi(opened.store, {
      settings: {
        limits: {
          ...unlimited,
          all: createRateLimiter({ name: 'default', perMinute: 3, burst: 1 }),
          heavy: createRateLimiter({ name: 'heavy', perMinute: 1, burst: 0 }),
        },
      },
    });
    const first = await limited.call('GET /projects');
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=4;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"default";r=3;t=(60|59)$/);
    const rest = [];
    for (let n = 0; n < 4; n++) rest.push(await limited.call('GET /projects'));
    expect(rest.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const refused = rest[3];
    expect(refused?.body.error).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: [{ code: 'rate' }],
    });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    // Another key has its own count.
    const key = await limited.keyFor();
    expect((await limited.call('GET /projects', undefined, { key })).status).toBe(200);
  });

  test('after thirty wrong keys in a minute an address is refused before its key is looked up', async () => {
    const limited = await testApi(opened.store, {
      settings: {
        addressOf: (request) =>
          clientOf(request, request.headers.get('x-test-address') ?? '', []).address,
        limits: {
          ...unlimited,
          wrongKeys: createFailureLimiter({ name: 'wrong-keys', perMinute: 30, burst: 0 }),
        },
      },
    });
    const from = (address: string, key?: string | null) =>
      limited.call('GET /projects', undefined, {
        ...(key === undefined ? {} : { key }),
        headers: { 'x-test-address': address },
      });
    const wrong = [];
    for (let count = 0; count < 100; count++) wrong.push(await from('192.0.2.1', newSecret()));
    const statuses = wrong.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.slice(30).every((status) => status === 429)).toBe(true);
    expect(Number(wrong[99]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('192.0.2.1')).status).toBe(429);
    // Another address is not held to it, and a request without a key guesses nothing.
    for (let count = 0; count < 40; count++)
      expect((await from('192.0.2.2', null)).status).toBe(401);
    expect((await from('192.0.2.2')).status).toBe(200);
    // Whoever has one IPv6 address has its whole network, and no other.
    for (let count = 0; count < 30; count++) await from(`2001:db8::${count}`, newSecret());
    expect((await from('2001:db8::ffff')).status).toBe(429);
    expect((await from('2001:db8:0:1::1')).status).toBe(200);
  });
});
