import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { buildSite, serve } from '../support/build.ts';
import { makeTempDir, minimalConfig, writeFiles } from '../support/temp.ts';

describe.runIf(hasBrowser())('the assistant of a site with languages', () => {
  const folder = makeTempDir();
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    writeFiles(folder, {
      'docs.json': minimalConfig(['index', 'setup'], {
        i18n: { defaultLanguage: 'en', languages: ['de'] },
        assistant: { contactSupport: { enabled: true, email: 'help@acme.example' } },
      }),
      'index.mdx': '---\ntitle: Zebras\n---\n\nZebras eat grass.\n',
      'setup.mdx': '---\ntitle: Setup\n---\n\nA meadow.\n',
      'de/index.mdx': '---\ntitle: Zebras\n---\n\nZebras fressen Gras.\n',
    });
    await buildSite(folder, `${folder}/out`);
    server = await serve(`${folder}/out`);
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ['/de', 'Fragen: KI-Assistent', 'Support fragen'],
    ['/de/nowhere', 'Fragen: KI-Assistent', 'Support fragen'],
    // The source, which waits for its translation.
    ['/de/setup', 'Ask: AI Assistant', 'Contact support'],
    ['/nowhere', 'Ask: AI Assistant', 'Contact support'],
  ])('speaks the language of the document: %s', async (path, name, support) => {
    const page = await browser.newPage({ viewport: { width: 1100, height: 860 } });
    await page.goto(`${server.url}${path}`);
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('link', { name: support }).waitFor();
    expect(await page.locator('.assistant-title').textContent()).toBe(name.split(': ')[1]);
    await page.close();
  });
});
