import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const picture = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#888"/></svg>`;
const cells = (text: (index: number) => string, count: number) =>
  `| ${Array.from({ length: count }, (_, index) => text(index)).join(' | ')} |`;
const table = (count: number) =>
  [
    cells((index) => `Column ${index}`, count),
    cells(() => '---', count),
    cells(
      (index) =>
        index === 2 ? 'Many words that would like to have all of the width for themselves' : 'Yes',
      count,
    ),
    cells((index) => (index % 2 ? '`a_long_identifier_of_an_option`' : '✓'), count),
  ].join('\n');

describe.runIf(hasBrowser())('tables, cards and frames in a browser', () => {
  const { open } = siteInBrowser(
    {
      'docs.json': minimalConfig(['index', 'grids', 'frames', 'icons']),
      'index.mdx': `---\ntitle: Tables\n---\n\n${table(7)}\n\n${table(4)}\n\n|  |  |\n|---|---|\n| Model | small |\n`,
      'grids.mdx': `---\ntitle: Grids\n---

<div id="grid" className="grid grid-cols-1 gap-4 sm:grid-cols-2">
  <Card title="One">Short</Card>
  <Card title="Two" href="/frames">A longer text that needs more than one line of its card, and so on, and on.</Card>
  <Card title="Three" className="mt-10">With a margin of its own</Card>
</div>

<CardGroup cols={3}>
  <Card title="One">Short</Card>
  <Card title="Two">A longer text that needs more than one line.</Card>
  <Card title="Three">Short</Card>
</CardGroup>

<div className="text-center">
  <h2 id="centred" className="text-3xl">Centred</h2>
</div>

# A part

<details id="more">
<summary>More</summary>

Text

</details>

<a id="pictured" href="/frames"><img src="/low.svg" alt="" /> Frames</a>

<pre id="long" className="language-json"><code>{'long '.repeat(200)}</code></pre>

<Tree><Tree.Folder name="src" defaultOpen><Tree.File name="a.ts" /></Tree.Folder></Tree>
`,
      'icons.mdx': `---\ntitle: Icons\n---

<Card title="One" icon={<img src="/high.svg" alt="" />}>Text</Card>
<Card title="Two" icon={<div><img src="/wide.svg" alt="" /></div>} horizontal>Text</Card>
<Accordion title="Three" icon={<svg viewBox="0 0 10 10"><path d="M0 0h10v10H0z" /></svg>}>Text</Accordion>
<Steps><Step title="Four" icon={<img src="/high.svg" alt="" />}>Text</Step></Steps>
<Note icon={<svg className="w-8 h-8" viewBox="0 0 10 10"><path d="M0 0h10v10H0z" /></svg>}>Text</Note>

A line with <Icon icon={<img src="/high.svg" alt="" />} size={16} /> in it.
`,
      'frames.mdx': `---\ntitle: Frames\n---

<Frame caption="Both">
  <img id="wide" src="/wide.svg" alt="" />
</Frame>

<Frame>
  <img id="low" src="/low.svg" alt="" />
  <img id="high" src="/high.svg" alt="" />
</Frame>

<Frame>
  <img id="light" className="block dark:hidden" src="/low.svg" alt="" />
  <img id="dark" className="hidden dark:block" src="/low.svg" alt="" />
</Frame>
`,
      'wide.svg': picture(2000, 500),
      'low.svg': picture(120, 40),
      'high.svg': picture(120, 200),
    },
    { reducedMotion: 'reduce' },
  );

  async function on(
    path: string,
    width: number,
    look: (page: Page) => Promise<void>,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<void> {
    const page = await open(path, { viewport: { width, height: 900 }, colorScheme });
    await look(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  }

  /** Widths of the columns in the font size of their table. */
  const columns = (page: Page, index: number) =>
    page
      .locator('.table-wrap')
      .nth(index)
      .evaluate((wrap) => {
        const size = Number.parseFloat(getComputedStyle(wrap.querySelector('td') ?? wrap).fontSize);
        return [...wrap.querySelectorAll('tbody tr:first-child > *')].map(
          (cell) => cell.getBoundingClientRect().width / size,
        );
      });

  test.each([1440, 1024, 768, 390])(
    'no column of a table with seven gets narrower than 6em at %i px: the table scrolls',
    async (width) => {
      await on('/', width, async (page) => {
        const widths = await columns(page, 0);
        expect(widths).toHaveLength(7);
        for (const one of widths) expect(one).toBeGreaterThanOrEqual(5.99);
        const scrolls = await page
          .locator('.table-wrap')
          .first()
          .evaluate((wrap) => wrap.scrollWidth > wrap.clientWidth);
        expect(scrolls).toBe(true);
      });
    },
  );

  test('a table with four columns has none that is narrower either', async () => {
    await on('/', 1440, async (page) => {
      for (const one of await columns(page, 1)) expect(one).toBeGreaterThanOrEqual(5.99);
    });
  });

  test('a long text next to identifiers keeps a width to be read at', async () => {
    await on('/', 768, async (page) => {
      expect((await columns(page, 1))[2]).toBeGreaterThanOrEqual(13);
    });
  });

  test('a picture as an icon fits where icons are, and opens nothing', async () => {
    await on('/icons', 390, async (page) => {
      const sizes = (await rectangles(page, '.dc-own-icon :is(img, svg)')).map(
        ({ width, height }) => [Math.round(width), Math.round(height)],
      );
      expect(sizes.map(([, height]) => height)).toEqual([24, 24, 16, 16, 32, 16]);
      expect(sizes.map(([width]) => width)).toEqual([14, 96, 16, 10, 32, 10]);
      const [title, icon] = await Promise.all([
        rectangles(page, '.dc-card-title'),
        rectangles(page, '.dc-card-icon'),
      ]);
      expect(title[0]?.y).toBeGreaterThanOrEqual((icon[0]?.y ?? 0) + 24);
      expect(await page.locator('.dc-own-icon [role="button"]').count()).toBe(0);
    });
  });

  test('a head without words takes no room', async () => {
    await on('/', 1440, async (page) => {
      const heads = await page
        .locator('thead')
        .evaluateAll((all) => all.map((head) => getComputedStyle(head).display !== 'none'));
      expect(heads).toEqual([true, true, false]);
    });
  });

  const rectangles = (page: Page, selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return { x, y, width, height };
      }),
    );

  test('cards in a grid of utilities have its gaps and the height of their row', async () => {
    await on('/grids', 1440, async (page) => {
      const [one, two, three] = await rectangles(page, '#grid > .card');
      if (!one || !two || !three) throw new Error('Three cards were expected');
      expect(two.y).toBe(one.y);
      expect(two.height).toBe(one.height);
      expect(two.x - one.x - one.width).toBeCloseTo(16, 0);
      // The gap, and the margin that the card was given.
      expect(three.y - one.y - one.height).toBeCloseTo(16 + 40, 0);
    });
  });

  test('a group of cards is a grid of equal cards, and one column on a phone', async () => {
    await on('/grids', 1440, async (page) => {
      const cards = await rectangles(page, '.columns > .card');
      expect(cards).toHaveLength(3);
      expect(new Set(cards.map(({ y }) => y)).size).toBe(1);
      expect(new Set(cards.map(({ height }) => Math.round(height))).size).toBe(1);
    });
    await on('/grids', 390, async (page) => {
      const cards = await rectangles(page, '.columns > .card');
      expect(new Set(cards.map(({ x }) => x)).size).toBe(1);
    });
  });

  test('a centred heading is centred, though it has a link to itself', async () => {
    await on('/grids', 1440, async (page) => {
      const [text, box] = await page.locator('#centred').evaluate((heading) => {
        const range = document.createRange();
        range.selectNodeContents(heading.firstChild ?? heading);
        const middle = ({ left, right }: DOMRect) => (left + right) / 2;
        return [
          middle(range.getBoundingClientRect()),
          middle(heading.parentElement?.getBoundingClientRect() ?? new DOMRect()),
        ];
      });
      expect(Math.abs((text ?? 0) - (box ?? 100))).toBeLessThan(1);
    });
  });

  test('a link of a picture and words is underlined, and code with a class of its own stays in the text', async () => {
    await on('/grids', 390, async (page) => {
      const line = page.locator('#pictured');
      expect(await line.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe(
        'underline',
      );
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      const code = page.locator('#long');
      expect(await code.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
    });
  });

  test('details of HTML show that they open, and the head of a part is smaller than the title', async () => {
    await on('/grids', 1440, async (page) => {
      const style = (selector: string, name: string) =>
        page
          .locator(selector)
          .evaluate((at, name) => getComputedStyle(at).getPropertyValue(name), name);
      expect(await style('#more > summary', 'list-style-type')).toBe('disclosure-closed');
      await page.locator('#more > summary').click();
      expect(await style('#more > summary', 'list-style-type')).toBe('disclosure-open');
      // The component has an arrow of its own.
      expect(await style('.dc-tree summary', 'list-style-type')).toBe('none');
      const size = async (selector: string) =>
        Number.parseFloat(await style(selector, 'font-size'));
      expect(await size('.prose h1')).toBeLessThan(await size('.dc-page-title'));
    });
  });

  test.each([1440, 390])('pictures in a frame keep their shape at %i px', async (width) => {
    await on('/frames', width, async (page) => {
      const [wide] = await rectangles(page, '#wide');
      const [frame] = await rectangles(page, '.dc-frame-content');
      if (!wide || !frame) throw new Error('A framed picture was expected');
      expect(wide.width / wide.height).toBeCloseTo(4, 1);
      expect(wide.width).toBeLessThanOrEqual(frame.width);
      const [low] = await rectangles(page, '#low');
      const [high] = await rectangles(page, '#high');
      expect([low?.width, low?.height]).toEqual([120, 40]);
      expect([high?.width, high?.height]).toEqual([120, 200]);
    });
  });

  test.each(['light', 'dark'] as const)(
    'a frame shows the picture of the %s mode',
    async (mode) => {
      await on(
        '/frames',
        1440,
        async (page) => {
          expect(await page.locator('#light').isVisible()).toBe(mode === 'light');
          expect(await page.locator('#dark').isVisible()).toBe(mode === 'dark');
        },
        mode,
      );
    },
  );
});
