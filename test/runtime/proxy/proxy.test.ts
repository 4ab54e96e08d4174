import { rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Resolve } from '../../../pipeline/net/fetch.ts';
import { listen, type RunningServer } from '../../../runtime/listen.ts';
import { createProxy } from '../../../runtime/proxy/proxy.ts';
import { LiveSite } from '../../../runtime/site/live.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { type Echoed, type EchoServer, startEcho } from './echo-server.ts';

const inward: Readonly<Record<string, string>> = {
  'api.test': '127.0.0.1',
  'eu.api.test': '127.0.0.1',
  'acme.tenants.test': '127.0.0.1',
  'inward.test': '10.0.0.7',
  'metadata.test': '169.254.169.254',
};

/** Names as a hostile DNS server has them. */
const resolve = ((name: string, _: object, done: (...found: unknown[]) => void) => {
  const address = inward[name];
  if (address) done(null, [{ address, family: 4 }]);
  else done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
}) as unknown as Resolve;

const secret = 'docent_session=ours';

const dir = makeTempDir();
const out = makeTempDir();
let api: EchoServer;
let live: LiveSite;
let server: RunningServer;
let base = '';
let answer: (request: Echoed, response: ServerResponse) => boolean = () => false;
const log: string[] = [];

const operation = { responses: { 200: { description: 'Fine' } } };
const parameter = (name: string, place: string) => ({
  ...{ name, in: place, required: place === 'path' },
  schema: { type: 'string' },
});

beforeAll(async () => {
  api = await startEcho((request, response) => answer(request, response));
  const { port } = api;
  base = `http://api.test:${port}`;
  const region = { default: 'api', enum: ['api', 'eu.api'] };
  writeFiles(dir, {
    'docs.json': minimalConfig(['index', 'manual'], {
      api: { openapi: ['api.json', 'inward.json'], mdx: { server: base } },
    }),
    'index.mdx': '---\ntitle: Home\n---\n\nHello.\n',
    'manual.mdx':
      '---\ntitle: Manual\napi: POST /manual/{id}\n---\n\n<ParamField header="X-Manual" type="string">By hand.</ParamField>\n\n<Endpoint method="PATCH" path="/manual/{id}/state">Changes it.</Endpoint>\n',
    'api.json': {
      openapi: '3.1.0',
      info: { title: 'Echo', version: '1' },
      servers: [
        { url: `http://{region}.test:${port}/v1/`, variables: { region } },
        {
          url: `http://{tenant}.tenants.test:${port}/{stage}`,
          variables: { tenant: { default: 'acme' }, stage: { default: 'prod', enum: ['prod'] } },
        },
      ],
      security: [{ token: [] }, { key: [] }],
      paths: {
        '/users/{id}': {
          parameters: [parameter('id', 'path')],
          get: { ...operation, parameters: [parameter('X-Trace', 'header')] },
          head: operation,
          put: operation,
        },
        '/files': { post: operation },
        '/session': {
          get: {
            ...operation,
            security: [],
            parameters: [parameter('theme', 'cookie'), parameter('Host', 'header')],
          },
        },
        '/status': {
          get: { ...operation, servers: [{ url: `${base}/health` }] },
        },
      },
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer' },
          key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        },
      },
    },
    'inward.json': {
      openapi: '3.1.0',
      info: { title: 'Inward', version: '1' },
      servers: [
        'https://inward.test',
        'https://metadata.test/latest',
        'https://169.254.169.254/latest',
        'https://localhost',
        'https://2130706434',
        'https://0x7f000002',
        'https://017700000002',
        'https://[::1]',
        'https://[::ffff:127.0.0.1]',
        'https://[64:ff9b::7f00:1]',
        'https://intranet.local',
        `http://127.0.0.1:${port}`,
        'https://other.test:22',
        'https://{anything}',
        'https://*.example',
        'https://{anything}#.example.com',
        'https://{anything}.example:{port}',
      ].map((url) => ({
        url,
        ...(url.includes('{')
          ? { variables: { anything: { default: 'api.test' }, port: { default: '443' } } }
          : {}),
      })),
      paths: { '/meta-data': { get: operation } },
    },
  });
  const built = await buildSite(dir, out);
  if (!built.deployment) throw new Error(JSON.stringify(built.problems));
  live = new LiveSite(out, { interval: 60_000 });
  server = await start({});
});

