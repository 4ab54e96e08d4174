import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { type ServerSocket, socketServer } from '../support/socket-server.ts';
import { minimalConfig, writeFiles } from '../support/temp.ts';

describe.runIf(hasBrowser())('the console of a WebSocket channel', () => {
  let sockets: Awaited<ReturnType<typeof socketServer>>;
  const opened: ServerSocket[] = [];

  beforeAll(async () => {
    sockets = await socketServer({
      open: (socket) => opened.push(socket),
      message: (socket, text) => {
        if (text.includes('bytes')) socket.send(Buffer.from([1, 2, 3]));
        else if (text.includes('bye')) socket.close(4001, 'The room is full');
        else socket.send(JSON.stringify({ echo: text }));
      },
    });
  });
  afterEach(() => {
    opened.length = 0;
  });
  afterAll(() => sockets?.close());
  const { site, open } = siteInBrowser(
    (dir) =>
      writeFiles(dir, {
        'docs.json': {
          ...minimalConfig(['index']),
          api: { asyncapi: { source: 'chat.json', directory: 'events' } },
          i18n: { defaultLanguage: 'en' },
        },
        'index.mdx': '---\ntitle: Start\n---\n\nText.\n',
        'chat.json': {
          asyncapi: '3.0.0',
          info: { title: 'Chat', version: '1' },
          servers: {
            local: {
              host: `127.0.0.1:{port}`,
              pathname: '/v1',
              protocol: 'ws',
              variables: { port: { default: String(sockets.port) } },
              security: [{ type: 'httpApiKey', name: 'token', in: 'query' }],
            },
            silent: { host: '127.0.0.1:9', protocol: 'ws' },
          },
          channels: {
            room: {
              title: 'Room',
              address: '/rooms/{room}',
              parameters: { room: { default: 'lobby' } },
              bindings: {
                ws: {
                  query: {
                    type: 'object',
                    required: ['name'],
                    properties: { name: { type: 'string' } },
                  },
                  headers: { type: 'object', properties: { 'X-Client': { type: 'string' } } },
                },
              },
              messages: {
                say: {
                  title: 'Say',
                  payload: { type: 'object' },
                  examples: [{ payload: { text: 'Hello' } }],
                },
                leave: {
                  title: 'Leave',
                  payload: { type: 'object' },
                  examples: [{ payload: { text: 'bye' } }],
                },
              },
            },
          },
          operations: { say: { action: 'receive', channel: { $ref: '#/channels/room' } } },
        },
      }),
    { reducedMotion: 'reduce' },
  );

  const openRoom = (options?: BrowserContextOptions) => open('/events/room', options);

  async function openConsole(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
  }

  const stateOf = (page: Page, text: string) =>
    page.locator('.connect-status', { hasText: text }).waitFor();

  test('is loaded when it is opened, and not before', async () => {
    const page = await openRoom();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    expect(await page.locator('.dc-connect textarea').count()).toBe(0);
    await openConsole(page);
    expect(loaded.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(0);
    expect(await page.locator('.dc-connect textarea').inputValue()).toBe('{\n  "text": "Hello"\n}');
  });

  test('connects to the servers of its page only', async () => {
    const page = await openRoom();
    const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
    expect(await policy.getAttribute('content')).toBe(
      "connect-src 'self' ws://127.0.0.1:* ws://127.0.0.1:9",
    );
    const refused = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          addEventListener('securitypolicyviolation', (event) => resolve(event.blockedURI));
          new WebSocket('ws://elsewhere.example/');
        }),
    );
    expect(refused).toContain('elsewhere.example');
    await page.goto(site.url);
    expect(await policy.count()).toBe(0);
  });

  test('sends a message and shows the answer, by keyboard alone', async () => {
    const page = await openRoom();
    await page.getByRole('button', { name: 'Open the console' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await page.getByLabel('name', { exact: true }).fill('Ada & Bob');
    await page.getByLabel('token', { exact: true }).fill('secret');
    const shown = page.locator('.connect-address');
    const address = `ws://127.0.0.1:${sockets.port}/v1/rooms/lobby?name=Ada%20%26%20Bob`;
    expect(await shown.textContent()).toBe(`${address}&token=***`);
    await page.keyboard.press('Enter');
    await stateOf(page, 'Connected');
    expect(opened[0]?.url).toBe('/v1/rooms/lobby?name=Ada%20%26%20Bob&token=secret');
    await page.locator('.dc-connect textarea').focus();
    await page.keyboard.press('Control+Enter');
    const answer = page.locator('.connect-entry[data-kind="received"] pre');
    await answer.waitFor();
    expect(await answer.textContent()).toBe(
      JSON.stringify({ echo: '{\n  "text": "Hello"\n}' }, null, 2),
    );
    expect(await page.locator('.connect-entry[data-kind="sent"]').count()).toBe(1);
    expect(await page.locator('.connect-log').textContent()).not.toContain('secret');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await stateOf(page, 'Not connected');
    expect(await page.locator('.connect-problem').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await page.locator('.connect-entry').count()).toBe(0);
    expect(await page.getByText('No messages yet').isVisible()).toBe(true);
  });

  test('says with code and reason that the server closed the connection', async () => {
    const page = await openRoom();
    await openConsole(page);
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await stateOf(page, 'Connected');
    await page.locator('.dc-connect textarea').fill('bytes');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Binary data, 3 bytes').waitFor();
    await page.locator('.dc-connect select').last().selectOption('Leave');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').filter({ hasText: 'code 4001. The room is full' }).waitFor();
  });

  test('says what to do when no server answers or a field is empty', async () => {
    const page = await openRoom();
    await openConsole(page);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    expect(
      await page.getByLabel('name', { exact: true }).evaluate((field) => field.matches(':focus')),
    ).toBe(true);
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await page.locator('.dc-connect select').first().selectOption('silent');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'No connection to ws://127.0.0.1:9' });
    await alert.waitFor();
    expect(await alert.textContent()).toContain(`accepts connections from ${site.url}`);
  });

  test('names the headers that no browser sends', async () => {
    const page = await openRoom();
    await openConsole(page);
    expect(await page.locator('.connect-hint').textContent()).toContain('X-Client');
  });

  test('keeps the last messages only', async () => {
    const page = await openRoom();
    await openConsole(page);
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await stateOf(page, 'Connected');
    await expect.poll(() => opened.length).toBe(1);
    for (let index = 0; index < 260; index++) opened[0]?.send(`number ${index}`);
    await page.getByText('number 259', { exact: true }).waitFor({ timeout: 60_000 });
    expect(await page.locator('.connect-entry').count()).toBe(200);
  }, 90_000);

  test.each([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['320 px wide', { viewport: { width: 320, height: 640 } }],
  ] as const)('is accessible and no wider than the page: %s', async (_name, options) => {
    const page = await openRoom(options);
    await openConsole(page);
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await stateOf(page, 'Connected');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.connect-entry[data-kind="received"]').waitFor();
    expect(await violations(page)).toEqual([]);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
  });
});
