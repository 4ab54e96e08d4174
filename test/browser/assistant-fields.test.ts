import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

/** Every field of `assistant` that a reader can see. */
const assistant = {
  name: 'Polly',
  greeting: 'Ask me about zebras.',
  position: 'bottom-left',
  suggestedQuestions: ['What do zebras eat?', 'Where do zebras live?'],
  theme: { accentColor: '#ffd54f', icon: 'bot' },
  contactSupport: { enabled: true, email: 'help@acme.example', label: 'Write to us' },
  deflection: { enabled: true, supportEmail: 'people@acme.example' },
};

describe.runIf(hasBrowser())("the assistant's fields in docs.json", () => {
  const { newPage, open: openPage } = siteInBrowser({
    'docs.json': minimalConfig(['index'], {
      assistant,
      theme: 'maple',
      banner: { content: 'Zebras are here' },
    }),
    'style.css': '/* Tests say what is in it. */\n',
    'index.mdx':
      '---\ntitle: Zebras\n---\n\n## Food\n\nZebras eat grass, leaves and the bark of trees.\n',
  });

  async function open(width: number): Promise<Page> {
    const page = await openPage('/', {
      viewport: { width, height: 860 },
      reducedMotion: 'reduce',
      timeout: 20_000,
    });
    await page.getByRole('button', { name: /Polly/ }).click();
    await panel(page).waitFor();
    return page;
  }
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Polly' });
  const support = (page: Page) => panel(page).getByRole('link', { name: 'Ask our support' });

  test('name, greeting, questions, corner, accent and contact are what they say', async () => {
    const page = await open(1100);
    await panel(page).getByText('Ask me about zebras.').waitFor();
    const box = await panel(page).boundingBox();
    expect(box?.x).toBeLessThan(100);
    const colors = await panel(page)
      .locator('.assistant-send')
      .evaluate((node) => [getComputedStyle(node).backgroundColor, getComputedStyle(node).color]);
    // Black on yellow can be read.
    expect(colors).toEqual(['rgb(255, 213, 79)', 'rgb(0, 0, 0)']);
    const contact = panel(page).getByRole('link', { name: 'Write to us' });
    expect(await contact.getAttribute('href')).toBe('mailto:help@acme.example');
    await panel(page).getByRole('button', { name: 'What do zebras eat?' }).click();
    await panel(page).locator('.assistant-answer', { hasText: 'bark of trees' }).waitFor();
    expect(await panel(page).locator('.assistant-question').textContent()).toContain(
      'What do zebras eat?',
    );
  });

  test('people are offered after a bad rating and after an answer that was none, with what was said', async () => {
    const page = await open(1280);
    await panel(page).getByRole('button', { name: 'What do zebras eat?' }).click();
    await panel(page).getByRole('region', { name: 'Sources' }).waitFor();
    expect(await support(page).count()).toBe(0);
    await panel(page).getByRole('button', { name: 'No' }).click();
    const address = new URL((await support(page).getAttribute('href')) ?? '');
    expect(address.pathname).toBe('people@acme.example');
    expect(address.searchParams.get('subject')).toBe('What do zebras eat?');
    expect(address.searchParams.get('body')).toContain('bark of trees');
    await panel(page).getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => support(page).count()).toBe(0);
    await panel(page).getByRole('textbox').fill('How do I overclock a toaster in Lisbon?');
    await page.keyboard.press('Enter');
    await panel(page)
      .getByText(/I found nothing/)
      .waitFor();
    await support(page).waitFor();
  });

  test('a banner is covered no more than the header, and gives its room up when it is closed', async () => {
    const page = await open(1280);
    const edge = async (selector: string, side: 'top' | 'bottom') =>
      page.locator(selector).evaluate((at, side) => at.getBoundingClientRect()[side], side);
    expect(await edge('.assistant-panel', 'top')).toBe(await edge('.dc-banner', 'bottom'));
    await page.locator('.banner-close').click();
    await expect.poll(() => edge('.assistant-panel', 'top')).toBe(0);
  });

  test('the sign of the button can be seen on the ground that a style sheet gives it in one mode', async () => {
    const page = await newPage({ viewport: { width: 1100, height: 860 } });
    await page.route(/style\.css$/, (route) =>
      route.fulfill({
        contentType: 'text/css',
        body: 'html:not(.dark) #assistant-entry { background: #111 }',
      }),
    );
    await page.goto('/');
    const button = page.locator('#assistant-entry');
    const color = () => button.evaluate((at) => getComputedStyle(at).color);
    await expect.poll(color).toBe('rgb(255, 255, 255)');
    await page.evaluate(() => document.documentElement.classList.add('dark'));
    await expect.poll(color).toBe('rgb(0, 0, 0)');
  });

  test('the search is in front of the panel, and leaves it next to the page', async () => {
    const page = await open(1280);
    await page.keyboard.press('Control+k');
    await page.locator('.search-dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.search-dialog[open]').count()).toBe(0);
    expect(await panel(page).isVisible()).toBe(true);
    const phone = await open(390);
    await phone.keyboard.press('Control+k');
    await phone.locator('.search-dialog[open]').waitFor();
    expect(await panel(phone).count()).toBe(0);
    await phone.keyboard.press('Escape');
    const button = phone.getByRole('button', { name: /Polly/ });
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
  });
});
