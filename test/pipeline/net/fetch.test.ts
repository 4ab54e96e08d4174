import type { LookupAddress, LookupOptions } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchText, type Resolve, vetUrl } from '../../../pipeline/net/fetch.ts';
import { publicOnly } from '../../../schema/network.ts';
import { type HookSink, sinkCertificate, startHookSink } from '../../support/hook-sink.ts';

/** A resolver that returns the scripted answers in order, then repeats the last one. */
function scripted(...answers: readonly (readonly LookupAddress[])[]): Resolve & { calls: number } {
  const look = ((
    _host: string,
    _options: LookupOptions,
    done: (e: Error | null, a: readonly LookupAddress[]) => void,
  ) => {
    const answer = answers[Math.min(look.calls, answers.length - 1)] ?? [];
    look.calls++;
    setImmediate(() => done(null, answer));
  }) as unknown as Resolve & { calls: number };
  look.calls = 0;
  return look;
}

const v4 = (address: string): LookupAddress => ({ address, family: 4 });
const v6 = (address: string): LookupAddress => ({ address, family: 6 });

let canary: ReturnType<typeof createServer>;
let port = 0;
let touched = 0;

beforeAll(async () => {
  canary = createServer((socket) => {
    touched++;
    socket.destroy();
  });
  await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => canary.close());

const options = (resolve: Resolve) => ({
  policy: { ...publicOnly, ports: [port] },
  maxBytes: 1000,
  timeout: 2000,
  resolve,
});

describe('a host whose name leads inside', () => {
  test.each([
    ['loopback', [v4('127.0.0.1')]],
    ['loopback after a public one', [v4('93.184.216.34'), v4('127.0.0.1')]],
    ['mapped', [v6('::ffff:127.0.0.1')]],
    ['translated', [v6('64:ff9b::7f00:1')]],
    ['6to4', [v6('2002:7f00:1::')]],
    ['v6 loopback', [v6('::1')]],
    ['cloud metadata', [v4('169.254.169.254')]],
    ['a zone', [v6('fe80::1%lo')]],
  ])('is never connected to (%s)', async (_kind, answer) => {
    await expect(
      fetchText(`https://evil.example.com:${port}/`, options(scripted(answer))),
    ).rejects.toThrow();
    expect(touched).toBe(0);
  });

  test('is not connected to when it changes between check and connection', async () => {
    const rebinding = scripted([v4('93.184.216.34')], [v4('127.0.0.1')]);
    const policy = { ...publicOnly, ports: [port] };
    expect(await vetUrl(`https://evil.example.com:${port}/`, policy, rebinding)).toBeUndefined();
    await expect(
      fetchText(`https://evil.example.com:${port}/`, options(rebinding)),
    ).rejects.toThrow(/fetch failed/);
    expect(rebinding.calls).toBe(2);
    expect(touched).toBe(0);
  });
});

describe('a text on an allowed server', () => {
  let sink: HookSink;
  let answer = { status: 200, headers: {} as Record<string, string>, body: 'hello' };
  beforeAll(async () => {
    sink = await startHookSink(() => answer);
  });
  afterAll(() => sink.close());
  const reach = () => ({
    policy: { allow: ['127.0.0.0/8', '::1/128'], plainHosts: ['localhost'], ports: [] },
    maxBytes: 1000,
    timeout: 2000,
    ca: sinkCertificate,
  });

  test('is fetched', async () => {
    answer = { status: 200, headers: {}, body: 'hello' };
    expect(await fetchText(sink.url, reach())).toBe('hello');
  });

  test('may not be too large', async () => {
    answer = { status: 200, headers: {}, body: 'x'.repeat(1001) };
    await expect(fetchText(sink.url, reach())).rejects.toThrow('larger than 1000 bytes');
  });

  test('may not lead to a forbidden address by a redirect', async () => {
    answer = { status: 302, headers: { location: `https://169.254.169.254:${port}/` }, body: '' };
    await expect(fetchText(sink.url, reach())).rejects.toThrow(/not allowed|not public/);
  });

  test('may not redirect forever', async () => {
    answer = { status: 302, headers: { location: '/again' }, body: '' };
    await expect(fetchText(sink.url, reach())).rejects.toThrow('more than three times');
  });

  test('that is missing is an error that names its status', async () => {
    answer = { status: 404, headers: {}, body: '' };
    await expect(fetchText(sink.url, reach())).rejects.toThrow('answered 404');
  });
});

test('an unresolvable host is said to be so', async () => {
  expect(await vetUrl('https://nothing.invalid/', publicOnly)).toContain("can't be resolved");
});
