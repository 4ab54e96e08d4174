import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const group = (name: string, ...pages: readonly (string | object)[]) => ({ group: name, pages });
const navigation = {
  products: [
    {
      product: 'Cloud',
      tabs: [
        {
          tab: 'Guides',
          groups: [
            group('Start', 'index', 'learn', 'more'),
            group('Run', 'cloud', group('More runs', 'runs')),
          ],
        },
        { tab: 'API', groups: [group('Calls', 'cloud-api', group('More calls', 'calls'))] },
      ],
    },
    {
      product: 'Self-Host',
      tabs: [
        { tab: 'Handbook', groups: [group('Install', 'host'), group('Learn', 'learn', 'more')] },
        { tab: 'Course', groups: [group('Lessons', 'learn', 'lesson')] },
      ],
    },
    { product: 'Edge', groups: [group('Shared', 'learn', 'more')] },
  ],
};
const titles = {
  runs: 'Runs',
  calls: 'Calls',
  index: 'Welcome',
  learn: 'Learn',
  more: 'More',
  cloud: 'Cloud',
  'cloud-api': 'Cloud API',
  host: 'Host',
  lesson: 'Lesson',
};

/** What the frame around a page says of its place. */
interface Frame {
  readonly product: string;
  readonly tab: string;
  readonly groups: readonly string[];
  readonly group: string;
  readonly previous: string;
}

describe.runIf(hasBrowser())('a page in several branches of the navigation', () => {
  const { newPage } = siteInBrowser({
    'docs.json': { name: 'Branches', colors: { primary: '#0F766E' }, navigation },
    ...Object.fromEntries(
      Object.entries(titles).map(([path, title]) => [
        `${path}.mdx`,
        `---\ntitle: ${title}\n---\n\nRead [Learn](/learn).\n`,
      ]),
    ),
  });

  async function reading(
    read: (reader: Page) => Promise<void>,
    options?: BrowserContextOptions,
  ): Promise<void> {
    const reader = await newPage(options);
    const errors: string[] = [];
    reader.on('pageerror', (error) => errors.push(error.message));
    reader.on('console', (said) => said.type() === 'error' && errors.push(said.text()));
    await read(reader);
    expect(errors).toEqual([]);
  }

  async function frameOf(reader: Page): Promise<Frame> {
    const text = (selector: string) => reader.locator(selector).allInnerTexts();
    const [product = ''] = await text('.sidebar-head > .switcher-product .switcher-label');
    const [tab = ''] = await text('.dc-header .dc-tab-link[aria-current]');
    const [own = ''] = await text('.eyebrow');
    const [previous = ''] = await text('.pager-link[rel="prev"] .pager-title');
    return { product, tab, groups: await text('.dc-sidebar .dc-nav-title'), group: own, previous };
  }

  const inCloud = {
    product: 'Cloud',
    tab: 'Guides',
    groups: ['Start', 'Run'],
    group: 'Start',
    previous: 'Welcome',
  };
  const inHandbook = {
    product: 'Self-Host',
    tab: 'Handbook',
    groups: ['Install', 'Learn'],
    group: 'Learn',
    previous: 'Host',
  };
  const inCourse = {
    product: 'Self-Host',
    tab: 'Course',
    groups: ['Lessons'],
    group: 'Lessons',
    previous: '',
  };
  const learn = '.dc-sidebar .nav-row[href="/learn"]';
  const more = '.dc-sidebar .nav-row[href="/more"]';

  test('is shown in its first one to readers from elsewhere', async () => {
    await reading(async (reader) => {
      await reader.goto('/learn');
      expect(await frameOf(reader)).toEqual(inCloud);
      expect(await reader.locator('template[data-branch]').count()).toBe(0);
    });
  });

  test('is shown in the one that its reader comes from, and stays there', async () => {
    await reading(async (reader) => {
      await reader.goto('/host');
      await reader.locator(learn).click();
      await reader.waitForURL('**/learn');
      expect(await frameOf(reader)).toEqual(inHandbook);
      expect(await reader.locator('.dc-sidebar [aria-current="page"]').allInnerTexts()).toEqual([
        'Learn',
      ]);
      await reader.locator(more).click();
      await reader.waitForURL('**/more');
      expect(await frameOf(reader)).toEqual({ ...inHandbook, previous: 'Learn' });
      await reader.reload();
      expect(await frameOf(reader)).toEqual({ ...inHandbook, previous: 'Learn' });
      await reader.goBack();
      await reader.waitForURL('**/learn');
      expect(await frameOf(reader)).toEqual(inHandbook);
      expect(await reader.locator('.dc-search-button').getAttribute('data-product')).toBe(
        'Self-Host',
      );
    });
  });

  test('is in the tab that leads to it, and in its product where the tab does not have it', async () => {
    await reading(async (reader) => {
      await reader.goto('/host');
      await reader.locator('.dc-header .dc-tab-link', { hasText: 'Course' }).click();
      await reader.waitForURL('**/learn');
      expect(await frameOf(reader)).toEqual(inCourse);
      await reader.goto('/cloud-api');
      await reader.locator('.dc-page-content a[href="/learn"]').click();
      await reader.waitForURL('**/learn');
      expect(await frameOf(reader)).toEqual(inCloud);
    });
  });

  test('is in the product that is chosen in the menu', async () => {
    await reading(async (reader) => {
      await reader.goto('/cloud');
      await reader.locator('.dc-sidebar .switcher-button').click();
      await reader.locator('.dc-sidebar .dc-menu-row', { hasText: 'Edge' }).click();
      await reader.waitForURL('**/learn');
      expect(await frameOf(reader)).toEqual({
        ...{ product: 'Edge', tab: '', groups: ['Shared'], group: 'Shared', previous: '' },
      });
    });
  });

  test('another tab opens none of its groups because of those that were open before', async () => {
    await reading(async (reader) => {
      await reader.goto('/cloud');
      await reader.locator('.dc-sidebar summary', { hasText: 'More runs' }).click();
      await reader.locator('.dc-header .dc-tab-link', { hasText: 'API' }).click();
      await reader.waitForURL('**/cloud-api');
      const fold = reader.locator('.dc-sidebar details.nav-fold', { hasText: 'More calls' });
      expect(await fold.getAttribute('open')).toBe(null);
    });
  });

  test('is shown in its first one without scripts', async () => {
    await reading(
      async (reader) => {
        await reader.goto('/host');
        await reader.locator(learn).click();
        await reader.waitForURL('**/learn');
        expect(await frameOf(reader)).toEqual(inCloud);
      },
      { javaScriptEnabled: false },
    );
  });
});
