import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchSite } from '../../pipeline/watch.ts';
import { listen } from '../../runtime/main.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

describe.runIf(hasBrowser())('docent dev in a browser', () => {
  const dir = makeTempDir();
  let browser: Browser;
  let watch: Awaited<ReturnType<typeof watchSite>>;
  let server: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    writeFiles(dir, {
      'docs.json': minimalConfig(['index', 'second']),
      'index.mdx': '---\ntitle: First\n---\n\nBefore the change.\n',
      'second.mdx': '---\ntitle: Second\n---\n\nThe other page.\n',
    });
    watch = await watchSite({
      dir,
      version: '0.0.0-test',
      onBuild: () => {},
      onError: (error) => {
        throw error;
      },
    });
    server = await listen(
      { site: watch, version: '0', log: () => {}, before: watch.before, after: watch.after },
      { port: 0, host: '127.0.0.1' },
    );
    browser = await launchBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await watch?.close();
    await server?.close();
  });

  test('shows a change, a mistake, and its end without a press of a key', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(server.url);
    await page.getByText('Before the change.').waitFor();

    writeFileSync(join(dir, 'index.mdx'), '---\ntitle: First\n---\n\nAfter the change.\n');
    await page.getByText('After the change.').waitFor();

    writeFileSync(join(dir, 'index.mdx'), '---\ntitle: First\n---\n\n<Note>\n\nNever closed.\n');
    await page
      .getByText(/index\.mdx/)
      .first()
      .waitFor();
    await page
      .getByText(/closing tag/)
      .first()
      .waitFor();
    const other = await (await fetch(`${server.url}/second`)).text();
    expect(other).toContain('The other page.');

    writeFileSync(join(dir, 'index.mdx'), '---\ntitle: First\n---\n\nMended now.\n');
    await page.getByText('Mended now.').waitFor();
    await page.close();
  }, 45_000);

  test('shows a utility class as soon as it is written, and forgets it with its page', async () => {
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    const write = (body: string) =>
      writeFileSync(join(dir, 'second.mdx'), `---\ntitle: Second\n---\n\n${body}\n`);
    await page.goto(`${server.url}/second`);
    const margin = () =>
      page
        .locator('main .prose p')
        .first()
        .evaluate((element) => getComputedStyle(element).marginTop);
    const rules = () => page.locator('style[data-utilities]').allTextContents();

    write('<p className="mt-[41px]">One</p>');
    await page.getByText('One', { exact: true }).waitFor();
    expect(await margin()).toBe('41px');

    write('<p className="mt-[43px]">Two</p>');
    await page.getByText('Two', { exact: true }).waitFor();
    expect(await margin()).toBe('43px');
    expect((await rules()).join('')).not.toContain('41px');

    write('Three');
    await page.getByText('Three', { exact: true }).waitFor();
    expect((await rules()).join('')).toBe('');
    await page.close();
  }, 45_000);
});
