import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const changelog = `---
title: Changes
---

<Update label="Two" tags={["API", "Fixes"]}>New.</Update>
<Update label="One" tags={["API"]}>Old.</Update>
`;

describe.runIf(hasBrowser())('the filter of a changelog', () => {
  const { newPage, open } = siteInBrowser({
    'docs.json': minimalConfig(['index', 'ruled']),
    'index.mdx': changelog,
    'ruled.mdx':
      '---\ntitle: Ruled\n---\n\n<Update label="Two">New.</Update>\n\n---\n\n<Update label="One">Old.</Update>\n',
  });

  test('is there before a script runs, narrows the entries, and stays in the URL', async () => {
    const page = await newPage();
    // The entries are where they stay before any script has come.
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
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
  }, 60_000);

  test('has one line between entries where the author has drawn it', async () => {
    const page = await open('/ruled');
    const first = page.locator('.update').first();
    expect(await first.evaluate((entry) => getComputedStyle(entry).borderBlockEndWidth)).toBe(
      '0px',
    );
    const [entry, rule] = [await first.boundingBox(), await page.locator('hr').boundingBox()];
    expect(rule?.y).toBe((entry?.y ?? 0) + (entry?.height ?? 0));
  });

  test('is not shown where no script runs', async () => {
    const page = await open('/', { javaScriptEnabled: false });
    expect(await page.locator('.update').count()).toBe(2);
    expect(await page.locator('.update-filter').isVisible()).toBe(false);
  }, 60_000);
});
