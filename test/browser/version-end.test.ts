import { describe, expect, test } from 'vitest';
import { hasBrowser } from '../support/browser.ts';
import { siteInBrowser } from '../support/site-in-browser.ts';

const versions = [
  { name: '3', url: '/', default: true, pages: ['index'] },
  { name: '2', url: '/v2', sunsetDate: '2099-01-31', pages: ['v2/index'] },
  { name: '1', url: '/v1', lifecycle: 'active', sunsetDate: '2099-01-31', pages: ['v1/index'] },
];
const page = '---\ntitle: Start\n---\n\nWords.\n';

describe.runIf(hasBrowser())('a version whose last day comes after the build', () => {
  const { newPage } = siteInBrowser({
    'docs.json': { name: 'Ends', colors: { primary: '#0F766E' }, navigation: { versions } },
    'index.mdx': page,
    'v2/index.mdx': page,
    'v1/index.mdx': page,
  });

  /** The notices that a reader sees on a day. */
  async function noticesOn(day: string, path: string): Promise<string[]> {
    const reader = await newPage();
    await reader.clock.setFixedTime(new Date(day));
    await reader.goto(path);
    const texts = await reader.locator('.version-notice').allInnerTexts();
    return texts.map((text) => text.trim());
  }

  test('has one notice, which says on each day how it is', async () => {
    const ended = (name: string) => `${name} is no longer supported since January 31, 2099.`;
    const [before, ...more] = await noticesOn('2099-01-30', '/v2');
    expect(before).toContain('January 31, 2099');
    expect(before).not.toBe(ended('2'));
    expect(more).toEqual([]);
    expect(await noticesOn('2099-02-01', '/v2')).toEqual([ended('2')]);
    expect(await noticesOn('2099-01-30', '/v1')).toEqual([]);
    expect(await noticesOn('2099-02-01', '/v1')).toEqual([ended('1')]);
    expect(await noticesOn('2099-02-01', '/')).toEqual([]);
  });
});
