import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dev } from '../../../commands/dev.ts';
import type { Resolve } from '../../../pipeline/net/fetch.ts';
import { createApp } from '../../../runtime/app.ts';
import { createProxy } from '../../../runtime/proxy/proxy.ts';
import type { SiteAccess } from '../../../runtime/site/access.ts';
import { LiveSite } from '../../../runtime/site/live.ts';
import type { Terminal } from '../../../terminal.ts';
import { buildSite } from '../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../support/temp.ts';
import { type EchoServer, startEcho } from './echo-server.ts';

let api: EchoServer;
beforeAll(async () => {
  api = await startEcho();
});
afterAll(() => api.close());

const operation = { responses: { 200: { description: 'Fine' } } };

function description(server: string, paths: readonly string[]) {
  return {
    openapi: '3.1.0',
    info: { title: 'Echo', version: '1' },
    servers: [{ url: server }],
    paths: Object.fromEntries(paths.map((path) => [path, { get: operation }])),
  };
}

async function siteOf(files: Readonly<Record<string, unknown>>): Promise<LiveSite> {
  const out = tempDir();
  const built = await buildSite(writeFiles(tempDir(), files), out);
  if (!built.deployment) throw new Error(JSON.stringify(built.problems));
  const live = new LiveSite(out, { interval: 60_000 });
  onTestFinished(() => live.close());
  return live;
}

function proxy() {
  const here = (_: string, __: object, done: (...found: unknown[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  return createProxy({
    enabled: true,
    policy: { allow: ['127.0.0.1/32'], plainHosts: ['api.test', 'other.test'], ports: [] },
    perMinute: 1000,
    newRequestId: () => 'req_1',
    log: () => {},
    resolve: here as unknown as Resolve,
  });
}

test('an operation of a protected page needs the session and the group of its page', async () => {
  const server = `http://api.test:${api.port}`;
  const site = await siteOf({
    'docs.json': minimalConfig(['index'], {
      api: { openapi: { source: 'api.json', directory: 'api' } },
      auth: {
        enabled: true,
        publicPaths: ['/', 'api/open'],
        groups: { staff: { label: 'Staff', pages: ['api/staff'] } },
      },
    }),
    'index.mdx': '---\ntitle: Home\n---\n\nHello.\n',
    'api.json': description(server, ['/open', '/inside', '/staff']),
    'api/open.mdx': '---\nopenapi: GET /open\n---\n',
    'api/inside.mdx': '---\nopenapi: GET /inside\n---\n',
    'api/staff.mdx': '---\nopenapi: GET /staff\n---\n',
  });
  const access: SiteAccess = {
    answer: async () => undefined,
    sessionOf: async (request) => {
      const group = /group=(\w*)/.exec(request.headers.get('cookie') ?? '')?.[1];
      return group === undefined ? undefined : ({ groups: [group] } as never);
    },
  };
  const app = createApp({
    ...{ site, access, version: '1', log: () => {}, projectOf: () => 'prj_1', proxy: proxy() },
  });
  const states = (cookie: string) =>
    Promise.all(
      ['/open', '/inside', '/staff', '/none'].map(async (path) => {
        const headers = { 'x-docent-target': server + path, cookie };
        const response = await app.request('http://docs.test/_docent/proxy', { headers });
        expect(response.headers.has('x-docent-proxied')).toBe(response.status === 200);
        return response.status;
      }),
    );
  expect(await states('')).toEqual([200, 401, 401, 403]);
  expect(await states('group=partners')).toEqual([200, 200, 403, 403]);
  expect(await states('group=staff')).toEqual([200, 200, 200, 403]);
  expect(api.received.every(({ headers }) => headers.cookie === undefined)).toBe(true);
});

test('a site reaches its own servers, and not those of another site', async () => {
  const page = { 'index.mdx': '---\ntitle: Home\n---\n\nHello.\n' };
  const one = await siteOf({
    'docs.json': minimalConfig(['index'], { api: { openapi: 'api.json' } }),
    ...{ ...page, 'api.json': description(`http://api.test:${api.port}`, ['/users']) },
  });
  const other = await siteOf({
    'docs.json': minimalConfig(['index'], { api: { openapi: 'api.json' } }),
    ...{ ...page, 'api.json': description(`http://other.test:${api.port}`, ['/users']) },
  });
  const off = await siteOf({
    'docs.json': minimalConfig(['index'], {
      api: { openapi: 'api.json', playground: { proxy: false } },
    }),
    ...{ ...page, 'api.json': description(`http://api.test:${api.port}`, ['/users']) },
  });
  const app = createApp({
    ...{ site: one, version: '1', log: () => {}, proxy: proxy() },
    hosts: async (request) => {
      const { hostname } = new URL(request.url);
      return hostname === 'one.test' ? one : hostname === 'off.test' ? off : other;
    },
  });
  const ask = async (host: string, target: string) => {
    const headers = { 'x-docent-target': `http://${target}:${api.port}/users` };
    return (await app.request(`http://${host}/_docent/proxy`, { headers })).status;
  };
  expect(await ask('one.test', 'api.test')).toBe(200);
  expect(await ask('two.test', 'other.test')).toBe(200);
  expect(await ask('one.test', 'other.test')).toBe(403);
  expect(await ask('two.test', 'api.test')).toBe(403);
  expect(await ask('off.test', 'api.test')).toBe(403);
  const noteOf = async (host: string) =>
    (await app.request(`http://${host}/_docent/runtime.json`)).json();
  expect(await noteOf('one.test')).toMatchObject({ proxy: true });
  expect(await noteOf('off.test')).toMatchObject({ proxy: false });
});

describe('docent dev', () => {
  test('forwards to an API on this machine', async () => {
    const dir = writeFiles(tempDir(), {
      'docs.json': minimalConfig(['index'], { api: { openapi: 'api.json' } }),
      'index.mdx': '---\ntitle: Home\n---\n\nHello.\n',
      'api.json': description(`http://localhost:${api.port}/v1`, ['/users']),
    });
    const stop = new AbortController();
    const lines: string[] = [];
    const note = (line: string) => lines.push(line);
    const running = dev(
      dir,
      { out: `${tempDir()}/out`, port: 0, host: '127.0.0.1', editor: 'none' },
      {
        to: { out: note, err: note } as unknown as Terminal,
        version: '1',
        program: '',
        stop: stop.signal,
      },
    );
    try {
      const started = () => /http:\/\/\S+/.exec(lines.join('\n'))?.[0];
      await expect.poll(started, { timeout: 30_000 }).toBeDefined();
      const ask = (target: string) =>
        fetch(`${started()}/_docent/proxy`, { headers: { 'x-docent-target': target } });
      const wanted = `http://localhost:${api.port}/v1/users`;
      await expect.poll(async () => (await ask(wanted)).status, { timeout: 30_000 }).toBe(200);
      expect((await ask(`http://localhost:${api.port}/v1/other`)).status).toBe(403);
      const told = await fetch(`${started()}/_docent/runtime.json`);
      expect(await told.json()).toMatchObject({ proxy: true });
    } finally {
      stop.abort();
      await running;
    }
  });
});
