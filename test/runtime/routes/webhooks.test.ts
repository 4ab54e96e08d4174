import type { LookupAddress, LookupOptions } from 'node:dns';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verify } from '../../../packages/webhooks/verify.ts';
import type { Resolve } from '../../../pipeline/net/fetch.ts';
import { createRateLimiter } from '../../../runtime/http/rate-limit.ts';
import { createVault } from '../../../runtime/secrets/vault.ts';
import { emit } from '../../../runtime/webhooks/outbox.ts';
import { openWebhooks, type Webhooks } from '../../../runtime/webhooks/service.ts';
import { eventTypes, samplePayload } from '../../../schema/events.ts';
import {
  type HookSink,
  type SinkAnswer,
  sinkCertificate,
  startHookSink,
} from '../../support/hook-sink.ts';
import { eachStore, type TestStore } from '../store/each-store.ts';
import { newId, noon } from '../store/world.ts';
import { type TestApi, testApi } from './test-api.ts';

/** Every public name is at a public address, `inside.example.com` is not. */
const resolve = ((
  host: string,
  options: LookupOptions,
  done: (e: Error | null, a: LookupAddress[]) => void,
) => {
  const address =
    host === 'inside.example.com'
      ? '10.0.0.7'
      : host === 'localhost'
        ? '127.0.0.1'
        : '93.184.216.34';
  setImmediate(() =>
    options.all ? done(null, [{ address, family: 4 }]) : done(new Error('all expected'), []),
  );
}) as unknown as Resolve;

