import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { themes } from '../../schema/config/themes.ts';
import { violations } from '../support/axe.ts';
import { hasBrowser, pictureOf } from '../support/browser.ts';
import { buildSite, serve } from '../support/build.ts';
import { distancesOf } from '../support/picture-distance.ts';
import { browserForTests } from '../support/site-in-browser.ts';
import { makeTempDir, writeFiles } from '../support/temp.ts';
import {
  coveredInBar,
  cutTitle,
  faultsFromRight,
  faultsOfDrawer,
  faultsOfFocus,
  faultsOnPaper,
  hiddenRows,
} from './themes-checks.ts';
import { guide, kinds, themedSite } from './themes-site.ts';

const desktop = { width: 1440, height: 900 } as const;
const phone = { width: 390, height: 844 } as const;

describe.runIf(hasBrowser())('the eleven themes', () => {
  const folder = makeTempDir();
  const shots = new Map<string, string>();

  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const { newPage } = browserForTests({ reducedMotion: 'reduce' });

  test.each(themes)(
    '%s is accessible in both modes, by keyboard, on small screens, from the right, on paper and without a script',
    async (theme) => {
      // In one folder, so that what no theme changes is built once.
      const dir = writeFiles(join(folder, 'site'), themedSite(theme));
      const out = join(folder, 'out');
      const built = await buildSite(dir, out);
      expect(built.problems.filter(({ severity }) => severity !== 'note')).toEqual([]);
      const server = await serve(out);
      const found: string[] = [];
      const note = (place: string, faults: readonly string[]) =>
        found.push(...faults.map((fault) => `${place}: ${fault}`));
      try {
        const page = await newPage({ viewport: desktop });
        for (const kind of kinds) {
          await page.goto(server.url + kind.path);
          note(`${kind.path} at 320 px`, await tooWide(page, 320));
          await page.setViewportSize(desktop);
          await show(page, 'light');
          if (kind.open) await openPart(page, kind.open);
          // The elements of most pages are the same in all themes: another look can break fewer rules.
          const isWhole = theme === 'mint' || ['/', '/reference/first'].includes(kind.path);
          note(`${kind.path} light`, await violations(page, undefined, isWhole ? 'all' : 'looks'));
          await show(page, 'dark');
          note(`${kind.path} dark`, await violations(page, undefined, 'colors'));
        }
        note('the search', await escapes(page));

        await page.goto(`${server.url}/next`);
        await show(page, 'light');
        shots.set(theme, `data:image/png;base64,${(await pictureOf(page)).toString('base64')}`);
        note('/next', await page.evaluate(hiddenRows));
        for (const mode of ['light', 'dark'] as const) note(mode, await walk(page, mode));
        note('/next', await page.evaluate(cutTitle));

        for (const path of ['/reference/first', '/']) {
          await page.goto(server.url + path);
          for (const width of [320, 768, 1000, 1200]) {
            note(`${path} at ${width} px`, await tooWide(page, width));
            if (path === '/') note(`/ at ${width} px`, await page.evaluate(coveredInBar));
          }
        }

        await page.setViewportSize(phone);
        await page.goto(`${server.url}/next`);
        const starts = await page
          .locator('h1, .dc-footer-inner > :first-child')
          .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
        if (new Set(starts).size > 1) found.push(`text and foot begin at ${starts} px`);
        await page.locator('.page-bar-menu').click();
        note('the menu', await page.locator('dialog.dc-drawer').evaluate(faultsOfDrawer));
        await page.keyboard.press('Escape');
        await page.locator('dialog.dc-drawer').waitFor({ state: 'hidden' });

        await page.goto(`${server.url}/blocks`);
        await show(page, 'light');
        note('/blocks on a phone, light', await violations(page, undefined, 'colors'));
        await show(page, 'dark');
        note('/blocks on a phone, dark', await violations(page, undefined, 'colors'));

        for (const viewport of [phone, desktop]) {
          await page.setViewportSize(viewport);
          await page.goto(`${server.url}/ar`);
          note(`/ar at ${viewport.width} px`, await page.evaluate(faultsFromRight));
        }

        await page.emulateMedia({ media: 'print' });
        for (const path of ['/blocks', '/reference/shop/change-an-order', '/ar']) {
          await page.goto(server.url + path);
          await show(page, 'dark');
          // A4, upright and on its side.
          for (const width of [718, 1047]) {
            await page.setViewportSize({ width, height: 900 });
            note(`${path} on paper of ${width} px`, await page.evaluate(faultsOnPaper));
          }
        }
        await page.context().close();

        const plain = await newPage({ viewport: desktop, javaScriptEnabled: false });
        await plain.goto(`${server.url}/next`);
        if (!(await plain.getByRole('link', { name: 'Page guide/second' }).first().isVisible()))
          found.push('its pages are not listed without a script');
        await plain.context().close();
        expect(found).toEqual([]);
      } finally {
        await server.close();
      }
    },
    240_000,
  );

  test('any two of them are told apart in a grey thumbnail', async () => {
    expect(shots.size).toBe(themes.length);
    const page = await newPage({ viewport: desktop });
    const distances = await page.evaluate(distancesOf, [...shots]);
    await page.context().close();
    const [closest] = distances.toSorted((a, b) => a.distance - b.distance);
    // Levels of 255. The closest two, mint and willow at 3.8, can be told apart; nothing closer was tried.
    expect(closest?.distance, `${closest?.pair}`).toBeGreaterThan(3);
  }, 120_000);

  test.each([
    ['maple', 'the list of pages begins below the tabs'],
    ['palm', 'the tabs are in the bar'],
  ])(
    'in %s %s, however long the menu of one of them is',
    async (theme) => {
      const items = ['one', 'two', 'three', 'four', 'five', 'six'];
      const menu = items.map((item) => ({ item, pages: [item] }));
      const dir = writeFiles(join(folder, `${theme}-menu`, 'site'), {
        'docs.json': {
          name: 'Menus',
          theme,
          colors: { primary: '#7C3AED' },
          navigation: {
            tabs: [
              { tab: 'Guide', pages: ['index'] },
              { tab: 'More', menu },
            ],
          },
        },
        ...Object.fromEntries(['index', ...items].map((path) => [`${path}.mdx`, guide(path)])),
      });
      const out = join(folder, `${theme}-menu`, 'out');
      await buildSite(dir, out);
      const server = await serve(out);
      const page = await newPage({ viewport: desktop });
      try {
        await page.goto(server.url);
        const [bar, tabs, list, end] = await page.evaluate(() =>
          ['.dc-header', '.dc-header .tabs-row', '.dc-layout > .dc-sidebar', '.dc-header-end'].map(
            (part) => document.querySelector(part)?.getBoundingClientRect().toJSON(),
          ),
        );
        if (theme === 'palm') expect(bar.height).toBe(64);
        else {
          expect(Math.abs(list.top - tabs.bottom)).toBeLessThan(30);
          // Links and buttons at the foot begin where the pages do.
          expect([end.left, end.width]).toEqual([bar.left, bar.width]);
        }
      } finally {
        await page.context().close();
        await server.close();
      }
    },
    120_000,
  );

  test('in cipher the list of contents has the numbers of the headings', async () => {
    const dir = writeFiles(join(folder, 'numbers', 'site'), {
      'docs.json': {
        name: 'Numbers',
        theme: 'cipher',
        colors: { primary: '#7C3AED' },
        navigation: { pages: ['index'] },
      },
      'index.mdx': `---
title: Numbers
---

## Install

<Steps>
  <Step title="Get it">Here.</Step>
  <Step title="Start it" titleSize="h3">There.</Step>
  <Step title="Not listed" titleSize="h3" noAnchor>Nowhere.</Step>
</Steps>

### Options

<Update label="Version 2">New.</Update>

## Use

### Often
`,
    });
    const out = join(folder, 'numbers', 'out');
    await buildSite(dir, out);
    const server = await serve(out);
    const page = await newPage({ viewport: desktop });
    try {
      await page.goto(server.url);
      const { text, contents } = await page.evaluate(numbersOf);
      expect(contents).toMatchObject({ install: '1', 'get-it': '1.1', options: '1.3', use: '3' });
      for (const id of ['install', 'options', 'use', 'often']) expect(text[id]).toBe(contents[id]);
    } finally {
      await page.context().close();
      await server.close();
    }
  }, 120_000);

  /** The first stops on the keyboard's way, of which the first leads to the text. */
  async function walk(page: Page, mode: 'light' | 'dark'): Promise<string[]> {
    await page.reload();
    await show(page, mode);
    const faults: string[] = [];
    for (let stop = 0; stop < 14; stop++) {
      await page.keyboard.press('Tab');
      if (stop === 0) {
        const target = await page.evaluate(() => document.activeElement?.getAttribute('href'));
        if (!target?.startsWith('#')) faults.push(`the first stop leads to ${target}`);
      }
      faults.push(...(await page.evaluate(faultsOfFocus)));
    }
    for (const part of ['.dc-layout > .dc-sidebar .nav-row[aria-current]', '.mdx-content p a']) {
      await page.locator(part).first().focus();
      faults.push(...(await page.evaluate(faultsOfFocus)));
    }
    return faults;
  }
});

