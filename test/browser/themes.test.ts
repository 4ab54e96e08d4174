import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { themes } from '../../schema/config/themes.ts';
import { violations } from '../support/axe.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { buildSite, serve } from '../support/build.ts';
import { makeTempDir, writeFiles } from '../support/temp.ts';

const desktop = { width: 1440, height: 900 } as const;

const guide = (title: string) => `---
title: ${title}
description: What a reader finds on this page.
---

The first paragraph has a [link](/setup/second), some \`code\` and **weight**.

## Steps

<Steps><Step title="Install">Run the command.</Step><Step title="Start">Open the page.</Step></Steps>

<Note>Good to know before you go on.</Note>

### With options

\`\`\`js title="start.js"
export const answer = 42;
\`\`\`

<CardGroup cols={2}><Card title="One" icon="star" href="/">First</Card><Card title="Two">Second</Card></CardGroup>

## Fields

| Field | Meaning |
| --- | --- |
| name | What it is called |
| size | How large it is |

<ParamField body="name" type="string" required>The name.</ParamField>
<Accordion title="More">Hidden text.</Accordion>
`;

/** Whether a long name of the site runs below the search, or the banner is below the header. */
function coveredInBar(): string[] {
  const name = document.querySelector('.logo-text');
  if (name) name.textContent = 'A name that is longer than most';
  const banner = document.createElement('div');
  banner.className = 'banner';
  banner.textContent = 'News';
  document.body.prepend(banner);
  const logo = document.querySelector('.logo')?.getBoundingClientRect();
  const search = document.querySelector('.search-button')?.getBoundingClientRect();
  if (!logo || !search) return ['the bar has no name or search'];
  const isSideBySide = logo.right <= search.left || search.right <= logo.left;
  const isStacked = logo.bottom <= search.top;
  const { top, right } = banner.getBoundingClientRect();
  const isBannerShown = document.elementFromPoint(right - 60, top + 20) === banner;
  banner.remove();
  return [
    ...(isSideBySide || isStacked ? [] : ['the name runs below the search']),
    ...(isBannerShown ? [] : ['the banner is covered']),
  ];
}

/** Whether the corners of the current row are over the words of a long title. */
function cutTitle(): string[] {
  const row = document.querySelector('.layout > .sidebar .nav-row[aria-current="page"]');
  const title = row?.querySelector('.nav-text');
  if (!row || !title) return ['the list has no current page'];
  title.textContent = 'A title with more words than most others have '.repeat(3);
  // What is below its first letter.
  (title as HTMLElement).style.pointerEvents = 'none';
  const { left, top } = title.getBoundingClientRect();
  const at = document.elementFromPoint(left + 1, top + 1);
  return row.contains(at) ? [] : ['a corner of the current row cuts its title'];
}

/** Rows of the menu on a phone that are hard to press, and a mark of the current one not on its line. */
function faultsOfDrawer(drawer: Element): string[] {
  const low = [...drawer.querySelectorAll('a.nav-row, summary.nav-row')].filter(
    (row) => row.checkVisibility() && row.getBoundingClientRect().height < 44,
  );
  const current = drawer.querySelector('.nav-row[aria-current="page"]');
  if (!current) return ['the menu has no current page'];
  const mark = getComputedStyle(current, '::before');
  const [top, height] = [mark.top, mark.height].map(Number.parseFloat);
  // A mark with a letter is as high as its line.
  const middle = (top ?? 0) + (mark.content.startsWith('""') ? (height ?? 0) / 2 : 10);
  const line = Number.parseFloat(getComputedStyle(current).paddingTop) + 10;
  return [
    ...low.map((row) => `"${row.textContent}" is low in the menu`),
    ...(mark.content === 'none' || Math.abs(middle - line) <= 2
      ? []
      : [`the mark of the current page is at ${middle} px, its line at ${line} px`]),
  ];
}

const site = (theme: string): Readonly<Record<string, unknown>> => ({
  'docs.json': {
    name: 'Looks',
    theme,
    colors: { primary: '#7C3AED' },
    navbar: {
      links: [{ label: 'Status', href: 'https://example.com' }],
      primary: { type: 'button', label: 'Start', href: '/setup/first' },
    },
    navigation: {
      tabs: ['Guide', 'Setup', 'Reference'].map((tab, index) => ({
        tab,
        icon: 'book',
        groups: [
          {
            group: `${tab} basics`,
            pages: index === 0 ? ['index', 'next'] : [`${tab.toLowerCase()}/first`],
          },
          {
            group: 'Further',
            pages: [
              `${tab.toLowerCase()}/second`,
              { group: 'Deep', pages: [`${tab.toLowerCase()}/third`] },
            ],
          },
        ],
      })),
    },
    footer: { links: [{ header: 'About', items: [{ label: 'Team', href: '/next' }] }] },
  },
  'index.mdx': guide('Welcome'),
  'next.mdx': guide('What comes next'),
  ...Object.fromEntries(
    ['guide/second', 'guide/third', 'setup/first', 'setup/second', 'setup/third'].map((path) => [
      `${path}.mdx`,
      guide(`Page ${path}`),
    ]),
  ),
  'reference/first.mdx': `---\ntitle: Make a thing\napi: POST https://api.example.com/things\n---\n\n<ParamField body="name" type="string" required>The name.</ParamField>\n`,
  'reference/second.mdx': guide('Reference, second'),
  'reference/third.mdx': guide('Reference, third'),
});

