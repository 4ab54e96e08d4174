import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { contrast } from '../../pipeline/site/themes/color.ts';
import { hasBrowser } from '../support/browser.ts';
import { projectRoot } from '../support/corpus.ts';
import { browserForTests, servedSite } from '../support/site-in-browser.ts';
import { writeFiles } from '../support/temp.ts';

const fixture = join(projectRoot, 'fixtures/sites/code-themes/site');

type Mode = 'light' | 'dark';

/** What each setting gives as ground of code; undefined for the site's own. */
const settings: readonly {
  readonly codeblocks: unknown;
  readonly grounds?: Readonly<Record<Mode, string>>;
}[] = [
  {
    codeblocks: { theme: { light: 'snazzy-light', dark: 'dark-plus' } },
    grounds: { light: '#fafbfc', dark: '#1e1e1e' },
  },
  { codeblocks: { theme: 'dracula' }, grounds: { light: '#282a36', dark: '#282a36' } },
  { codeblocks: 'dark', grounds: { light: '#0d1117', dark: '#0d1117' } },
  { codeblocks: 'system' },
];

describe.runIf(hasBrowser())('the colours of code', () => {
  const config = JSON.parse(readFileSync(join(fixture, 'docs.json'), 'utf8'));
  const sites = settings.map(({ codeblocks }) =>
    servedSite((dir) => {
      cpSync(fixture, dir, { recursive: true });
      writeFiles(dir, { 'docs.json': { ...config, styling: { codeblocks } } });
    }),
  );
  const { newPage } = browserForTests({ viewport: { width: 1440, height: 900 } });

  interface Piece {
    readonly text: string;
    readonly color: string;
    readonly ground: string;
  }

  /** Every text in boxes of code with its colour and the ground below it, and the boxes' own grounds. */
  async function look(
    site: (typeof sites)[number] | undefined,
    path: string,
    options: BrowserContextOptions,
    chosen?: Mode,
  ) {
    const page = await newPage({ reducedMotion: 'reduce', ...options });
    if (chosen) {
      await page.addInitScript((mode) => localStorage.setItem('docent-mode', mode), chosen);
    }
    await page.goto(`${site?.url}${path}`);
    return page.evaluate(() => {
      const hex = (color: string) =>
        `#${(color.match(/\d+/g) ?? [])
          .slice(0, 3)
          .map((part) => Number(part).toString(16).padStart(2, '0'))
          .join('')}`;
      const boxes = [...document.querySelectorAll('.code-block, .code-group, .api-panel')];
      const pieces: Piece[] = [];
      for (const box of boxes) {
        const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const element = node.parentElement;
          if (!element?.checkVisibility() || !node.textContent?.trim()) continue;
          let below: Element | null = element;
          while (below && getComputedStyle(below).backgroundColor === 'rgba(0, 0, 0, 0)') {
            below = below.parentElement;
          }
          pieces.push({
            text: node.textContent.trim(),
            color: hex(getComputedStyle(element).color),
            ground: hex(getComputedStyle(below ?? document.body).backgroundColor),
          });
        }
      }
      return {
        pieces,
        grounds: [...new Set(boxes.map((box) => hex(getComputedStyle(box).backgroundColor)))],
        own: getComputedStyle(document.documentElement).getPropertyValue('--code'),
      };
    });
  }

  function expectReadable(pieces: readonly Piece[]): void {
    expect(pieces.length).toBeGreaterThan(5);
    const faint = pieces.filter(({ color, ground }) => contrast(color, ground) < 4.5);
    expect(faint).toEqual([]);
  }

  const colorsOf = (pieces: readonly Piece[], text: string): string[] => [
    ...new Set(pieces.filter((piece) => piece.text === text).map((piece) => piece.color)),
  ];

  const ways = (['light', 'dark'] as const).flatMap((system) => [
    { system, chosen: 'light' as const },
    { system, chosen: 'dark' as const },
    { system, chosen: undefined },
  ]);

  test.each(ways)(
    'are right where the system is $system and the reader chose $chosen',
    async ({ system, chosen }) => {
      const [setting] = settings;
      // Without a choice there is no script either: the system alone decides.
      const options = { colorScheme: system, javaScriptEnabled: chosen !== undefined };
      const mode = chosen ?? system;
      const page = await look(sites[0], '/', options, chosen);
      expect(page.grounds).toEqual([setting?.grounds?.[mode]]);
      expectReadable(page.pieces);
      // A name of a function is #dcdcaa in dark-plus, and #09a1ed in snazzy-light, made darker.
      expect(colorsOf(page.pieces, 'add')).toEqual([mode === 'dark' ? '#dcdcaa' : '#0071aa']);
      const panel = await look(sites[0], '/plants', options, chosen);
      expect(panel.grounds).toEqual([setting?.grounds?.[mode]]);
      expectReadable(panel.pieces);
      expect(colorsOf(panel.pieces, '"Fern"')).toEqual(colorsOf(page.pieces, '"x"'));
    },
  );

  test.each(
    settings.slice(1).flatMap((setting, index) => [
      { ...setting, index: index + 1, mode: 'light' as const },
      { ...setting, index: index + 1, mode: 'dark' as const },
    ]),
  )('can be read with $codeblocks in the $mode mode', async ({ index, grounds, mode }) => {
    for (const path of ['/', '/plants']) {
      const page = await look(sites[index], path, { colorScheme: mode });
      expect(page.grounds).toEqual([grounds?.[mode] ?? page.own]);
      expectReadable(page.pieces);
    }
  });

  test('are those of the page in the dialog where a request is sent', async () => {
    const page = await newPage();
    await page.goto(`${sites[2]?.url}/plants`);
    await page.locator('.try-it').click();
    const sample = page.locator('.play-sample');
    await sample.waitFor();
    const [ground, ink] = await sample.evaluate((box) => {
      const { backgroundColor, color } = getComputedStyle(box);
      return [backgroundColor, color];
    });
    expect(ground).toBe('rgb(13, 17, 23)');
    expect(ink).toBe('rgb(230, 237, 243)');
  });
});