/** Shows a mode as the button of the page does, without a press: a dialog may be over it. */
function show(page: Page, mode: 'light' | 'dark'): Promise<void> {
  return page.evaluate((mode) => {
    const root = document.documentElement;
    root.dataset.mode = mode;
    root.classList.toggle('dark', mode === 'dark');
    root.classList.toggle('light', mode === 'light');
  }, mode);
}

async function openPart(page: Page, part: 'form' | 'search'): Promise<void> {
  if (part === 'form') {
    await page.locator('.try-it:visible').click();
    await page.getByRole('dialog').waitFor();
    return;
  }
  await page.locator('.dc-search-button').click();
  await page.keyboard.type('page');
  await page.locator('dialog[open] [role="option"][href]').first().waitFor();
}

async function escapes(page: Page): Promise<string[]> {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  return page.evaluate(() =>
    document.activeElement?.matches('.dc-search-button') ? [] : ['the focus is lost'],
  );
}

async function tooWide(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 700 });
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return over > 0 ? [`${over} px too wide`] : [];
}

/** The numbers that the counters of the text and of the list of contents have at each address. */
function numbersOf() {
  const numbers = (parts: Iterable<Element>, idOf: (part: Element) => string) => {
    const found: Record<string, string> = {};
    let [chapter, section] = [0, 0];
    for (const part of parts) {
      const { counterIncrement, counterSet } = getComputedStyle(part);
      if (/\bh3\b/.test(counterSet)) section = 0;
      if (/\bh2\b/.test(counterIncrement)) chapter += 1;
      if (/\bh3\b/.test(counterIncrement)) section += 1;
      const id = idOf(part);
      if (id !== '') found[id] = section > 0 ? `${chapter}.${section}` : `${chapter}`;
    }
    return found;
  };
  return {
    text: numbers(document.querySelectorAll('.mdx-content *'), (part) => part.id),
    contents: numbers(document.querySelectorAll('.toc .contents-list > li'), (part) =>
      (part.querySelector('a')?.getAttribute('href') ?? '').slice(1),
    ),
  };
}
