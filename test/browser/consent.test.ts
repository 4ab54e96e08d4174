import { rmSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { buildSite, serve } from '../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

/** A provider of each category, and a script of it. */
const integrations = {
  plausible: { domain: 'docs.example.com' },
  intercom: { appId: 'app' },
  clearbit: { publicApiKey: 'key' },
};
const hosts = {
  analytics: 'plausible.io',
  functional: 'widget.intercom.io',
  marketing: 'tag.clearbitscripts.com',
} as const;
type Category = keyof typeof hosts;

const timeout = 60_000;

describe.runIf(hasBrowser())('the consent bar in a browser', () => {
  const folders: string[] = [];
  let browser: Browser;
  const servers: Awaited<ReturnType<typeof serve>>[] = [];
  let plain = '';
  let preset = '';

  async function site(cookieConsent: object): Promise<string> {
    const dir = makeTempDir();
    const out = makeTempDir();
    folders.push(dir, out);
    writeFiles(dir, {
      'docs.json': minimalConfig(['index'], { integrations, cookieConsent }),
      'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
    });
    await buildSite(dir, out);
    const server = await serve(out);
    servers.push(server);
    return server.url;
  }

  beforeAll(async () => {
    browser = await launchBrowser();
    plain = await site({ enabled: true });
    preset = await site({ enabled: true, categories: { analytics: true, marketing: false } });
  }, timeout);
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) await server.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** A new reader's page, and the hosts that it asks for scripts. */
  async function open(url: string): Promise<{ page: Page; asked: Set<string> }> {
    const context = await browser.newContext();
    const asked = new Set<string>();
    await context.route(/^https:/, (route) => {
      asked.add(new URL(route.request().url()).host);
      return route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    const page = await context.newPage();
    await page.goto(url);
    await page.locator('.consent').waitFor();
    return { page, asked };
  }

  const settled = (asked: Set<string>, wanted: readonly Category[]) =>
    vi.waitFor(() => expect([...asked].sort()).toEqual(wanted.map((name) => hosts[name]).sort()), {
      timeout,
    });

  test('offers the category of each provider, none of them chosen', async () => {
    const { page, asked } = await open(plain);
    const boxes = page.locator('.consent input:not(:disabled)');
    expect(
      await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).name)),
    ).toEqual(['analytics', 'functional', 'marketing']);
    expect(await page.locator('.consent input:not(:disabled):checked').count()).toBe(0);
    expect(asked.size).toBe(0);
    await page.context().close();
  });

  test.each(Object.keys(hosts) as Category[])('starts what is agreed to: %s', async (category) => {
    const { page, asked } = await open(plain);
    await page.locator(`.consent input[name="${category}"]`).check();
    await page.locator('[data-consent="chosen"]').click();
    await settled(asked, [category]);
    expect(await page.locator('.consent').isHidden()).toBe(true);
    // The next page starts the same without asking.
    asked.clear();
    await page.reload();
    await settled(asked, [category]);
    expect(await page.locator('.consent').isHidden()).toBe(true);
    await page.context().close();
  });

  test('"Accept all" grants everything that is offered, "Reject" nothing', async () => {
    const all = await open(plain);
    await all.page.locator('[data-consent="all"]').click();
    await settled(all.asked, ['analytics', 'functional', 'marketing']);
    await all.page.context().close();
    const none = await open(plain);
    await none.page.locator('[data-consent="none"]').click();
    await none.page.reload();
    await none.page.waitForLoadState('networkidle');
    expect(none.asked.size).toBe(0);
    await none.page.context().close();
  });

  test('categories of docs.json are the state of the choices at first', async () => {
    const { page, asked } = await open(preset);
    expect(
      await page
        .locator('.consent input:not(:disabled):checked')
        .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).name)),
    ).toEqual(['analytics']);
    expect(asked.size).toBe(0);
    await page.locator('[data-consent="chosen"]').click();
    await settled(asked, ['analytics']);
    await page.context().close();
  });
});
