import { describe, expect, test } from 'vitest';
import { serve } from '../../runtime/main.ts';
import { hasBrowser } from '../support/browser.ts';
import { field, openForm, playgroundSite, send } from './playground-site.ts';

describe.runIf(hasBrowser())('what a reader sees of an answer', { timeout: 120_000 }, () => {
  const site = playgroundSite();

  test('shows pictures, offers other files, and shows the beginning of long texts', async () => {
    const image = await site.formOf('/api-reference/image');
    await send(image);
    await image.getByRole('img', { name: 'Response' }).waitFor();
    const file = await site.formOf('/api-reference/file');
    await send(file);
    await file.getByText('This type of file is not shown.').waitFor();
    const download = file.page().waitForEvent('download');
    await file.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('books.zip');
    const large = await site.formOf('/api-reference/large');
    await send(large);
    await large.getByText('Only the beginning is shown.').waitFor();
    expect(await large.locator('.play-facts').textContent()).toContain('500.0 kB');
    const missing = await site.formOf('/api-reference/missing');
    await send(missing);
    await missing.getByText('no such thing').waitFor();
    expect(await missing.locator('.dc-status').textContent()).toBe('404 Not Found');
  });

  test('shows the numbers of an answer as the API wrote them', async () => {
    const form = await site.formOf('/api-reference/missing');
    await form.page().route(`${site.api.url}/missing`, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        contentType: 'application/json',
        body: '{"id":9007199254740993,"price":1.10}',
      }),
    );
    await send(form);
    await form.getByText('9007199254740993').waitFor();
    expect(await form.locator('.play-response .play-code').textContent()).toBe(
      '{\n  "id": 9007199254740993,\n  "price": 1.10\n}',
    );
  });

  test('shows a stream as it comes, and cancels what takes too long', async () => {
    const stream = await site.formOf('/api-reference/stream');
    await send(stream);
    await stream.getByText('data: first').waitFor();
    await stream.getByRole('button', { name: 'Cancel' }).click();
    await stream.locator('.play-failure').getByText('Cancelled.').waitFor();
    const slow = await site.formOf('/api-reference/slow');
    await send(slow);
    await slow.getByRole('button', { name: 'Cancel' }).click();
    await slow.locator('.play-failure').getByText('Cancelled.').waitFor();
    await slow.getByRole('button', { name: 'Send' }).waitFor();
  });

  test('says what an API lacks that may not be read, and which one can’t be reached', async () => {
    const closed = await site.formOf('/api-reference/closed');
    await send(closed);
    await closed.locator('.play-failure').waitFor();
    expect(await closed.locator('.play-failure').textContent()).toBe(
      'The API can be reached, but doesn’t let this page read its responses. It has to send this header:' +
        `Access-Control-Allow-Origin: ${site.hostUrl}`,
    );
    await closed.getByLabel('Server').selectOption('http://127.0.0.1:1');
    await send(closed);
    await closed
      .locator('.play-failure')
      .getByText('http://127.0.0.1:1 can’t be reached.')
      .waitFor();
  });

  test('names every header that a request needs of the API', async () => {
    const closed = await site.formOf('/api-reference/closed-to-us');
    await field(closed, 'id').fill('1');
    await send(closed);
    await closed.locator('.play-failure').waitFor();
    expect((await closed.locator('.play-failure code').textContent())?.split('\n')).toEqual([
      `Access-Control-Allow-Origin: ${site.hostUrl}`,
      'Access-Control-Allow-Methods: PUT',
      'Access-Control-Allow-Headers: x-trace',
    ]);
  });

  test('goes through the server of the page, which needs no permission of the API', async () => {
    const local = { allow: ['127.0.0.1/32'], plainHosts: ['127.0.0.1'], ports: [] };
    const server = await serve({
      ...{
        out: site.out,
        port: 0,
        host: '127.0.0.1',
        version: 'test',
        log: () => {},
        policy: local,
      },
    });
    try {
      const page = await site.newPage();
      const formOf = async (path: string) => {
        await page.goto(server.url + path);
        const form = await openForm(page);
        await form.and(page.locator('[data-proxy]')).waitFor();
        return form;
      };
      const closed = await formOf('/api-reference/closed');
      const read = await site.sent(closed);
      expect(read.headers.origin).toBeUndefined();
      expect(await closed.locator('.play-result').textContent()).toContain('"/closed"');
      const thing = await formOf('/api-reference/add-a-thing');
      expect(await thing.getByText('this value is not sent').isVisible()).toBe(false);
      await field(thing, 'session').fill('s1');
      await field(thing, 'name').fill('Ada');
      await field(thing, 'city').fill('Rome');
      const added = await site.sent(thing);
      expect(added.headers.cookie).toBe('session=s1');
      expect(added.json).toEqual({ name: 'Ada', address: { city: 'Rome' } });
      const upload = await formOf('/api-reference/upload');
      const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('inside') };
      await field(upload, 'file').setInputFiles(file);
      expect((await site.sent(upload)).body).toContain('filename="a.txt"');
      const gone = await formOf('/api-reference/missing');
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

  test('says that nothing came in time, and stops waiting', async () => {
    const page = await site.newPage();
    await page.clock.install();
    await page.goto(`${site.hostUrl}/api-reference/slow`);
    const form = await openForm(page);
    await send(form);
    await expect.poll(() => site.api.received.at(-1)?.url).toBe('/slow');
    await page.clock.runFor(31_000);
    await form
      .locator('.play-failure')
      .getByText('There was no response within 30 seconds.')
      .waitFor();
    await form.getByRole('button', { name: 'Send' }).waitFor();
  });

  test('says that a page with https can’t ask an address without, and doesn’t try', async () => {
    const page = await site.newPage();
    // Real https needs a certificate; the browser judges by the address of the page.
    await page.route('https://docs.test/**', async (route) => {
      const response = await page.request.get(
        route.request().url().replace('https://docs.test', site.hostUrl),
      );
      await route.fulfill({ response });
    });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto('https://docs.test/api-reference/missing');
    const form = await openForm(page);
    await form.getByLabel('Server').selectOption('http://api.example');
    await send(form);
    await form
      .locator('.play-failure')
      .getByText(
        'This page uses https, the API http. Browsers block such requests: use an https address.',
      )
      .waitFor();
    expect(requests.filter((url) => url.startsWith('http://api.example'))).toEqual([]);
    // The browser agrees.
    const blocked = await page.evaluate(() =>
      fetch('http://api.example/missing').then(
        () => false,
        () => true,
      ),
    );
    expect(blocked).toBe(true);
  });
});
