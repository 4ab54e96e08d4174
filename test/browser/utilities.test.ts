import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { projectRoot } from '../support/corpus.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const source = join(projectRoot, 'fixtures/sites/utilities/site');

describe.runIf(hasBrowser())('utility classes in a browser', () => {
  const { site, open } = siteInBrowser(source, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });

  /** Computed values of an element. */
  function look<const Names extends readonly string[]>(
    page: Page,
    selector: string,
    names: Names,
    pseudo?: string,
  ): Promise<Record<Names[number], string>> {
    return page
      .locator(selector)
      .first()
      .evaluate(
        (element, [names, pseudo]) => {
          const style = getComputedStyle(element, pseudo);
          return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
        },
        [names, pseudo] as const,
      ) as Promise<Record<Names[number], string>>;
  }

  test('sizes the heading of a part, on a page that has a title', async () => {
    const page = await open('/');
    await page.locator('.dc-page-title').waitFor();
    expect(await look(page, '#part', ['font-size'])).toEqual({ 'font-size': '36px' });
  });

  test('places, measures and colours as Tailwind does', async () => {
    const page = await open('/');
    expect(await look(page, '#corner', ['position', 'top', 'right'])).toEqual({
      position: 'absolute',
      top: '8px',
      right: '12px',
    });
    expect(await look(page, '#stage', ['position', 'height'])).toEqual({
      position: 'relative',
      height: '120px',
    });
    expect(await look(page, '#wide', ['width', 'margin-top'])).toEqual({
      width: '137px',
      'margin-top': '37px',
    });
    expect(await look(page, '#wide', ['content'], '::before')).toEqual({ content: '"→"' });
    expect(
      await look(page, '#grid > div', ['border-radius', 'border-top-width', 'padding']),
    ).toEqual({ 'border-radius': '13px', 'border-top-width': '1px', padding: '16px' });
    expect(await look(page, '#grid h3', ['font-size', 'margin-top'])).toEqual({
      'font-size': '18px',
      'margin-top': '0px',
    });
  });

  test('the opacity of a colour may be a second class', async () => {
    const page = await open('/canvas');
    const ground = async (selector: string) =>
      (await look(page, selector, ['background-color']))['background-color'];
    expect(await ground('#veil')).toMatch(/^oklab\(0 0 0 \/ 0\.5\)$|^rgba\(0, 0, 0, 0\.5\)$/);
    // It is not handed down.
    expect(await ground('#unveiled')).toMatch(/^oklab\(0 0 0\)$|^rgb\(0, 0, 0\)$/);
  });

  test('columns follow the width of the window', async () => {
    const page = await open('/');
    const columns = async () =>
      (await look(page, '#grid', ['grid-template-columns']))['grid-template-columns'].split(' ');
    expect(await columns()).toHaveLength(3);
    expect(await look(page, '#grid', ['column-gap', 'row-gap'])).toEqual({
      'column-gap': '16px',
      'row-gap': 'normal',
    });
    await page.setViewportSize({ width: 500, height: 900 });
    expect(await columns()).toHaveLength(1);
  });

  test.each(['light', 'dark'] as const)(
    'the dark variant follows the switch when the system is %s',
    async (system) => {
      const page = await open('/', { colorScheme: system });
      const ground = async () =>
        (await look(page, '#grid > div', ['background-color']))['background-color'];
      const shown = async () => (await look(page, '#wide', ['display'])).display;
      const byMode = {
        light: ['rgb(255, 255, 255)', 'block'],
        dark: ['oklch(0.21 0.006 285.885)', 'none'],
      } as const;
      expect([await ground(), await shown()]).toEqual(byMode[system]);
      await page.locator('.mode-toggle').click();
      const other = system === 'light' ? 'dark' : 'light';
      expect([await ground(), await shown()]).toEqual(byMode[other]);
      await page.reload();
      expect([await ground(), await shown()]).toEqual(byMode[other]);
    },
  );

  test.each(['light', 'dark'] as const)(
    'without scripts the dark variant follows a system that is %s',
    async (system) => {
      const page = await open('/', { colorScheme: system, javaScriptEnabled: false });
      expect(await look(page, '#wide', ['display'])).toEqual({
        display: system === 'dark' ? 'none' : 'block',
      });
    },
  );

  test('on paper the dark variant never holds', async () => {
    const page = await open('/', { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await look(page, '#wide', ['display'])).toEqual({ display: 'block' });
  });

  test('a button with utilities has no frame, and one without keeps the look of the site', async () => {
    const page = await open('/');
    expect(
      await look(page, '#button', ['border-top-width', 'padding', 'background-color', 'color']),
    ).toEqual({
      'border-top-width': '0px',
      padding: '6px 12px',
      'background-color': 'rgb(18, 52, 86)',
      color: 'rgb(255, 255, 255)',
    });
    const plain = await open('/plain');
    const own = await look(plain, '.prose button:not([class])', ['border-top-width', 'padding']);
    expect(own).toEqual({ 'border-top-width': '1px', padding: '6px 14px' });
  });

  test('the space between children gives way to their own', async () => {
    const page = await open('/');
    const margins = (child: string) => look(page, child, ['margin-top', 'margin-bottom']);
    // The first and the second of three have the space below them.
    expect((await margins('#list > p:nth-child(1)'))['margin-bottom']).toBe('16px');
    expect((await margins('#list > p:nth-child(2)'))['margin-bottom']).toBe('16px');
    expect((await margins('#list > p:nth-child(3)'))['margin-top']).toBe('80px');
  });

  test('not-prose frees a heading of the look of the site', async () => {
    const page = await open('/');
    expect(await look(page, '#bare', ['font-size', 'margin-top', 'font-weight'])).toEqual({
      'font-size': '16px',
      'margin-top': '0px',
      'font-weight': '400',
    });
  });

  test('a component takes the utilities that it is given, and is else as it always is', async () => {
    const page = await open('/');
    expect(await look(page, '#card, .card', ['margin-top'])).toEqual({ 'margin-top': '53px' });
    const parts = ['padding', 'border-top-width', 'border-top-color', 'background-color'] as const;
    const here = await look(page, '.card', parts);
    const plain = await open('/plain');
    expect(here).toEqual(await look(plain, '.card', parts));
    const title = ['font-size', 'margin-top', 'color'] as const;
    expect(await look(page, '.dc-card-title', title)).toEqual(
      await look(plain, '.dc-card-title', title),
    );
  });

  test('no class name leaves the sheet', async () => {
    const page = await open('/');
    expect(await page.locator('body img[src="x"]').count()).toBe(0);
    expect(await look(page, '#safe', ['content'], '::before')).toEqual({
      content: '"</style><img/src=x>"',
    });
    expect(await look(page, '#safe', ['padding-top'])).toEqual({ 'padding-top': '11px' });
  });

  test('text on a blank canvas has the space of its utilities alone', async () => {
    const page = await open('/canvas');
    expect(await look(page, '#lead', ['margin-top', 'margin-bottom', 'font-size'])).toEqual({
      'margin-top': '20px',
      'margin-bottom': '0px',
      'font-size': '18px',
    });
    expect(await look(page, '#title', ['margin-top', 'font-size'])).toEqual({
      'margin-top': '0px',
      'font-size': '36px',
    });
    expect(await look(page, '#link', ['text-decoration-line'])).toEqual({
      'text-decoration-line': 'none',
    });
  });

  test('a class that a component sets in the browser has its rule', async () => {
    const page = await open('/counter');
    const button = page.locator('#counter');
    await expect
      .poll(async () => {
        await button.click();
        return button.textContent();
      })
      .not.toBe('0');
    expect(await look(page, '#counter', ['background-color', 'margin-left'])).toEqual({
      'background-color': 'rgb(171, 205, 239)',
      'margin-left': '29px',
    });
  });

  test('the words of a protected page are in no public file', () => {
    const secret = /secret[_ ]words/;
    const files = globSync('**/*.{html,css,js,json}', { cwd: site.built.site ?? '' });
    expect(files).toContain('index.html');
    for (const file of files) {
      expect(readFileSync(join(site.built.site ?? '', file), 'utf8'), file).not.toMatch(secret);
    }
    const protectedPage = join(site.built.site ?? '', '../protected/secret/team/index.html');
    expect(readFileSync(protectedPage, 'utf8')).toMatch(secret);
  });

  test('a page without utilities loads what it loads on a site that knows none', async () => {
    // As it is served: what scripts add to it comes later.
    const html = await (await fetch(`${site.url}/plain`)).text();
    const [head = ''] = html.split('</head>');
    const sheets = head.match(/<link rel="stylesheet"[^>]*>|<style\b/g);
    expect(sheets).toEqual([expect.stringMatching(/ href="\/_docent\/site-\w+\.css"/)]);
    const [, path = ''] = /href="([^"]+)"/.exec(sheets?.[0] ?? '') ?? [];
    const sheet = readFileSync(join(site.built.site ?? '', path), 'utf8');
    expect(sheet).not.toMatch(/gap-x|\.absolute|--tw-/);
  });
});
