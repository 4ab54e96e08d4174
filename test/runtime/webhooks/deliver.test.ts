import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createGuardedAgent } from '../../../pipeline/net/fetch.ts';
import { deliver } from '../../../runtime/webhooks/deliver.ts';
import {
  type HookSink,
  type SinkAnswer,
  sinkCertificate,
  startHookSink,
} from '../../support/hook-sink.ts';

const policy = { allow: ['127.0.0.0/8', '::1/128'], plainHosts: ['localhost'], ports: [] };
let sink: HookSink;
afterEach(() => sink.close());

async function send(answer: SinkAnswer, total = 1000) {
  sink = await startHookSink(() => answer);
  const agent = createGuardedAgent(policy, { connectTimeout: 1000, ca: sinkCertificate });
  try {
    return await deliver(sink.url, {
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
      agent,
      policy,
      total,
    });
  } finally {
    await agent.destroy();
  }
}

test('an attempt reports status, time and the start of the answer', async () => {
  const attempt = await send({ status: 201, body: 'thanks' });
  expect(attempt).toMatchObject({ status: 201, responseBody: 'thanks' });
  expect(attempt.duration).toBeGreaterThanOrEqual(0);
  expect(sink.received[0]?.body).toBe('{"a":1}');
});

test('redirects are not followed', async () => {
  expect(
    (await send({ status: 302, headers: { location: 'https://localhost/other' } })).status,
  ).toBe(302);
  expect(sink.received).toHaveLength(1);
});

test('a receiver that hangs times out', async () => {
  expect(await send({ fault: 'hang' }, 200)).toMatchObject({ status: 0, error: 'timeout' });
});

test('a receiver that cuts the connection is a failure with the reason', async () => {
  const attempt = await send({ fault: 'reset' });
  expect(attempt.status).toBe(0);
  expect(attempt.error).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
});

test('4 kB of a giant answer are kept, whole characters only', async () => {
  const attempt = await send({ body: 'é'.repeat(3_000_000) }, 5000);
  expect(attempt.status).toBe(200);
  expect(Buffer.byteLength(attempt.responseBody)).toBeLessThanOrEqual(4096);
  expect(attempt.responseBody).toMatch(/^é+$/);
});

test('a compressed bomb stays compressed', async () => {
  const attempt = await send({
    body: gzipSync(Buffer.alloc(50_000_000)),
    headers: { 'content-encoding': 'gzip' },
  });
  expect(attempt.status).toBe(200);
  expect(attempt.responseBody.length).toBeLessThanOrEqual(4096);
});

test('Retry-After is handed on', async () => {
  expect((await send({ status: 503, headers: { 'retry-after': '7' } })).retryAfter).toBe('7');
});

test('an address that the operator does not allow is blocked before any connection', async () => {
  sink = await startHookSink();
  const closed = { allow: [], plainHosts: [], ports: [sink.port] };
  const agent = createGuardedAgent(closed, { connectTimeout: 1000, ca: sinkCertificate });
  const attempt = await deliver(`https://127.0.0.1:${sink.port}/`, {
    headers: {},
    body: '',
    agent,
    policy: closed,
  });
  await agent.destroy();
  expect(attempt.error).toContain('blocked_ip');
  expect(sink.connections()).toBe(0);
});