eachStore('webhooks', (open) => {
  let opened: TestStore;
  let api: TestApi;
  let sink: HookSink;
  let answer: SinkAnswer;
  let webhooks: Webhooks;
  let project: string;
  let hooks: string;

  beforeAll(async () => {
    opened = await open();
    sink = await startHookSink(() => answer);
  });
  beforeEach(async () => {
    answer = {};
    await start();
  });
  afterAll(async () => {
    await sink.close();
    await opened.drop();
  });

  async function start(plan?: string, attemptTimeout = 10_000) {
    webhooks = openWebhooks({
      store: opened.store,
      vault: createVault(Buffer.alloc(32, 7)),
      policy: { allow: ['127.0.0.0/8'], plainHosts: ['localhost'], ports: [] },
      service: 'Docent',
      testLimit: createRateLimiter({ name: 'webhook-test', perMinute: 10, burst: 0 }),
      log: () => {},
      now: () => api?.clock.time ?? noon,
      newId,
      attemptTimeout,
      ca: sinkCertificate,
      resolve,
    });
    api = await testApi(opened.store, { webhooks, ...(plan === undefined ? {} : { plan }) });
    project = await api.site();
    hooks = `/projects/${project}/webhooks`;
  }
  let made = 0;
  const add = (more: Record<string, unknown> = {}) =>
    api.call(`POST ${hooks}`, {
      url: `https://example.com/${made++}`,
      events: ['page.updated'],
      ...more,
    });

  test('Create gives the listed fields with the whole secret, List masks it', async () => {
    const { status, body, headers } = await add({
      description: 'd',
      events: ['page.updated', 'page.updated', 'page.created'],
    });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^whk_/),
      url: expect.stringContaining('https://example.com/'),
      events: ['page.updated', 'page.created'],
      description: 'd',
      active: true,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      standardSecret: body.data.secret,
      createdAt: '2026-03-15T12:00:00.000Z',
    });
    expect(headers.get('location')).toBe(`/api/v1${hooks}/${body.data.id}`);
    const [listed] = (await api.call(`GET ${hooks}`)).body.data;
    expect(listed).toMatchObject({
      id: body.data.id,
      secret: `whsec_****${body.data.secret.slice(-4)}`,
      lastDelivery: null,
      disabledReason: null,
    });
  });

  test('a secret of its own is kept, and masked without the prefix', async () => {
    const { body } = await add({ secret: 'a secret of my own' });
    expect(body.data.secret).toBe('a secret of my own');
    const standard = `whsec_${btoa('a secret of my own')}`;
    expect(body.data.standardSecret).toBe(standard);
    expect((await api.call(`GET ${hooks}`)).text).not.toContain(standard);
    expect((await api.call(`GET ${hooks}`)).body.data[0].secret).toBe('**** own');
    const row = await opened.store.db
      .selectFrom('webhooks')
      .select('secret')
      .where('id', '=', body.data.id)
      .executeTakeFirst();
    expect(row?.secret).not.toContain('secret');
  });

  test.each([
    ['no URL', { url: undefined }],
    ['no events', { events: undefined }],
    ['an empty list of events', { events: [] }],
    ['an unknown event', { events: ['page.exploded'] }],
    ['a wildcard', { events: ['page.*'] }],
    ['the ping', { events: ['test.ping'] }],
    ['plain http', { url: 'http://example.com/' }],
    ['a port', { url: 'https://example.com:8080/' }],
    ['credentials', { url: 'https://a:b@example.com/' }],
    ['an inner address', { url: 'https://10.0.0.1/' }],
    ['a name that leads inside', { url: 'https://inside.example.com/' }],
    ['no URL at all', { url: 'hello' }],
    ['a long description', { description: 'x'.repeat(201) }],
    ['a short secret', { secret: 'short' }],
    ['a secret beyond ASCII', { secret: 'ein geheimes Wörtchen' }],
    ['an unknown field', { colour: 'red' }],
  ])('%s is refused with 400', async (_what, more) => {
    const { status, body } = await add(more);
    expect(status).toBe(400);
    expect(body.error.code).toBe('VALIDATION_ERROR');
    expect(body.error.details.length).toBeGreaterThan(0);
  });

  test('the same URL a second time is refused, however it is written', async () => {
    await add({ url: 'https://example.com/same' });
    for (const url of [
      'https://example.com/same',
      'https://EXAMPLE.com:443/same#x',
      'https://example.com/a/../same',
    ]) {
      const { status, body } = await add({ url });
      expect([status, body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    }
    expect((await add({ url: 'https://example.com/same?x=1' })).status).toBe(201);
  });

  test('of many that get the same URL at the same moment, one has it', async () => {
    const made: string[] = [];
    for (let number = 0; number < 8; number++) made.push((await add()).body.data.id);
    // The first round opens the connections to the database.
    for (const round of [1, 2, 3]) {
      const url = `https://example.com/wanted/${round}`;
      const answers = await Promise.all([
        ...made.map((id) => api.call(`PATCH ${hooks}/${id}`, { url })),
        add({ url }),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses[0]).toBeLessThan(300);
      expect(new Set(statuses.slice(1))).toEqual(new Set([409]));
    }
  });

  test('Update changes what is given and answers the listed fields only', async () => {
    const { id } = (await add()).body.data;
    api.clock.time += 1000;
    const { body } = await api.call(`PATCH ${hooks}/${id}`, {
      events: ['page.deleted'],
      active: false,
    });
    expect(body.data).toEqual({
      id,
      url: expect.any(String),
      events: ['page.deleted'],
      active: false,
      updatedAt: '2026-03-15T12:00:01.000Z',
    });
    expect((await api.call(`PATCH ${hooks}/${id}`, { secret: 'x'.repeat(20) })).status).toBe(400);
    expect((await api.call(`PATCH ${hooks}/whk_none`, { active: true })).status).toBe(404);
  });

  test('Delete removes it once', async () => {
    const { id } = (await add()).body.data;
    expect((await api.call(`DELETE ${hooks}/${id}`)).body.data).toEqual({ deleted: true, id });
    expect((await api.call(`DELETE ${hooks}/${id}`)).status).toBe(404);
  });

  test.each([
    ['free', 2],
    ['starter', 5],
  ])('the %s plan allows %i webhooks of a project', async (plan, limit) => {
    await start(plan);
    for (let i = 0; i < limit; i++) expect((await add()).status).toBe(201);
    const { status, body } = await add();
    expect([status, body.error.code, body.error.details[0].code]).toEqual([
      429,
      'LIMIT_EXCEEDED',
      'webhooks',
    ]);
  });

  test("another project's webhook is answered as one that does not exist", async () => {
    const { id } = (await add()).body.data;
    const other = `/projects/${await api.site()}/webhooks`;
    for (const line of [
      'PATCH',
      'DELETE',
      'GET :/deliveries',
      'POST :/rotate-secret',
      'POST :/test',
    ]) {
      const [method, tail = ''] = line.split(' :');
      const body = method === 'PATCH' || tail === '/test' ? {} : undefined;
      const ask = async (which: string) => {
        const { status, body: answer } = await api.call(`${method} ${other}/${which}${tail}`, body);
        return [status, answer.error.code, answer.error.message];
      };
      expect(await ask(id), line).toEqual([404, 'NOT_FOUND', 'Webhook not found.']);
      expect(await ask(id)).toEqual(await ask('whk_00000000000000000000000000'));
    }
  });

  test('a key that may only read sees no webhook', async () => {
    const key = await api.keyFor({ scopes: ['projects:read'] });
    const { status, body } = await api.call(`GET ${hooks}`, undefined, { key });
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  describe('Send Test Event', () => {
    const create = async (more: Record<string, unknown> = {}) =>
      (await add({ url: `${sink.url}/${made++}`, ...more })).body.data;
    const tested = async (id: string, body: unknown = {}) =>
      (await api.call(`POST ${hooks}/${id}/test`, body)).body;

    test('sends a signed sample of the first subscribed event', async () => {
      const { id, secret } = await create({ events: ['page.deleted', 'page.updated'] });
      answer = { status: 202, body: 'ok' };
      const { data } = await tested(id);
      expect(data).toEqual({
        delivered: true,
        statusCode: 202,
        duration: expect.any(Number),
        responseBody: 'ok',
        event: 'page.deleted',
      });
      const request = sink.received.at(-1);
      expect(request?.headers['x-docent-test']).toBe('true');
      const { event } = verify(request?.body ?? '', request?.headers ?? {}, secret, {
        now: () => noon,
      });
      expect(event).toMatchObject({
        type: 'page.deleted',
        projectId: project,
        data: samplePayload('page.deleted'),
      });
    });

    test('sends what a receiver must refuse when asked for it', async () => {
      const { id, secret } = await create();
      const genuine = () => {
        const request = sink.received.at(-1);
        verify(request?.body ?? '', request?.headers ?? {}, secret, { now: () => noon });
      };
      answer = { status: 401, body: '' };
      await tested(id, { fault: 'signature' });
      expect(genuine).toThrow(/signature/i);
      const { data } = await tested(id, { fault: 'age' });
      expect(genuine).toThrow(/timestamp/i);
      expect(data).toMatchObject({ delivered: false, statusCode: 401 });
      await tested(id);
      expect(genuine).not.toThrow();
      expect((await tested(id, { fault: 'other' })).error.code).toBe('VALIDATION_ERROR');
    });

    test('sends the ping when asked for it', async () => {
      const { id } = await create();
      expect((await tested(id, { event: 'test.ping' })).data.event).toBe('test.ping');
      expect(JSON.parse(sink.received.at(-1)?.body ?? '').data).toEqual({
        webhookId: id,
        message: 'ping',
      });
      expect((await tested(id, { event: 'page.exploded' })).error.code).toBe('VALIDATION_ERROR');
    });

    test('tells what went wrong, and counts nothing', async () => {
      const { id } = await create();
      answer = { status: 500, body: 'x'.repeat(10_000) };
      const { data } = await tested(id);
      expect(data).toMatchObject({
        delivered: false,
        statusCode: 500,
        error: expect.stringContaining('500'),
      });
      expect(data.responseBody).toHaveLength(4096);
      answer = { fault: 'reset' };
      expect((await tested(id)).data).toMatchObject({
        delivered: false,
        statusCode: 0,
        responseBody: '',
      });
      const listed = (await api.call(`GET ${hooks}`)).body.data.find(
        (hook: { id: string }) => hook.id === id,
      );
      expect(listed).toMatchObject({ active: true, lastDelivery: null });
    });

    test('signs with both secrets while one replaces the other, as deliveries do', async () => {
      const { id, secret } = await create();
      const rotated = (await api.call(`POST ${hooks}/${id}/rotate-secret`)).body.data;
      expect((await tested(id)).data.delivered).toBe(true);
      const { body = '', headers = {} } = sink.received.at(-1) ?? {};
      for (const key of [rotated.secret, secret]) {
        expect(verify(body, headers, key, { now: () => noon }).eventType).toBe('page.updated');
      }
      await tested(id, { fault: 'signature' });
      expect(sink.received.at(-1)?.headers['x-docent-signature']).not.toContain(',');
      api.clock.time += 24 * 60 * 60 * 1000;
      await tested(id);
      expect(sink.received.at(-1)?.headers['x-docent-signature']).not.toContain(',');
    });

    test('waits for an answer as long as a delivery does', async () => {
      await start(undefined, 300);
      const { id } = await create();
      answer = { fault: 'hang' };
      const { data } = await tested(id);
      expect(data).toMatchObject({ delivered: false, statusCode: 0, error: 'timeout' });
      expect(data.duration).toBeLessThan(9_000);
    });

    test('works on an inactive webhook, ten times a minute', async () => {
      const { id } = await create({ active: false });
      for (let i = 0; i < 10; i++) expect((await tested(id)).data.delivered).toBe(true);
      expect((await tested(id)).error.code).toBe('LIMIT_EXCEEDED');
    });
  });

  test('the log shows deliveries with their attempts; they can be sent again', async () => {
    const { id } = (await add({ url: `${sink.url}/log`, events: ['page.created'] })).body.data;
    answer = { status: 500, body: 'no' };
    await opened.store.transaction((trx) =>
      emit(trx, {
        orgId: api.orgId,
        projectId: project,
        newId,
        now: noon,
        events: [
          {
            id: newId('evt'),
            type: 'page.created',
            timestamp: noon,
            data: { pagePath: 'a', pageTitle: 'A', deploymentId: 'd' },
          },
        ],
      }),
    );
    const log = `${hooks}/${id}/deliveries`;
    const attempts = async () => {
      const [entry] = (await api.call(`GET ${log}`)).body.data;
      return (await api.call(`GET ${log}/${entry.id}`)).body.data;
    };
    webhooks.wake();
    await expect.poll(async () => (await attempts()).attempts.length).toBe(1);
    const failed = await attempts();
    expect(failed).toMatchObject({
      event: 'page.created',
      status: 'pending',
      finishedAt: null,
      envelope: { type: 'page.created', data: { pagePath: 'a' } },
      attempts: [{ number: 1, statusCode: 500, responseBody: 'no', error: null }],
      ...{ attemptCount: 1, lastStatusCode: 500 },
      request: { method: 'POST', url: `${sink.url}/log` },
    });
    // What arrived, but for the signatures, and what the connection adds.
    const sent = sink.received.at(-1)?.headers ?? {};
    const { headers } = failed.request;
    expect(Object.keys(headers)).toContain('x-docent-signature');
    for (const [name, value] of Object.entries(headers)) {
      expect([name, value]).toEqual([name, name.includes('signature') ? '****' : sent[name]]);
    }
    answer = {};
    expect((await api.call(`POST ${log}/${failed.id}/redeliver`)).body.data).toEqual({
      deliveries: 1,
    });
    await expect.poll(async () => (await attempts()).status).toBe('delivered');
    const [listed] = (await api.call(`GET ${log}`)).body.data;
    expect(listed).toMatchObject({ attemptCount: 2, lastStatusCode: 200 });
    expect((await api.call(`POST ${log}/dlv_none/redeliver`)).status).toBe(404);
    expect(
      (await api.call(`POST ${hooks}/${id}/replay`, { from: '2026-03-15T00:00:00Z' })).body.data,
    ).toEqual({ deliveries: 0 });
    expect((await api.call(`GET ${log}?status=failed`)).body.meta.total).toBe(0);
  });

  test('a new secret signs together with the old one for a day', async () => {
    const { id, secret } = (await add({ url: `${sink.url}/rotate` })).body.data;
    const { data } = (await api.call(`POST ${hooks}/${id}/rotate-secret`)).body;
    expect(data.secret).not.toBe(secret);
    expect(data.previousSecretExpiresAt).toBe('2026-03-16T12:00:00.000Z');
  });

  test('a used-up month refuses new webhooks, tests and what it left out', async () => {
    await start('free');
    const { id } = (await add()).body.data;
    await opened.store.db
      .insertInto('usage')
      .values({ org_id: api.orgId, meter: 'events', period: '2026-03-01', used: 1000 })
      .execute();
    for (const line of [`POST ${hooks}`, `POST ${hooks}/${id}/test`]) {
      const body = line.endsWith('test')
        ? {}
        : { url: 'https://example.com/late', events: ['page.updated'] };
      const { status, body: error, headers } = await api.call(line, body);
      expect([status, error.error.details[0].code]).toEqual([429, 'events']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await opened.store.transaction((trx) =>
      emit(trx, {
        ...{ orgId: api.orgId, projectId: project, newId, now: noon },
        events: [
          {
            ...{ id: newId('evt'), type: 'page.updated', timestamp: noon },
            data: { pagePath: 'a', pageTitle: 'A', deploymentId: 'd', diff: '' },
          },
        ],
      }),
    );
    const [skipped] = (await api.call(`GET ${hooks}/${id}/deliveries`)).body.data;
    expect(skipped.status).toBe('skipped_quota');
    for (const line of ['replay', `deliveries/${skipped.id}/redeliver`]) {
      const body = line === 'replay' ? { from: '2026-03-15T00:00:00Z' } : undefined;
      const { status, body: error } = await api.call(`POST ${hooks}/${id}/${line}`, body);
      expect([status, error.error?.details[0].code]).toEqual([429, 'events']);
    }
  });
});

test.each(eventTypes)('the sample of %s has a value for every field', (type) => {
  expect(Object.values(samplePayload(type))).not.toContain(undefined);
});
