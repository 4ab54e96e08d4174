import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';
import { minimalConfig } from '../support/temp.ts';

const far = Array.from({ length: 60 }, (_, line) => `Line ${line}.`).join('\n\n');
const text = [
  '---\ntitle: Tasks\n---',
  far,
  '## `tasks.batchTrigger()`',
  far,
  '<ResponseField name="redirectTo" type="string">Where to go.</ResponseField>',
  far,
  '<Accordion title="What’s new?">Much.</Accordion>',
  far,
  '<Steps><Step title="v1.2 (beta)">Words.</Step></Steps>',
  far,
].join('\n\n');

const targets: readonly (readonly [alias: string, selector: string])[] = [
  ['tasks-batchtrigger', 'h2'],
  ['response-redirect-to', '.field'],
  ['param-redirect-to', '.field'],
  ['what-s-new', '.accordion'],
  [encodeURIComponent('what’s-new'), '.accordion'],
  ['v1-2-beta', '.step'],
];

describe.runIf(hasBrowser())('addresses of the other dialect', () => {
  const { open } = siteInBrowser(
    {
      'docs.json': minimalConfig(['index', 'tasks']),
      'index.mdx': '# Home',
      'tasks.mdx': text,
    },
    { reducedMotion: 'reduce' },
  );

  async function on<T>(
    address: string,
    javaScriptEnabled: boolean,
    ask: (page: Page) => Promise<T>,
  ): Promise<T> {
    return ask(await open(address, { javaScriptEnabled }));
  }

  test.each(targets)('#%s lands without JavaScript', async (alias, selector) => {
    const box = await on(`/tasks#${alias}`, false, (page) => page.locator(selector).boundingBox());
    // Below the bar at the top, and no further down than a heading's margin.
    expect(box?.y).toBeGreaterThan(40);
    expect(box?.y).toBeLessThan(160);
  });

  test('the contents list marks the heading that an alias means', async () => {
    await on('/tasks#tasks-batchtrigger', true, async (page) => {
      await page.locator('.toc a[aria-current="true"][href="#tasksbatchtrigger"]').waitFor();
    });
  });

  test('an alias opens the closed part that it means', async () => {
    await on('/tasks#what-s-new', true, async (page) => {
      await page.locator('details.accordion[open]').waitFor();
    });
  });

  test('nothing of an alias is seen, read out, focused or copied', async () => {
    await on('/tasks', true, async (page) => {
      const heading = page.locator('h2', { hasText: 'batchTrigger' });
      const tree = await heading.ariaSnapshot();
      expect(tree).toContain('heading "tasks.batchTrigger() Link to tasks.batchTrigger()"');
      await heading.locator('.dc-alias').evaluateAll((all) => all.map((alias) => alias.remove()));
      expect(await heading.ariaSnapshot()).toBe(tree);
      await page.reload();
      const copied = await heading.evaluate((element) => {
        getSelection()?.selectAllChildren(element);
        return getSelection()?.toString();
      });
      expect(copied).toBe('tasks.batchTrigger()');
      const alias = page.locator('.dc-alias').first();
      expect(await alias.evaluate((element) => (element as HTMLElement).tabIndex)).toBe(-1);
      expect(await alias.evaluate((element) => element.getBoundingClientRect().width)).toBe(0);
    });
  });
});
