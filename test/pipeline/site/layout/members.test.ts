import { describe, expect, test } from 'vitest';
import { renderDocument } from '../../../../pipeline/site/layout/document.tsx';
import { memberRows } from '../../../../pipeline/site/layout/members.tsx';
import type { LayoutTools } from '../../../../pipeline/site/layout/tools.ts';
import { container, group, sampleBody, sampleConfig, samplePage, sampleSite } from './sample.ts';

const tools: LayoutTools = {
  assets: { styles: [], script: '/s.js', userScripts: [] },
  icon: () => '',
};
const auth = {
  enabled: true,
  provider: 'builtin' as const,
  publicPaths: ['home', 'guide'],
  claimsMapping: {},
  groups: {
    crew: { label: 'Crew', pages: ['crew', 'crew-too'] },
    board: { label: 'Board', pages: ['board'] },
  },
};
const pages = ['home', 'plan', 'guide', 'crew', 'crew-too', 'board', 'vault'].map((path) =>
  samplePage(path, `Title of ${path}`),
);
const tree = container('root', '', [
  container('tab', 'Docs', [
    group('Start', ['home', 'plan', 'guide']),
    group('Inside', ['crew', group('Deeper', ['crew-too', 'board'])]),
  ]),
  container('tab', 'Vault', [group('Safe', ['vault'])]),
]);
const site = sampleSite(pages, tree, { config: sampleConfig({ auth }) });
const documentOf = (path: string, of = site) => {
  const page = of.pages.get(path);
  if (!page) throw new Error(path);
  return renderDocument(page, sampleBody(), of, tools);
};
const secrets = (html: string) =>
  [
    ...new Set(html.match(/Title of (plan|crew-too|crew|board|vault)|Inside|Deeper|Vault|Safe/g)),
  ].sort();
const empty = sampleBody({ html: '', contents: [] });

describe('a document of a site with sessions', () => {
  test('names no page, group or tab that some of its readers may not read', () => {
    expect(secrets(documentOf('home'))).toEqual([]);
    expect(documentOf('home')).not.toMatch(/href="\/(plan|crew|board|vault)/);
    expect(secrets(documentOf('plan'))).toEqual(['Title of plan', 'Vault']);
  });

  test('names what all readers of a protected page may read', () => {
    expect(secrets(documentOf('crew'))).toEqual(
      ['Deeper', 'Inside', 'Title of crew', 'Title of crew-too', 'Title of plan', 'Vault'].sort(),
    );
    expect(secrets(documentOf('board'))).not.toContain('Title of crew');
  });

  test('leads to the next page that its readers may read', () => {
    const pager = /<nav class="dc-pager"[\s\S]*?<\/nav>/.exec(documentOf('home'))?.[0] ?? '';
    expect(pager).toContain('Title of guide');
    expect(/rel="next"/.test(documentOf('guide'))).toBe(false);
  });

  test('is the same as ever without sessions', () => {
    const open = sampleSite(pages, tree);
    const html = documentOf('home', open);
    expect(secrets(html)).toContain('Vault');
    expect(html).not.toMatch(/data-for|data-session/);
    expect(html).toContain('Title of crew');
  });
});

test('a branch whose pages are all in another one as well has its places filled', () => {
  const shared = container('root', '', [
    container('tab', 'Docs', [group('Start', ['home', 'plan'])]),
    container('tab', 'Again', [group('Other', ['home', 'plan'])]),
  ]);
  const twice = sampleSite(pages, shared, { config: sampleConfig({ auth }) });
  const slots = [...documentOf('home', twice).matchAll(/data-for="(n\d+)"/g)].map(([, id]) => id);
  expect(new Set(slots).size).toBe(2);
  expect(new Set(slots)).toEqual(new Set(Object.keys(memberRows(twice, tools, empty))));
});

describe('member rows', () => {
  const rows = memberRows(site, tools, empty);
  const all = Object.values(rows);
  const rowOf = (text: string) => all.find(({ html }) => html.includes(text));

  test('are one for each page, group and tab that is not for everyone', () => {
    expect(all).toHaveLength(9);
    expect(rowOf('Title of plan')?.groups).toEqual([]);
    expect(rowOf('Title of board')?.groups).toEqual(['board']);
    expect(rowOf('>Inside<')?.groups.toSorted()).toEqual(['board', 'crew']);
    expect(rowOf('Vault')?.html).toContain('href="/vault"');
  });

  test('hold nothing that needs more than themselves: their own rows are slots', () => {
    const inside = rowOf('>Inside<')?.html ?? '';
    expect(secrets(inside)).toEqual(['Inside']);
    expect(inside.match(/data-for="n\d+" hidden/g)).toHaveLength(2);
  });

  test('have every slot of every document', () => {
    for (const path of site.pages.keys()) {
      for (const [, id = ''] of documentOf(path).matchAll(/data-for="(n\d+)"/g)) {
        expect([path, id in rows]).toEqual([path, true]);
      }
    }
  });
});
