import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { themes } from '../../schema/config/themes.ts';
import { hasBrowser } from '../support/browser.ts';
import { buildSite, serve } from '../support/build.ts';
import { browserForTests } from '../support/site-in-browser.ts';
import { tempDir, writeFiles } from '../support/temp.ts';

const api = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        summary: 'List orders',
        responses: { 200: { description: 'All' } },
      },
    },
  },
};
const short = `---
title: Short
---

<iframe src="about:blank" title="A film" width="560" height="315"></iframe>

<Tabs><Tab title="npm">First way</Tab><Tab title="pnpm">Second way</Tab></Tabs>

<CodeGroup>
\`\`\`js one.js
one();
\`\`\`
\`\`\`python two.py
two()
\`\`\`
</CodeGroup>

| ${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join(' | ')} |
|${'---|'.repeat(8)}
| ${Array.from({ length: 8 }, () => '`a_rather_long_identifier`').join(' | ')} |
`;
const site = (theme: string) => ({
  'docs.json': {
    name: 'Frames',
    theme,
    colors: { primary: '#7C3AED' },
    background: { image: { light: '/ground.svg', dark: '/ground.svg' } },
    contextual: { options: ['copy', 'view'] },
    navigation: {
      products: ['One', 'Two'].map((product, index) => ({
        product,
        tabs: [
          index === 0
            ? {
                tab: 'Guide',
                groups: [{ group: 'Start', pages: ['index', 'short', 'wide', 'center'] }],
              }
            : {
                tab: 'Guide',
                products: [
                  {
                    product: 'Inner',
                    pages: [{ group: 'Parts', pages: ['other', 'second'] }, 'after', 'last'],
                  },
                  { product: 'Elsewhere', url: 'https://elsewhere.example' },
                ],
              },
          {
            tab: 'Reference',
            groups: [
              {
                group: 'API',
                pages: index === 0 ? ['GET /orders'] : ['more'],
                openapi: 'api.json',
              },
            ],
          },
        ],
      })),
    },
  },
  'api.json': api,
  'ground.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  'index.mdx': '---\ntitle: Long\n---\n\n## One\n\nText\n\n## Two\n\nText',
  'short.mdx': short,
  'wide.mdx': '---\ntitle: Wide\nmode: wide\n---\n\nText',
  'center.mdx': '---\ntitle: Center\nmode: center\n---\n\nText',
  'other.mdx': '---\ntitle: Other\n---\n\nText',
  ...Object.fromEntries(
    ['more', 'second', 'after', 'last'].map((name) => [
      `${name}.mdx`,
      `---\ntitle: ${name}\n---\n\nText`,
    ]),
  ),
});

