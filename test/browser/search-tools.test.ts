import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openStore } from '../../runtime/store/open.ts';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const narrow = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true } as const;

const fence = '```';
const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;
const products = {
  'cloud/start': page('Cloud start', 'How the zebra is fed in the cloud.'),
  'cloud/paths': page(
    'Paths',
    `## A table of zebras

| zebra | food |
|---|---|
| plains zebra | grass |

${fence}json zebra.json
{ "zebra": 1 }
${fence}

<CodeGroup>
${fence}sh npm
npm i zebra
${fence}
${fence}sh yarn
yarn add zebra
${fence}
</CodeGroup>

After the code, a zebra sleeps.`,
  ),
  'host/start': page('Host start', 'A zebra at home.'),
  'host/deep': page('Host deep', 'Another zebra, deep in the forest.'),
};

describe.runIf(hasBrowser())("the reader's tools of the search", () => {
  const { site, newPage } = siteInBrowser(
    {
      'docs.json': minimalConfig([], {
        navigation: {
          products: [
            {
              product: 'Self-Host',
              groups: [{ group: 'Host', pages: ['host/start', 'host/deep'] }],
            },
            {
              product: 'Cloud',
              groups: [{ group: 'Cloud', pages: ['cloud/start', 'cloud/paths'] }],
            },
          ],
        },
      }),
      ...Object.fromEntries(Object.entries(products).map(([path, text]) => [`${path}.mdx`, text])),
    },
    { reducedMotion: 'reduce', timeout: 20_000 },
  );

  async function open(path: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await newPage(options);
    await page.goto(path);
    await page.locator('.assistant-button').waitFor();
    return page;
  }
  const dialog = (page: Page) => page.locator('.search-dialog');
  const options = (page: Page) => dialog(page).locator('[role="option"]');
  async function search(page: Page, query: string): Promise<void> {
    await page.locator('.dc-search-button').click();
    await dialog(page).locator('.dc-search-input').fill(query);
    await page.waitForSelector('.search-dialog:is([data-state="fine"], [data-state="none"])');
  }
  /** Words that are marked on the page. */
  const marked = (page: Page) =>
    page.evaluate(() =>
      [...(CSS.highlights.get('docent-found') ?? [])].map((range) => String(range)),
    );

  test.each(['light', 'dark'] as const)(
    'suggests pages before anything is typed, and opens them by keyboard (%s)',
    async (colorScheme) => {
      const page = await open('/cloud/start', { colorScheme });
      await page.keyboard.press('/');
      await dialog(page).waitFor();
      const group = dialog(page).getByRole('group', { name: 'Suggested pages' });
      expect(await group.getByRole('option').allTextContents()).toEqual(['Paths']);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/cloud/paths');
    },
  );

  test('suggests the pages that a missing one may have meant', async () => {
    const page = await open('/cloud/strat');
    await page.keyboard.press('/');
    await dialog(page).waitFor();
    expect(await options(page).first().textContent()).toBe('Cloud start');
  });

  test('marks the words on the page that a result opens, until Escape', async () => {
    const page = await open('/cloud/start');
    await search(page, 'zebras sleeping');
    await options(page).filter({ hasText: 'Paths' }).first().click();
    await page.waitForURL('**/cloud/paths*');
    await expect.poll(() => marked(page)).toContain('zebra');
    expect(await marked(page)).toContain('sleeps');
    expect(page.url()).not.toMatch(/zebra(?!s$)|\?/);
    expect(await page.locator('.mdx-content mark').count()).toBe(0);
    await page.reload();
    await expect.poll(() => marked(page)).toContain('sleeps');
    // Escape belongs to an open dialog first.
    await page.keyboard.press('?');
    await page.locator('.dc-shortcuts[open]').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.dc-shortcuts[open]').count()).toBe(0);
    expect(await marked(page)).toContain('sleeps');
    await page.keyboard.press('Escape');
    expect(await marked(page)).toEqual([]);
    await page.reload();
    await page.locator('.assistant-button').waitFor();
    expect(await marked(page)).toEqual([]);
  });

  test('marks the words of a section of the page that is open, and none on other pages', async () => {
    const page = await open('/cloud/paths');
    await search(page, 'plains');
    await options(page).first().click();
    await expect.poll(() => marked(page)).toContain('plains');
    await page.goto(`${site.url}/cloud/start`);
    await page.locator('.assistant-button').waitFor();
    expect(await marked(page)).toEqual([]);
  });

  test('lists products in the order of the navigation', async () => {
    const page = await open('/cloud/start');
    await search(page, 'zebra');
    const names = await page.locator('select.search-filter option').allTextContents();
    expect(names).toEqual(['Product: All', 'Self-Host', 'Cloud']);
  });

  test('says how many pages a filter hides, and shows them', async () => {
    const page = await open('/cloud/start');
    await search(page, 'zebra');
    expect(await dialog(page).getByRole('combobox', { name: 'Product' }).inputValue()).toBe(
      'Cloud',
    );
    const more = dialog(page).getByRole('button', { name: '2 more in Self-Host' });
    await more.waitFor();
    expect(await violations(page)).toEqual([]);
    await more.focus();
    await page.keyboard.press('Enter');
    await options(page).filter({ hasText: 'Host deep' }).waitFor();
    expect(await dialog(page).getByRole('combobox', { name: 'Product' }).inputValue()).toBe(
      'Self-Host',
    );
    await dialog(page).getByRole('button', { name: '2 more in Cloud' }).waitFor();
    // Also where the filter leaves nothing.
    await dialog(page).locator('.dc-search-input').fill('forest');
    await options(page).filter({ hasText: 'Host deep' }).waitFor();
    await dialog(page).getByRole('combobox', { name: 'Product' }).selectOption('Cloud');
    await dialog(page).getByRole('button', { name: '1 more in Self-Host' }).waitFor();
    expect(await dialog(page).getByRole('status').textContent()).toContain('Nothing found');
  });

  test('has excerpts without pipes of tables, labels of code and split paths', async () => {
    const page = await open('/cloud/start');
    await search(page, 'zebra');
    const excerpts = await dialog(page).locator('.search-excerpt').allTextContents();
    const text = excerpts.join('\n');
    expect(text).toContain('plains zebra grass');
    expect(text).toContain('After the code, a zebra sleeps.');
    expect(text).not.toMatch(/\||zebra\.json|npm|yarn/);
  });

  test('hands the typed words to the assistant as a question', async () => {
    const page = await open('/cloud/start');
    await search(page, 'what does a zebra eat');
    const ask = options(page).last();
    expect(await ask.textContent()).toBe('Ask AI Assistant what does a zebra eat');
    // The sign is on the line of the words.
    const sign = await ask.locator('svg').boundingBox();
    const typed = await ask.locator('strong').boundingBox();
    expect(sign && typed && sign.x < typed.x && sign.y < typed.y + typed.height).toBe(true);
    expect(sign && typed && typed.y < sign.y + sign.height).toBe(true);
    await page.keyboard.press('ArrowUp');
    expect(await ask.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'AI Assistant' });
    await panel.locator('.assistant-question', { hasText: 'what does a zebra eat' }).waitFor();
    expect(await dialog(page).isVisible()).toBe(false);
    await panel.locator('.assistant-answer').waitFor();
    // Nothing found: the question is the first thing to do.
    await search(page, 'qqqxzzzy');
    expect(await options(page).first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await panel.locator('.assistant-question', { hasText: 'qqqxzzzy' }).waitFor();
  });

  test('closes with a button on a phone, and fits a screen of 320 px', async () => {
    const page = await open('/cloud/start', phone);
    await page.locator('.dc-search-button').tap();
    await dialog(page).waitFor();
    const close = dialog(page).getByRole('button', { name: 'Esc close' });
    const box = await close.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(await close.locator('svg').isVisible()).toBe(true);
    expect(await close.getByText('Esc').isVisible()).toBe(false);
    expect(await violations(page)).toEqual([]);
    await close.tap();
    expect(await dialog(page).isVisible()).toBe(false);
    const small = await open('/cloud/start', narrow);
    await search(small, 'zebra');
    await dialog(small).getByRole('button', { name: '2 more in Self-Host' }).waitFor();
    expect(
      await dialog(small).evaluate((node) =>
        [node, ...node.querySelectorAll('*')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
          .map(({ className }) => className),
      ),
    ).toEqual([]);
  });

  test.each(['light', 'dark'] as const)(
    'shows all shortcuts with a question mark, and from the search (%s)',
    async (colorScheme) => {
      const page = await open('/cloud/paths', { colorScheme });
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await page.keyboard.press('?');
      await list.waitFor();
      expect(await list.getByRole('heading').allTextContents()).toEqual([
        'Keyboard shortcuts',
        'Everywhere',
        'In the search',
        'In a row of tabs',
        'In the assistant',
      ]);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => list.isVisible()).toBe(false);
      await page.keyboard.press('/');
      await dialog(page).waitFor();
      // In a field it is a letter.
      await page.keyboard.type('?');
      expect(await list.isVisible()).toBe(false);
      await dialog(page).getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await list.waitFor();
      await list.getByRole('button', { name: 'Close a dialog' }).click();
      await expect.poll(() => list.isVisible()).toBe(false);
      expect(await dialog(page).isVisible()).toBe(true);
    },
  );

  test('reports which searches were given up, which result was opened, and that the search went on', async () => {
    const page = await open('/host/deep');
    // Time passes only when the test says so: how long an answer was shown decides.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.press('/');
    const search = async (query: string, answer: Locator, milliseconds: number) => {
      await page.locator('.dc-search-input').fill(query);
      await expect
        .poll(async () => {
          // What waits before it asks goes on.
          await page.clock.runFor(50);
          return answer.count();
        })
        .toBeGreaterThan(0);
      await page.clock.runFor(milliseconds);
    };
    const marked = (word: string) => dialog(page).locator('mark', { hasText: word });
    await search('zebra in the forest', marked('forest'), 2000);
    await search('unicorn', dialog(page).getByText('unicorn'), 2000);
    // Passed on the way, and not read.
    await search('deep', marked('deep'), 0);
    await search('zebra at home', marked('zebra'), 0);
    await page.keyboard.press('Enter');
    await page.waitForURL(/host\/start/);
    // The page was not what the reader wanted.
    await page.keyboard.press('/');
    await search('forest', marked('forest'), 2000);
    await page.keyboard.press('Escape');
    await page.clock.resume();
    const store = openStore(`${site.built.out}/docent.db`);
    try {
      // Other readers of this server have searched as well.
      const own = ['deep', 'unicorn', 'zebra at home', 'zebra in the forest'];
      const rows = () =>
        store.db
          .selectFrom('searches')
          .selectAll()
          .where('question', 'in', own)
          .orderBy('question')
          .execute();
      await expect.poll(rows, { timeout: 20_000 }).toMatchObject([
        { question: 'unicorn', asked: 1, clicked: 0, empty: 1 },
        { question: 'zebra at home', asked: 1, clicked: 1, empty: 0 },
        { question: 'zebra in the forest', asked: 1, clicked: 0, empty: 0 },
      ]);
      const pages = () =>
        store.db
          .selectFrom('search_pages')
          .select(['page_path', 'opened', 'searched_on'])
          .where('searched_on', '>', 0)
          .execute();
      await expect
        .poll(pages, { timeout: 20_000 })
        .toEqual([{ page_path: 'host/start', opened: 1, searched_on: 1 }]);
    } finally {
      await store.close();
    }
  });
});
