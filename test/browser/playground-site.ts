import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildSite } from '../support/build.ts';
import { type EchoApi, type Received, startEchoApi } from '../support/echo-api.ts';
import { browserForTests } from '../support/site-in-browser.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

export const desktop = { viewport: { width: 1280, height: 860 } } as const;

/** A site with API pages on a static host, its API, and a browser; addresses are known once the tests run. */
interface PlaygroundSite {
  readonly api: EchoApi;
  readonly hostUrl: string;
  /** The outputs of its build. */
  readonly out: string;
  /** Paths of the static host that were asked for. */
  readonly asked: string[];
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>;
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Opens the form of an operation. */
  readonly formOf: (path: string, options?: BrowserContextOptions) => Promise<Locator>;
  /** Sends the form and gives what the API has received. */
  readonly sent: (form: Locator) => Promise<Received & { readonly json: unknown }>;
}

/** Called in a `describe`: builds the site and opens everything for its tests. */
export function playgroundSite(): PlaygroundSite {
  const asked: string[] = [];
  let folder: string;
  let out: string;
  let api: EchoApi;
  let host: Server;
  let hostUrl: string;
  beforeAll(async () => {
    folder = makeTempDir();
    out = join(folder, 'out');
    api = await startEchoApi();
    const { site = '' } = await buildSite(writeFiles(join(folder, 'site'), filesOf(api.url)), out);
    host = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      asked.push(pathname);
      const file = join(site, extname(pathname) ? pathname : `${pathname}/index.html`);
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' });
      response.end(readFileSync(file));
    });
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
    hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  }, 240_000);
  afterAll(async () => {
    host?.close();
    await api?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });
  const { newPage } = browserForTests({ ...desktop, reducedMotion: 'reduce' });
  const open = async (path: string, options?: BrowserContextOptions) => {
    const page = await newPage(options);
    await page.goto(hostUrl + path);
    return page;
  };
  return {
    get api() {
      return api;
    },
    get hostUrl() {
      return hostUrl;
    },
    get out() {
      return out;
    },
    ...{ asked, newPage, open },
    formOf: async (path, options) => openForm(await open(path, options)),
    sent: (form) => sendAndRead(form, api),
  };
}

/** Opens the form of the operation of a page. */
export async function openForm(page: Page): Promise<Locator> {
  await page.locator('.try-it:visible').click();
  const form = page.getByRole('dialog');
  await form.waitFor();
  return form;
}

/** The field with this name, whatever its type and facts. */
export function field(form: Locator, name: string): Locator {
  return form.getByLabel(new RegExp(`^${name}( |$)`)).and(form.locator('.play-entry'));
}

/** Presses the button that sends. */
export function send(form: Locator): Promise<void> {
  return form.getByRole('button', { name: 'Send' }).click();
}

