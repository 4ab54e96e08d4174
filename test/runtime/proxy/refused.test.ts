import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openProxiedSite, type ProxiedSite, refusal } from './proxied-site.ts';

let site: ProxiedSite;

beforeAll(async () => {
  site = await openProxiedSite();
});

beforeEach(() => site.reset());

afterAll(() => site.close());

describe('refused', () => {
  const targets: readonly (readonly [string, () => string])[] = [
    ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data'],
    [
      'the same over https, which a description names',
      () => 'https://169.254.169.254/latest/meta-data',
    ],
    ['a name that leads there', () => 'https://metadata.test/latest/meta-data'],
    ['a name that leads into a private network', () => 'https://inward.test/meta-data'],
    ['localhost, which a description names', () => 'https://localhost/meta-data'],
    ['loopback as a number', () => 'https://2130706434/meta-data'],
    ['loopback in hexadecimal', () => 'https://0x7f000002/meta-data'],
    ['loopback in octal', () => 'https://017700000002/meta-data'],
    ['loopback in IPv6', () => 'https://[::1]/meta-data'],
    ['loopback mapped into IPv6', () => 'https://[::ffff:127.0.0.1]/meta-data'],
    ['loopback translated into IPv6', () => 'https://[64:ff9b::7f00:1]/meta-data'],
    ['a local name', () => 'https://intranet.local/meta-data'],
    ['plain HTTP to an address', () => `http://127.0.0.1:${site.api.port}/meta-data`],
    ['another port that a description names', () => 'https://other.test:22/meta-data'],
    ['any host through a variable', () => 'https://evil.example/meta-data'],
    ['any address through a variable', () => 'https://[2606:4700::1111]/meta-data'],
    ['any domain through a variable', () => 'https://evil.example/meta-data'],
    ['any port through a variable', () => 'https://api.test.example:8443/meta-data'],
    ['another server', () => 'https://evil.example/v1/users/1'],
    ['another port', () => `http://api.test:${site.api.port + 1}/v1/users/1`],
    ['another scheme', () => `https://api.test:${site.api.port}/v1/users/1`],
    ['another value of a variable', () => `http://us.api.test:${site.api.port}/v1/users/1`],
    ['a tenant with a dot', () => `http://a.b.tenants.test:${site.api.port}/prod/users/1`],
    ['another stage', () => `http://acme.tenants.test:${site.api.port}/admin/users/1`],
    [
      'a host that only begins like it',
      () => `http://api.test.evil.example:${site.api.port}/v1/users/1`,
    ],
    ['a host with a dot at its end', () => `http://api.test.:${site.api.port}/v1/users/1`],
    ['a user name', () => `http://api.test:${site.api.port}@evil.example/v1/users/1`],
    ['a password', () => `http://a:b@api.test:${site.api.port}/v1/users/1`],
    ['another path', () => `${site.base}/v1/admin`],
    ['the path without that of its server', () => `${site.base}/users/1`],
    ['the server of another operation', () => `${site.base}/health/users/1`],
    ['a path below', () => `${site.base}/v1/users/1/keys`],
    ['an empty parameter', () => `${site.base}/v1/users/`],
    ['dots that lead up', () => `${site.base}/v1/users/../../status`],
    ['dots that lead to another operation', () => `${site.base}/v1/x/../users/1`],
    ['encoded dots', () => `${site.base}/v1/users/%2e%2e`],
    ['an encoded slash behind dots', () => `${site.base}/v1/users/..%2f..%2fadmin`],
    ['dots encoded twice', () => `${site.base}/v1/users/%252e%252e%252fadmin`],
    ['dots with a parameter', () => `${site.base}/v1/users/..;x=1`],
    ['overlong dots', () => `${site.base}/v1/users/%c0%ae%c0%ae%c0%afadmin`],
    ['a backslash', () => `${site.base}/v1/users\\1`],
    ['an encoded backslash', () => `${site.base}/v1/users/..%5cadmin`],
    ['a line break', () => `${site.base}/v1/users/1%0d%0aHost:%20evil`],
    ['another protocol', () => 'file:///etc/passwd'],
    ['a relative address', () => '//api.test/v1/users/1'],
    ['no address', () => 'users'],
    ['a very long address', () => `${site.base}/v1/users/1?${'a'.repeat(8200)}`],
  ];
  test.each(targets)('%s', async (_, target) => {
    const response = await site.send(target());
    expect(await refusal(response)).toMatch(/^(400|403|502) \S.*\.$/);
    expect(response.status).not.toBe(502);
    expect(site.api.received).toEqual([]);
  });

  test('what a name inside of the network leads to is not told', async () => {
    expect(await refusal(await site.send('https://inward.test/meta-data'))).toBe(
      '403 inward.test does not have a public address.',
    );
  });

  test.each(['DELETE', 'POST', 'OPTIONS', 'PATCH'])('the method %s', async (method) => {
    expect(await refusal(await site.send(`${site.base}/v1/users/1`, { method }))).toBe(
      `403 No operation of this site is ${method} /v1/users/1.`,
    );
    expect(site.api.received).toEqual([]);
  });

  test.each([
    'host',
    'connection',
    'transfer-encoding',
    'content-length',
    'proxy-authorization',
    'x-forwarded-for',
    'x-docent-target',
    'x-other',
    'cookie',
    'origin',
    'upgrade',
  ])('the header %s', async (name) => {
    const headers = { [`x-docent-header-${name}`]: 'evil' };
    expect(await refusal(await site.send(`${site.base}/v1/users/1`, { headers }))).toBe(
      `400 This operation has no header "${name}".`,
    );
    expect(site.api.received).toEqual([]);
  });

  test('a header of a connection, although a description has it', async () => {
    const headers = { 'x-docent-header-host': 'evil' };
    expect((await site.send(`${site.base}/v1/session`, { headers })).status).toBe(400);
  });

  test('a cookie that the operation does not have', async () => {
    const headers = { 'x-docent-header-cookie': 'theme=dark; admin=1' };
    expect(await refusal(await site.send(`${site.base}/v1/session`, { headers }))).toBe(
      '400 This operation has no cookie "admin".',
    );
  });

  test('a body of more than 5 MB', async () => {
    const body = new Uint8Array(5 * 1024 * 1024 + 1);
    const response = await site.send(`${site.base}/v1/files`, { method: 'POST', body });
    expect(await refusal(response)).toMatch(/^413 /);
    expect(site.api.received).toEqual([]);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['a sandbox', { origin: 'null' }],
  ])('a page of %s', async (_, headers) => {
    expect(await refusal(await site.send(`${site.base}/v1/users/1`, { headers }))).toBe(
      '403 Only pages of this site may send requests through this server.',
    );
    expect(site.api.received).toEqual([]);
  });

  test('the question of a browser whether another site may', async () => {
    const response = await fetch(`${site.server.url}/_docent/proxy`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-docent-target',
      },
    });
    expect(response.status).toBe(403);
    const allowed = [...response.headers.keys()].filter((name) =>
      name.startsWith('access-control'),
    );
    expect(allowed).toEqual([]);
  });

  test('more requests of an address than allowed', async () => {
    const limited = await site.start({ perMinute: 2 });
    try {
      const states: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        const response = await site.send(`${site.base}/v1/users/1`, { at: limited });
        states.push(response.status);
        if (response.status === 429) expect(response.headers.get('retry-after')).not.toBeNull();
      }
      expect(states).toEqual([200, 200, 429]);
    } finally {
      await limited.close();
    }
  });

  test('more requests at the same time than allowed', async () => {
    const waiting: ServerResponse[] = [];
    site.answerWith((_, response) => waiting.push(response) > 0);
    const sent = Array.from({ length: 6 }, () => site.send(`${site.base}/v1/users/1`));
    await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(6);
    expect(await refusal(await site.send(`${site.base}/v1/users/1`))).toMatch(/^503 /);
    for (const response of waiting) response.end();
    for (const response of await Promise.all(sent)) expect(await response.text()).toBe('');
    site.answerWith(() => false);
    await expect
      .poll(async () => (await site.send(`${site.base}/v1/users/1`)).status, { timeout: 10_000 })
      .toBe(200);
  });

  test('everything, once the operator has switched it off', async () => {
    const off = await site.start({ enabled: false });
    try {
      expect(await refusal(await site.send(`${site.base}/v1/users/1`, { at: off }))).toBe(
        '403 This server does not send requests to APIs.',
      );
      const note = await (await fetch(`${off.url}/_docent/runtime.json`)).json();
      expect(note.proxy).toBe(false);
    } finally {
      await off.close();
    }
  });
});

test('nothing unexpected was logged', () => {
  expect(site.log).toEqual([]);
});
