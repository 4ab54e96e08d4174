import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const text = 'Words that fill more than one line of the page, and go on for a while. '.repeat(12);

const page = `---
title: Notes
---

First[^one] and second[^two] on one line.

## Part

${text}

## Another part

Far below[^three].

${text}

[^one]: A note that is long enough for more than one line in the margin.
[^two]: The second.
[^three]: The third.
`;

const config = (theme: string) => ({
  name: 'Notes',
  theme,
  colors: { primary: '#0F766E' },
  navigation: {
    languages: [
      { code: 'en', pages: ['index'] },
      { code: 'ar', pages: ['ar/index'] },
    ],
  },
});

describe.runIf(hasBrowser())('notes in the margin', () => {
  const { open } = siteInBrowser({
    'docs.json': config('house'),
    'index.mdx': page,
    'ar/index.mdx': page,
  });

  async function places(path: string, width: number) {
    const opened = await open(path, { viewport: { width, height: 900 } });
    return opened.evaluate(() => {
      const box = (selector: string) => {
        const { top, bottom, left, right } =
          document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        return { top, bottom, left, right };
      };
      const [one, two, three] = ['#fn-1', '#fn-2', '#fn-3'].map(box);
      return {
        notes: [one, two, three].map((note) => note ?? box('none')),
        references: ['#fnref-1', '#fnref-3'].map(box),
        text: box('.mdx-content'),
        contents: box('.toc nav'),
        scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      };
    });
  }

  test.each(['/', '/ar'])('are next to their references, one below the other: %s', async (path) => {
    const { notes, references, text, contents, scrolls } = await places(path, 1440);
    const [one, two, three] = notes;
    const [, far] = references;
    if (!one || !two || !three || !far) throw new Error('A note is missing');
    expect(scrolls).toBe(false);
    for (const note of [one, two, three]) {
      expect(path === '/' ? note.left >= text.right : note.right <= text.left).toBe(true);
    }
    expect(one.top).toBeGreaterThanOrEqual(contents.bottom);
    expect(two.top).toBeGreaterThanOrEqual(one.bottom);
    expect(three.top).toBeGreaterThanOrEqual(two.bottom);
    expect(Math.abs(three.top - far.top)).toBeLessThan(40);
  });

  test('are at the end of the page where the window has no room for them', async () => {
    const { notes, references } = await places('/', 1300);
    for (const note of notes) expect(note.top).toBeGreaterThan(references[1]?.bottom ?? 0);
  });
});
