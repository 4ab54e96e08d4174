import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { projectRoot } from '../support/corpus.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const desktop = { viewport: { width: 1440, height: 900 } } as const;

describe.runIf(hasBrowser())('the handbook in a browser', () => {
  const { site, newPage } = siteInBrowser(join(projectRoot, 'docs'), {
    ...desktop,
    reducedMotion: 'reduce',
    timeout: 20_000,
  });

  async function open(path: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await newPage(options);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
    });
    failures.set(page, errors);
    await page.goto(path);
    return page;
  }
  const failures = new WeakMap<Page, string[]>();

  test('leads from tab to tab and from page to page', async () => {
    const page = await open('/');
    expect(await page.locator('h1').textContent()).toContain('Documentation that stays right');
    await page.locator('.tabs-row').first().getByRole('link', { name: 'Components' }).click();
    await page.waitForURL('**/components');
    await page.locator('#sidebar').getByRole('link', { name: 'Steps' }).click();
    await page.waitForURL('**/components/steps');
    expect(await page.locator('#sidebar [aria-current="page"]').textContent()).toContain('Steps');
    await page.locator('[rel="next"]').last().click();
    await page.waitForURL('**/components/accordions');
    expect(failures.get(page)).toEqual([]);
  });

  test('changes tabs of the same title together and remembers the choice', async () => {
    const page = await open('/components/tabs');
    const tabs = page.locator('main [role="tab"]', { hasText: 'macOS' });
    await tabs.first().click();
    for (const tab of await tabs.all())
      expect(await tab.getAttribute('aria-selected')).toBe('true');
    expect(await page.getByText('~/Library/Preferences/example.conf').isVisible()).toBe(true);
    expect(await page.getByText('/etc/example.conf').isVisible()).toBe(false);
    await page.goto(`${site.url}/components/tabs`);
    expect(await tabs.first().getAttribute('aria-selected')).toBe('true');
  });

  test('shows the toolbar of a picture to the keyboard, copies it and lets it be downloaded', async () => {
    const page = await open('/writing/images', {
      ...desktop,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const box = page.locator('.image-box').first();
    const tools = box.locator('.image-tools');
    const opacity = () => tools.evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe('0');
    await box.locator('img').focus();
    await page.keyboard.press('Tab');
    expect(await opacity()).toBe('1');
    await page.keyboard.press('Enter');
    await page.locator('.image-copy[data-copied]').first().waitFor();
    const types = await page.evaluate(async () => (await navigator.clipboard.read())[0]?.types);
    expect(types).toEqual(['image/png']);
    const download = page.waitForEvent('download');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('build-light.svg');
  });

  test('draws a diagram in a lazy part when that is opened, and pans it when it is enlarged', async () => {
    const page = await open('/components/accordions');
    const part = page.locator('details[data-lazy]');
    await page.waitForTimeout(500);
    expect(await part.locator('svg').count()).toBe(0);
    await part.locator('summary').click();
    await part.locator('.mermaid-drawing svg').waitFor();
    await page.goto(`${site.url}/writing/math-and-diagrams`);
    const figure = page.locator('.mermaid[data-actions="true"]');
    const drawing = figure.locator('.mermaid-drawing');
    for (let i = 0; i < 3; i++) await figure.getByRole('button', { name: 'Zoom in' }).click();
    await drawing.focus();
    const before = await drawing.evaluate((element) => element.scrollTop);
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(
      (top) => (document.querySelector('[data-pan]')?.scrollTop ?? 0) > top,
      before,
    );
    await figure.getByRole('button', { name: 'Actual size' }).click();
    expect(await page.locator('[data-pan]').count()).toBe(0);
    expect(failures.get(page)).toEqual([]);
  });

  test('moves between tabs with the keyboard', async () => {
    const page = await open('/components/tabs');
    const list = page.locator('main [role="tablist"]').first();
    await list.getByRole('tab', { name: 'Linux' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await list.getByRole('tab', { name: 'macOS' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    await page.keyboard.press('End');
    expect(await list.getByRole('tab', { name: 'Windows' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    await page.keyboard.press('Home');
    expect(await list.getByRole('tab', { name: 'Linux' }).getAttribute('aria-selected')).toBe(
      'true',
    );
  });

  test('switches between light and dark, and stays there', async () => {
    const page = await open('/', { ...desktop, colorScheme: 'light' });
    const ground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.locator('.mode-toggle').click();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.goto(`${site.url}/cli`);
    expect(await ground()).toBe(dark);
  });

  test('follows the mode of the system on a first visit', async () => {
    const page = await open('/', { ...desktop, colorScheme: 'dark' });
    const ground = await page.evaluate(
      () => getComputedStyle(document.documentElement).backgroundColor,
    );
    const numbers = ground.match(/[\d.]+/g)?.map(Number) ?? [];
    expect(Math.max(...numbers.slice(0, 3))).toBeLessThan(60);
  });

  test('opens a closed accordion for a link into it', async () => {
    const page = await open('/components/accordions#which-files-may-i-delete');
    const accordion = page.locator('#which-files-may-i-delete');
    await page.waitForFunction(
      () => document.querySelector<HTMLDetailsElement>('#which-files-may-i-delete')?.open,
    );
    expect(await accordion.getByText('The folder').isVisible()).toBe(true);
  });

  test('brings a hidden tab to the front for a link into it', async () => {
    const page = await open('/components/tabs#windows');
    await page.waitForFunction(() => document.querySelector('#windows')?.checkVisibility());
    expect(await page.getByText('Run the installer.').first().isVisible()).toBe(true);
  });

  test('copies code', async () => {
    const page = await open('/quick-start', {
      ...desktop,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator('.code-block .code-copy').first().click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toMatch(/^npx docent init my-docs\s*$/);
  });

  test('opens the navigation in a dialog on a phone', async () => {
    const page = await open('/components/steps', phone);
    const small = await page
      .locator('.dc-search-button, .mode-toggle, .page-menu button, .dc-footer-group a')
      .evaluateAll((items) =>
        items.flatMap((item) => {
          const { width, height } = item.getBoundingClientRect();
          return item.checkVisibility() && Math.min(width, height) < 44 ? [item.className] : [];
        }),
      );
    expect(small).toEqual([]);
    await page.locator('.page-bar-menu').click();
    const dialog = page.locator('dialog.dc-drawer');
    await dialog.waitFor();
    expect(await dialog.locator('[aria-current="page"]').first().textContent()).toContain('Steps');
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    await page.locator('.page-bar-menu').click();
    await dialog.getByRole('link', { name: 'Trees' }).click();
    await page.waitForURL('**/components/trees');
  });

  test('can be used with the keyboard alone', async () => {
    const page = await open('/writing/code');
    await page.keyboard.press('Tab');
    const skip = await page.evaluate(() => document.activeElement?.getAttribute('href'));
    expect(skip).toMatch(/^#/);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => location.hash)).toBe(skip);
    // Every stop on the way is visible and shows where it is.
    const unseen: string[] = [];
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press('Tab');
      const problem = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        if (element === document.body) return '';
        const style = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        const seen = box.width > 0 && box.height > 0 && element.checkVisibility();
        const marked = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
        return seen && marked ? '' : element.outerHTML.slice(0, 120);
      });
      if (problem !== '') unseen.push(problem);
    }
    expect(unseen).toEqual([]);
  });

  test('continues components of the author in the browser', async () => {
    const page = await open('/writing/snippets');
    expect(await page.getByRole('button', { name: /Pressed/ }).textContent()).toContain('0 times');
    // Its bundle comes when it is near: presses count from then on.
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: /Pressed/ }).click();
          return page.getByRole('button', { name: /Pressed/ }).textContent();
        },
        { timeout: 8_000 },
      )
      .toMatch(/Pressed [1-9]/);
    expect(failures.get(page)).toEqual([]);
  });

  test('draws diagrams from its own files', async () => {
    const page = await open('/writing/math-and-diagrams');
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url)) foreign.push(request.url());
    });
    await page.locator('.mermaid svg').first().waitFor();
    expect(foreign).toEqual([]);
    expect(failures.get(page)).toEqual([]);
  });

  test('answers an unknown address with a page that says so', async () => {
    const page = await open('/quick-strat');
    expect(await page.locator('h1').textContent()).toContain('Page not found');
    expect(await page.locator('main a[href="/quick-start"]').count()).toBeGreaterThan(0);
  });

  test('is readable without JavaScript', async () => {
    const page = await open('/components/tabs', { ...desktop, javaScriptEnabled: false });
    for (const words of ['Use the package manager', 'Open the disk image', 'Run the installer']) {
      expect(await page.getByText(words).first().isVisible()).toBe(true);
    }
    for (const button of await page.locator('.needs-js').all()) {
      expect(await button.isVisible()).toBe(false);
    }
    await page.locator('#sidebar').getByRole('link', { name: 'Views' }).click();
    await page.waitForURL('**/components/views');
    expect(await page.getByText('pip install example').isVisible()).toBe(true);
    await page.goto(`${site.url}/components/accordions`);
    await page.locator('#which-files-may-i-delete summary').click();
    expect(await page.getByText('at any time').isVisible()).toBe(true);
  });

  const widePages = [
    '/',
    '/writing/code',
    '/writing/markdown',
    '/components/cards',
    '/components/labels',
    '/components/api',
    '/configuration/navigation',
    '/configuration/assistant',
    '/example-api/add-book',
    '/cli',
  ];

  test.each([320, 390, 768])('never scrolls sideways at %i pixels', async (width) => {
    const page = await open('/', { viewport: { width, height: 800 } });
    const wide: string[] = [];
    for (const path of widePages) {
      await page.goto(`${site.url}${path}`);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (over > 0) wide.push(`${path} is ${over} px too wide`);
    }
    expect(wide).toEqual([]);
  });

  const axePages = [...widePages.slice(0, 8), '/example-api/list-books', '/components/tabs'];

  test.each(['light', 'dark'] as const)(
    'has no accessibility violation in %s mode',
    async (mode) => {
      const page = await open('/', { ...desktop, colorScheme: mode });
      const found: string[] = [];
      for (const path of axePages) {
        await page.goto(`${site.url}${path}`);
        await page.evaluate(() => document.fonts.ready);
        found.push(...(await violations(page)).map((one) => `${path} ${one.slice(0, 400)}`));
      }
      expect(found).toEqual([]);
    },
    90_000,
  );

  test('keeps a content page under 30 KB of scripts and 25 KB of styles', async () => {
    const page = await open('/writing/code');
    await page.waitForLoadState('networkidle');
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => entry.name),
    );
    const sizes = { script: 0, stylesheet: 0 };
    for (const address of new Set(loaded)) {
      const type = /\.(js|css)$/.exec(new URL(address).pathname)?.[1];
      if (!type) continue;
      const body = await (await fetch(address)).text();
      sizes[type === 'js' ? 'script' : 'stylesheet'] += gzipSync(body).length;
    }
    const html = await page.evaluate(async () => (await fetch(location.href)).text());
    const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1]);
    const inline = gzipSync(styles.join('')).length;
    expect(sizes.script).toBeGreaterThan(0);
    expect(sizes.script).toBeLessThan(30_000);
    expect(sizes.stylesheet + inline).toBeGreaterThan(1_000);
    expect(sizes.stylesheet + inline).toBeLessThan(25_000);
    expect(gzipSync(html).length).toBeLessThan(60_000);
  });
});
