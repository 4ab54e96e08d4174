import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const page = `---
title: "عنوان طويل يمتد على أكثر من سطر واحد لأن الشاشة ضيقة ولا تتسع له كله"
---

كلمة \`/v1/things\` في وسط السطر.

- [ ] مهمة
`;
const site = {
  'docs.json': {
    name: 'Name: all of it, and more!',
    theme: 'nova',
    colors: { primary: '#7C3AED' },
    navigation: {
      languages: [
        {
          code: 'ar',
          default: true,
          groups: [
            { group: 'What now?', pages: ['index', 'latin'] },
            { group: 'API', openapi: 'api.json', pages: ['POST /orders'] },
          ],
        },
      ],
    },
  },
  'index.mdx': page,
  'latin.mdx': '---\ntitle: Install it.\n---\n\nنص',
  'api.json': {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.example.com', description: 'For everyone.' }],
    paths: {
      '/orders': {
        post: {
          operationId: 'order',
          summary: 'Order',
          description: 'Sends an order.\n\nIt takes a while.\n\nNothing more.',
          'x-codeSamples': ['Shell', 'JavaScript'].map((lang) => ({ lang, source: 'order()' })),
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    id: { type: 'string', description: 'The number.' },
                    name: { type: 'string', description: 'اسم الطلب.' },
                  },
                },
              },
            },
          },
          responses: { 200: { description: 'Fine.' } },
        },
      },
    },
  },
};

describe.runIf(hasBrowser())('a site that is read from the right', () => {
  const { open } = siteInBrowser(site, { timeout: 8000 });

  async function visit(path: string, width: number, use: (page: Page) => Promise<void>) {
    await use(await open(path, { viewport: { width, height: 844 } }));
  }

  test('keeps paths and Latin titles in their order', async () => {
    await visit('/', 1440, async (page) => {
      expect(await order(page, '.prose p > code')).toBe('/v1/things');
      expect(await order(page, '.dc-layout > .dc-sidebar .dc-nav-title .nav-text')).toBe(
        'What now?',
      );
      const titles = await page.locator('.dc-layout > .dc-sidebar a.nav-row .nav-text').all();
      const shown = await Promise.all(titles.map((title) => title.evaluate(orderIn)));
      expect(shown).toContain('Install it.');
      // Whatever their letters, all rows begin at the same line.
      const ends = await page
        .locator(
          '.dc-layout > .dc-sidebar .dc-nav-list > .dc-nav-group:first-child > .dc-nav-list > li > a > .nav-text',
        )
        .evaluateAll((rows) =>
          rows.map((row) => {
            const text = document.createRange();
            text.selectNodeContents(row);
            return Math.round(text.getBoundingClientRect().right);
          }),
        );
      expect(new Set(ends).size).toBe(1);
    });
    await visit('/latin', 390, async (page) => {
      expect(await order(page, '.page-bar-path > span:last-child')).toBe('Install it.');
    });
  });

  test('has finds of the search that begin at one edge, whatever they are written in', async () => {
    await visit('/', 1280, async (page) => {
      await page.locator('.dc-search-button').click();
      await page.locator('.search-dialog .dc-search-input').fill('order');
      const row = page.locator('.search-dialog[data-state="fine"] a.search-option').first();
      await row.waitFor();
      const ends = await row.locator('> span').evaluateAll((lines) =>
        lines.map((line) => {
          const text = document.createRange();
          text.selectNodeContents(line);
          return Math.round(text.getBoundingClientRect().right);
        }),
      );
      expect(ends.length).toBeGreaterThan(1);
      expect(new Set(ends).size).toBe(1);
      // The outermost name comes first, which is at the right.
      const place = row.locator('.search-place');
      await place.evaluate((line) =>
        line.append(' › ', line.querySelector('bdi')?.cloneNode(true) ?? ''),
      );
      const [outer = 0, inner = 0] = await place
        .locator('bdi')
        .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().right));
      expect(outer).toBeGreaterThan(inner);
    });
  });

  test('keeps tasks off their boxes, lines of titles apart, and the begin of a long name', async () => {
    await visit('/', 320, async (page) => {
      const gap = await page.locator('.dc-task').evaluate((task) => {
        const box = task.querySelector('input')?.getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(task.lastChild ?? task);
        return (box?.left ?? 0) - text.getBoundingClientRect().right;
      });
      expect(gap).toBeGreaterThanOrEqual(3);
      const [height = 0, size = 1] = await page.locator('.dc-page-title').evaluate((title) => {
        const { lineHeight, fontSize } = getComputedStyle(title);
        return [Number.parseFloat(lineHeight), Number.parseFloat(fontSize)];
      });
      expect(height / size).toBeGreaterThan(1.3);
      const name = page.locator('.dc-logo-text');
      expect(await name.evaluate((item) => getComputedStyle(item).direction)).toBe('ltr');
    });
  });

  test('shows texts of a description in English from the left, below their names', async () => {
    await visit('/', 1440, async (page) => {
      const path = await page
        .locator('.dc-layout > .dc-sidebar a.nav-row', { hasText: 'Order' })
        .evaluate((link) => (link as HTMLAnchorElement).pathname);
      await page.goto(path);
      expect(await order(page, '.operation-text > p:last-child')).toBe('Nothing more.');
      expect(await order(page, '.endpoint-servers bdi')).toBe('For everyone.');
      const texts = await page.locator('.field .field-text').evaluateAll((fields) =>
        fields.map((field) => {
          const { direction, textAlign } = getComputedStyle(field);
          return [direction, direction === 'ltr' ? textAlign : 'right'].join(' ');
        }),
      );
      expect(texts).toContain('ltr right');
      expect(texts).toContain('rtl right');
      const choice = page.locator('.api-panel-choice').first();
      expect(
        await choice.evaluate((select) => {
          const { direction, backgroundPositionX, paddingRight } = getComputedStyle(select);
          return [direction, backgroundPositionX, paddingRight];
        }),
      ).toEqual(['ltr', 'calc(100% - 9px)', '28px']);
    });
  });
});

const order = (page: Page, selector: string) => page.locator(selector).first().evaluate(orderIn);

/** The text of an element as it is seen, from left to right. */
function orderIn(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const seen: { readonly letter: string; readonly left: number }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let at = 0; at < (node.textContent?.length ?? 0); at++) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const { left } = range.getBoundingClientRect();
      seen.push({ letter: node.textContent?.[at] ?? '', left });
    }
  }
  return seen
    .toSorted((a, b) => a.left - b.left)
    .map(({ letter }) => letter)
    .join('');
}
