import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { buildSite, serve } from '../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

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

const css =
  '.hero { text-align: center; } .features { display: grid; } .action { background: rgb(1, 2, 3); }';

describe.runIf(hasBrowser())('pages that draw themselves', () => {
  const [dir, out] = [makeTempDir(), makeTempDir()];
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    const page = (mode: string, body: string) => `---\ntitle: Page\nmode: ${mode}\n---\n${body}`;
    writeFiles(dir, {
      'docs.json': minimalConfig(['boxes', 'frame', 'text', 'ordinary']),
      'style.css': css,
      'boxes.mdx': page('custom', boxes),
      'frame.mdx': page('frame', boxes),
      'text.mdx': page('custom', text),
      'ordinary.mdx': page('default', boxes),
    });
    await buildSite(dir, out);
    server = await serve(out);
    browser = await launchBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    for (const folder of [dir, out]) rmSync(folder, { recursive: true, force: true });
  });

  async function open(path: string, width = 1280): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(`${server.url}${path}`);
    return page;
  }

  const look = (page: Page, selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

  test.each(['/boxes', '/frame'])('leave elements with a class to it: %s', async (path) => {
    const page = await open(path);
    expect(await look(page, '.eyebrow', 'margin-top')).toBe('0px');
    expect(await look(page, '.action', 'text-decoration-line')).toBe('none');
    expect(await look(page, '.action', 'color')).toBe(await look(page, '.hero', 'color'));
    expect(await look(page, '.features', 'list-style-type')).toBe('none');
    expect(await look(page, '.features', 'padding-left')).toBe('0px');
    expect(await look(page, '.hero p a', 'text-decoration-line')).toBe('underline');
    expect(await look(page, '.hero h1', 'margin-top')).not.toBe('0px');
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
    await page.close();
  });

  test.each([1280, 390])('keep Markdown off the edges of a window of %i px', async (width) => {
    const page = await open('/text', width);
    const edges = await page
      .locator('.mdx-content > *')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().left));
    expect(edges).toHaveLength(4);
    expect(new Set(edges)).toEqual(new Set([width === 390 ? 20 : 144]));
    await page.close();
  });

  test('and others give no button with a class the look of the browser', async () => {
    const page = await open('/ordinary');
    expect(await look(page, 'button.action', 'background-color')).toBe('rgb(1, 2, 3)');
    expect(await look(page, 'button.action', 'border-top-width')).toBe('0px');
    expect(await look(page, 'button.action', 'padding-left')).toBe('0px');
    expect(await look(page, '.hero button:not([class])', 'border-top-width')).toBe('1px');
    expect(await look(page, '.features', 'list-style-type')).toBe('disc');
    await page.close();
  });
});
