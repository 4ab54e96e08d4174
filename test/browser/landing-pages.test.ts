import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser, styleOf } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const boxes = `
<div className="hero">
  <p className="eyebrow">Local first</p>
  <h1>A heading</h1>
  <a className="action" href="/text">Start</a>
  <button className="action">Ask</button>
  <button>Plain</button>
  <p>With a [link](/text).</p>
</div>

<ul className="features">
  <li className="feature">One</li>
</ul>
`;

const text = `
# Written in Markdown

A paragraph.

- one

<Card title="A card">Text</Card>
`;

/** A box with the classes of the contents, as landing pages of other sites have them. */
const wrapped = `
<div className="mdx-content prose">
  <h2 className="title">A heading</h2>

  A paragraph with [**bold words**](/text) in a link.

  <Card title="A card">Text</Card>
</div>
`;

const css =
  '.hero { text-align: center; } .features { display: grid; } .action { background: rgb(1, 2, 3); }';

describe.runIf(hasBrowser())('pages that draw themselves', () => {
  const page = (mode: string, body: string) => `---\ntitle: Page\nmode: ${mode}\n---\n${body}`;
  const { open } = siteInBrowser(
    {
      'docs.json': minimalConfig(['boxes', 'frame', 'text', 'wrapped', 'ordinary']),
      'style.css': css,
      'boxes.mdx': page('custom', boxes),
      'frame.mdx': page('frame', boxes),
      'text.mdx': page('custom', text),
      'wrapped.mdx': page('custom', wrapped),
      'ordinary.mdx': page('default', boxes),
    },
    { viewport: { width: 1280, height: 800 } },
  );

  test.each(['/boxes', '/frame'])('leave elements with a class to it: %s', async (path) => {
    const page = await open(path);
    expect(await styleOf(page, '.eyebrow', 'margin-top')).toBe('0px');
    expect(await styleOf(page, '.action', 'text-decoration-line')).toBe('none');
    expect(await styleOf(page, '.action', 'color')).toBe(await styleOf(page, '.hero', 'color'));
    expect(await styleOf(page, '.features', 'list-style-type')).toBe('none');
    expect(await styleOf(page, '.features', 'padding-left')).toBe('0px');
    expect(await styleOf(page, '.hero p a', 'text-decoration-line')).toBe('underline');
    expect(await styleOf(page, '.hero h1', 'margin-top')).not.toBe('0px');
  });

  test('open the search with the keys of a Mac, which their buttons send', async () => {
    const page = await open('/boxes');
    await page.locator('.dc-search-button[aria-keyshortcuts]').waitFor();
    await page.evaluate(() =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', metaKey: true })),
    );
    await page.locator('dialog.search-dialog[open]').waitFor({ timeout: 5000 });
    await page.close();
  });

  test('centre a heading without its sign', async () => {
    const page = await open('/boxes');
    const [heading, words] = await page.locator('.hero h1').evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.firstChild ?? element);
      return [element.getBoundingClientRect(), range.getBoundingClientRect()].map(
        ({ left, width }) => left + width / 2,
      );
    });
    expect(words).toBeCloseTo(heading ?? 0, 0);
  });

  test.each([1280, 390])('keep Markdown off the edges of a window of %i px', async (width) => {
    const page = await open('/text', { viewport: { width, height: 800 } });
    const edges = await page
      .locator('.mdx-content > *')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().left));
    expect(edges).toHaveLength(4);
    expect(new Set(edges)).toEqual(new Set([width === 390 ? 20 : 144]));
  });

  test('leave the edges of a box with the classes of the contents to it', async () => {
    const page = await open('/wrapped');
    const edges = await page
      .locator('.mdx-content .mdx-content > *')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().left));
    expect(edges).toHaveLength(3);
    expect(new Set(edges)).toEqual(new Set([0]));
  });

  test('show bold words of a link as the link', async () => {
    const page = await open('/wrapped');
    expect(await styleOf(page, 'a > strong', 'color')).toBe(await styleOf(page, 'p > a', 'color'));
    expect(await styleOf(page, 'a > strong', 'color')).not.toBe(await styleOf(page, 'h2', 'color'));
  });

  test('and others give no button with a class the look of the browser', async () => {
    const page = await open('/ordinary');
    expect(await styleOf(page, 'button.action', 'background-color')).toBe('rgb(1, 2, 3)');
    expect(await styleOf(page, 'button.action', 'border-top-width')).toBe('0px');
    expect(await styleOf(page, 'button.action', 'padding-left')).toBe('0px');
    expect(await styleOf(page, '.hero button:not([class])', 'border-top-width')).toBe('1px');
    expect(await styleOf(page, '.features', 'list-style-type')).toBe('disc');
  });
});
