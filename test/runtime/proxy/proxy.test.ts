import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openProxiedSite, type ProxiedSite } from './proxied-site.ts';

let site: ProxiedSite;

beforeAll(async () => {
  site = await openProxiedSite();
});

beforeEach(() => site.reset());

afterAll(() => site.close());

describe('a request of an operation', () => {
  test('is sent with its headers, and nothing of this site', async () => {
    const response = await site.send(`${site.base}/v1/users/a%2Fb?deep=1#part`, {
      headers: {
        'x-docent-header-authorization': 'Bearer reader',
        'x-docent-header-x-trace': '7',
        authorization: 'Bearer ours',
        referer: 'http://docs.test/page',
        'x-forwarded-for': '192.0.2.1',
      },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-docent-proxied')).toBe('1');
    expect(response.headers.get('x-docent-header-content-type')).toBe('application/json');
    const [request] = site.api.received;
    expect(request?.path).toBe('/v1/users/a%2Fb?deep=1');
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      ...['accept', 'accept-encoding', 'authorization', 'connection', 'host', 'user-agent'],
      'x-trace',
    ]);
    expect(request?.headers).toMatchObject({ authorization: 'Bearer reader', 'x-trace': '7' });
    expect(request?.headers.host).toBe(new URL(site.base).host);
  });

  test('is sent with its body and the type of it', async () => {
    const response = await site.send(`${site.base}/v1/users/1`, {
      method: 'PUT',
      headers: { 'x-docent-header-content-type': 'application/json' },
      body: '{"name":"Ada"}',
    });
    expect(await response.json()).toMatchObject({
      body: '{"name":"Ada"}',
      headers: { 'content-type': 'application/json', 'content-length': '14' },
    });
    const form = new FormData();
    form.set('file', new Blob(['bytes']), 'a.txt');
    await site.send(`${site.base}/v1/files`, { method: 'POST', body: form });
    expect(site.api.received[1]?.headers['content-type']).toMatch(
      /^multipart\/form-data; boundary=/,
    );
    expect(site.api.received[1]?.body.toString()).toContain('filename="a.txt"');
  });

  test.each([
    ['an allowed value of a variable', () => `http://eu.api.test:${site.api.port}/v1/users/1`],
    ['a tenant', () => `http://acme.tenants.test:${site.api.port}/prod/users/1`],
    ['its own server', () => `${site.base}/health/status`],
  ])('reaches the server of %s', async (_, target) => {
    expect((await site.send(target())).status).toBe(200);
  });

  test('may be described by hand', async () => {
    const response = await site.send(`${site.base}/manual/1`, {
      method: 'POST',
      headers: { 'x-docent-header-x-manual': 'yes' },
    });
    expect(await response.json()).toMatchObject({ headers: { 'x-manual': 'yes' } });
  });

  test('may be in the text of a page, as an Endpoint', async () => {
    const response = await site.send(`${site.base}/manual/1/state`, {
      method: 'PATCH',
      body: '{}',
    });
    expect(await response.json()).toMatchObject({ method: 'PATCH', path: '/manual/1/state' });
    expect((await site.send(`${site.base}/manual/1/state`, { method: 'DELETE' })).status).toBe(403);
  });

  test('keeps the cookies that it declares, and the status and headers of the answer', async () => {
    site.answerWith((_, response) => {
      response.writeHead(418, {
        'set-cookie': ['evil=1', 'worse=2'],
        'x-rate': '9',
        'content-type': 'text/html',
      });
      response.end('<script>alert(1)</script>');
      return true;
    });
    const response = await site.send(`${site.base}/v1/session`, {
      headers: { 'x-docent-header-cookie': 'theme=dark' },
    });
    expect(site.api.received[0]?.headers.cookie).toBe('theme=dark');
    expect(response.status).toBe(418);
    expect(response.headers.getSetCookie()).toEqual([]);
    const headers = Object.fromEntries(response.headers);
    expect(Object.keys(headers).filter((name) => name.includes('cookie'))).toEqual([]);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'x-docent-header-content-type': 'text/html',
      'x-docent-header-x-rate': '9',
    });
  });

  test.each(['HEAD', 'PUT'])('may have an answer without a body: %s', async (method) => {
    site.answerWith((_, response) => {
      response.writeHead(method === 'PUT' ? 204 : 200).end();
      return true;
    });
    const response = await site.send(`${site.base}/v1/users/1`, { method });
    expect([response.status, await response.text()]).toEqual([method === 'PUT' ? 204 : 200, '']);
    expect(response.headers.get('x-docent-proxied')).toBe('1');
  });
});

test('pages learn from the note that requests can be sent', async () => {
  expect(await (await fetch(`${site.server.url}/_docent/runtime.json`)).json()).toMatchObject({
    proxy: true,
  });
});

test('nothing unexpected was logged', () => {
  expect(site.log).toEqual([]);
});
