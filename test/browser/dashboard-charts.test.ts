import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { type DashboardSite, openDashboardSite, password } from './dashboard-site.ts';

describe.runIf(hasBrowser())('places and charts of the dashboard', () => {
  let browser: Browser;
  let site: DashboardSite;
  let page: Page;
  const troubles: string[] = [];

  beforeAll(async () => {
    [site, browser] = await Promise.all([openDashboardSite(), launchBrowser()]);
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(20_000);
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) troubles.push(message.text());
    });
    page.on('pageerror', (error) => troubles.push(error.message));
    await open('overview');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await heading('Overview').waitFor();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const open = (name: string) => page.goto(`${site.url}/dashboard/p/${site.slug}/${name}`);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const isSamePage = () => page.evaluate(() => 'marked' in window);
  const mark = () => page.evaluate(() => void Object.assign(window, { marked: true }));

  test('follows its links without loading, and leaves the others to the browser', async () => {
    await mark();
    const link = page.getByRole('link', { name: 'Feedback', exact: true });
    for (const modifiers of [['ControlOrMeta'], ['Shift']] as const) {
      const [opened] = await Promise.all([
        page.context().waitForEvent('page'),
        link.click({ modifiers: [...modifiers] }),
      ]);
      await opened.close();
    }
    expect(page.url()).toMatch(/overview$/);
    await link.click();
    await heading('Feedback').waitFor();
    await page.goBack();
    await heading('Overview').waitFor();
    // Who reads with a keyboard goes on at the beginning of the page.
    await expect
      .poll(() => heading('Overview').evaluate((one) => one === document.activeElement))
      .toBe(true);
    await page.goForward();
    await heading('Feedback').waitFor();
    expect(await isSamePage()).toBe(true);

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(() => {
        const data = Object.assign(document.createElement('a'), { href: '/dashboard/x' });
        data.download = 'x.txt';
        document.body.append(data);
        data.click();
        data.remove();
      }),
    ]);
    await saved.cancel();
    expect(await isSamePage()).toBe(true);
    // As long a name, but not the dashboard's.
    await page.evaluate(() => {
      const other = Object.assign(document.createElement('a'), { href: '/dashboards' });
      document.body.append(other);
      other.click();
    });
    await page.waitForURL(/\/dashboards$/);
    expect(await isSamePage()).toBe(false);
  });

  test('says the number of a day at its bar, by pointer and by keyboard', async () => {
    await open('analytics?days=30');
    const chart = page.locator('.bars.tall');
    const tip = chart.locator('.tip');
    await chart.locator('canvas').waitFor();
    const rows = await chart
      .locator('tr')
      .evaluateAll((all) =>
        all.map((row) => `${row.children[0]?.textContent}: ${row.children[1]?.textContent} views`),
      );
    expect(rows).toHaveLength(30);
    const over = chart.locator('.u-over');
    const { width = 0, height = 0 } = (await over.boundingBox()) ?? {};
    const at = (part: number) => over.hover({ position: { x: width * part, y: height / 2 } });
    await at(0.5 / 30);
    await expect.poll(() => tip.textContent()).toBe(rows[0]);
    await at(10.5 / 30);
    await expect.poll(() => tip.textContent()).toBe(rows[10]);
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: 'detached' });

    const slider = page.getByRole('slider', { name: 'views by day in UTC' });
    const said = () => slider.getAttribute('aria-valuetext');
    await slider.focus();
    for (const [key, index] of [
      ...([
        ['End', 29],
        ['ArrowRight', 29],
        ['ArrowLeft', 28],
        ['Home', 0],
      ] as const),
      ...([
        ['ArrowLeft', 0],
        ['ArrowRight', 1],
      ] as const),
    ]) {
      await page.keyboard.press(key);
      await expect.poll(said, { message: key }).toBe(rows[index]);
      expect(await tip.textContent()).toBe(rows[index]);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('Tab');
    await tip.waitFor({ state: 'detached' });
  });

  /** The colour of the highest bars. */
  const colorOf = () =>
    page.locator('.bars.tall canvas').evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      const counts = new Map<string, number>();
      for (let index = 0; index < pixels.length; index += 4) {
        if (pixels[index + 3] !== 255) continue;
        const color = [...pixels.slice(index, index + 3)].join();
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
      return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
    });

  test('draws its bars in the colours of the mode, and again when that changes', async () => {
    await expect.poll(colorOf).toBe('15,160,72');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colorOf).toBe('22,163,74');
    await page.evaluate(() => void document.documentElement.setAttribute('data-mode', 'light'));
    await expect.poll(colorOf).toBe('15,160,72');
    await page.evaluate(() => document.documentElement.removeAttribute('data-mode'));
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('fits the room that there is, and draws time as text runs', async () => {
    const chart = page.locator('.bars.tall');
    const widths = () =>
      chart.evaluate((one) => [one.clientWidth, one.querySelector('.uplot')?.clientWidth]);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(async () => new Set(await widths()).size).toBe(1);
    }
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    const middle = async (part: string) => {
      const box = await chart.locator(part).boundingBox();
      return (box?.x ?? 0) + (box?.width ?? 0) / 2;
    };
    expect(await middle('figcaption span:first-child')).toBeGreaterThan(
      await middle('figcaption span:last-child'),
    );
    const rows = await chart.locator('th').allTextContents();
    const over = chart.locator('.u-over');
    const scale = chart.locator('.u-axis').last();
    await expect
      .poll(
        async () => ((await scale.boundingBox())?.x ?? 0) > ((await over.boundingBox())?.x ?? 0),
      )
      .toBe(true);
    const { width = 0 } = (await over.boundingBox()) ?? {};
    await over.hover({ position: { x: width - 3, y: 50 } });
    const tip = chart.locator('.tip');
    await expect.poll(() => tip.textContent()).toContain(rows[0]);
    const right = await chart.locator('.column').boundingBox();
    expect(right?.x).toBeGreaterThan(((await over.boundingBox())?.x ?? 0) + width * 0.9);
    // The next day is to the left of it.
    await page.getByRole('slider').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => tip.textContent()).toContain(rows[1]);
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  });

  test('breaks no rule of its own policy', () => {
    expect(troubles).toEqual([]);
  });
});
