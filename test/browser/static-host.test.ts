import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../../runtime/main.ts';
import { hasBrowser } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { browserForTests } from '../support/site-in-browser.ts';
import { type StaticHost, startStaticHost } from '../support/static-host.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

/** A reader's browser: one that names itself headless is a program, and not counted. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe.runIf(hasBrowser())('a site on a static host, with a server elsewhere', () => {
  const folder = makeTempDir();
  const out = join(folder, 'server');
  let site = '';
  let server: Awaited<ReturnType<typeof serve>>;
  let host: StaticHost;
  let url = '';

  beforeAll(async () => {
    const files = (config: object) => ({
      'docs.json': minimalConfig(['index', 'keys'], config),
      'index.mdx': '---\ntitle: Home\n---\n\nSee [the keys](/keys).\n',
      'keys.mdx': '---\ntitle: Keys\n---\n\nKeys are made in the dashboard.\n',
    });
    const served = writeFiles(join(folder, 'served'), files({}));
    const origins: string[] = [];
    await buildSite(served, out);
    server = await serve({
      ...{ out, port: 0, host: '127.0.0.1', version: 'test', log: () => {}, origins },
    });
    const source = writeFiles(
      join(folder, 'static'),
      files({ hosting: { basePath: '/handbook' } }),
    );
    const built = await buildSite(source, join(folder, 'out'), { runtime: server.url });
    site = built.site ?? '';
    host = await startStaticHost(site, { base: '/handbook' });
    // Another site than the server's: a name instead of the number.
    url = host.url.replace('127.0.0.1', 'localhost');
    origins.push(new URL(url).origin);
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    host?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const { newPage } = browserForTests();

  /** What the server has counted: pages, steps and addresses without a page. */
  function counted() {
    const database = new Database(join(out, 'docent.db'), { readonly: true });
    try {
      const all = (sql: string) => database.prepare(sql).raw().all();
      return {
        views: all(
          `select page_path, views from view_days where page_path <> '' order by page_path`,
        ),
        steps: all('select page_path, source, views from source_days order by page_path'),
        missing: all('select address, source, times from missing_days'),
        visitors: all(`select distinct visitor from day_visitors`).length,
      };
    } finally {
      database.close();
    }
  }

  test('loads a page again whose search is of a deployment that is gone', async () => {
    const page = await newPage({ timeout: 20_000 });
    let isGone = true;
    await page.route('**/_docent/search-dialog-*.js', (route) =>
      isGone ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.goto(`${url}/keys`);
    const loaded = page.waitForEvent('load');
    await page.keyboard.press('/');
    await loaded;
    isGone = false;
    await page.keyboard.press('/');
    await page.getByRole('dialog', { name: 'Search' }).waitFor();

    // A reader without a connection keeps the page.
    isGone = true;
    await page.reload();
    await page.route('**/handbook/keys', (route) => route.abort());
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    const failed = page.waitForEvent('requestfailed', (one) => one.url().endsWith('/keys'));
    await page.keyboard.press('/');
    await failed;
    expect(await page.locator('body[data-same]').count()).toBe(1);
  });

  test('reports its views to the server, once for each page, and those of no page', async () => {
    const page = await newPage({ userAgent });
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    const reported = () => page.waitForResponse((one) => one.url().endsWith('/_docent/visit'));
    const shows = async (show: () => Promise<unknown>) => {
      const report = reported();
      await show();
      expect((await report).status()).toBe(204);
    };
    await shows(() => page.goto(`${url}/`));
    await shows(() =>
      page.locator('.dc-page-content').getByRole('link', { name: 'the keys' }).click(),
    );
    expect(faults).toEqual([]);
    await shows(() => page.goto(`${url}/kays`));
    expect(await page.context().cookies()).toEqual([]);
    await expect.poll(counted, { timeout: 20_000 }).toEqual({
      views: [
        ['index', 1],
        ['keys', 1],
      ],
      steps: [['keys', '/index', 1]],
      missing: [['/kays', '', 1]],
      visitors: 1,
    });
  });

  test('reports nothing of readers who ask not to be tracked', async () => {
    const page = await newPage({ userAgent });
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${url}/keys`, { waitUntil: 'networkidle' });
    await expect.poll(() => asked.some((path) => /\/visit-\w+\.js$/.test(path))).toBe(true);
    await page.waitForLoadState('networkidle');
    expect(asked).not.toContain('/_docent/visit');
  });

  test('needs less than 1 KB for it, apart from what every page asks of the server', () => {
    const scripts = globSync(join(site, '_docent/visit-*.js'));
    expect(scripts).toHaveLength(1);
    expect(gzipSync(readFileSync(scripts[0] ?? '')).length).toBeLessThanOrEqual(1024);
  });
});
