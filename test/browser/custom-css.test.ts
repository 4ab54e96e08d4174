import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { corpus, projectRoot } from '../support/corpus.ts';
import { siteInBrowser, styleOf } from '../support/site-in-browser.ts';
import { minimalConfig, writeFiles } from '../support/temp.ts';

const desktop = { viewport: { width: 1440, height: 900 } } as const;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const modes = ['light', 'dark'] as const;

describe.runIf(hasBrowser())('style sheets and scripts of a site', () => {
  const { newPage } = siteInBrowser(join(projectRoot, 'fixtures/sites/custom-css/site'), {
    ...desktop,
    reducedMotion: 'reduce',
    timeout: 20_000,
  });

  async function open(path: string, options?: BrowserContextOptions, mode?: string): Promise<Page> {
    const page = await newPage(options);
    if (mode) {
      await page.addInitScript((wanted) => localStorage.setItem('docent-mode', wanted), mode);
    }
    await page.goto(path);
    return page;
  }

  async function reach(page: Page, rules: readonly (readonly [string, string, string])[]) {
    const found = await Promise.all(rules.map(([selector, name]) => styleOf(page, selector, name)));
    expect(rules.map(([selector, name], i) => [selector, name, found[i]])).toEqual(rules);
  }

  test('reach the parts of the frame by their ids', async () => {
    const page = await open('/');
    await reach(page, [
      ['#banner', 'background-color', 'rgb(241, 245, 249)'],
      ['#navbar', 'border-bottom-width', '3px'],
      ['#search-bar-entry', 'border-radius', '0px'],
      ['#topbar-cta-button > a', 'background-color', 'rgb(1, 2, 3)'],
      ['#sidebar', 'padding-inline-start', '7px'],
      ['#sidebar-content', 'margin-top', '9px'],
      ['#navigation-items', 'outline-width', '1px'],
      ['main #content-container', 'scroll-margin-top', '11px'],
      ['#content-container #content-area', 'scroll-margin-top', '12px'],
      ['#content-area #header', 'margin-bottom', '3px'],
      ['#header h1#page-title', 'letter-spacing', '2px'],
      ['#content-area #content.prose.mdx-content', 'scroll-margin-top', '13px'],
      ['#table-of-contents', 'opacity', '0.9'],
      ['#table-of-contents #table-of-contents-content a', 'text-transform', 'uppercase'],
      ['#content-area #pagination', 'column-gap', '17px'],
      ['footer#footer', 'opacity', '0.8'],
      ['.eyebrow', 'letter-spacing', '3px'],
    ]);
  });

  test('reach one footer, that of the page', async () => {
    const page = await open('/');
    expect(await page.locator('footer').count()).toBe(1);
    expect(await page.locator('footer').getAttribute('id')).toBe('footer');
  });

  test('reach the components by their classes', async () => {
    const page = await open('/parts');
    await reach(page, [
      ['.callout', 'border-radius', '1px'],
      ['.card', 'border-radius', '2px'],
      ['.code-block', 'border-radius', '3px'],
      ['.tabs', 'scroll-margin-top', '4px'],
      ['.steps', 'scroll-margin-top', '5px'],
      ['.accordion', 'scroll-margin-top', '6px'],
      ['.frame', 'scroll-margin-top', '7px'],
    ]);
  });

  test('win on elements of the text by a single class', async () => {
    const page = await open('/classes');
    const wanted = {
      'max-width': '77px',
      'margin-top': '3px',
      'margin-bottom': '5px',
      'padding-left': '8px',
      'border-left-color': 'rgb(4, 5, 6)',
      'border-radius': '2px',
      color: 'rgb(1, 2, 3)',
      'font-size': '11px',
      'font-weight': '300',
      'letter-spacing': '1px',
      'line-height': '21px',
      'text-decoration-line': 'line-through',
    };
    const found = await page.locator('main .own-class').evaluateAll((elements, properties) => {
      return elements.map((element) => {
        const style = getComputedStyle(element);
        const values = properties.map((name) => [name, style.getPropertyValue(name)]);
        return [element.tagName, Object.fromEntries(values)];
      });
    }, Object.keys(wanted));
    expect(found.length).toBe(21);
    expect(found).toEqual(found.map(([tag]) => [tag, wanted]));
  });

  test('never make the column of a page narrower than its lines', async () => {
    const page = await open('/', { viewport: { width: 1280, height: 900 } });
    const widthOf = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);
    await page.addStyleTag({ content: '#content-area { width: calc(100% - 28rem) !important }' });
    expect(await widthOf('#content-area')).toBeGreaterThanOrEqual(512);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await widthOf('#content-area')).toBeLessThan(390);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.addStyleTag({ content: '#content-area { width: 600px !important }' });
    expect(await widthOf('#content-area')).toBe(600);
  });

  test('leave the interface where it is with rules for all paragraphs and headings', async () => {
    const page = await open('/');
    const parts = ['.eyebrow', '.contents-title', '.dc-footer-text', '.dc-nav-title'];
    const margins = () =>
      page.evaluate(
        (selectors) =>
          selectors.map((one) => {
            const part = document.querySelector(one);
            return part && getComputedStyle(part).marginBlockEnd;
          }),
        parts,
      );
    const before = await margins();
    expect(before).not.toContain(null);
    await page.addStyleTag({ content: 'p, h2 { margin: 50px 0 }' });
    expect(await margins()).toEqual(before);
  });

  test('leave the size of the text to rules for the text', async () => {
    const page = await open('/');
    const size = await styleOf(page, '#content p', 'font-size');
    await page.addStyleTag({ content: 'body { font-size: 9px }' });
    expect(await styleOf(page, '#content p', 'font-size')).toBe(size);
    await page.addStyleTag({ content: '.mdx-content { font-size: 11px }' });
    expect(await styleOf(page, '#content p', 'font-size')).toBe('11px');
  });

  test('find the part of the page that they add to', async () => {
    const page = await open('/');
    expect(await page.locator('#content-container > :first-child').getAttribute('id')).toBe(
      'own-note',
    );
  });

  test.each([1440, 1200, 1024, 900, 390, 320])(
    'lay a bar across the page, under the header, at %i pixels',
    async (width) => {
      const page = await open('/', { viewport: { width, height: 900 } });
      const found = await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const [bar, main] = [box('#own-note'), box('main')];
        const above = box(innerWidth < 900 ? '.page-bar' : '#navbar');
        return {
          covered: Math.max(0, (above?.bottom ?? 0) - (bar?.top ?? 0)),
          gap: Math.max(0, (bar?.left ?? 0) - (main?.left ?? 0)),
          beforeTitle: (bar?.bottom ?? 0) < (box('#page-title')?.top ?? 0),
          overflow: document.documentElement.scrollWidth - innerWidth,
        };
      });
      expect(found).toMatchObject({ covered: 0, beforeTitle: true, overflow: 0 });
      expect(found.gap).toBeLessThanOrEqual(16);
    },
  );

  test.each([900, 1024, 1200])(
    'find links next to the search, not under it, at %i pixels',
    async (width) => {
      const page = await open('/', { viewport: { width, height: 900 } });
      const [search, links] = await page.evaluate(() =>
        ['.dc-search-button', '.dc-header-links'].map((selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return { left: box?.left ?? 0, right: box?.right ?? 0 };
        }),
      );
      expect(search?.right).toBeGreaterThan(search?.left ?? 0);
      expect(search?.right).toBeLessThanOrEqual(links?.left ?? 0);
      expect(links?.right).toBeLessThan(width);
    },
  );

  for (const system of modes) {
    for (const chosen of [undefined, ...modes]) {
      const title = chosen ? `after the reader chose ${chosen}` : 'before the reader chooses';
      test(`find the class of the mode with the system's ${system} ${title}`, async () => {
        const mode = chosen ?? system;
        const page = await open('/', { ...desktop, colorScheme: system }, chosen);
        const root = page.locator('html');
        expect(await root.getAttribute('class')).toBe(`js ${mode}`);
        // A script of the site saw the same when it started.
        expect(await root.getAttribute('data-seen')).toBe(`js ${mode}`);
        const paragraph = mode === 'dark' ? 'rgb(255, 200, 100)' : 'rgb(60, 30, 0)';
        expect(await styleOf(page, '.prose p', 'color')).toBe(paragraph);
        const banner = mode === 'dark' ? 'rgb(71, 85, 105)' : 'rgb(241, 245, 249)';
        expect(await styleOf(page, '#banner', 'background-color')).toBe(banner);
        expect(await styleOf(page, 'html', 'color-scheme')).toBe(mode);

        await page.locator('.mode-toggle').click();
        const other = mode === 'dark' ? 'light' : 'dark';
        expect(await root.getAttribute('class')).toBe(`js ${other}`);
        expect(await styleOf(page, 'html', 'color-scheme')).toBe(other);
      });
    }
  }

  test('find the class of the new mode when the system changes', async () => {
    const page = await open('/', { ...desktop, colorScheme: 'light' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html.dark:not(.light)').waitFor();
    expect(await styleOf(page, '.prose p', 'color')).toBe('rgb(255, 200, 100)');
  });

  test('leave the colours of the page itself to the system without JavaScript', async () => {
    const page = await open('/', { ...desktop, colorScheme: 'dark', javaScriptEnabled: false });
    expect(await page.locator('html').getAttribute('class')).toBeNull();
    expect(await styleOf(page, 'html', 'color-scheme')).toBe('dark');
  });

  describe('on a page whose headings have the names of the frame', () => {
    test('no id is used twice, and references to another part resolve', async () => {
      const page = await open('/names');
      await page.keyboard.press('/');
      await page.locator('.dc-search-input').fill('names');
      await page.locator('.dc-search-input[aria-activedescendant]').waitFor();
      const found = await page.evaluate(() => {
        const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
        const names = ['aria-controls', 'aria-labelledby', 'aria-describedby'];
        const references = [...names, 'aria-activedescendant'].flatMap((name) =>
          [...document.querySelectorAll(`[${name}]`)].map((element) => {
            const target = document.getElementById(element.getAttribute(name) ?? '');
            return [name, target?.tagName ?? 'missing', target?.role ?? ''].join(' ').trim();
          }),
        );
        return {
          twice: ids.filter((id, index) => ids.indexOf(id) !== index),
          headings: references.filter((reference) => /missing|H2$/.test(reference)),
          references: [...new Set(references)].sort(),
        };
      });
      expect(found.twice).toEqual([]);
      expect(found.references).toContain('aria-activedescendant A option');
      expect(found.references).toContain('aria-controls DIV listbox');
      expect(found.references).toContain('aria-controls DIV tabpanel');
      // Only the section "Related pages" is named by a heading, its own.
      expect(found.headings).toEqual(['aria-labelledby H2']);
      expect(await page.locator('section.dc-related').getAttribute('aria-labelledby')).toBe(
        '_related-title',
      );
    });

    test('the skip link leads past the header where the columns have no box', async () => {
      const page = await open('/names', { viewport: { width: 1024, height: 900 } });
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement?.closest('.dc-page, .contents-menu') !== null,
        ),
      ).toBe(true);
    });

    test('the skip link leads to the text, and the contents list to the headings', async () => {
      const page = await open('/names');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.evaluate(() => document.activeElement?.className)).toBe('page-columns');
      await page.locator('.toc').getByRole('link', { name: 'Sidebar', exact: true }).click();
      expect(await page.evaluate(() => document.querySelector(':target')?.outerHTML)).toContain(
        'Sidebar',
      );
      await page.locator('.toc a[aria-current]', { hasText: /^Sidebar$/ }).waitFor();
    });

    test('the menu of a phone opens, with a script and without', async () => {
      const page = await open('/names', phone);
      await page.locator('.page-bar-menu').click();
      const drawer = page.getByRole('dialog', { name: 'Menu' });
      // Its code is loaded on the first press.
      await drawer.getByRole('link', { name: 'Parts' }).waitFor();
      const plain = await open('/names', { ...phone, javaScriptEnabled: false });
      await plain.locator('.page-bar-menu').click();
      expect(new URL(plain.url()).hash).toBe('#_sidebar');
    });
  });
});

