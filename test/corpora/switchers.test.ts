import { describe, expect, test } from 'vitest';
import { readSite } from '../../pipeline/build/read-site.ts';
import { memoryCache } from '../../pipeline/cache/cache.ts';
import { exists } from '../../pipeline/check/names.ts';
import { renderDocument } from '../../pipeline/site/layout/document.tsx';
import type { SiteTranslations } from '../../schema/build.ts';
import { sampleBody } from '../pipeline/site/layout/sample.ts';
import { corpus } from '../support/corpus.ts';

const tools = {
  assets: { styles: [], script: 'main.js', userScripts: [] },
  icon: () => '',
  search: true,
  now: new Date('2027-06-01'),
};

/** A language that no page is translated into: all of them show their source. */
const translations: SiteTranslations = { pages: { ko: {} }, labels: {} };

describe.each(['mem0', 'dify', 'fastmcp', 'supermemory'] as const)('%s', (name) => {
  const dir = corpus(name);

  test.skipIf(dir === undefined).each([
    ['as it is', undefined],
    ['in one more language', translations],
  ])(
    'no link of a switcher leads to a missing page: %s',
    { timeout: 300_000 },
    async (_how, given) => {
      const { site } = await readSite({
        dir: dir ?? '',
        cache: memoryCache(),
        codeVersion: 'test',
        ...(given ? { translations: given } : {}),
      });
      if (!site) expect.fail('The site could not be read');
      const links = new Map<string, string>();
      for (const page of site.pages.values()) {
        const html = renderDocument(page, sampleBody(), site, tools);
        for (const [, href = ''] of html.matchAll(
          /class="(?:dc-menu-row|dc-tab-link)[^"]*" href="([^"]*)"/g,
        )) {
          if (!links.has(href)) links.set(href, page.path);
        }
      }
      const { basePath } = site.config.hosting;
      const broken = [...links].filter(([href]) => {
        if (/^[a-z]+:|^#/i.test(href)) return false;
        return !href.startsWith(`${basePath}/`) || !exists(href.slice(basePath.length), site);
      });
      expect(broken).toEqual([]);
      if (given)
        expect([...site.pages.values()].some(({ language }) => language === 'ko')).toBe(true);
      if (given)
        expect([...links.keys()].some((href) => href.startsWith(`${basePath}/ko`))).toBe(true);
    },
  );
});
