import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { buildSite, serve } from '../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

const changelog = `---
title: Changes
---

<Update label="Two" tags={["API", "Fixes"]}>New.</Update>
<Update label="One" tags={["API"]}>Old.</Update>
`;

describe.runIf(hasBrowser())('the filter of a changelog', () => {
  const folder = makeTempDir();
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    browser = await launchBrowser();
    const dir = writeFiles(join(folder, 'site'), {
      'docs.json': minimalConfig(['index', 'ruled']),
      'index.mdx': changelog,
      'ruled.mdx':
        '---\ntitle: Ruled\n---\n\n<Update label="Two">New.</Update>\n\n---\n\n<Update label="One">Old.</Update>\n',
    });
    await buildSite(dir, join(folder, 'out'));
    server = await serve(join(folder, 'out'));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is there before a script runs, narrows the entries, and stays in the URL', async () => {
    const page = await browser.newPage();
    try {
      // The entries are where they stay before any script has come.
      let go = () => {};
      const held = new Promise<void>((resolve) => {
        go = resolve;
      });
      await page.route('**/*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(server.url, { waitUntil: 'commit' });
      const first = page.locator('.update').first();
      const before = await first.boundingBox();
      go();
      await page.waitForLoadState('networkidle');
      expect((await first.boundingBox())?.y).toBe(before?.y);

      const fixes = page.getByRole('group', { name: 'Filter by tag' }).getByText('Fixes');
      await fixes.click();
      await expect.poll(() => page.locator('.update:visible').count()).toBe(1);
      expect(new URL(page.url()).search).toBe('?tags=Fixes');
      await page.reload();
      await expect.poll(() => fixes.getAttribute('aria-pressed')).toBe('true');
      expect(await page.locator('.update:visible').count()).toBe(1);
    } finally {
      await page.close();
    }
  }, 60_000);

  test('has one line between entries where the author has drawn it', async () => {
    const page = await browser.newPage();
    try {
      await page.goto(`${server.url}/ruled`);
      const first = page.locator('.update').first();
      expect(await first.evaluate((entry) => getComputedStyle(entry).borderBlockEndWidth)).toBe(
        '0px',
      );
      const [entry, rule] = [await first.boundingBox(), await page.locator('hr').boundingBox()];
      expect(rule?.y).toBe((entry?.y ?? 0) + (entry?.height ?? 0));
    } finally {
      await page.close();
    }
  });

  test('is not shown where no script runs', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(server.url);
    expect(await page.locator('.update').count()).toBe(2);
    expect(await page.locator('.update-filter').isVisible()).toBe(false);
    await context.close();
  }, 60_000);
});
