import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inlineScripts } from '../../pipeline/output/encode.ts';
import { contentPolicy } from '../../runtime/site/headers.ts';
import { type BareChromium, launchBareChromium } from '../support/bare-chromium.ts';
import { hasBrowser } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { makeTempDir, writeFiles } from '../support/temp.ts';

/** A page that is prepared has no other sign of being so. */
const tellsReady =
  "<script>addEventListener('load', () => fetch('/ready' + location.pathname))</script>";
const tabs = '<Tabs><Tab title="npm">One</Tab><Tab title="pnpm">Two</Tab></Tabs>';

describe.runIf(hasBrowser())('moving from page to page in Chromium', () => {
  const dir = makeTempDir();
  const out = makeTempDir();
  let browser: BareChromium;
  let server: Server;
  let url = '';
  /** Pages that the browser asked for before their links were clicked. */
  const ahead = new Set<string>();
  /** Pages that have run their scripts. */
  const ready = new Set<string>();
  /** Views that pages have reported. */
  const reported: string[] = [];

  beforeAll(async () => {
    writeFiles(dir, {
      'docs.json': {
        name: 'Moving',
        theme: 'mint',
        colors: { primary: '#0F766E' },
        navigation: {
          groups: [
            {
              group: 'All',
              pages: ['index', 'second', { group: 'More', expanded: false, pages: ['third'] }],
            },
          ],
        },
        integrations: { plausible: { domain: 'example.com' } },
      },
      'index.mdx': `---\ntitle: First\n---\n\n[Second](/second)\n\n${tabs}`,
      'second.mdx': `---\ntitle: Second\n---\n\n${tabs}\n\n\`\`\`text\n${'long '.repeat(400)}\n\`\`\`\n`,
      'third.mdx': '---\ntitle: Third\n---\n\nText.',
    });
    const { site = '' } = await buildSite(dir, out);
    // A static host that sends the policy of `docent serve`.
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const isPage = extname(pathname) === '';
      if (/prerender/.test(String(request.headers['sec-purpose']))) ahead.add(pathname);
      if (pathname === '/_docent/runtime.json') {
        return void response.end(JSON.stringify({ project: 'p', visits: true }));
      }
      if (pathname === '/_docent/visit') {
        request.on('data', (chunk) => reported.push(String(chunk)));
        return void response.writeHead(204).end();
      }
      if (pathname.startsWith('/ready/')) {
        ready.add(pathname.slice('/ready'.length));
        return void response.writeHead(204).end();
      }
      const file = join(site, pathname, isPage ? 'index.html' : '');
      if (!existsSync(file)) return void response.writeHead(404).end();
      const content = isPage ? `${readFileSync(file)}${tellsReady}` : readFileSync(file);
      if (isPage) {
        const scripts = inlineScripts(content);
        response.setHeader('content-type', 'text/html');
        response.setHeader(
          'content-security-policy',
          contentPolicy({ type: 'text/html', scripts }) ?? '',
        );
      } else {
        response.setHeader(
          'content-type',
          pathname.endsWith('.css') ? 'text/css' : 'text/javascript',
        );
      }
      response.end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    url = typeof bound === 'object' && bound ? `http://127.0.0.1:${bound.port}/` : '';
    browser = await launchBareChromium();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
    for (const folder of [dir, out]) rmSync(folder, { recursive: true, force: true });
  });

  /** Puts the pointer on a link until the page behind it is prepared; answers where the link is. */
  async function rest(path: string): Promise<{ readonly x: number; readonly y: number }> {
    const { x, y } = await browser.ask<{ x: number; y: number }>(
      `(() => {
        const { x, y } = document.querySelector('.dc-page-content a[href="${path}"]').getBoundingClientRect();
        return { x: x + 8, y: y + 8 };
      })()`,
    );
    // What an earlier test had prepared does not count.
    ahead.delete(path);
    ready.delete(path);
    await until(async () => {
      await browser.mouse('Moved', 1, 1);
      await browser.mouse('Moved', x, y);
      await delay(500);
      return ahead.has(path) && ready.has(path);
    });
    return { x, y };
  }

  async function press({ x, y }: { readonly x: number; readonly y: number }): Promise<void> {
    await browser.mouse('Pressed', x, y);
    await browser.mouse('Released', x, y);
  }

  async function until(what: () => Promise<boolean>): Promise<void> {
    for (let i = 0; i < 100; i++) {
      if (await what().catch(() => false)) return;
      await delay(100);
    }
    throw new Error('It did not happen');
  }

  test('the link under the pointer is marked for the browser, and so is the one with the focus', async () => {
    await browser.open(url);
    const marked = `document.querySelector('[data-near]')?.getAttribute('href')`;
    await rest('/second');
    expect(await browser.ask(marked)).toBe('/second');
    await browser.ask(`document.querySelector('.dc-nav-list a[href="/"]').focus()`);
    await until(async () => (await browser.ask(marked)) === '/');
    expect(await browser.ask(`document.querySelectorAll('[data-near]').length`)).toBe(1);
  }, 120_000);

  test('the sidebar is kept when a page is prepared, and again when it is opened', async () => {
    const fold = `document.querySelector('.nav-fold')`;
    const kept = `JSON.parse(sessionStorage.getItem('docent-sidebar') ?? '{}').open?.length`;
    await browser.open(url);
    await browser.ask(`sessionStorage.clear()`);
    reported.length = 0;
    await rest('/second');
    expect(await browser.ask(kept)).toBe(0);
    // Opened while the next page is already there, and left before the browser has told so: that page may be shown
    // before this one is hidden.
    const stored = browser.ask(`(() => {
      ${fold}.querySelector('summary').click();
      document.querySelector('.dc-page-content a[href="/second"]').click();
      return ${kept};
    })()`);
    expect(await stored).toBe(1);
    await until(() => browser.ask(`location.pathname === '/second' && ${fold}.open`));
    // It is not to arrive during the next test.
    await until(async () => reported.length > 0);
  }, 120_000);

  test('a page does not prepare itself while the pointer is on its own link', async () => {
    await browser.open(`${url}second`);
    ahead.clear();
    const row = await browser.ask<{ x: number; y: number }>(`(() => {
      const { x, y } = document.querySelector('.dc-nav-list a[href="/second"]').getBoundingClientRect();
      return { x: x + 8, y: y + 8 };
    })()`);
    await browser.mouse('Moved', row.x, row.y);
    const near = `document.querySelector('[data-near]')?.getAttribute('href')`;
    await until(async () => (await browser.ask(near)) === '/second');
    // The browser had its time when it has prepared another one.
    await browser.ask(`document.querySelector('.dc-nav-list a[href="/"]').focus()`);
    await until(async () => ahead.has('/'));
    expect(ahead.has('/second')).toBe(false);
  }, 120_000);

  test('nothing is stored between a click and the prepared page, where the sidebar is as it was', async () => {
    await browser.open(url);
    reported.length = 0;
    const link = await rest('/second');
    await browser.ask(`(() => {
      const { setItem } = Storage.prototype;
      const counted = [];
      Storage.prototype.setItem = function (key, value) {
        counted.push(key);
        setItem.call(this, key, value);
      };
      addEventListener('pagehide', () => setItem.call(localStorage, 'stored', JSON.stringify(counted)));
    })()`);
    await press(link);
    await until(() => browser.ask(`location.pathname === '/second'`));
    // Storage reaches another process after a moment.
    await until(async () => (await browser.ask('localStorage.stored')) !== undefined);
    expect(await browser.ask('localStorage.stored')).toBe('[]');
    await until(async () => reported.length > 0);
  }, 120_000);

  test('code that goes on is a stop of the keyboard on a prepared page', async () => {
    await browser.open(url);
    reported.length = 0;
    const link = await rest('/second');
    await press(link);
    await until(() => browser.ask(`location.pathname === '/second'`));
    const code = `document.querySelector('.code-block > pre')`;
    await until(() => browser.ask(`${code}.matches('.scroll-more[tabindex="0"]')`));
    // And follows the window.
    await browser.ask(`${code}.style.width = '20000px'`);
    await until(() => browser.ask(`!${code}.matches('.scroll-more')`));
    await until(async () => reported.length > 0);
  }, 120_000);

  test('a page is ready when its link is clicked, starts no service before, and knows what was chosen meanwhile', async () => {
    await browser.open(url);
    reported.length = 0;
    const link = await rest('/second');
    expect(reported).toEqual([]);
    // Chosen while the next page is already there.
    await browser.ask(`document.querySelector('.mode-toggle').click()`);
    await browser.ask(`document.querySelectorAll('[role=tab]')[1].click()`);
    const mode = await browser.ask('document.documentElement.dataset.mode');
    // A fade would draw both pages first.
    await browser.ask(
      `addEventListener('pageswap', (left) => { localStorage.faded = String(left.viewTransition); })`,
    );
    // Of the page that is shown after the click.
    const services = `document.querySelectorAll('head script[src*="plausible"]').length`;
    const began = `performance.getEntriesByType('resource').find(({ name }) => name.includes('plausible'))?.startTime`;
    const activated = `performance.getEntriesByType('navigation')[0].activationStart`;
    await press(link);
    await until(() => browser.ask(`location.pathname === '/second'`));
    expect(await browser.ask<number>(activated)).toBeGreaterThan(0);
    await until(async () => (await browser.ask(services)) === 1);
    await until(() => browser.ask(`${began} >= ${activated}`));
    // Nothing is loaded and run while the picture is drawn.
    const painted = `performance.getEntriesByName('first-contentful-paint')[0].startTime`;
    const between = `performance.getEntriesByType('resource').filter(
      ({ startTime }) => startTime >= ${activated} && startTime < ${painted}).map(({ name }) => name)`;
    expect(await browser.ask(between)).toEqual([]);
    // The server was asked for it before anyone wanted to see it.
    await until(async () => reported.length > 0);
    expect(reported.map((one) => JSON.parse(one))).toEqual([
      { why: 'prepared', address: '/second', from: url },
    ]);
    expect(await browser.ask('document.documentElement.dataset.mode')).toBe(mode);
    // Storage reaches another process after a moment.
    await until(async () => (await browser.ask('localStorage.faded')) !== undefined);
    expect(await browser.ask('localStorage.faded')).toBe('null');
    expect(
      await browser.ask(`document.querySelectorAll('[role=tab]')[1].getAttribute('aria-selected')`),
    ).toBe('true');
  }, 120_000);
});
