import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../runtime/listen.ts';
import { createProxy } from '../../runtime/proxy/proxy.ts';
import { LiveSite } from '../../runtime/site/live.ts';
import { startEcho } from '../runtime/proxy/echo-server.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../support/temp.ts';

describe.runIf(hasBrowser())('a request from an API page', () => {
  test('reaches an API without CORS through the server of the site', {
    timeout: 90_000,
  }, async () => {
    const api = await startEcho((_, response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'x-left': '7' });
      response.end('{"title":"Momo"}');
      return true;
    });
    onTestFinished(api.close);
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
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('.status').waitFor();
    expect(await form.locator('.status').textContent()).toContain('201');
    expect(await form.locator('.play-result').textContent()).toContain('Momo');
    const [received] = api.received;
    expect(received).toMatchObject({ method: 'POST', path: '/v1/books' });
    // The server has sent it, not the browser.
    expect(received?.headers['user-agent']).toBe('Docent-Playground');
    expect(received?.headers.origin).toBeUndefined();
  });
});
