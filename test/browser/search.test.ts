import { rmSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { serve } from '../support/build.ts';
import { builtCorpus } from '../support/built-corpus.ts';
import { corpus } from '../support/corpus.ts';
import { browserForTests } from '../support/site-in-browser.ts';
import { type StaticHost, startStaticHost } from '../support/static-host.ts';
import { makeTempDir } from '../support/temp.ts';

const desktop = { viewport: { width: 1280, height: 800 } } as const;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const mem0 = corpus('mem0');
const dify = corpus('dify');

describe.runIf(hasBrowser() && mem0 && dify)('the search dialog', () => {
  const outs = { mem0: makeTempDir(), dify: makeTempDir() };
  let host: StaticHost;
  /** Bytes of each file of the search that the static host has sent. */
  const sent: number[] = [];
  let server: Awaited<ReturnType<typeof serve>>;
  let mem0Server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    const built = await builtCorpus('mem0', outs.mem0);
    host = await startStaticHost(built.site ?? '', {
      onSent: (path, bytes) => path.startsWith('/_docent/search') && sent.push(bytes),
    });
    const other = await builtCorpus('dify', outs.dify);
    expect([built.deployment, other.deployment]).not.toContain(undefined);
    server = await serve(outs.dify);
    mem0Server = await serve(outs.mem0);
  }, 240_000);
  afterAll(async () => {
    await server?.close();
    await mem0Server?.close();
    host?.close();
    for (const out of Object.values(outs)) rmSync(out, { recursive: true, force: true });
  });
  const { newPage } = browserForTests({ ...desktop, reducedMotion: 'reduce', timeout: 20_000 });

  async function open(url: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await newPage(options);
    // Pictures of other hosts are none of our business.
    await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
    await page.goto(url);
    return page;
  }
  const dialog = (page: Page) => page.locator('.search-dialog');
  const options = (page: Page) => dialog(page).locator('[role="option"]');
  const box = (page: Page) => dialog(page).locator('.dc-search-input');
  const settled = (page: Page) =>
    page.waitForFunction(
      () => document.querySelector<HTMLElement>('.search-dialog')?.dataset.state === 'fine',
    );
  /** Waits for the whole text: a busy machine types slowly. */
  async function type(page: Page, text: string): Promise<void> {
    await page.keyboard.type(text, { delay: 5 });
    await page.waitForFunction(
      (value) => document.querySelector<HTMLInputElement>('.dc-search-input')?.value === value,
      text,
    );
    await settled(page);
  }
  test('opens with the keys, finds as one types, and opens a section', async () => {
    const page = await open(`${host.url}/introduction`);
    await page.keyboard.press('Control+k');
    await dialog(page).waitFor();
    expect(await box(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await type(page, 'expiration date');
    const first = options(page).first();
    expect(await first.textContent()).toContain('Memory Expiration');
    expect(await first.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    const second = options(page).nth(1);
    expect(await second.getAttribute('aria-selected')).toBe('true');
    expect(await box(page).getAttribute('aria-activedescendant')).toBe(
      await second.getAttribute('id'),
    );
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/platform/features/memory-expiration*');
  });

  test('opens with a slash, but not in a field, and closes with Escape', async () => {
    const page = await open(`${host.url}/introduction`);
    await page.keyboard.press('/');
    await dialog(page).waitFor();
    await page.keyboard.type('a/b');
    await expect.poll(() => box(page).inputValue()).toBe('a/b');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    const isOutside = () => document.activeElement?.closest('dialog') === null;
    await expect.poll(() => page.evaluate(isOutside)).toBe(true);
  });

  test('loads less than 100 KB for the first question of a static host', async () => {
    const page = await open(`${host.url}/introduction`);
    await page.locator('.dc-search-button').hover();
    sent.length = 0;
    await page.keyboard.press('Control+k');
    await dialog(page).waitFor();
    await box(page).fill('delete memories');
    await settled(page);
    const bytes = sent.reduce((sum, one) => sum + one, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(100_000);
  });

  test('remembers searches that led somewhere', async () => {
    const page = await open(`${host.url}/introduction`);
    await page.keyboard.press('/');
    await type(page, 'webhooks');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.endsWith('/introduction'));
    await page.waitForLoadState();
    await page.keyboard.press('/');
    await dialog(page).waitFor();
    const recent = dialog(page).locator('[role="option"][data-query]');
    expect(await recent.allTextContents()).toEqual(['webhooks']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await settled(page);
    expect(await options(page).count()).toBeGreaterThan(1);
    await box(page).fill('');
    await dialog(page).getByRole('button', { name: 'Forget' }).click();
    expect(await recent.count()).toBe(0);
    expect(await violations(page, '.search-dialog')).toEqual([]);
  });

  test('says that nothing was found, and that the search is out of reach', async () => {
    const page = await open(`${host.url}/introduction`);
    await page.keyboard.press('/');
    await page.keyboard.type('qqqxzzzy');
    await expect
      .poll(() => dialog(page).getByRole('status').textContent())
      .toContain('Nothing found for “qqqxzzzy”');
    await page.route('**/_docent/search/*-w-*.json', (route) => route.abort());
    await box(page).fill('billing');
    await page.waitForSelector('.search-dialog[data-state="failed"]');
    expect(await violations(page, '.search-dialog')).toEqual([]);
    await page.unroute('**/_docent/search/*-w-*.json');
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>('.search-dialog')?.dataset.state !== 'failed',
    );
  });

  test('asks the server of a served site, in Chinese on a Chinese page', async () => {
    const page = await open(`${server.url}/zh/cloud/use-dify/nodes/trigger/overview`);
    await page.waitForFunction(async () => {
      const { api } = await (await fetch('/_docent/search/index.json')).json();
      return api !== undefined && (await fetch(`${api}?q=a`)).ok;
    });
    const asked = page.waitForResponse(/\/api\/v1\/search\/prj_/);
    await page.keyboard.press('/');
    await dialog(page).waitFor();
    await type(page, '定时触发器');
    expect((await asked).status()).toBe(200);
    expect(await options(page).first().textContent()).toContain('定时触发器');
    expect(await dialog(page).getByRole('combobox', { name: '产品' }).inputValue()).toBe('Cloud');
    await dialog(page).getByRole('combobox', { name: '语言' }).selectOption('en');
    await box(page).fill('schedule trigger');
    await page.waitForFunction(() =>
      document.querySelector('.dc-search-title')?.textContent?.includes('Schedule Trigger'),
    );
    expect(await violations(page, '.search-dialog')).toEqual([]);
  });

  test('falls back to the files when the server is making its index', async () => {
    const page = await open(`${server.url}/en/cloud/use-dify/nodes/trigger/overview`);
    await page.route('**/api/v1/search/**', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.keyboard.press('/');
    await dialog(page).waitFor();
    await type(page, 'schedule trigger');
    expect(await options(page).first().textContent()).toContain('Schedule Trigger');
  });

  test.each([
    ['light on a desk', desktop, 'light'],
    ['dark on a desk', desktop, 'dark'],
    ['light on a phone', phone, 'light'],
    ['dark on a phone', phone, 'dark'],
  ] as const)('is without fault to axe: %s', async (_name, size, colorScheme) => {
    const page = await open(`${host.url}/introduction`, { ...size, colorScheme });
    await page.locator('.dc-search-button').click();
    await dialog(page).waitFor();
    expect(await violations(page, '.search-dialog')).toEqual([]);
    await type(page, 'memory');
    expect(await violations(page, '.search-dialog')).toEqual([]);
    if (size === phone) {
      const place = await dialog(page).boundingBox();
      expect(place).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    }
  });

  test.each([
    ['mem0', '/platform/quickstart', 'How do I delete a memory?', /delet/i],
    ['dify', '/zh/cloud/use-dify/nodes/trigger/overview', '定时触发器', /定时触发器/],
  ])(
    'the assistant next to it can be used by keyboard on %s',
    async (name, path, question, told) => {
      const { url } = name === 'mem0' ? mem0Server : server;
      const page = await open(`${url}${path}`);
      const button = page.locator('.assistant-button');
      await button.focus();
      await page.keyboard.press('Enter');
      const panel = page.locator('.assistant-panel');
      await panel.waitFor();
      await page.keyboard.type(question);
      await page.keyboard.press('Enter');
      await panel.locator('.assistant-sources a').first().waitFor();
      expect(await panel.locator('.assistant-answer').textContent()).toMatch(told);
    },
  );
});
