import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderMdx } from '../pipeline/site/render-mdx.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { scriptVectors } from '../support/script-vectors.ts';

describe.skipIf(!hasBrowser())('HTML of pages in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test('runs no script when shown, clicked, focused or submitted', {
    timeout: 120_000,
  }, async () => {
    const context = await browser.newContext();
    let shown = '';
    // "No content" keeps a page where it is when one of its links is followed.
    await context.route('**/*', (route) =>
      route.request().url() === 'http://site.test/shown'
        ? route.fulfill({ body: shown, contentType: 'text/html' })
        : route.fulfill({ status: 204 }),
    );
    const ran: string[] = [];
    await context.exposeFunction('told', (number: string) => ran.push(number));
    const show = async (number: string, html: string) => {
      shown = `<!doctype html><script>run = () => told('${number}')</script><body>${html}`;
      const page = await context.newPage();
      await page.goto('http://site.test/shown', { waitUntil: 'domcontentloaded' });
      await page.evaluate(useEverything);
      await page.close();
    };
    // Scripts that get through are seen.
    await show('shown', '<img src="data:," onerror="run()">');
    await show('followed', '<a href="javascript:run()">x</a>');
    for (let index = 0; index < scriptVectors.length; index += 10) {
      const vectors = scriptVectors.slice(index, index + 10);
      const parts = vectors.map(async (vector) => {
        const text = `<div dangerouslySetInnerHTML={{ __html: ${JSON.stringify(vector)} }} />`;
        const bodies = [await renderMdx(vector, { file: 'page.md' }), await renderMdx(text)];
        return bodies.map(({ html }) => html).join('<hr>');
      });
      await show(`one of those from ${index}`, (await Promise.all(parts)).join('<hr>'));
    }
    expect(ran).toEqual(['shown', 'followed']);
  });
});

/** What a reader's hand and the keyboard can do to a page. */
async function useEverything(): Promise<void> {
  for (const element of document.querySelectorAll('body *')) {
    for (const name of ['mouseover', 'focus', 'toggle', 'click']) {
      element.dispatchEvent(new MouseEvent(name, { bubbles: true, cancelable: true }));
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
}
