import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../cli.ts';
import { type TriggerFlags, trigger } from '../../commands/trigger.ts';
import { verify } from '../../packages/webhooks/verify.ts';
import { eventSchemas, eventTypes } from '../../schema/events.ts';
import { validate } from '../../schema/validate.ts';
import { scriptedServer } from '../packages/scripted-server.ts';

let server: Awaited<ReturnType<typeof scriptedServer>>;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
beforeEach(async () => {
  server = await scriptedServer({ status: 200 });
});
afterEach(() => server.close());

async function run(event: string, flags: Partial<TriggerFlags>) {
  const out: string[] = [];
  const err: string[] = [];
  const to = {
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
    interactive: false,
  };
  const code = await trigger(event, { to: 'http://localhost:9', ...flags }, { to });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

test('a sample of each event arrives signed, as its schema says', async () => {
  for (const type of eventTypes) {
    const flags = { forward: server.baseUrl, secret };
    expect(await run(type, flags)).toMatchObject({ code: 0, err: '' });
    const seen = server.seen.at(-1);
    const { event, deliveryId } = verify(seen?.body ?? '', seen?.headers ?? {}, secret);
    expect(deliveryId).toMatch(/^dlv_/);
    expect(event.type).toBe(type);
    expect(validate(eventSchemas[type], event.data)).toEqual([]);
  }
});

test('the help names every event', async () => {
  const out: string[] = [];
  const to = { out: (text: string) => out.push(text), err: () => {}, interactive: false };
  expect(await main(['node', 'docent', 'trigger', '--help'], to)).toBe(0);
  for (const type of eventTypes) expect(out.join('\n')).toMatch(new RegExp(`\\b${type}\\b`));
});

test('without a secret, it signs with a new one, which it prints', async () => {
  const { err, out } = await run('page.created', { forward: server.baseUrl, json: true });
  const [printed = ''] = /whsec_\S+/.exec(err) ?? [];
  const seen = server.seen.at(-1);
  const { deliveryId } = verify(seen?.body ?? '', seen?.headers ?? {}, printed);
  expect(JSON.parse(out)).toMatchObject({ event: 'page.created', deliveryId, status: 200 });
});

test('a receiver that refuses or does not answer is a failure with its reason', async () => {
  const refusing = await scriptedServer({ status: 400 });
  const refused = await run('page.created', { forward: refusing.baseUrl, secret });
  await refusing.close();
  expect(refused.code).toBe(1);
  expect(refused.out).toMatch(/^\d\d:\d\d:\d\d {2}page\.created +400 {2}\d+ ms {2}evt_\w+$/);
  const absent = await run('page.created', { forward: refusing.baseUrl, secret });
  expect(absent.code).toBe(1);
  expect(absent.out).toContain('connection refused');
});

test('through a server, its webhook sends the sample', async () => {
  const page = { data: [{ id: 'prj_1', slug: 'docs' }], meta: {} };
  const result = { delivered: true, statusCode: 204, duration: 3, responseBody: '' };
  const api = await scriptedServer(
    { status: 200, body: page },
    { status: 200, body: { data: result } },
  );
  const flags = { to: api.baseUrl, key: 'k', webhook: 'whk_1' };
  expect(await run('page.deleted', flags)).toMatchObject({
    ...{ code: 0, out: 'page.deleted  204  3 ms' },
  });
  expect(api.seen.at(-1)).toMatchObject({
    line: 'POST /api/v1/projects/prj_1/webhooks/whk_1/test',
    body: '{"event":"page.deleted"}',
  });
  await api.close();
});

test('a mistake is explained in one sentence', async () => {
  const forward = server.baseUrl;
  const webhook = 'whk_1';
  const wrongKey = await scriptedServer({
    status: 401,
    body: { error: { code: 'AUTH_ERROR', message: 'Unknown key.', requestId: 'req_1' } },
  });
  const several = await scriptedServer({
    status: 200,
    body: {
      data: [
        { id: 'prj_1', slug: 'a' },
        { id: 'prj_2', slug: 'b' },
      ],
      meta: {},
    },
  });
  for (const [event, flags, words] of [
    ['page.moved', { forward }, /no event "page\.moved"\. Events: deployment\.started, /],
    ['page.created', {}, /Name a receiver/],
    ['page.created', { forward, webhook }, /Name a receiver/],
    ['page.created', { forward: 'localhost' }, /--forward is "localhost": expected an address/],
    ['page.created', { webhook }, /Set DOCENT_KEY/],
    ['page.created', { webhook, key: 'k', to: 'http://127.0.0.1:9' }, /Is the server running\?/],
    [
      'page.created',
      { webhook, key: 'k', to: wrongKey.baseUrl },
      /does not accept the key: Unknown/,
    ],
    ['page.created', { webhook, key: 'k', to: several.baseUrl }, /Choose one with --project: a, b/],
    ['page.created', { webhook, key: 'k', to: several.baseUrl, project: 'c' }, /no project "c"/],
  ] as const) {
    await expect(run(event, flags)).rejects.toThrow(words);
  }
  expect(server.seen).toEqual([]);
  await wrongKey.close();
  await several.close();
});
