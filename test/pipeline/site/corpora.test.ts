import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSite } from '../../../pipeline/build/read-site.ts';
import { memoryCache } from '../../../pipeline/cache/cache.ts';
import { renderBody } from '../../../pipeline/site/render.tsx';
import type { Site } from '../../../schema/site.ts';
import { corpus } from '../../support/corpus.ts';
import { brokenParagraphs } from '../../support/paragraphs.ts';
import { memory, renderMdx } from './render-mdx.ts';

// What the sources themselves have: icons that are not free, and a component that is defined nowhere.
const expected = {
  mem0: [
    'icon-replaced document',
    'icon-replaced message-bot',
    'icon-replaced rocket-launch',
    'icon-replaced waveform',
  ],
  dify: [
    'icon-replaced arrows-exchange',
    'icon-replaced window',
    'unknown-component CheckList',
    'unknown-component CheckListItem',
  ],
};

describe.each(['mem0', 'dify'] as const)('every page of %s', (name) => {
  const dir = corpus(name);

  test.skipIf(dir === undefined)(
    'is rendered, with problems only where the source has them',
    { timeout: 120_000 },
    async () => {
      const site = await siteOf(dir ?? '');
      // Colours are another test's matter, and most of the time.
      const plain = {
        ...memory(),
        cache: { get: (key: string) => (key.startsWith('code:') ? '' : undefined), set: () => {} },
      };
      const found = new Set<string>();
      for (const page of site.pages.values()) {
        const body = await renderBody(page, site, plain);
        for (const { ruleId, actual } of body.problems) found.add(`${ruleId} ${actual}`);
        const broken = /\[object |="undefined"|\uE000|\uE001/.exec(body.html);
        expect(
          broken && `${page.path}: …${body.html.slice(broken.index - 80, broken.index + 80)}…`,
        ).toBeNull();
        expect(brokenParagraphs(body.html), page.path).toEqual([]);
        expect(new Set([...body.ids, ...Object.keys(body.aliases)]).size, page.path).toBe(
          [...body.html.concat(body.aside ?? '').matchAll(/\sid="/g)].length,
        );
      }
      expect([...found].sort()).toEqual(expected[name]);
    },
  );

  test.skipIf(dir === undefined)(
    'survives being cut, doubled and spoilt',
    { timeout: 120_000 },
    async () => {
      const site = await siteOf(dir ?? '');
      const texts = [...site.pages.values()]
        .filter((page) => page.file.text.length < 8000)
        .map((page) => page.file.text);
      const noise = fc.constantFrom(
        '<',
        '>',
        '{',
        '}',
        '`',
        '```\n',
        '<Tabs>',
        '</Tabs>',
        '<Step title={1}>',
        '<Card title={{}} href={[]}/>',
        '$$',
        '{{x}}',
        '\n\n',
        '| a |',
        '[^1]',
        '<Update tags={3}/>',
        '{...null}',
        '<Tree>- a</Tree>',
        '\u0000',
        '\uE000raw:0\uE001',
        '&#x0;',
        ':::',
        '<a href={1}>',
        'import X from "./x"\n',
      );
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...texts),
          fc.array(fc.tuple(fc.nat(), fc.nat(40), noise), { maxLength: 6 }),
          async (text, edits) => {
            let spoilt = text;
            for (const [at, length, put] of edits) {
              const start = at % (spoilt.length + 1);
              spoilt = spoilt.slice(0, start) + put + spoilt.slice(start + length);
            }
            const body = await renderMdx(spoilt);
            expect(typeof body.html).toBe('string');
          },
        ),
        { numRuns: 150, seed: 20260801 },
      );
    },
  );
});

const sites = new Map<string, Site>();

async function siteOf(dir: string): Promise<Site> {
  const known = sites.get(dir);
  if (known) return known;
  const { site, problems } = await readSite({ dir, cache: memoryCache(), codeVersion: 'test' });
  if (!site) throw new Error(problems.map((problem) => problem.reason).join('\n'));
  sites.set(dir, site);
  return site;
}
