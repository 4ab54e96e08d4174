import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../support/axe.ts';
import { launchBrowser } from '../support/browser.ts';
import { type DashboardSite, openDashboardSite, password } from './dashboard-site.ts';

/** A dashboard in a browser, and the page of its owner. */
export interface Dashboard {
  readonly site: DashboardSite;
  readonly browser: Browser;
  readonly page: Page;
  /** What its own policy has refused, and errors that its scripts have thrown. */
  readonly refusals: readonly string[];
  /** Goes to an address below `/dashboard`. */
  readonly open: (path: string) => Promise<unknown>;
  /** The first page, as after opening the dashboard: nothing has the focus. */
  readonly freshPage: (path?: string) => Promise<Keyboard>;
  readonly close: () => Promise<void>;
}

/** Opens a site and its dashboard, for the tests of a file. */
export async function openDashboard(
  options?: Parameters<typeof openDashboardSite>[0],
): Promise<Dashboard> {
  const [site, browser] = await Promise.all([openDashboardSite(options), launchBrowser()]);
  const page = await openMember(browser, site);
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) refusals.push(message.text());
  });
  page.on('pageerror', (error) => refusals.push(error.message));
  const open = (path: string) => page.goto(`${site.url}/dashboard${path}`);
  return {
    ...{ site, browser, page, refusals, open },
    freshPage: async (path = `/p/${site.slug}/overview`) => {
      await open(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return keyboardOf(page);
    },
    close: async () => {
      await browser.close();
      await site.close();
    },
  };
}

/** A page of a member who is signed in, as the browser has it after the form: without the form. */
export async function openMember(
  browser: Browser,
  site: DashboardSite,
  {
    email = 'ada@example.com',
    ...options
  }: BrowserContextOptions & { readonly email?: string } = {},
): Promise<Page> {
  const context = await browser.newContext({
    ...{ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' },
    ...options,
  });
  const signedIn = await context.request.post(`${site.url}/api/v1/sessions`, {
    headers: { origin: site.url },
    data: { email, password },
  });
  expect(signedIn.status()).toBe(201);
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  return page;
}

/** All of the text in the editor: only the lines in view are in the page. */
export function textOfEditor(page: Page): Promise<string> {
  return page.locator('.cm-content').evaluate((node) => {
    const { cmTile } = node as { cmTile?: { view: { state: { doc: { toString(): string } } } } };
    return cmTile?.view.state.doc.toString() ?? '';
  });
}

/** Nothing that axe finds, in both modes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'colors'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page, undefined, rules), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** What can be done with a keyboard: nothing here gives a part the focus in another way. */
export interface Keyboard {
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Presses a key until a part has the focus, as whoever looks at the page does. */
  readonly reach: (target: Locator, key?: string) => Promise<void>;
}

export function keyboardOf({ keyboard }: Page): Keyboard {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  return {
    press,
    type: (text) => keyboard.type(text),
    reach: async (target, key = 'Tab') => {
      await target.first().waitFor();
      const hasFocus = () =>
        target
          .first()
          .evaluate((one) => one.matches(':focus') || one.shadowRoot?.activeElement != null);
      for (let at = 0; !(await hasFocus()); at++) {
        if (at > 60) throw new Error(`${key} does not lead to ${target}.`);
        await press(key);
      }
    },
  };
}
