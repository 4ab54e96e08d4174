import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

/** Nothing that Chromium does for its own sake. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--no-proxy-server',
];

/** Where Chromium is: `DOCENT_CHROMIUM`, else Debian's place. */
export function chromiumPath(): string {
  return process.env.DOCENT_CHROMIUM ?? '/usr/bin/chromium';
}

/**
 * Whether browser tests can run; false, with one line that says so, where Chromium is missing.
 * @throws with `CI=true`, where it may not be missing
 */
export function hasBrowser(): boolean {
  const path = chromiumPath();
  if (existsSync(path)) return true;
  const sentence = `Chromium is missing at ${path} (set DOCENT_CHROMIUM to its path)`;
  if (process.env.CI === 'true') throw new Error(`${sentence}; CI needs it.`);
  console.warn(`SKIPPED: ${sentence}; the browser tests do not run.`);
  return false;
}

/** Starts Chromium without a window; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), headless: true, args: flags });
}

/**
 * A picture (PNG) of what the window shows. On a busy machine Chromium sometimes has nothing drawn at the
 * moment it is asked, and says so; it is asked again with the next frame. Any other error is thrown, as is its fifth refusal.
 */
export async function pictureOf(page: Page): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    try {
      return await page.screenshot();
    } catch (error) {
      if (tries === 5 || !String(error).includes('Unable to capture screenshot')) throw error;
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  }
}