async function sendAndRead(
  form: Locator,
  api: EchoApi,
): Promise<Received & { readonly json: unknown }> {
  const count = api.received.length;
  await send(form);
  await form.locator('.dc-status').waitFor();
  await form
    .getByRole('button', { name: 'Download' })
    .or(form.getByRole('link', { name: 'Download' }))
    .waitFor();
  expect(api.received.length).toBe(count + 1);
  const request = api.received.at(-1) as Received;
  const json = /json/.test(String(request.headers['content-type']))
    ? JSON.parse(request.body)
    : undefined;
  return { ...request, json };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

const text = { type: 'string' };
const read = { responses: { 200: { description: 'OK' } } };
const get = (summary: string, more: object = {}) => ({ get: { summary, ...read, ...more } });

/** Paths of providers of OpenID Connect. */
const providers = [
  'openid',
  ...['missing', 'implicit', 'bare', 'script', 'page'].map((name) => `openid/${name}`),
  'closed',
];

/** An API with every kind of value and every way to authenticate. */
const descriptionOf = (api: string) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  servers: [
    { url: api },
    { url: `${api}/{version}`, variables: { version: { default: 'v1', enum: ['v1', 'v2'] } } },
    { url: 'http://127.0.0.1:1' },
    { url: 'http://api.example' },
  ],
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      header: { type: 'apiKey', in: 'header', name: 'X-Key' },
      query: { type: 'apiKey', in: 'query', name: 'key' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: `${api}/authorize`,
            tokenUrl: `${api}/token`,
            scopes: { read: 'Read things' },
          },
          clientCredentials: { tokenUrl: `${api}/token`, scopes: {} },
        },
      },
      near: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } },
      },
      ...Object.fromEntries(
        providers.map((path) => [
          path,
          { type: 'openIdConnect', openIdConnectUrl: `${api}/${path}` },
        ]),
      ),
    },
    schemas: {
      Cat: { type: 'object', properties: { kind: text, meow: text } },
      Dog: { type: 'object', properties: { kind: text, bark: text } },
      Node: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
      },
    },
  },
  paths: {
    '/things/{id}': {
      post: {
        summary: 'Add a thing',
        ...read,
        parameters: [
          { name: 'id', in: 'path', required: true, example: 'a b', schema: text },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, default: 20 } },
          { name: 'sort', in: 'query', schema: { enum: ['name', 'date'] } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: text } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string', format: 'uuid' } },
          { name: 'session', in: 'cookie', schema: text },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'address'],
                properties: {
                  id: { type: 'string', readOnly: true },
                  name: { ...text, maxLength: 10 },
                  born: { type: 'string', format: 'date' },
                  seen: { type: 'string', format: 'date-time' },
                  active: { type: 'boolean' },
                  price: { type: 'number' },
                  address: { type: 'object', required: ['city'], properties: { city: text } },
                  scores: { type: 'array', items: { type: 'number' } },
                  labels: { type: 'object', additionalProperties: text },
                  tree: { $ref: '#/components/schemas/Node' },
                  pet: {
                    oneOf: [
                      { title: 'Cat', type: 'object', properties: { meow: text } },
                      { title: 'Dog', type: 'object', properties: { bark: text } },
                    ],
                  },
                },
              },
            },
          },
        },
      },
    },
    '/rooms': {
      put: {
        summary: 'Set rooms',
        ...read,
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                additionalProperties: { type: 'object', properties: { seats: text } },
              },
            },
          },
        },
      },
    },
    '/upload': {
      post: {
        summary: 'Upload',
        ...read,
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', format: 'binary' }, note: text },
              },
            },
            'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', properties: { note: text } },
            },
            'text/plain': { schema: text },
          },
        },
      },
    },
    '/count': {
      post: {
        summary: 'Count',
        ...read,
        parameters: [{ name: 'from', in: 'query', schema: { type: 'integer', format: 'int64' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { id: { type: 'integer', format: 'int64' }, more: {} },
              },
            },
          },
        },
      },
    },
    '/image': get('Image'),
    '/file': get('File'),
    '/stream': get('Stream'),
    '/slow': get('Slow'),
    '/closed': get('Closed'),
    '/missing': get('Missing'),
    '/large': get('Large'),
    '/secret': get('Secret', {
      security: [
        { bearer: [] },
        { basic: [] },
        { header: [] },
        { query: [] },
        { cookie: [] },
        { header: [], query: [] },
        {},
      ],
    }),
    '/login': get('Login', { security: [{ oauth: ['read'] }] }),
    '/near': get('Near', { security: [{ near: [] }] }),
    '/closed/{id}': {
      put: {
        summary: 'Closed to us',
        ...read,
        parameters: [{ name: 'X-Trace', in: 'header', example: 'a', schema: text }],
      },
    },
    '/charge': {
      post: {
        summary: 'Charge',
        ...read,
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              encoding: { meta: { style: 'deepObject' }, tags: { explode: false } },
              schema: {
                type: 'object',
                properties: {
                  meta: { type: 'object', properties: { order: { ...text, example: 'o1' } } },
                  tags: { type: 'array', items: text, example: ['a', 'b'] },
                  names: { type: 'array', items: text, example: ['x', 'y'] },
                },
              },
            },
          },
        },
      },
    },
    '/event': {
      post: {
        summary: 'Add an event',
        ...read,
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  at: { type: 'string', format: 'date-time' },
                  until: { type: 'string', format: 'date-time' },
                  owner: { type: ['string', 'null'] },
                  place: { type: ['object', 'null'], properties: { city: text } },
                  state: { enum: ['open', 'done', null] },
                },
              },
              example: {
                at: '2024-01-15T09:30:00.123Z',
                until: '2024-01-15T09:30:00+02:00',
                owner: null,
                place: null,
                state: null,
              },
            },
          },
        },
      },
    },
    '/pets': {
      post: {
        summary: 'Add a pet',
        ...read,
        parameters: [
          { name: 'ids', in: 'query', required: true, schema: { type: 'array', items: text } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
                discriminator: {
                  propertyName: 'kind',
                  mapping: { dog: '#/components/schemas/Dog' },
                },
              },
            },
          },
        },
      },
    },
    '/account': get('Account', { security: providers.map((name) => ({ [name]: ['read'] })) }),
    '/short/{id}': get('Short', {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      'x-mint': { metadata: { playground: 'simple' } },
    }),
    '/quiet': get('Quiet', { 'x-mint': { metadata: { playground: 'none' } } }),
  },
});

function filesOf(api: string): Parameters<typeof writeFiles>[1] {
  return {
    'docs.json': minimalConfig(['index', 'manual'], {
      api: {
        openapi: 'openapi.json',
        mdx: { server: api, auth: { method: 'api_key', name: 'X-Own' } },
        examples: { languages: ['curl', 'python', 'swift'] },
      },
      i18n: { defaultLanguage: 'en', languages: ['en', 'ar'] },
    }),
    'openapi.json': descriptionOf(api),
    'index.mdx': `---\ntitle: Inline\n---\n
<Endpoint method="POST" path="/inline">
  <ParamField body="title" type="string" required>Title</ParamField>
</Endpoint>
`,
    'manual.mdx': `---\ntitle: By hand\napi: PUT /books/{isbn}\n---\n
<ParamField query="limit" type="integer" default="5">How many.</ParamField>
<ParamField body="author" type="object">
  <Expandable title="fields">
    <ParamField body="name" type="string" required>Name</ParamField>
  </Expandable>
</ParamField>
`,
  };
}
