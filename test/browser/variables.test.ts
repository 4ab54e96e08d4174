import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const variables = [
  {
    name: 'region',
    type: 'select',
    label: 'Region',
    description: 'Where it runs.',
    defaultValue: 'us',
    options: ['eu', 'us', '<b>'],
  },
  { name: 'scheme', defaultValue: 'https' },
  { name: 'url', type: 'computed', expression: 'scheme + "://" + region + ".example.com"' },
  { name: 'shout', type: 'computed', expression: 'upper(url) + "!"' },
  { name: 'token', type: 'secret', label: 'API token', description: 'From your account.' },
];

const index = `---
title: Home
---

Region {{region}}, computed {{shout}}, inline \`at {{region}}\`, secret {{token}}.

[A link]({{url}}/x)

\`\`\`bash title="for {{scheme}}"
curl {{url}}/things -H "Authorization: Bearer {{token}}"
\`\`\`

\`\`\`js
const region = "{{region}}"; // {{scheme}}
\`\`\`
`;

const timeout = 60_000;

describe.runIf(hasBrowser())('variables in a browser', () => {
  const { open } = siteInBrowser({
    'docs.json': minimalConfig(['index', 'other'], {
      variables,
      contextual: { options: ['copy'] },
    }),
    'index.mdx': index,
    'other.mdx': '---\ntitle: Other\n---\n\n```bash\nlogin {{token}} {{shout}}\n```\n',
  });

  const shown = (page: Page, selector: string) => page.locator(selector).first().textContent();

  test('a choice reaches text, computed values, code, links and what is copied', async () => {
    const page = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const menu = page.locator('p select[data-control="region"]').first();
    await menu.selectOption('eu');
    expect(await shown(page, '[data-variable="shout"]')).toBe('HTTPS://EU.EXAMPLE.COM!');
    expect(await shown(page, 'p code')).toContain('eu');
    expect(await shown(page, '.language-bash')).toContain('curl https://eu.example.com/things');
    expect(await shown(page, '.language-js')).toBe('const region = "eu"; // https\n'.trimEnd());
    expect(await page.locator('a', { hasText: 'A link' }).getAttribute('href')).toBe(
      'https://eu.example.com/x',
    );
    await page.locator('.code-block', { hasText: 'const' }).locator('.code-copy').click();
    await vi.waitFor(
      async () => {
        const text = await page.evaluate(() => navigator.clipboard.readText());
        expect(text).toBe('const region = "eu"; // https');
      },
      { timeout },
    );
    // Markup in a choice is text.
    await menu.selectOption('<b>');
    expect(await shown(page, '.language-js')).toContain('"<b>"');
    await page.reload();
    await vi.waitFor(async () => expect(await shown(page, '.language-js')).toContain('"<b>"'), {
      timeout,
    });
  });

  test('the copied page has the choices and no secret, its Markdown at its address the values at build', async () => {
    const page = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const copied = async () => {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await page.locator('.copy-page').first().click();
      await vi.waitFor(
        async () => {
          expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
        },
        { timeout },
      );
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const twin = await (await page.request.get('/index.md')).text();
    expect(twin).toContain('Region us, computed HTTPS://US.EXAMPLE.COM!, inline `at us`');
    expect(await copied()).toBe(twin);

    const menu = page.locator('p select[data-control="region"]').first();
    await menu.selectOption('eu');
    await page.locator('p input[data-control="token"]').fill('s3cret');
    const text = await copied();
    expect(text).toBe(
      twin
        .replaceAll('US.EXAMPLE', 'EU.EXAMPLE')
        .replaceAll('us.example', 'eu.example')
        .replace('Region us', 'Region eu')
        .replace('`at us`', '`at eu`')
        .replace('"us"', '"eu"'),
    );
    expect(text).toContain('[A link](https://eu.example.com/x)');
    expect(text).toContain('curl https://eu.example.com/things');
    expect(text).not.toContain('s3cret');
    // Markup in a choice is text.
    await menu.selectOption('<b>');
    expect(await copied()).toContain('Region \\<b\\>, computed');
    expect(await (await page.request.get('/index.md')).text()).toBe(twin);
  });

  test('code has controls for what it depends on, with their labels and descriptions', async () => {
    const page = await open();
    const row = page.locator('.code-block', { hasText: 'curl' }).locator('.code-variables');
    await row.waitFor();
    expect(await row.locator('label > span').allTextContents()).toEqual(['Region', 'API token']);
    expect(await row.locator('small').allTextContents()).toEqual([
      'Where it runs.',
      'From your account.',
    ]);
    await row.locator('select').selectOption('eu');
    expect(await page.locator('p select[data-control="region"]').first().inputValue()).toBe('eu');
    expect(await shown(page, '.code-title')).toBe('for https');
  });

  test('a secret reaches the code of this tab only, and is never stored for longer', async () => {
    const page = await open();
    await page.locator('p input[data-control="token"]').fill('s3cret');
    expect(await shown(page, '.language-bash')).toContain('Bearer s3cret"');
    expect(await shown(page, 'p [data-variable="token"]')).toBe('API token');
    await page.goto('/other');
    await vi.waitFor(
      async () => expect(await shown(page, '.language-bash')).toContain('login s3cret'),
      { timeout },
    );
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('s3cret');
    const second = await page.context().newPage();
    await second.goto('/other');
    await second.locator('.code-variables').waitFor();
    expect(await shown(second, '.language-bash')).toContain('login API token');
  });
});
