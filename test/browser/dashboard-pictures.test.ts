import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { openMember } from './dashboard-member.ts';
import { type DashboardSite, openDashboardSite } from './dashboard-site.ts';

/**
 * The pictures of the handbook, and what is written on each. A picture is taken again with
 * `DOCENT_PICTURES=write`, and this test fails as long as one shows a section that has changed since.
 */
const folder = join(import.meta.dirname, '../../docs/images/dashboard');
const record = join(folder, 'pictures.json');
const isWriting = process.env.DOCENT_PICTURES === 'write';

const pictures = [
  { name: 'analytics', heading: 'Analytics' },
  { name: 'pages', heading: 'Pages' },
  { name: 'settings', heading: 'Settings' },
] as const;

/** What a site has that is used for years. */
const amounts = { pages: 250, deliveries: 100_000, conversations: 5_000 };

describe.runIf(hasBrowser())('the pictures of the handbook', () => {
  let browser: Browser;
  let site: DashboardSite;
  let page: Page;

  beforeAll(async () => {
    [site, browser] = await Promise.all([openDashboardSite({ amounts }), launchBrowser()]);
    page = await openMember(browser, site, {
      ...{ locale: 'en-US', timezoneId: 'UTC', reducedMotion: 'reduce' },
    });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  test.each(pictures)('show what is in the section now: $name', async ({ name, heading }) => {
    await page.goto(`${site.url}/dashboard/p/${site.slug}/${name}`);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    const words = await page.evaluate(wordsOnIt);
    if (isWriting) {
      const known = readRecord();
      writeFileSync(record, `${JSON.stringify({ ...known, [name]: words }, null, 2)}\n`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
      }
    }
    expect(words, 'take the pictures again with DOCENT_PICTURES=write').toEqual(readRecord()[name]);
  });
});

function readRecord(): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(readFileSync(record, 'utf8'));
}

/** What is the same on a section whatever its data is: where one can go, headings, columns. */
function wordsOnIt(): readonly string[] {
  const found = document.querySelectorAll<HTMLElement>(
    'nav a, h1, h2, [role="columnheader"], [role="tab"]',
  );
  const texts = [...found]
    .filter((element) => element.checkVisibility())
    .map(({ textContent }) => (textContent ?? '').replace(/\s+/g, ' ').trim());
  return [...new Set(texts)].filter((text) => text !== '');
}
