import { rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import type { Resolve } from '../../../pipeline/net/fetch.ts';
import { listen, type RunningServer } from '../../../runtime/listen.ts';
import { createProxy } from '../../../runtime/proxy/proxy.ts';
import { LiveSite } from '../../../runtime/site/live.ts';
import { buildSite } from '../../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../../support/temp.ts';
import { type Echoed, type EchoServer, startEcho } from './echo-server.ts';

/** How an API answers; true if it does so itself, instead of with what it received. */
export type Answer = (request: Echoed, response: ServerResponse) => boolean;

/** What a proxy may be opened with. */
type ProxyOptions = Partial<
  Pick<Parameters<typeof createProxy>[0], 'perMinute' | 'enabled' | 'times'>
>;

/** A built site whose server sends requests to an API. */
export interface ProxiedSite {
  readonly api: EchoServer;
  /** The address of the API, by a name that leads to it. */
  readonly base: string;
  readonly server: RunningServer;
  readonly log: readonly string[];
  /** How the API answers from now on. */
  readonly answerWith: (answer: Answer) => void;
  /** Another server of the same site. */
  readonly start: (options: ProxyOptions) => Promise<RunningServer>;
  readonly send: (
    target: string,
    init?: RequestInit & { readonly at?: RunningServer },
  ) => Promise<Response>;
  /** Forgets what the API has received, and how it was to answer. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

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

const operation = { responses: { 200: { description: 'Fine' } } };
const parameter = (name: string, place: string) => ({
  ...{ name, in: place, required: place === 'path' },
  schema: { type: 'string' },
});

/** Builds the site and starts its API and its server. */
export async function openProxiedSite(): Promise<ProxiedSite> {
  const dir = makeTempDir();
  const out = makeTempDir();
  const log: string[] = [];
  let answer: Answer = () => false;
  const api = await startEcho((request, response) => answer(request, response));
  const base = `http://api.test:${api.port}`;
  writeFiles(dir, filesOf(api.port, base));
  const built = await buildSite(dir, out);
  if (!built.deployment) throw new Error(JSON.stringify(built.problems));
  const live = new LiveSite(out, { interval: 60_000 });
  const start = (options: ProxyOptions) => {
    let ids = 0;
    const proxy = createProxy({
      enabled: true,
      policy: { allow: ['127.0.0.1/32'], plainHosts: Object.keys(inward).slice(0, 3), ports: [] },
      perMinute: 1000,
      newRequestId: () => `req_${ids++}`,
      log: (line) => log.push(line),
      resolve,
      ...options,
    });
    return listen(
      { site: live, version: '1', log: (line) => log.push(line), proxy },
      { host: '127.0.0.1', port: 0 },
    );
  };
  const server = await start({});
  return {
    ...{ api, base, server, log, start },
    answerWith: (next) => {
      answer = next;
    },
    send: (target, { headers, at = server, ...init } = {}) =>
      fetch(`${at.url}/_docent/proxy`, {
        ...init,
        headers: { 'x-docent-target': target, cookie: 'docent_session=ours', ...headers },
      }),
    reset: () => {
      answer = () => false;
      api.received.length = 0;
    },
    close: async () => {
      live.close();
      await server.close();
      await api.close();
      for (const folder of [dir, out]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a refused request says. */
export async function refusal(response: Response): Promise<string> {
  expect(response.headers.get('x-docent-proxied')).toBeNull();
  const { error } = await response.json();
  expect(error.status).toBe(response.status);
  return `${response.status} ${error.message}`;
}

function filesOf(port: number, base: string): Parameters<typeof writeFiles>[1] {
  const region = { default: 'api', enum: ['api', 'eu.api'] };
  return {
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
  };
}
