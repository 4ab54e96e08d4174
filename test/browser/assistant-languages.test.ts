import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

describe.runIf(hasBrowser())('the assistant of a site with languages', () => {
  const { open } = siteInBrowser(
    {
      'docs.json': minimalConfig(['index', 'setup'], {
        i18n: { defaultLanguage: 'en', languages: ['de'] },
        assistant: { contactSupport: { enabled: true, email: 'help@acme.example' } },
      }),
      'index.mdx': '---\ntitle: Zebras\n---\n\nZebras eat grass.\n',
      'setup.mdx': '---\ntitle: Setup\n---\n\nA meadow.\n',
      'de/index.mdx': '---\ntitle: Zebras\n---\n\nZebras fressen Gras.\n',
    },
    { viewport: { width: 1100, height: 860 } },
  );

  test.each([
    ['/de', 'Fragen: KI-Assistent', 'Support fragen'],
    ['/de/nowhere', 'Fragen: KI-Assistent', 'Support fragen'],
    // The source, which waits for its translation.
    ['/de/setup', 'Ask: AI Assistant', 'Contact support'],
    ['/nowhere', 'Ask: AI Assistant', 'Contact support'],
  ])('speaks the language of the document: %s', async (path, name, support) => {
    const page = await open(path);
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('link', { name: support }).waitFor();
    expect(await page.locator('.assistant-title').textContent()).toBe(name.split(': ')[1]);
  });
});