async function start(more: { perMinute?: number; enabled?: boolean; timeout?: number }) {
  let ids = 0;
  const proxy = createProxy({
    enabled: true,
    policy: { allow: ['127.0.0.1/32'], plainHosts: Object.keys(inward).slice(0, 3), ports: [] },
    perMinute: 1000,
    newRequestId: () => `req_${ids++}`,
    log: (line) => log.push(line),
    resolve,
    ...more,
  });
  return listen(
    { site: live, version: '1', log: (line) => log.push(line), proxy },
    { host: '127.0.0.1', port: 0 },
  );
}

beforeEach(() => {
  answer = () => false;
  api.received.length = 0;
});

afterAll(async () => {
  live.close();
  await server.close();
  await api.close();
  for (const folder of [dir, out]) rmSync(folder, { recursive: true, force: true });
});

function send(
  target: string,
  { headers, at = server, ...init }: RequestInit & { at?: RunningServer } = {},
): Promise<Response> {
  return fetch(`${at.url}/_docent/proxy`, {
    ...init,
    headers: { 'x-docent-target': target, cookie: secret, ...headers },
  });
}

/** What a refused request says. */
async function refusal(response: Response): Promise<string> {
  expect(response.headers.get('x-docent-proxied')).toBeNull();
  const { error } = await response.json();
  expect(error.status).toBe(response.status);
  return `${response.status} ${error.message}`;
}

