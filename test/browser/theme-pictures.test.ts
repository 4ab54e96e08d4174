import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { initSite } from '../../pipeline/init.ts';
import { themes } from '../../schema/config/themes.ts';
import { hasBrowser, launchBrowser, pictureOf } from '../support/browser.ts';
import { buildSite } from '../support/build.ts';
import { distancesOf } from '../support/picture-distance.ts';
import { startStaticHost } from '../support/static-host.ts';
import { makeTempDir, writeFiles } from '../support/temp.ts';

/**
 * The pictures of the themes, in the handbook and where a theme is chosen. They are taken again with
 * `DOCENT_PICTURES=write`, and this test fails as long as one shows a look that has changed since.
 */
const folder = join(import.meta.dirname, '../../docs/images/themes');
const isWriting = process.env.DOCENT_PICTURES === 'write';
/** Levels of grey, of 255, that fonts and the drawing of letters may make. */
const tolerance = 1.5;

describe.runIf(hasBrowser())('the pictures of the themes', () => {
  const dir = makeTempDir();
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage({
      ...{ viewport: { width: 1360, height: 850 }, locale: 'en-US', reducedMotion: 'reduce' },
    });
    initSite(join(dir, 'site'), { name: 'Acme', color: '#4F46E5' });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(dir, { recursive: true, force: true });
  });

  test.each(themes)('show what it looks like now: %s', async (theme) => {
    const [site, out] = [join(dir, 'site'), join(dir, 'out')];
    const config = JSON.parse(readFileSync(join(site, 'docs.json'), 'utf8'));
    writeFiles(site, { 'docs.json': JSON.stringify({ ...config, theme }) });
    const built = await buildSite(site, out);
    const server = await startStaticHost(built.site ?? '');
    try {
      const answer = await page.goto(`${server.url}/writing/components`);
      expect(answer?.status()).toBe(200);
      await page.evaluate(() => document.fonts.ready);
      const shot = (await pictureOf(page)).toString('base64');
      const file = join(folder, `${theme}.webp`);
      if (isWriting) {
        const webp = await page.evaluate(asWebp, shot);
        writeFileSync(file, Buffer.from(webp, 'base64'));
      }
      const kept = readFileSync(file).toString('base64');
      const [one] = await page.evaluate(distancesOf, [
        ['now', `data:image/png;base64,${shot}`],
        ['kept', `data:image/webp;base64,${kept}`],
      ] as const);
      const difference = one?.distance ?? Number.NaN;
      expect(difference, 'take it again with DOCENT_PICTURES=write').toBeLessThan(tolerance);
    } finally {
      server.close();
    }
  });
});

async function asWebp(png: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.8).replace(/^.*,/, '');
}