const fastmcp = corpus('fastmcp');
const supermemory = corpus('supermemory');

describe.runIf(hasBrowser() && fastmcp && supermemory)('style sheets of published sites', () => {
  const { newPage } = siteInBrowser(
    (dir) => {
      writeFiles(dir, {
        'docs.json': minimalConfig(['index', 'v2/page'], { banner: { content: 'News' } }),
        'index.mdx':
          'Some `code`.\n\n![Logo](/images/openai.svg)\n\n<Card title="Card" icon="/images/openai.svg">Text.</Card>\n\n<Badge className="version-badge">New</Badge>\n',
        'v2/page.mdx': 'Text.\n',
        'images/openai.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><path d="M0 0h20v20H0z"/></svg>',
      });
      cpSync(join(fastmcp ?? '', 'css'), join(dir, 'css'), { recursive: true });
      cpSync(join(fastmcp ?? '', 'v2-banner.js'), join(dir, 'v2-banner.js'));
      cpSync(join(supermemory ?? '', 'style.css'), join(dir, 'style.css'));
    },
    { ...desktop, timeout: 20_000 },
  );

  test.each([
    {
      mode: 'light' as const,
      filter: 'none',
      banner: 'rgb(241, 245, 249)',
      badge: 'rgb(255, 84, 0)',
      bar: 'rgb(76, 201, 240)',
    },
    {
      mode: 'dark' as const,
      filter: 'invert(1)',
      banner: 'rgb(71, 85, 105)',
      badge: 'rgb(241, 245, 249)',
      bar: 'rgb(45, 0, 247)',
    },
  ])('take effect in the $mode mode, whoever chose it', async (expected) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await newPage({ colorScheme });
      await page.addInitScript((mode) => localStorage.setItem('docent-mode', mode), expected.mode);
      const style = (selector: string, property: string): Promise<string[]> =>
        page
          .locator(selector)
          .evaluateAll(
            (found, name) => found.map((one) => getComputedStyle(one).getPropertyValue(name)),
            property,
          );
      await page.goto('/');
      expect(await style('img[src*="openai.svg"]', 'filter')).toEqual(
        Array(2).fill(expected.filter),
      );
      expect(await style('#banner', 'background-color')).toEqual([expected.banner]);
      expect(await style('.version-badge', 'color')).toEqual([expected.badge]);
      expect(await style('.prose code', 'color')).toEqual(['rgb(247, 37, 133)']);
      expect(await page.locator('#v2-banner').count()).toBe(0);
      await page.goto('/v2/page');
      const bar = page.locator('#content-container > #v2-banner:first-child');
      expect(await bar.textContent()).toContain('FastMCP 2.0');
      const [gradient = ''] = await style('#v2-banner', 'background-image');
      expect(gradient.slice(gradient.indexOf('rgb'))).toMatch(
        new RegExp(`^${expected.bar.replaceAll(/[()]/g, '.')}`),
      );
    }
  });
});
