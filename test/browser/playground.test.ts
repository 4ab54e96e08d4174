import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../runtime/main.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { type EchoApi, type Received, startEchoApi } from '../support/echo-api.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const desktop = { viewport: { width: 1280, height: 860 } } as const;
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

const text = { type: 'string' };
const read = { responses: { 200: { description: 'OK' } } };
const get = (summary: string, more: object = {}) => ({ get: { summary, ...read, ...more } });

/** An API with every kind of value and every way to authenticate. */
const descriptionOf = (api: string) => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  servers: [
    { url: api },
    { url: `${api}/{version}`, variables: { version: { default: 'v1', enum: ['v1', 'v2'] } } },
    { url: 'http://127.0.0.1:1' },
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
    },
    schemas: {
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
    '/short/{id}': get('Short', {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      'x-mint': { metadata: { playground: 'simple' } },
    }),
    '/quiet': get('Quiet', { 'x-mint': { metadata: { playground: 'none' } } }),
  },
});

describe.runIf(hasBrowser())('the playground in a browser', { timeout: 120_000 }, () => {
  const dir = makeTempDir();
  const out = makeTempDir();
  const contexts: BrowserContext[] = [];
  let browser: Browser;
  let api: EchoApi;
  let host: Server;
  let hostUrl = '';
  /** Paths of the static host that were asked for. */
  const asked: string[] = [];

  beforeAll(async () => {
    api = await startEchoApi();
    writeFiles(dir, {
      'docs.json': minimalConfig(['index', 'manual'], {
        api: {
          openapi: 'openapi.json',
          mdx: { server: api.url, auth: { method: 'api_key', name: 'X-Own' } },
        },
        i18n: { defaultLanguage: 'en', languages: ['en', 'ar'] },
      }),
      'openapi.json': descriptionOf(api.url),
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
    });
    const { site = '' } = await buildSite(dir, out);
    host = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      asked.push(pathname);
      const file = join(site, extname(pathname) ? pathname : `${pathname}/index.html`);
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' });
      response.end(readFileSync(file));
    });
    await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
    hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  }, 240_000);
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    host?.close();
    await api?.close();
    rmSync(dir, { recursive: true, force: true });
    rmSync(out, { recursive: true, force: true });
  });

  async function open(path: string, options: BrowserContextOptions = desktop): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    contexts.push(context);
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    await page.goto(hostUrl + path);
    return page;
  }

  /** Opens the form of an operation. */
  async function formOf(path: string, options?: BrowserContextOptions): Promise<Locator> {
    const page = await open(path, options);
    await page.locator('.try-it:visible').click();
    const form = page.getByRole('dialog');
    await form.waitFor();
    return form;
  }

  /** The field with this name, whatever its type and facts. */
  const field = (form: Locator, name: string) =>
    form.getByLabel(new RegExp(`^${name}( |$)`)).and(form.locator('.play-entry'));

  const send = (form: Locator) => form.getByRole('button', { name: 'Send' }).click();

  /** Sends the form and gives what the API has received. */
  async function sent(form: Locator): Promise<Received & { readonly json: unknown }> {
    const count = api.received.length;
    await send(form);
    await form.locator('.status').waitFor();
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

  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    return page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: {
          run(
            context: object,
            options: object,
          ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
        };
      };
      const { violations } = await axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
  }

  test('sends every kind of value as it is typed, and shows the response', async () => {
    const form = await formOf('/api-reference/add-a-thing');
    await field(form, 'sort').selectOption('date');
    await form.getByRole('button', { name: 'Add to tags' }).click();
    await field(form, 'tags 1').fill('x&y');
    await field(form, 'X-Trace').fill('3c90c3cc-0d44-4b50-8888-8dd25736052a');
    await field(form, 'name').fill('Ada');
    await field(form, 'born').fill('1815-12-10');
    await field(form, 'seen').fill('2024-01-15T09:30:00');
    await field(form, 'active').selectOption('true');
    await field(form, 'price').fill('1.5');
    await field(form, 'city').fill('London');
    await form.getByRole('button', { name: 'Add to scores' }).click();
    await field(form, 'scores 1').fill('7');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await field(form, 'Name').fill('color');
    await field(form, 'Value').fill('red');
    await form.getByRole('button', { name: 'Add to children' }).click();
    await field(form, 'children 1').fill('{"children":[]}');
    await field(form, 'Kind').selectOption('Dog');
    await field(form, 'bark').fill('woof');
    const request = await sent(form);
    expect(`${request.method} ${request.url}`).toBe(
      'POST /things/a%20b?limit=20&sort=date&tags=x%26y',
    );
    expect(request.headers['x-trace']).toBe('3c90c3cc-0d44-4b50-8888-8dd25736052a');
    expect(request.json).toMatchObject({
      name: 'Ada',
      born: '1815-12-10',
      active: true,
      price: 1.5,
      address: { city: 'London' },
      scores: [7],
      labels: { color: 'red' },
      tree: { children: [{ children: [] }] },
      pet: { bark: 'woof' },
    });
    expect((request.json as { seen: string }).seen).toMatch(/^2024-01-1\dT\d\d:\d\d:00Z$/);
    expect(await form.locator('.status').textContent()).toBe('200 OK');
    expect(await form.locator('.play-result').textContent()).toContain('"method": "POST"');
    expect(await form.locator('[role="status"]').last().textContent()).toMatch(
      /^Response: 200 OK, \d+ ms, /,
    );
    await form.getByRole('button', { name: 'Headers' }).click();
    expect(await form.locator('.play-headers').textContent()).toContain('x-echo');
    await form.getByRole('button', { name: 'Raw' }).click();
    expect(await form.locator('.play-result').textContent()).toContain('{"method":"POST"');
  });

  test('checks before it sends, says what is wrong at the field, and goes there', async () => {
    const form = await formOf('/api-reference/add-a-thing');
    const count = api.received.length;
    await field(form, 'limit').fill('0');
    await field(form, 'name').fill('much too long a name');
    await send(form);
    const limit = field(form, 'limit');
    await form
      .page()
      .waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    expect(await limit.evaluate((entry) => entry === document.activeElement)).toBe(true);
    const described = (await limit.getAttribute('aria-describedby')) ?? '';
    expect(await form.locator(`#${described.split(' ')[0]}`).textContent()).toBe(
      'Enter at least 1.',
    );
    expect(await form.locator('.play-error:visible').allTextContents()).toEqual([
      'Enter at least 1.',
      'Enter at most 10 characters.',
      'Fill in this field.',
    ]);
    expect(await form.locator('[role="status"]').last().textContent()).toBe('Fields to correct: 3');
    expect(api.received.length).toBe(count);
  });

  test('edits a body as JSON and back, without losing what the form can’t show', async () => {
    const form = await formOf('/api-reference/add-a-thing');
    await field(form, 'name').fill('Ada');
    await form.getByRole('button', { name: 'JSON' }).click();
    const body = field(form, 'Body');
    expect(JSON.parse(await body.inputValue())).toEqual({ name: 'Ada', address: {} });
    await body.fill('{"name":"Eve","address":{"city":"Rome"},"unknown":1}');
    await form.getByRole('button', { name: 'Form', exact: true }).click();
    await form.getByText('The form can’t show all of this JSON.').waitFor();
    expect((await sent(form)).json).toEqual({ name: 'Eve', address: { city: 'Rome' }, unknown: 1 });
    await body.fill('{"name":"Eve","address":{"city":"Rome"}}');
    await form.getByRole('button', { name: 'Form', exact: true }).click();
    expect(await field(form, 'city').inputValue()).toBe('Rome');
  });

  test('sends files, forms and texts', async () => {
    const form = await formOf('/api-reference/upload');
    await send(form);
    await form.getByText('Fill in this field.').waitFor();
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('inside') };
    await field(form, 'file').setInputFiles(file);
    await field(form, 'note').fill('hello');
    const parts = await sent(form);
    expect(parts.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(parts.body).toContain('filename="a.txt"');
    expect(parts.body).toContain('inside');
    const type = form.getByLabel('Content type');
    await type.selectOption('application/octet-stream');
    await field(form, 'Body').setInputFiles(file);
    expect((await sent(form)).body).toBe('inside');
    await type.selectOption('application/x-www-form-urlencoded');
    await field(form, 'note').fill('a b');
    expect((await sent(form)).body).toBe('note=a+b');
    await type.selectOption('text/plain');
    await form.locator('textarea').fill('plain');
    expect((await sent(form)).body).toBe('plain');
  });

  test('authenticates with each scheme, keeps secrets out of samples and the address', async () => {
    const form = await formOf('/api-reference/secret');
    const way = form.getByLabel('Method');
    await form.getByLabel('Token').fill('hush');
    expect(await form.locator('.play-sample').textContent()).toContain('Bearer <token>');
    expect((await sent(form)).headers.authorization).toBe('Bearer hush');
    await form.getByLabel('Show secrets').check();
    expect(await form.locator('.play-sample').textContent()).toContain('Bearer hush');
    await way.selectOption('basic');
    await form.getByLabel('User name').fill('ada');
    await form.getByLabel('Password').fill('pä');
    expect((await sent(form)).headers.authorization).toBe(
      `Basic ${Buffer.from('ada:pä').toString('base64')}`,
    );
    await way.selectOption('header');
    await form.getByLabel('X-Key').fill('k1');
    expect((await sent(form)).headers['x-key']).toBe('k1');
    await way.selectOption('query');
    await field(form, 'key').fill('k 2');
    expect((await sent(form)).url).toBe('/secret?key=k%202');
    await way.selectOption('header + query');
    const both = await sent(form);
    expect([both.headers['x-key'], both.url]).toEqual(['k1', '/secret?key=k%202']);
    await way.selectOption('cookie');
    await field(form, 'sid').fill('c1');
    expect(await form.getByText('this value is not sent').isVisible()).toBe(true);
    expect((await sent(form)).headers.cookie).toBeUndefined();
    await way.selectOption('None');
    expect((await sent(form)).headers.authorization).toBeUndefined();
    expect(form.page().url()).toBe(`${hostUrl}/api-reference/secret`);
    const stored = () =>
      form.page().evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
    expect(await stored()).not.toContain('hush');
    await way.selectOption('bearer');
    await form.getByLabel('Keep in this tab').check();
    expect(await stored()).toContain('hush');
    await form.getByLabel('Keep in this tab').uncheck();
    expect(await stored()).not.toContain('hush');
  });

  test('gets a token by authorization code with PKCE, and by client credentials', async () => {
    const form = await formOf('/api-reference/login');
    await form.getByLabel('Client ID').fill('docs');
    expect(await form.locator('.play-oauth').textContent()).toContain(
      `${hostUrl}/_docent/oauth.html`,
    );
    await form.getByRole('button', { name: 'Get a token' }).click();
    await form.getByText('A token was received.').waitFor();
    expect((await sent(form)).headers.authorization).toBe('Bearer token-by-code');
    await form.getByLabel('OAuth 2.0', { exact: true }).selectOption('Client credentials');
    await form.getByLabel('Client secret').fill('wrong');
    await form.getByRole('button', { name: 'Get a token' }).click();
    await form.getByText('No token was received: Refused: invalid_client').waitFor();
    await form.getByLabel('Client secret').fill('hush');
    await form.getByRole('button', { name: 'Get a token' }).click();
    await form.getByText('A token was received.').waitFor();
    expect((await sent(form)).headers.authorization).toBe('Bearer token-by-client');
  });

  test('shows pictures, offers other files, and shows the beginning of long texts', async () => {
    const image = await formOf('/api-reference/image');
    await send(image);
    await image.getByRole('img', { name: 'Response' }).waitFor();
    const file = await formOf('/api-reference/file');
    await send(file);
    await file.getByText('This type of file is not shown.').waitFor();
    const download = file.page().waitForEvent('download');
    await file.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('books.zip');
    const large = await formOf('/api-reference/large');
    await send(large);
    await large.getByText('Only the beginning is shown.').waitFor();
    expect(await large.locator('.play-facts').textContent()).toContain('500.0 kB');
    const missing = await formOf('/api-reference/missing');
    await send(missing);
    await missing.getByText('no such thing').waitFor();
    expect(await missing.locator('.status').textContent()).toBe('404 Not Found');
  });

  test('shows a stream as it comes, and cancels what takes too long', async () => {
    const stream = await formOf('/api-reference/stream');
    await send(stream);
    await stream.getByText('data: first').waitFor();
    await stream.getByRole('button', { name: 'Cancel' }).click();
    await stream.locator('.play-failure').getByText('Cancelled.').waitFor();
    const slow = await formOf('/api-reference/slow');
    await send(slow);
    await slow.getByRole('button', { name: 'Cancel' }).click();
    await slow.locator('.play-failure').getByText('Cancelled.').waitFor();
    await slow.getByRole('button', { name: 'Send' }).waitFor();
  });

  test('says what an API lacks that may not be read, and which one can’t be reached', async () => {
    const closed = await formOf('/api-reference/closed');
    await send(closed);
    await closed.locator('.play-failure').waitFor();
    expect(await closed.locator('.play-failure').textContent()).toBe(
      'The API can be reached, but doesn’t let this page read its responses. It has to send this header:' +
        `Access-Control-Allow-Origin: ${hostUrl}`,
    );
    await closed.getByLabel('Server').selectOption('http://127.0.0.1:1');
    await send(closed);
    await closed
      .locator('.play-failure')
      .getByText('http://127.0.0.1:1 can’t be reached.')
      .waitFor();
  });

  test('asks for the variables of a server', async () => {
    const form = await formOf('/api-reference/image');
    await form.getByLabel('Server').selectOption({ index: 1 });
    await field(form, 'version').selectOption('v2');
    expect(await form.locator('.play-address').textContent()).toBe(`${api.url}/v2/image`);
    expect(await form.locator('.play-sample').textContent()).toContain(`${api.url}/v2/image`);
  });

  test('works with the keyboard alone, and gives the focus back', async () => {
    const page = await open('/api-reference/missing');
    await page.locator('.try-it:visible').focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    await form.waitFor();
    expect(await form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await form.getByRole('combobox', { name: 'Server' }).focus();
    await form.getByRole('button', { name: 'Send' }).focus();
    await page.keyboard.press('Enter');
    await form.getByText('no such thing').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('try-it');
  });

  test('is loaded by the button only', async () => {
    asked.length = 0;
    const page = await open('/api-reference/missing');
    await page.waitForLoadState('networkidle');
    expect(asked.filter((path) => /dialog-|playground/.test(path))).toEqual([]);
    await page.locator('.try-it:visible').click();
    await page.getByRole('dialog').waitFor();
    expect(asked.filter((path) => /\/dialog-/.test(path))).toHaveLength(1);
  });

  test('only fills in server and path as a simple form, and has no button as none', async () => {
    const page = await open('/api-reference/short');
    await page.getByRole('button', { name: 'Build request' }).and(page.locator(':visible')).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('id').fill('7');
    expect(await form.locator('.play-sample').textContent()).toContain(`${api.url}/short/7`);
    expect(await form.getByRole('button', { name: 'Send' }).count()).toBe(0);
    const quiet = await open('/api-reference/quiet');
    expect(await quiet.locator('.try-it').count()).toBe(0);
  });

  test('is the same for pages and components that are written by hand', async () => {
    const manual = await formOf('/manual');
    await field(manual, 'isbn').fill('978');
    await field(manual, 'name').fill('Ada');
    await field(manual, 'X-Own').fill('k');
    const put = await sent(manual);
    expect(`${put.method} ${put.url}`).toBe('PUT /books/978?limit=5');
    expect(put.json).toEqual({ author: { name: 'Ada' } });
    expect(put.headers['x-own']).toBe('k');
    const inline = await formOf('/');
    await field(inline, 'title').fill('T');
    expect((await sent(inline)).json).toEqual({ title: 'T' });
  });

  test('goes through the server of the page, which needs no permission of the API', async () => {
    const local = { allow: ['127.0.0.1/32'], plainHosts: ['127.0.0.1'], ports: [] };
    const server = await serve({
      ...{ out, port: 0, host: '127.0.0.1', version: 'test', log: () => {}, policy: local },
    });
    try {
      const context = await browser.newContext(desktop);
      contexts.push(context);
      const page = await context.newPage();
      const openForm = async (path: string) => {
        await page.goto(server.url + path);
        await page.locator('.try-it:visible').click();
        const form = page.getByRole('dialog');
        await form.and(page.locator('[data-proxy]')).waitFor();
        return form;
      };
      const closed = await openForm('/api-reference/closed');
      const read = await sent(closed);
      expect(read.headers.origin).toBeUndefined();
      expect(await closed.locator('.play-result').textContent()).toContain('"/closed"');
      const thing = await openForm('/api-reference/add-a-thing');
      expect(await thing.getByText('this value is not sent').isVisible()).toBe(false);
      await field(thing, 'session').fill('s1');
      await field(thing, 'name').fill('Ada');
      await field(thing, 'city').fill('Rome');
      const added = await sent(thing);
      expect(added.headers.cookie).toBe('session=s1');
      expect(added.json).toEqual({ name: 'Ada', address: { city: 'Rome' } });
      const upload = await openForm('/api-reference/upload');
      const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('inside') };
      await field(upload, 'file').setInputFiles(file);
      expect((await sent(upload)).body).toContain('filename="a.txt"');
      const gone = await openForm('/api-reference/missing');
      await field(gone, 'Server').selectOption({ index: 2 });
      await send(gone);
      await gone
        .getByText('The server of this page did not forward the request:')
        .first()
        .waitFor();
    } finally {
      await server.close();
    }
  });

  test.each([
    ['on a wide screen in light mode', { ...desktop, colorScheme: 'light' as const }],
    [
      'on a phone in dark mode',
      { viewport: { width: 320, height: 700 }, colorScheme: 'dark' as const, hasTouch: true },
    ],
  ])('has nothing to complain about %s', async (_, options) => {
    const form = await formOf('/api-reference/add-a-thing', options);
    await send(form);
    await form.locator('.play-error:visible').first().waitFor();
    expect(await violations(form.page())).toEqual([]);
    await field(form, 'name').fill('Ada');
    await field(form, 'city').fill('Rome');
    await sent(form);
    expect(await violations(form.page())).toEqual([]);
    await form.page().evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    const wide = await form.evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('.play-fields, .play-side, .play-columns')]
        .filter((part) => part.scrollWidth > part.clientWidth + 1)
        .map((part) => part.className),
    );
    expect(wide).toEqual([]);
  });
});