describe.runIf(hasBrowser())('the frame of a page', () => {
  const { newPage } = browserForTests({ viewport: { width: 1440, height: 900 } });

  async function visit(theme: string, use: (page: Page, url: string) => Promise<void>) {
    const out = tempDir();
    await buildSite(writeFiles(tempDir(), site(theme)), out);
    const server = await serve(out);
    onTestFinished(() => server.close());
    await use(await newPage(), server.url);
  }
  const left = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((item) => Math.round(item.getBoundingClientRect().x));

  /** Distances between the rows of the list, from top to bottom. */
  const gaps = (page: Page) =>
    page.locator('.sidebar-nav .nav-text').evaluateAll((rows) => {
      const tops = rows.map((row) => Math.round(row.getBoundingClientRect().top));
      return tops.slice(1).map((top, at) => top - (tops[at] ?? 0));
    });

  test.each(themes)(
    'starts the text of %s at the same line on every page, but on those in the center',
    async (theme) => {
      await visit(theme, async (page, url) => {
        const edges: Record<string, number> = {};
        await page.goto(url);
        const operation = await page
          .locator('.dc-header .dc-tab-link')
          .nth(1)
          .evaluate((link) => (link as HTMLAnchorElement).pathname);
        for (const path of ['/', '/short', '/wide', operation]) {
          expect((await page.goto(url + path))?.status()).toBe(200);

          edges[path] = await left(page, 'h1');
          expect(await left(page, '.mdx-content')).toBe(edges[path]);
        }

        expect([...new Set(Object.values(edges))], JSON.stringify(edges)).toHaveLength(1);

        await page.goto(`${url}/center`);
        const [room, text] = await page
          .locator('.dc-main, .page-columns > .dc-page-content')
          .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()))
          .then((boxes) => boxes.map(({ x, width }) => x + width / 2));
        expect(Math.abs((room ?? 0) - (text ?? 0))).toBeLessThan(1);
      });
    },
    120_000,
  );

  test('keeps tabs in place, draws its selects, and starts code at the title', async () => {
    await visit('mint', async (page, url) => {
      await page.goto(url);
      const before = await left(page, '.dc-header .dc-tab-link >> nth=1');
      await page.locator('.dc-header .dc-tab-link').nth(1).click();
      await page.waitForSelector('.dc-aside .api-panel');
      expect(await left(page, '.dc-header .dc-tab-link >> nth=1')).toBe(before);
      const select = page.locator('.api-panel select').first();
      expect(await select.evaluate((item) => getComputedStyle(item).appearance)).toBe('none');
      expect(await select.evaluate((item) => getComputedStyle(item).backgroundImage)).toContain(
        'svg',
      );
      const top = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((item) => item.getBoundingClientRect().top);
      const distance = (await top('.dc-aside .api-panel')) - (await top('h1'));
      expect(Math.abs(distance)).toBeLessThanOrEqual(4);
      const halves = await page
        .locator('.page-menu .quiet-button')
        .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
      expect(new Set(halves).size).toBe(1);
    });
  }, 120_000);

  test('keeps the menu next to a long group on a phone, and a path next to its method from right to left', async () => {
    await visit('cipher', async (page, url) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(url);
      const group = page.locator('.page-line > .eyebrow');
      await group.evaluate((item) => {
        item.textContent = 'A group with a longer name than most';
      });
      const name = await group.boundingBox();
      const menu = await page.locator('.page-line .page-menu').boundingBox();
      if (!name || !menu) throw new Error('The page has no group or menu');
      expect(menu.x).toBeGreaterThan(name.x + name.width);
      expect(menu.y).toBeLessThan(name.y + name.height);

      const paths = await page
        .locator('.dc-tab-link')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
      await page.goto(`${url}${paths[1]}`);
      const gap = await page
        .locator('.endpoint-line')
        .first()
        .evaluate((line) => {
          document.documentElement.dir = 'rtl';
          const method = line.querySelector('.dc-method');
          const path = line.querySelector('.endpoint-path');
          if (!method || !path) return undefined;
          const text = document.createRange();
          text.selectNodeContents(path);
          return method.getBoundingClientRect().left - text.getBoundingClientRect().right;
        });
      expect(gap).toBeGreaterThan(0);
      expect(gap).toBeLessThan(24);
    });
  }, 120_000);

  test('paints headings and code of a page in one layer, next to a list that scrolls', async () => {
    await visit('mint', async (page, url) => {
      await page.setViewportSize({ width: 1440, height: 600 });
      await page.goto(`${url}/short`);
      await page.locator('.dc-sidebar').evaluate((list) => {
        const row = list.querySelector('.nav-row')?.parentElement;
        for (let i = 0; i < 30; i++) row?.after(row.cloneNode(true));
      });
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('DOM.getDocument');
      const layers = new Promise<readonly { readonly backendNodeId?: number }[]>((resolve) =>
        cdp.on('LayerTree.layerTreeDidChange', (tree) => tree.layers && resolve(tree.layers)),
      );
      await cdp.send('LayerTree.enable');
      await page.mouse.move(700, 200);
      await page.mouse.wheel(0, 40);
      const owners: string[] = [];
      for (const { backendNodeId } of await layers) {
        if (backendNodeId === undefined) continue;
        const { node } = await cdp.send('DOM.describeNode', { backendNodeId });
        const named = node.attributes ?? [];
        owners.push(named[named.indexOf('class') + 1] ?? node.nodeName);
      }
      expect(owners).toContain('dc-sidebar');
      expect(owners.filter((owner) => /tab|code|table/.test(owner))).toEqual([]);
    });
  }, 60_000);

  test('shows the picture of the author on the sheet of almond', async () => {
    await visit('almond', async (page, url) => {
      await page.goto(url);
      expect(
        await page.locator('.dc-main').evaluate((item) => getComputedStyle(item).backgroundImage),
      ).toContain('ground.svg');
    });
  }, 120_000);

  test('draws all boxes of code in maple and willow without a line', async () => {
    for (const theme of ['maple', 'willow']) {
      await visit(theme, async (page, url) => {
        await page.goto(url);
        const operation = await page
          .locator('.dc-header .dc-tab-link')
          .nth(1)
          .evaluate((link) => (link as HTMLAnchorElement).pathname);
        const lines: string[] = [];
        for (const path of ['/short', operation]) {
          await page.goto(url + path);
          lines.push(
            ...(await page
              .locator('.code-group, .api-panel, .endpoint-line')
              .evaluateAll((boxes) => boxes.map((box) => getComputedStyle(box).borderTopColor))),
          );
        }
        expect(lines.length).toBeGreaterThan(2);
        expect([...new Set(lines)]).toEqual(['rgba(0, 0, 0, 0)']);
      });
    }
  }, 120_000);

  test('shows dialogs of almond as sheets, and the bar of aspen above the contents too', async () => {
    await visit('almond', async (page, url) => {
      await page.goto(url);
      await page.locator('.dc-search-button').click();
      await page.locator('.search-dialog').waitFor();
      const grounds = await page
        .locator('.dc-main, .search-dialog')
        .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundColor));
      expect(grounds).toHaveLength(2);
      expect(new Set(grounds).size).toBe(1);
    });
    await visit('aspen', async (page, url) => {
      await page.goto(url);
      const bar = await page.locator('.page-bar').boundingBox();
      const list = await page.locator('.toc nav').boundingBox();
      expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBe(1440);
      expect(list?.y ?? 0).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
      await page
        .locator('.page-bar-path span')
        .last()
        .evaluate((title) => {
          title.textContent = 'A long title '.repeat(20);
        });
      const path = await page.locator('.page-bar-path').boundingBox();
      const menu = await page.locator('.page-line .page-actions').boundingBox();
      expect((path?.x ?? 0) + (path?.width ?? 0)).toBeLessThanOrEqual(menu?.x ?? 0);
    });
  }, 120_000);

  test('puts the products of aspen into the bar, and counts the pages of groups in atlas', async () => {
    await visit('aspen', async (page, url) => {
      await page.goto(url);
      expect(await page.locator('.dc-header .switcher-product').isVisible()).toBe(true);
      expect(await page.locator('.dc-sidebar .switcher-product').isVisible()).toBe(false);
      await page.goto(`${url}/other`);
      const inside = page.locator('.dc-sidebar .switcher-product:visible .switcher-button');
      expect(await inside.getAttribute('aria-label')).toBe('Product: Inner');
      const logo = await page.locator('.dc-logo').boundingBox();
      const menu = await page.locator('.dc-header .switcher-product').boundingBox();
      expect(menu?.x ?? 0).toBeGreaterThan((logo?.x ?? 0) + (logo?.width ?? 0));
    });
    await visit('atlas', async (page, url) => {
      await page.goto(url);
      expect(await page.locator('.dc-nav-title .nav-count').first().textContent()).toBe('4');
    });
  }, 120_000);

  test.each(themes)(
    'sets pages after a group of %s apart from those of the group',
    async (theme) => {
      await visit(theme, async (page, url) => {
        await page.goto(`${url}/other`);
        const [inside = 0, after = 0, next = 0] = (await gaps(page)).slice(-3);
        expect(after).toBeGreaterThan(inside + 8);
        expect(next).toBe(inside);
      });
    },
    120_000,
  );

  test('prints every tab and every sample with its label, and nothing to press', async () => {
    await visit('mint', async (page, url) => {
      await page.goto(`${url}/short`);
      await page.emulateMedia({ media: 'print' });
      const printed = await page
        .locator('.mdx-content')
        // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not printed
        .innerText();
      for (const words of ['npm', 'First way', 'pnpm', 'Second way', 'one.js', 'two.py', 'two()'])
        expect(printed).toContain(words);
      const controls = page.locator('.dc-main :is(button, select, [role="tab"])');
      for (const control of await controls.all()) expect(await control.isVisible()).toBe(false);
      expect(await page.locator('.dc-main iframe').isVisible()).toBe(false);
      // A table keeps its words and stays on the paper.
      await page.setViewportSize({ width: 640, height: 900 });
      const width = await page.locator('table').evaluate((table) => table.scrollWidth);
      expect(width).toBeLessThanOrEqual(640);

      await page.emulateMedia({ media: 'screen' });
      await page.goto(url);
      await page
        .locator('.dc-header .dc-tab-link')
        .nth(1)
        .evaluate((link: HTMLElement) => link.click());
      await page.waitForSelector('.api-panel');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.api-panel .api-panel-label').nth(1).isVisible()).toBe(true);
      expect(await page.locator('.api-panel select').first().isVisible()).toBe(false);
    });
  }, 120_000);
});
