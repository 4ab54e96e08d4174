import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { configSchema } from '../../schema/config/schema.ts';
import { hasBrowser } from '../support/browser.ts';
import { browserForTests, servedSite } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

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

/** Each provider, what it is configured with, and the script that it asks for, by category. */
const every: Readonly<Record<Category, Readonly<Record<string, readonly [object, string]>>>> = {
  analytics: {
    ga4: [{ measurementId: 'G-1' }, 'www.googletagmanager.com/gtag/js?id=G-1'],
    gtm: [{ tagId: 'GTM-1' }, 'www.googletagmanager.com/gtm.js?id=GTM-1'],
    posthog: [{ apiKey: 'k', apiHost: 'ph.example.com' }, 'ph.example.com/static/array.js'],
    segment: [{ key: 'k' }, 'cdn.segment.com/analytics.js/v1/k/analytics.min.js'],
    amplitude: [{ apiKey: 'k' }, 'cdn.amplitude.com/script/k.js'],
    mixpanel: [{ projectToken: 'k' }, 'cdn.mxpnl.com/libs/mixpanel-2-latest.min.js'],
    plausible: [{ domain: 'd', server: 'p.example.com' }, 'p.example.com/js/script.js'],
    fathom: [{ siteId: 'k' }, 'cdn.usefathom.com/script.js'],
    pirsch: [{ id: 'k' }, 'api.pirsch.io/pa.js'],
    heap: [{ appId: '1' }, 'cdn.heapanalytics.com/js/heap-1.js'],
    hotjar: [{ hjid: '1', hjsv: '7' }, 'static.hotjar.com/c/hotjar-1.js?sv=7'],
    logrocket: [{ appId: 'a/b' }, 'cdn.logr-in.com/LogRocket.min.js'],
    clarity: [{ projectId: 'k' }, 'www.clarity.ms/tag/k'],
  },
  functional: {
    intercom: [{ appId: 'k' }, 'widget.intercom.io/widget/k'],
    frontchat: [{ snippetId: 'k' }, 'chat-assets.frontapp.com/v1/chat.bundle.js'],
    osano: [{ scriptSource: 'https://c.example.com/osano.js' }, 'c.example.com/osano.js'],
  },
  marketing: {
    clearbit: [{ publicApiKey: 'k' }, 'tag.clearbitscripts.com/v1/k/tags.js'],
    hightouch: [
      { writeKey: 'k' },
      'cdn.hightouch-events.com/browser/release/v1-latest/events.min.js',
    ],
  },
};
const providersOf = (category: Category) => Object.entries(every[category]);

const timeout = 60_000;

