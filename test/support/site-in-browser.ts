import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type BuiltSite, buildSite, serve } from './build.ts';
import { makeTempDir, writeFiles } from './temp.ts';

/** A folder with a site, files for `writeFiles`, or what writes them once other things have started. */
type Source = string | Readonly<Record<string, unknown>> | ((dir: string) => unknown);

/** What is known of a site once the tests run: in a `describe` it can't be taken out of the object. */
interface ServedSite {
  readonly url: string;
  readonly built: BuiltSite;
}

interface PageOptions extends BrowserContextOptions {
  /** How long the page waits for anything (ms). */
  readonly timeout?: number;
}

/** Called in a `describe`: builds a site before its tests, and serves it while they run. */
export function servedSite(source: Source): ServedSite {
  let folder: string;
  let built: BuiltSite;
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    folder = makeTempDir();
    const dir = typeof source === 'string' ? source : join(folder, 'site');
    if (typeof source === 'function') await source(dir);
    else if (typeof source === 'object') writeFiles(dir, source);
    built = await buildSite(dir, join(folder, 'out'));
    server = await serve(built.out);
  }, 240_000);
  afterAll(async () => {
    await server?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });
  return {
    get url() {
      return server.url;
    },
    get built() {
      return built;
    },
  };
}

/**
 * Called in a `describe`: starts a browser for its tests, and closes after each of them what it has opened. What its
 * pages need is set up before this call: Vitest cleans up in reverse order.
 */
export function browserForTests(common: PageOptions = {}) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) {
      // What its pages still load is of no interest.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  });
  afterAll(() => browser?.close());
  return {
    /** An empty page, in a context of its own. */
    async newPage(options: PageOptions = {}): Promise<Page> {
      const { timeout, ...settings } = { ...common, ...options };
      const context = await browser.newContext(settings);
      if (timeout !== undefined) context.setDefaultTimeout(timeout);
      return context.newPage();
    },
  };
}

/** Called in a `describe`: a site without mistakes, built and served for its tests, and a browser to read it with. */
export function siteInBrowser(source: Source, common: PageOptions = {}) {
  const site = servedSite(source);
  beforeAll(() => {
    expect(site.built.problems).toEqual([]);
  });
  const browser = browserForTests(common);
  /** An empty page that goes to paths of the site, in a context of its own. */
  function newPage(options: PageOptions = {}): Promise<Page> {
    return browser.newPage({ baseURL: site.url, ...options });
  }
  /** A page of the site, in a context of its own. */
  async function open(path = '/', options: PageOptions = {}): Promise<Page> {
    const page = await newPage(options);
    await page.goto(path);
    return page;
  }
  return { site, newPage, open };
}

/** The computed value of a property of the first element that a selector finds. */
export function styleOf(page: Page, selector: string, property: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}
