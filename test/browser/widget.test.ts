import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../runtime/main.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { type ModelStub, type StubAnswer, startModelStub } from '../support/model-stub.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

describe.runIf(hasBrowser())('the assistant in a page of another site', () => {
  const folder = makeTempDir();
  let docs: Awaited<ReturnType<typeof serve>>;
  let stub: ModelStub;
  let script: (index: number) => StubAnswer = () => ({ text: 'Yes.' });
  let scripted = 0;
  /** The same pages at two origins: one may show the assistant, one may not. */
  let hosts: Server[] = [];
  let allowed = '';
  let other = '';
  let browser: Browser;
  let out = '';

  const productPage = (more: string) => `<!doctype html><html lang="en"><head><title>Product</title>
<style>html { font-size: 40px } * { color: red !important; font-family: cursive; letter-spacing: 9px }
button { display: none !important } docent-assistant { font-size: 90px; line-height: 4 }</style></head>
<body><h1>Product</h1>${more}</body></html>`;

  async function host(): Promise<string> {
    const server = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://x');
      response.writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': 'product=secret',
        // A strict page of a product: what it has to allow is in the handbook.
        'content-security-policy': `default-src 'self'; script-src ${docs.url}; connect-src ${docs.url}; style-src 'unsafe-inline'; img-src ${docs.url}`,
      });
      const tag = `<script src="${docs.url}/_docent/widget.js" async ${searchParams.get('with') ?? ''}></script>`;
      response.end(productPage(tag + (searchParams.get('body') ?? '')));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    hosts.push(server);
    // Cookies do not know ports: another site has another name.
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  beforeAll(async () => {
    const source = join(folder, 'site');
    writeFiles(source, {
      'docs.json': minimalConfig(['index', 'keys'], {
        name: 'Acme',
        assistant: { name: 'Guide', suggestedQuestions: ['Where are keys made?'] },
      }),
      'index.mdx': '---\ntitle: Home\n---\n\nWelcome.\n',
      'keys.mdx':
        '---\ntitle: Keys\n---\n\n## Create a key\n\nKeys are made in the dashboard. See [home](/).\n',
    });
    out = join(folder, 'out');
    const built = await buildSite(source, out);
    if (!built.deployment) throw new Error(JSON.stringify(built.problems));
    stub = await startModelStub(() => script(scripted++));
    const origins: string[] = [];
    docs = await serve({
      ...{ out, port: 0, host: '127.0.0.1', version: 'test', log: () => {}, origins },
      chat: { baseUrl: stub.baseUrl, apiKey: 'key', model: 'stub' },
    });
    allowed = await host();
    other = await host();
    origins.push(allowed);
    browser = await launchBrowser();
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await docs?.close();
    await stub?.close();
    for (const server of hosts) server.close();
    hosts = [];
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(url: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const said: string[] = [];
    const asked: { readonly url: string; readonly headers: Record<string, string> }[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    page.on('request', (request) => {
      if (request.url().startsWith(docs.url)) {
        void request.allHeaders().then((headers) => asked.push({ url: request.url(), headers }));
      }
    });
    await page.goto(url);
    return { page, said, asked, close: () => context.close() };
  }
  const button = (page: Page) => page.locator('docent-assistant').getByRole('button').first();
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Guide' });

  test('is at most 12 KB until it is opened, and loads nothing else', async () => {
    const current = await fetch(`${docs.url}/_docent/widget.js`);
    expect(current.headers.get('cache-control')).not.toContain('immutable');
    expect(gzipSync(await current.text()).length).toBeLessThanOrEqual(12 * 1024);
    const { page, asked, close } = await open(allowed);
    await button(page).waitFor();
    expect(asked.map(({ url }) => new URL(url).pathname).sort()).toEqual([
      '/_docent/runtime.json',
      '/_docent/widget.js',
    ]);
    await close();
  });

  test('answers by keyboard, streams, stops, cites, and sends no cookie of either site', async () => {
    scripted = 0;
    script = (index) =>
      index === 0
        ? { toolCalls: [{ name: 'get_page', arguments: '{"path":"keys"}' }] }
        : index === 1
          ? { text: 'Keys are made in the dashboard. [[s2]] See [Keys](keys).' }
          : { text: 'word '.repeat(60), fault: 'stall' };
    const { page, said, asked, close } = await open(allowed);
    await page.context().addCookies([{ name: 'docs', value: 'secret', url: docs.url }]);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await panel(page).waitFor();
    await page.keyboard.type('Where are keys made?');
    await page.keyboard.press('Enter');
    const number = panel(page).getByRole('button', { name: /^Source 1: / });
    await number.waitFor();
    await number.focus();
    await page.keyboard.press('Enter');
    const link = panel(page)
      .getByRole('region', { name: /^Source 1: / })
      .getByRole('link')
      .first();
    expect(await link.getAttribute('href')).toBe(`${docs.url}/keys#create-a-key`);
    const sources = panel(page).getByRole('region', { name: 'Sources' }).getByRole('link');
    expect(await sources.first().getAttribute('href')).toMatch(`${docs.url}/keys`);
    expect(await sources.first().getAttribute('target')).toBe('_blank');
    await panel(page).getByRole('textbox').fill('And now?');
    await page.keyboard.press('Enter');
    await panel(page)
      .getByText(/word word/)
      .waitFor();
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await panel(page).getByText('Stopped.').waitFor();
    await expect.poll(() => stub.open()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await panel(page).isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('docent-assistant');
    for (const { headers } of asked) expect(headers.cookie).toBeUndefined();
    expect(asked.length).toBeGreaterThan(5);
    expect(await page.evaluate(() => document.documentElement.className)).toBe('');
    expect(said).toEqual([]);
    await close();
  });

  test('is refused at another origin, and says in the console what to do', async () => {
    const { page, said, asked, close } = await open(other);
    await expect
      .poll(() => said.join('\n'))
      .toContain(`does not accept requests from ${other}. Add that origin to DOCENT_ORIGINS`);
    expect(await page.locator('docent-assistant').getByRole('button').count()).toBe(0);
    expect(asked.some(({ url }) => url.includes('/api/'))).toBe(false);
    // A page that asks anyway reads nothing.
    const project = (await (await fetch(`${docs.url}/_docent/runtime.json`)).json()).project;
    const read = await page.evaluate(
      async ([url]) =>
        fetch(url ?? '', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"message":"Hi","visitorId":"v"}',
        }).then(
          (answer) => answer.status,
          () => 'refused',
        ),
      [`${docs.url}/api/v1/assistant/${project}/chat`],
    );
    expect(read).toBe('refused');
    await close();
  });

  test('lets no style of the page in, follows its attributes, and is dark where the reader is', async () => {
    const look = (page: Page) =>
      panel(page).evaluate((node) => {
        const style = getComputedStyle(node);
        const { color, backgroundColor, fontSize, fontFamily, letterSpacing } = style;
        return { color, backgroundColor, fontSize, fontFamily, letterSpacing };
      });
    const { page, close } = await open(allowed, { colorScheme: 'dark' });
    await button(page).click();
    await panel(page).waitFor();
    expect(await look(page)).toEqual({
      color: 'rgb(201, 206, 214)',
      backgroundColor: 'rgb(20, 22, 26)',
      fontSize: '15px',
      fontFamily: 'system-ui, sans-serif',
      letterSpacing: 'normal',
    });
    expect(await panel(page).getByRole('button', { name: 'Close' }).isVisible()).toBe(true);
    await close();
    const attributes = encodeURIComponent(
      'data-theme="light" data-position="bottom-left" data-accent="#0a7" data-name="Guide"',
    );
    const style = encodeURIComponent(
      '<style>docent-assistant { --docent-background: rgb(250, 240, 230) }</style>',
    );
    const themed = await open(`${allowed}/?with=${attributes}&body=${style}`, {
      colorScheme: 'dark',
    });
    await button(themed.page).click();
    await panel(themed.page).waitFor();
    expect((await look(themed.page)).backgroundColor).toBe('rgb(250, 240, 230)');
    expect((await panel(themed.page).boundingBox())?.x).toBeLessThan(40);
    expect(
      await themed.page
        .locator('.assistant-button')
        .evaluate((node) => getComputedStyle(node).backgroundColor),
    ).toBe('rgb(0, 170, 119)');
    await themed.close();
  });

  test('the handbook has the page to copy, as it is tried here', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../docs/configuration/assistant.mdx'),
      'utf8',
    );
    expect(page).toContain('/_docent/widget.js" async');
    expect(page).toContain('<docent-assistant');
  });
});