describe.runIf(hasBrowser())('the consent bar in a browser', () => {
  const site = (cookieConsent: object, services: object = integrations) =>
    servedSite({
      'docs.json': minimalConfig(['index'], { integrations: services, cookieConsent }),
      'index.mdx': '---\ntitle: Home\n---\n\nText.\n',
    });
  const plain = site({ enabled: true });
  const all = (Object.keys(hosts) as Category[]).flatMap(providersOf);
  const whole = site(
    { enabled: true },
    Object.fromEntries(all.map(([name, [settings]]) => [name, settings])),
  );
  const preset = site({ enabled: true, categories: { analytics: true, marketing: false } });
  const { newPage } = browserForTests();

  /** A new reader's page, and the hosts that it asks for scripts. */
  async function open({ url }: typeof plain): Promise<{ page: Page; asked: Set<string> }> {
    const page = await newPage();
    const asked = new Set<string>();
    await page.route(/^https:/, (route) => {
      asked.add(new URL(route.request().url()).host);
      return route.fulfill({ contentType: 'text/javascript', body: '' });
    });
    await page.goto(url);
    await page.locator('.dc-consent').waitFor();
    return { page, asked };
  }

  const settled = (asked: Set<string>, wanted: readonly Category[]) =>
    vi.waitFor(() => expect([...asked].sort()).toEqual(wanted.map((name) => hosts[name]).sort()), {
      timeout,
    });

  test('offers the category of each provider, none of them chosen', async () => {
    const { page, asked } = await open(plain);
    const boxes = page.locator('.dc-consent input:not(:disabled)');
    expect(
      await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).name)),
    ).toEqual(['analytics', 'functional', 'marketing']);
    expect(await page.locator('.dc-consent input:not(:disabled):checked').count()).toBe(0);
    expect(asked.size).toBe(0);
  });

  test.each(Object.keys(hosts) as Category[])('starts what is agreed to: %s', async (category) => {
    const { page, asked } = await open(plain);
    await page.locator(`.dc-consent input[name="${category}"]`).check();
    await page.locator('[data-consent="chosen"]').click();
    await settled(asked, [category]);
    expect(await page.locator('.dc-consent').isHidden()).toBe(true);
    // The next page starts the same without asking.
    asked.clear();
    await page.reload();
    await settled(asked, [category]);
    expect(await page.locator('.dc-consent').isHidden()).toBe(true);
  });

  test.each(Object.keys(hosts) as Category[])(
    'asks for the script of every provider of %s, and of no other',
    async (category) => {
      const { page } = await open(whole);
      const scripts = new Set<string>();
      page.on('request', (request) => {
        if (/^https:/.test(request.url())) scripts.add(request.url().slice('https://'.length));
      });
      await page.locator(`.dc-consent input[name="${category}"]`).check();
      await page.locator('[data-consent="chosen"]').click();
      const wanted = providersOf(category).map(([, [, address]]) => address);
      await vi.waitFor(() => expect([...scripts].sort()).toEqual(wanted.sort()), { timeout });
    },
  );

  test('the settings of the table are those of every provider', () => {
    const named = (Object.keys(hosts) as Category[]).flatMap((one) => Object.keys(every[one]));
    const { scripts: _, ...providers } = configSchema.properties?.integrations?.properties ?? {};
    expect(named.sort()).toEqual(Object.keys(providers).sort());
  });

  test('"Accept all" grants everything that is offered, "Reject" nothing', async () => {
    const all = await open(plain);
    await all.page.locator('[data-consent="all"]').click();
    await settled(all.asked, ['analytics', 'functional', 'marketing']);
    const none = await open(plain);
    await none.page.locator('[data-consent="none"]').click();
    await none.page.reload();
    await none.page.waitForLoadState('networkidle');
    expect(none.asked.size).toBe(0);
  });

  test('what was agreed to can be taken back, with a button at the foot of every page', async () => {
    const { page, asked } = await open(plain);
    await page.locator('[data-consent="all"]').click();
    await settled(asked, ['analytics', 'functional', 'marketing']);
    const bar = page.locator('.dc-consent');
    const opener = page.locator('footer [data-consent-open]');
    const agreed = () =>
      page
        .locator('.dc-consent input:not(:disabled):checked')
        .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).name));
    // The same answer changes nothing, and Escape is none.
    await opener.click();
    expect(await agreed()).toEqual(['analytics', 'functional', 'marketing']);
    await page.keyboard.press('Escape');
    expect(await bar.isHidden()).toBe(true);
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
    // Taken back in part: the page starts again without it.
    await opener.click();
    await page.locator('.dc-consent input[name="marketing"]').uncheck();
    asked.clear();
    await Promise.all([page.waitForEvent('load'), page.locator('[data-consent="chosen"]').click()]);
    await settled(asked, ['analytics', 'functional']);
    expect(await bar.isHidden()).toBe(true);
    await opener.click();
    expect(await agreed()).toEqual(['analytics', 'functional']);
    asked.clear();
    await Promise.all([page.waitForEvent('load'), page.locator('[data-consent="none"]').click()]);
    await page.waitForLoadState('networkidle');
    expect(asked.size).toBe(0);
    expect(await bar.isHidden()).toBe(true);
    // And given again.
    await opener.click();
    await Promise.all([page.waitForEvent('load'), page.locator('[data-consent="all"]').click()]);
    await settled(asked, ['analytics', 'functional', 'marketing']);
  });

  test('categories of docs.json are the state of the choices at first', async () => {
    const { page, asked } = await open(preset);
    expect(
      await page
        .locator('.dc-consent input:not(:disabled):checked')
        .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).name)),
    ).toEqual(['analytics']);
    expect(asked.size).toBe(0);
    await page.locator('[data-consent="chosen"]').click();
    await settled(asked, ['analytics']);
  });
});
