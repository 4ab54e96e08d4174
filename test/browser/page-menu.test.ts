import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { browserForTests } from '../support/site-in-browser.ts';
import { type StaticHost, startStaticHost } from '../support/static-host.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

const timeout = 60_000;

describe.runIf(hasBrowser())('the menu of a page built without its public URL', () => {
  const dir = makeTempDir();
  const out = makeTempDir();
  let host: StaticHost;

  beforeAll(async () => {
    const contextual = { options: ['copy', 'chatgpt', 'mcp', 'cursor'] };
    writeFiles(dir, {
      'docs.json': minimalConfig(['index'], { contextual }),
      'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
    });
    const { problems, site = '' } = await buildSite(dir, out);
    expect(problems).toEqual([]);
    host = await startStaticHost(site);
  }, timeout);
  afterAll(() => {
    host?.close();
    for (const folder of [dir, out]) rmSync(folder, { recursive: true, force: true });
  });

  const { newPage } = browserForTests();

  /** Opens the page at an address of its own, as if the site were published there. */
  async function openAt(origin: string, look: (page: Page) => Promise<void>): Promise<void> {
    const page = await newPage();
    await page.route(`${origin}/**`, async (route) => {
      const path = new URL(route.request().url()).pathname;
      await route.fulfill({ response: await route.fetch({ url: host.url + path }) });
    });
    await page.goto(origin);
    await page.locator('[data-own-address]').first().waitFor({ state: 'detached', timeout });
    await look(page);
  }

  test('offers assistants the address that the page has', async () => {
    await openAt('https://docs.example', async (page) => {
      await page.locator('.page-menu summary').click();
      const row = page.getByRole('link', { name: 'ChatGPT' });
      await row.waitFor({ timeout });
      const asked = new URL((await row.getAttribute('href')) ?? '').searchParams.get('q');
      expect(asked).toContain('https://docs.example/index.md');
      // A static host has no server for agents.
      expect(await page.getByText('Cursor').isVisible()).toBe(false);
    });
  });

  test('offers them nothing where only its own computer reaches it, and no empty menu', async () => {
    await openAt('http://localhost:9', async (page) => {
      expect(await page.locator('.copy-page').isVisible()).toBe(true);
      expect(await page.locator('.page-menu details').isVisible()).toBe(false);
    });
  });
});