describe.runIf(hasBrowser())('the eleven themes', () => {
  const folder = makeTempDir();
  let browser: Browser;
  const shots = new Map<string, string>();

  beforeAll(async () => {
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(themes)(
    '%s is accessible in both modes, fits small screens, and reads without a script',
    async (theme) => {
      const dir = writeFiles(join(folder, theme, 'site'), site(theme));
      const out = join(folder, theme, 'out');
      const built = await buildSite(dir, out);
      expect(built.problems.filter(({ severity }) => severity !== 'note')).toEqual([]);
      const server = await serve(out);
      try {
        const found: string[] = [];
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await open({ colorScheme, viewport: desktop });
          for (const path of ['/', '/reference/first']) {
            await page.goto(server.url + path);
            found.push(...(await violations(page)).map((one) => `${colorScheme} ${path} ${one}`));
          }
          if (colorScheme === 'light') {
            await page.goto(`${server.url}/next`);
            const shot = await page.screenshot();
            shots.set(theme, shot.toString('base64'));
            found.push(...(await hiddenRows(page)), ...(await page.evaluate(cutTitle)));
          }
          await page.context().close();
        }
        const narrow = await open({ viewport: desktop });
        for (const path of ['/reference/first', '/']) {
          await narrow.goto(server.url + path);
          for (const width of [320, 768, 1000, 1200]) {
            await narrow.setViewportSize({ width, height: 700 });
            const over = await narrow.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            );
            if (over > 0) found.push(`${path} is ${over} px too wide at ${width} px`);
          }
        }
        for (const width of [320, 768, 1000, 1200]) {
          await narrow.setViewportSize({ width, height: 700 });
          found.push(
            ...(await narrow.evaluate(coveredInBar)).map((what) => `${what} at ${width} px`),
          );
        }
        await narrow.setViewportSize({ width: 390, height: 844 });
        await narrow.goto(`${server.url}/next`);
        const starts = await narrow
          .locator('h1, .footer-inner > :first-child')
          .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
        if (new Set(starts).size > 1) found.push(`text and foot begin at ${starts} px`);
        await narrow.locator('.page-bar-menu').click();
        found.push(...(await narrow.locator('dialog.drawer').evaluate(faultsOfDrawer)));
        await narrow.context().close();
        const plain = await open({ viewport: desktop, javaScriptEnabled: false });
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
    const page = await open({ viewport: desktop });
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
      const page = await open({ viewport: desktop });
      try {
        await page.goto(server.url);
        const [bar, tabs, list] = await page.evaluate(() =>
          ['.header', '.header .tabs-row', '.layout > .sidebar'].map((part) =>
            document.querySelector(part)?.getBoundingClientRect().toJSON(),
          ),
        );
        if (theme === 'palm') expect(bar.height).toBe(64);
        else expect(Math.abs(list.top - tabs.bottom)).toBeLessThan(30);
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
    const page = await open({ viewport: desktop });
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

  async function open(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(30_000);
    return context.newPage();
  }
});

/** Rows of the list of pages, and tools of the bar, that something else covers. */
function hiddenRows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = document.querySelectorAll(
      '.layout > .sidebar .nav-row, .header .tab-link, .search-button, .logo, .mode-toggle',
    );
    return [...parts].flatMap((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      // Rows of the drawer are there on small screens only.
      if (width === 0) return [];
      const at = document.elementFromPoint(left + width / 2, top + height / 2);
      return at && (part.contains(at) || at.contains(part))
        ? []
        : [`${part.className} "${part.textContent?.trim()}" is covered`];
    });
  });
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

/** How far each two pictures are from each other: the mean difference of their grey levels, 200 px wide. */
async function distancesOf(
  shots: readonly (readonly [string, string])[],
): Promise<{ readonly pair: string; readonly distance: number }[]> {
  const greys: (readonly [string, Float64Array])[] = [];
  for (const [theme, base64] of shots) {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 200;
    canvas.height = Math.round((200 * image.height) / image.width);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const grey = new Float64Array(data.length / 4);
    for (let i = 0; i < grey.length; i++) {
      const [r = 0, g = 0, b = 0] = data.subarray(4 * i, 4 * i + 3);
      grey[i] = 0.299 * r + 0.587 * g + 0.114 * b;
    }
    greys.push([theme, grey]);
  }
  return greys.flatMap(([one, a], index) =>
    greys.slice(index + 1).map(([other, b]) => {
      let sum = 0;
      for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0));
      return { pair: `${one} and ${other}`, distance: sum / a.length };
    }),
  );
}
