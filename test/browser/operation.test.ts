import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { projectRoot } from '../support/corpus.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const address = '/api/books/add-a-book';

describe.runIf(hasBrowser())('the page of an operation', () => {
  const { open } = siteInBrowser(
    {
      'docs.json': minimalConfig(['index', 'long'], {
        api: { openapi: { source: 'api.yaml', directory: 'api' } },
      }),
      'index.mdx': '# Home',
      'long.mdx': '---\ntitle: err:user:bad_request:permissions_query_syntax_error\n---',
      'api.yaml': readFileSync(join(projectRoot, 'fixtures/api/everything.yaml'), 'utf8'),
    },
    { reducedMotion: 'reduce' },
  );

  async function on(
    hash: string,
    {
      width,
      ...options
    }: { width: number; javaScriptEnabled?: boolean; colorScheme?: 'light' | 'dark' },
    ask: (page: Page) => Promise<void>,
  ): Promise<void> {
    await ask(await open(address + hash, { viewport: { width, height: 800 }, ...options }));
  }

  test.each([true, false])(
    'a link to a field deep in closed parts shows it, JavaScript: %s',
    async (javaScriptEnabled) => {
      for (const id of ['body-cover-paperback-size-width', 'response-409-detail-field']) {
        await on(`#${id}`, { width: 1440, javaScriptEnabled }, async (page) => {
          const field = page.locator(`#${id}`);
          await field.waitFor({ state: 'visible' });
          await expect.poll(async () => (await field.boundingBox())?.y).toBeLessThan(800);
        });
      }
    },
  );

  test('the sign of a link is there for the pointer and the keyboard', async () => {
    await on('', { width: 1440 }, async (page) => {
      const opacity = () =>
        page
          .locator('#body-title > .field-head > a')
          .evaluate((link) => getComputedStyle(link, '::after').opacity);
      expect(await opacity()).toBe('0');
      await page.locator('#body-title').hover();
      expect(await opacity()).toBe('1');
      await page.mouse.move(0, 0);
      await page.locator('#body-title > .field-head > a').press('Shift');
      await expect.poll(opacity).toBe('1');
    });
  });

  test('a phone shows what to send, then folded answers, then samples, then the next page', async () => {
    await on('', { width: 390 }, async (page) => {
      const top = async (selector: string) =>
        (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN;
      await expect.poll(() => page.locator('details.dc-response[open]').count()).toBe(0);
      const order = ['#authorization', '#body', '#responses', '.api-panel', '.page-rest'];
      const tops: number[] = [];
      for (const selector of order) tops.push(await top(selector));
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBe(390);
    });
  });

  test('a link into an answer keeps it open on a phone', async () => {
    await on('#response-author-born', { width: 390 }, async (page) => {
      await page.locator('#response-author-born').waitFor({ state: 'visible' });
      await expect.poll(() => page.locator('details.dc-response[open]').count()).toBe(1);
    });
  });

  test('a wide screen shows samples next to the text, and the first answer open', async () => {
    await on('', { width: 1440 }, async (page) => {
      const text = await page.locator('#authorization').boundingBox();
      const panel = await page.locator('.api-panel').first().boundingBox();
      expect(panel?.x).toBeGreaterThan((text?.x ?? 0) + 400);
      expect(panel?.y).toBeLessThan(text?.y ?? 0);
      expect(await page.locator('details.dc-response[open]').count()).toBe(1);
    });
  });

  test.each([390, 1280])(
    'names of pages before and behind stay in its column: %i px',
    async (width) => {
      await on('', { width }, async (page) => {
        await page.goto('/api/books/list-books');
        expect(await page.locator('.pager-title').first().textContent()).toContain('syntax_error');
        const [column = 0, ...links] = await page
          .locator('.dc-page-content, .pager-link')
          .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().right));
        expect(links).toHaveLength(2);
        for (const right of links) expect(right).toBeLessThanOrEqual(column);
      });
    },
  );

  test('one alternative of a choice is open at a time', async () => {
    await on('#body-cover-hardcover-weight', { width: 1440 }, async (page) => {
      const choices = page.locator('details[name="body-cover-choice"]');
      await choices.nth(1).locator('> summary').click();
      const open = () =>
        choices.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open));
      await expect.poll(open).toEqual([false, true]);
    });
  });

  test.each(['light', 'dark'] as const)(
    'has no accessibility violation in %s mode',
    async (colorScheme) => {
      await on('', { width: 1440, colorScheme }, async (page) => {
        await page.locator('details').evaluateAll((all) => {
          for (const one of all) (one as HTMLDetailsElement).open = true;
        });
        expect(await violations(page)).toEqual([]);
      });
    },
  );

  test('every example of the body can be chosen', async () => {
    await on('', { width: 1440 }, async (page) => {
      const panel = page.locator('.api-panel[aria-label="Body"]');
      await panel.locator('select').selectOption('With everything');
      await panel.locator('.api-panel-item[data-shown]', { hasText: 'Ende' }).waitFor();
    });
  });
});
