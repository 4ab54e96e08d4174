import type { Locator } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../runtime/listen.ts';
import type { ProxyTimes } from '../../runtime/proxy/deadline.ts';
import { createProxy } from '../../runtime/proxy/proxy.ts';
import { LiveSite } from '../../runtime/site/live.ts';
import { type EchoServer, startEcho } from '../runtime/proxy/echo-server.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

describe.runIf(hasBrowser())('a request from an API page', { timeout: 90_000 }, () => {
  /** The form of an operation on a site that sends requests to the API through its server. */
  async function formOf(api: EchoServer, times?: ProxyTimes): Promise<Locator> {
    const out = tempDir();
    await buildSite(
      writeFiles(tempDir(), {
        'docs.json': minimalConfig(['index'], {
          api: { openapi: { source: 'api.json', directory: 'api' } },
        }),
        'index.mdx': '# Home\n',
        'api.json': {
          openapi: '3.1.0',
          info: { title: 'Library', version: '1' },
          servers: [{ url: `http://localhost:${api.port}/v1` }],
          paths: {
            '/books': { post: { summary: 'Add', responses: { 201: { description: 'Added' } } } },
          },
        },
      }),
      out,
    );
    const live = new LiveSite(out, { interval: 60_000 });
    onTestFinished(() => live.close());
    const proxy = createProxy({
      enabled: true,
      policy: { allow: ['127.0.0.0/8', '::1/128'], plainHosts: ['localhost'], ports: [] },
      perMinute: 60,
      newRequestId: () => 'req_1',
      log: () => {},
      ...(times ? { times } : {}),
    });
    const server = await listen(
      { site: live, version: '1', log: () => {}, proxy },
      { host: '127.0.0.1', port: 0 },
    );
    onTestFinished(() => server.close());
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await page.goto(`${server.url}/api/add`);
    await page.locator('.try-it:visible').click();
    const form = page.getByRole('dialog');
    await form.and(page.locator('[data-proxy]')).waitFor();
    return form;
  }

  /** An API that ends with the test. */
  async function apiThat(answer: Parameters<typeof startEcho>[0]): Promise<EchoServer> {
    const api = await startEcho(answer);
    onTestFinished(api.close);
    return api;
  }

  test('reaches an API without CORS through the server of the site', async () => {
    const api = await apiThat((_, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'x-left': '7' });
      response.end('{"title":"Momo"}');
      return true;
    });
    const form = await formOf(api);
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('.dc-status').waitFor();
    expect(await form.locator('.dc-status').textContent()).toContain('201');
    expect(await form.locator('.play-result').textContent()).toContain('Momo');
    const [received] = api.received;
    expect(received).toMatchObject({ method: 'POST', path: '/v1/books' });
    // The server has sent it, not the browser.
    expect(received?.headers['user-agent']).toBe('Docent-Playground');
    expect(received?.headers.origin).toBeUndefined();
  });

  test('shows a stream as it comes, and keeps what came when its API falls silent', async () => {
    let more = () => {};
    const api = await apiThat((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      more = () => response.write('data: second\n\n');
      return true;
    });
    const form = await formOf(api, { first: 60_000, idle: 10_000, total: 60_000 });
    await form.getByRole('button', { name: 'Send' }).click();
    const result = form.locator('.play-result');
    await result.getByText('data: first').waitFor();
    more();
    await result.getByText('data: second').waitFor();
    await result.getByText('The connection was closed before the response was complete.').waitFor();
    expect(await result.textContent()).toContain('data: first');
    expect(await form.locator('.dc-status').textContent()).toBe('200 OK');
    await form.getByRole('button', { name: 'Send' }).waitFor();
  });
});
