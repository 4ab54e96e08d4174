import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

const fence = '```';
const pages = {
  'index.mdx': `---
title: Start
---

## First steps

Some text.

${fence}js
const before = 1; // [!code --]
const after = 2; // [!code ++]
done();
${fence}

${fence}sh nocopy
echo secret
${fence}
`,
  'tabs.mdx': `---
title: Packages
---

<Tabs>
  <Tab title="npm">Text for npm</Tab>
  <Tab title="pnpm">Text for pnpm</Tab>
</Tabs>

<Tabs>
  <Tab title="yarn">Other text for yarn</Tab>
  <Tab title="pnpm">Other text for pnpm</Tab>
</Tabs>

<CodeGroup>
${fence}sh yarn
yarn add docent
${fence}
${fence}sh pnpm
pnpm add docent
${fence}
${fence}sh bun
bun add docent
${fence}
</CodeGroup>
`,
  'image.mdx':
    '---\ntitle: Image\n---\n\n<img src="/a.svg" alt="A square" actions />\n\n<img src="/a.svg" alt="" />\n',
  'ar/index.mdx': '---\ntitle: البداية\n---\n\n## الخطوات\n\nنص.\n',
  'fr/index.mdx': '---\ntitle: Départ\n---\n\n## Premiers pas\n\nUn texte.\n',
  'a.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200" viewBox="0 0 300 200"><rect width="300" height="200" fill="#888"/></svg>',
};

describe.runIf(hasBrowser())("the reader's tools on a page", () => {
  const { site, open } = siteInBrowser(
    {
      'docs.json': minimalConfig(['index', 'tabs', 'image'], {
        i18n: { defaultLanguage: 'en', languages: ['fr', 'ar'] },
      }),
      ...pages,
    },
    {
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      timeout: 20_000,
    },
  );

  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
  const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

  test('the sign next to a heading copies its link, and says so in the language of the page', async () => {
    const page = await open('/');
    await page.locator('h2 .heading-anchor').focus();
    await page.keyboard.press('Enter');
    await says(page, 'Link copied').waitFor();
    expect(await clipboard(page)).toBe(`${site.url}/#first-steps`);
    expect(new URL(page.url()).hash).toBe('#first-steps');
    expect(await violations(page)).toEqual([]);
    const french = await open('/fr');
    await french.locator('.prose h2').hover();
    await french.locator('h2 .heading-anchor').click();
    await says(french, 'Lien copié').waitFor();
    expect(await clipboard(french)).toBe(`${site.url}/fr#first-steps`);
  });

  test('a diff is copied without the lines that it removes; a block with nocopy has no button', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Copy code' }).click();
    await says(page, 'Copied').waitFor();
    expect(await clipboard(page)).toBe('const after = 2;\ndone();');
    expect(await page.getByRole('button', { name: 'Copy code' }).count()).toBe(1);
    expect(await page.locator('.code-block').count()).toBe(2);
  });

  test('a link to a tab selects the tabs of its title in all groups', async () => {
    const page = await open('/tabs#pnpm');
    const chosen = () =>
      page
        .getByRole('tab', { selected: true })
        .evaluateAll((tabs) => tabs.map((tab) => tab.textContent));
    await expect.poll(chosen).toEqual(['pnpm', 'pnpm', 'pnpm']);
    // The tab of a code group has no id of its own.
    await page.goto(`${site.url}/tabs#bun`);
    await expect.poll(chosen).toEqual(['pnpm', 'pnpm', 'bun']);
    await page.goto(`${site.url}/tabs#yarn`);
    await expect.poll(chosen).toEqual(['pnpm', 'yarn', 'yarn']);
    // What a link has chosen is not the reader's choice.
    await page.goto(`${site.url}/tabs`);
    await page.reload();
    await expect.poll(chosen).toEqual(['npm', 'yarn', 'yarn']);
  });

  test('the assistant is at the other side where text runs from right to left', async () => {
    const page = await open('/ar', { viewport: { width: 1100, height: 800 } });
    const button = page.locator('.assistant-button');
    expect((await button.boundingBox())?.x).toBe(20);
    await button.click();
    expect((await page.locator('.assistant-panel').boundingBox())?.x).toBe(20);
    await page.setViewportSize({ width: 1300, height: 800 });
    await expect
      .poll(async () => (await page.locator('.assistant-panel').boundingBox())?.x)
      .toBe(0);
    const [main, panel] = await Promise.all(
      ['.dc-main', '.assistant-panel'].map((one) => page.locator(one).boundingBox()),
    );
    expect(main?.x).toBeGreaterThanOrEqual(panel?.width ?? 1300);
    expect(await violations(page)).toEqual([]);
  });

  test('an image is enlarged, opened and copied by keyboard and by touch', async () => {
    const page = await open('/image');
    const image = page.getByRole('button', { name: 'A square (Enlarge)' });
    const large = page.getByRole('dialog', { name: 'A square' });
    await image.waitFor();
    expect(await violations(page)).toEqual([]);
    await image.focus();
    await page.keyboard.press('Enter');
    await large.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => large.count()).toBe(0);
    expect(await image.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.image-copy[data-copied]').waitFor();
    const popup = page.waitForEvent('popup');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(new URL((await popup).url()).pathname).toBe('/a.svg');
    const touch = await open('/image', phone);
    const link = touch.getByRole('link', { name: 'Open image' });
    const box = await link.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(await touch.locator('.image-tools').evaluate((n) => getComputedStyle(n).opacity)).toBe(
      '1',
    );
    const opened = touch.waitForEvent('popup');
    await link.tap();
    await opened;
    await touch.getByRole('button', { name: 'A square (Enlarge)' }).tap();
    await touch.getByRole('dialog', { name: 'A square' }).waitFor();
    await touch.getByRole('button', { name: 'Close' }).tap();
    await expect.poll(() => touch.getByRole('dialog').count()).toBe(0);
  });
});
