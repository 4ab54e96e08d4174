import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const page = `---
title: Types
---

\`\`\`ts twoslash
/** A person. */
interface User { id: number }
const user: User = { id: 1 };
//    ^?
user.id.toFixed(2);
\`\`\`

Text after it.
`;

describe.runIf(hasBrowser())('types of code in a browser', () => {
  const { open: openPage } = siteInBrowser(
    { 'docs.json': minimalConfig(['index']), 'index.mdx': page },
    {
      viewport: { width: 1200, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    },
  );

  async function open(
    look: (page: Page) => Promise<void>,
    options?: BrowserContextOptions,
  ): Promise<void> {
    await look(await openPage('/', options));
  }

  const ready = (page: Page) => page.locator('.code-type[data-type]').first().waitFor();
  const name = (page: Page, text: string) =>
    page.locator('.code-type', { hasText: new RegExp(`^${text}$`) });
  const shown = (page: Page) => page.getByRole('tooltip');

  test('show under the pointer, stay while it is on them, and close with Escape', async () => {
    await open(async (page) => {
      await ready(page);
      await name(page, 'user').first().hover();
      await shown(page).waitFor();
      expect(await shown(page).textContent()).toBe('const user: User');
      await shown(page).hover();
      await page.mouse.move(600, 700);
      await expect.poll(() => shown(page).count()).toBe(0);
      await name(page, 'User').first().hover();
      await shown(page).waitFor();
      expect(await shown(page).textContent()).toBe('interface UserA person.');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => shown(page).count()).toBe(0);
    });
  });

  test('show with the keyboard: one stop for a block, arrows inside it', async () => {
    await open(async (page) => {
      await ready(page);
      await name(page, 'User').first().focus();
      expect(await shown(page).textContent()).toContain('interface User');
      await page.keyboard.press('ArrowRight');
      expect(await shown(page).textContent()).toBe('(property) User.id: number');
      const described = await page.evaluate(() =>
        document.activeElement?.getAttribute('aria-describedby'),
      );
      expect(described).toBe(await shown(page).getAttribute('id'));
      expect(await page.locator('.code-type[tabindex="0"]').count()).toBe(1);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('code-copy');
      expect(await shown(page).count()).toBe(0);
    });
  });

  test('show after a tap, inside a narrow window', async () => {
    await open(
      async (page) => {
        await ready(page);
        await name(page, 'toFixed').tap();
        await shown(page).waitFor();
        const box = (await shown(page).boundingBox()) ?? expect.fail('no box');
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(320);
        await page.getByText('Text after it').tap();
        await expect.poll(() => shown(page).count()).toBe(0);
      },
      { viewport: { width: 320, height: 700 }, hasTouch: true },
    );
  });

  test('are not part of what is copied', async () => {
    await open(async (page) => {
      await ready(page);
      expect(await page.locator('.code-note').textContent()).toBe('\n      ^ const user: User');
      await page.locator('.code-copy').click();
      await page.locator('.code-copy[data-copied]').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        '/** A person. */\ninterface User { id: number }\nconst user: User = { id: 1 };\nuser.id.toFixed(2);',
      );
    });
  });

  test('are titles where there are no scripts', async () => {
    await open(
      async (page) => {
        expect(await name(page, 'toFixed').getAttribute('title')).toMatch(
          /^\(method\) Number\.toFixed/,
        );
      },
      { javaScriptEnabled: false },
    );
  });
});