describe('a request of an operation', () => {
  test('is sent with its headers, and nothing of this site', async () => {
    const response = await send(`${base}/v1/users/a%2Fb?deep=1#part`, {
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
    const [request] = api.received;
    expect(request?.path).toBe('/v1/users/a%2Fb?deep=1');
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      ...['accept', 'accept-encoding', 'authorization', 'connection', 'host', 'user-agent'],
      'x-trace',
    ]);
    expect(request?.headers).toMatchObject({ authorization: 'Bearer reader', 'x-trace': '7' });
    expect(request?.headers.host).toBe(new URL(base).host);
  });

  test('is sent with its body and the type of it', async () => {
    const response = await send(`${base}/v1/users/1`, {
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
    await send(`${base}/v1/files`, { method: 'POST', body: form });
    expect(api.received[1]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(api.received[1]?.body.toString()).toContain('filename="a.txt"');
  });

  test.each([
    ['an allowed value of a variable', () => `http://eu.api.test:${api.port}/v1/users/1`],
    ['a tenant', () => `http://acme.tenants.test:${api.port}/prod/users/1`],
    ['its own server', () => `${base}/health/status`],
  ])('reaches the server of %s', async (_, target) => {
    expect((await send(target())).status).toBe(200);
  });

  test('may be described by hand', async () => {
    const response = await send(`${base}/manual/1`, {
      method: 'POST',
      headers: { 'x-docent-header-x-manual': 'yes' },
    });
    expect(await response.json()).toMatchObject({ headers: { 'x-manual': 'yes' } });
  });

  test('may be in the text of a page, as an Endpoint', async () => {
    const response = await send(`${base}/manual/1/state`, { method: 'PATCH', body: '{}' });
    expect(await response.json()).toMatchObject({ method: 'PATCH', path: '/manual/1/state' });
    expect((await send(`${base}/manual/1/state`, { method: 'DELETE' })).status).toBe(403);
  });

  test('keeps the cookies that it declares, and the status and headers of the answer', async () => {
    answer = (_, response) => {
      response.writeHead(418, {
        'set-cookie': ['evil=1', 'worse=2'],
        'x-rate': '9',
        'content-type': 'text/html',
      });
      response.end('<script>alert(1)</script>');
      return true;
    };
    const response = await send(`${base}/v1/session`, {
      headers: { 'x-docent-header-cookie': 'theme=dark' },
    });
    expect(api.received[0]?.headers.cookie).toBe('theme=dark');
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
    answer = (_, response) => {
      response.writeHead(method === 'PUT' ? 204 : 200).end();
      return true;
    };
    const response = await send(`${base}/v1/users/1`, { method });
    expect([response.status, await response.text()]).toEqual([method === 'PUT' ? 204 : 200, '']);
    expect(response.headers.get('x-docent-proxied')).toBe('1');
  });
});

describe('an answer', () => {
  test('arrives piece by piece', async () => {
    let end = () => {};
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      end = () => response.end('data: last\n\n');
      return true;
    };
    const response = await send(`${base}/v1/users/1`);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const text = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await text()).toBe('data: first\n\n');
    end();
    expect(await text()).toBe('data: last\n\n');
  });

  test('is decoded when the API compresses it anyway', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain'));
      return true;
    };
    const response = await send(`${base}/v1/users/1`);
    expect(await response.text()).toBe('plain');
    expect(response.headers.get('x-docent-header-content-encoding')).toBeNull();
  });

  test.each(['with a length', 'in pieces', 'as a compressed bomb'])(
    'of more than 5 MB is an error: %s',
    async (how) => {
      const huge = Buffer.alloc(6_000_000, 'a');
      answer = (_, response) => {
        if (how === 'as a compressed bomb') {
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(huge));
        } else if (how === 'in pieces') {
          response.writeHead(200).write(huge);
          response.end();
        } else response.writeHead(200, { 'content-length': huge.length }).end(huge);
        return true;
      };
      const response = await send(`${base}/v1/users/1`);
      if (how === 'with a length') {
        expect(await refusal(response)).toMatch(/^502 The answer of .* is larger than 5 MB\.$/);
      } else await expect(response.arrayBuffer()).rejects.toThrow();
    },
  );

  test('that takes too long is an error, before its headers and after', async () => {
    const quick = await start({ timeout: 300 });
    try {
      answer = () => true;
      expect(await refusal(await send(`${base}/v1/users/1`, { at: quick }))).toMatch(
        /^504 .* did not answer in time\.$/,
      );
      answer = (_, response) => {
        response.writeHead(200).write('slow');
        return true;
      };
      const response = await send(`${base}/v1/users/1`, { at: quick });
      await expect(response.text()).rejects.toThrow();
    } finally {
      await quick.close();
    }
  });

  test('with a redirect is the answer: nothing follows it', async () => {
    answer = (_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      return true;
    };
    const response = await send(`${base}/v1/users/1`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('x-docent-header-location')).toContain('169.254.169.254');
    expect(api.received).toHaveLength(1);
  });

  test('that is cut off is an error, and the next request is answered', async () => {
    answer = (_, response) => {
      response.socket?.destroy();
      return true;
    };
    expect(await refusal(await send(`${base}/v1/users/1`))).toMatch(/^502 .* can't be reached/);
    answer = () => false;
    expect((await send(`${base}/v1/users/1`)).status).toBe(200);
  });
});

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
    ['plain HTTP to an address', () => `http://127.0.0.1:${api.port}/meta-data`],
    ['another port that a description names', () => 'https://other.test:22/meta-data'],
    ['any host through a variable', () => 'https://evil.example/meta-data'],
    ['any address through a variable', () => 'https://[2606:4700::1111]/meta-data'],
    ['any domain through a variable', () => 'https://evil.example/meta-data'],
    ['any port through a variable', () => 'https://api.test.example:8443/meta-data'],
    ['another server', () => 'https://evil.example/v1/users/1'],
    ['another port', () => `http://api.test:${api.port + 1}/v1/users/1`],
    ['another scheme', () => `https://api.test:${api.port}/v1/users/1`],
    ['another value of a variable', () => `http://us.api.test:${api.port}/v1/users/1`],
    ['a tenant with a dot', () => `http://a.b.tenants.test:${api.port}/prod/users/1`],
    ['another stage', () => `http://acme.tenants.test:${api.port}/admin/users/1`],
    [
      'a host that only begins like it',
      () => `http://api.test.evil.example:${api.port}/v1/users/1`,
    ],
    ['a host with a dot at its end', () => `http://api.test.:${api.port}/v1/users/1`],
    ['a user name', () => `http://api.test:${api.port}@evil.example/v1/users/1`],
    ['a password', () => `http://a:b@api.test:${api.port}/v1/users/1`],
    ['another path', () => `${base}/v1/admin`],
    ['the path without that of its server', () => `${base}/users/1`],
    ['the server of another operation', () => `${base}/health/users/1`],
    ['a path below', () => `${base}/v1/users/1/keys`],
    ['an empty parameter', () => `${base}/v1/users/`],
    ['dots that lead up', () => `${base}/v1/users/../../status`],
    ['dots that lead to another operation', () => `${base}/v1/x/../users/1`],
    ['encoded dots', () => `${base}/v1/users/%2e%2e`],
    ['an encoded slash behind dots', () => `${base}/v1/users/..%2f..%2fadmin`],
    ['dots encoded twice', () => `${base}/v1/users/%252e%252e%252fadmin`],
    ['dots with a parameter', () => `${base}/v1/users/..;x=1`],
    ['overlong dots', () => `${base}/v1/users/%c0%ae%c0%ae%c0%afadmin`],
    ['a backslash', () => `${base}/v1/users\\1`],
    ['an encoded backslash', () => `${base}/v1/users/..%5cadmin`],
    ['a line break', () => `${base}/v1/users/1%0d%0aHost:%20evil`],
    ['another protocol', () => 'file:///etc/passwd'],
    ['a relative address', () => '//api.test/v1/users/1'],
    ['no address', () => 'users'],
    ['a very long address', () => `${base}/v1/users/1?${'a'.repeat(8200)}`],
  ];
  test.each(targets)('%s', async (_, target) => {
    const response = await send(target());
    expect(await refusal(response)).toMatch(/^(400|403|502) \S.*\.$/);
    expect(response.status).not.toBe(502);
    expect(api.received).toEqual([]);
  });

  test('what a name inside of the network leads to is not told', async () => {
    expect(await refusal(await send('https://inward.test/meta-data'))).toBe(
      '403 inward.test does not have a public address.',
    );
  });

  test.each(['DELETE', 'POST', 'OPTIONS', 'PATCH'])('the method %s', async (method) => {
    expect(await refusal(await send(`${base}/v1/users/1`, { method }))).toBe(
      `403 No operation of this site is ${method} /v1/users/1.`,
    );
    expect(api.received).toEqual([]);
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
    expect(await refusal(await send(`${base}/v1/users/1`, { headers }))).toBe(
      `400 This operation has no header "${name}".`,
    );
    expect(api.received).toEqual([]);
  });

  test('a header of a connection, although a description has it', async () => {
    const headers = { 'x-docent-header-host': 'evil' };
    expect((await send(`${base}/v1/session`, { headers })).status).toBe(400);
  });

  test('a cookie that the operation does not have', async () => {
    const headers = { 'x-docent-header-cookie': 'theme=dark; admin=1' };
    expect(await refusal(await send(`${base}/v1/session`, { headers }))).toBe(
      '400 This operation has no cookie "admin".',
    );
  });

  test('a body of more than 5 MB', async () => {
    const body = new Uint8Array(5 * 1024 * 1024 + 1);
    const response = await send(`${base}/v1/files`, { method: 'POST', body });
    expect(await refusal(response)).toMatch(/^413 /);
    expect(api.received).toEqual([]);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['a sandbox', { origin: 'null' }],
  ])('a page of %s', async (_, headers) => {
    expect(await refusal(await send(`${base}/v1/users/1`, { headers }))).toBe(
      '403 Only pages of this site may send requests through this server.',
    );
    expect(api.received).toEqual([]);
  });

  test('the question of a browser whether another site may', async () => {
    const response = await fetch(`${server.url}/_docent/proxy`, {
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
    const limited = await start({ perMinute: 2 });
    try {
      const states: number[] = [];
      for (let count = 0; count < 3; count += 1) {
        const response = await send(`${base}/v1/users/1`, { at: limited });
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
    answer = (_, response) => waiting.push(response) > 0;
    const sent = Array.from({ length: 6 }, () => send(`${base}/v1/users/1`));
    await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(6);
    expect(await refusal(await send(`${base}/v1/users/1`))).toMatch(/^503 /);
    for (const response of waiting) response.end();
    for (const response of await Promise.all(sent)) expect(await response.text()).toBe('');
    answer = () => false;
    await expect
      .poll(async () => (await send(`${base}/v1/users/1`)).status, { timeout: 10_000 })
      .toBe(200);
  });

  test('everything, once the operator has switched it off', async () => {
    const off = await start({ enabled: false });
    try {
      expect(await refusal(await send(`${base}/v1/users/1`, { at: off }))).toBe(
        '403 This server does not send requests to APIs.',
      );
      const note = await (await fetch(`${off.url}/_docent/runtime.json`)).json();
      expect(note.proxy).toBe(false);
    } finally {
      await off.close();
    }
  });
});

test('pages learn from the note that requests can be sent', async () => {
  expect(await (await fetch(`${server.url}/_docent/runtime.json`)).json()).toMatchObject({
    proxy: true,
  });
});

test('nothing unexpected was logged', () => {
  expect(log).toEqual([]);
});
