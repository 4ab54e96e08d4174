import { expect, test } from 'vitest';
import { renderDocument } from '../../../../pipeline/site/layout/document.tsx';
import type { LayoutTools } from '../../../../pipeline/site/layout/tools.ts';
import type { NavNode } from '../../../../schema/site.ts';
import { container, group, sampleBody, samplePage, sampleSite } from './sample.ts';

const tools: LayoutTools = {
  assets: { styles: [], script: '/s.js', userScripts: [] },
  icon: () => '',
};

/** The document of a page `shared`, in a site with these branches. */
function documentIn(branches: readonly NavNode[], others: readonly string[] = []): string {
  const pages = ['shared', ...others].map((path) => samplePage(path, `Title of ${path}`));
  const site = sampleSite(pages, container('root', '', branches));
  const [page] = pages;
  if (!page) throw new Error('no page');
  return renderDocument(page, sampleBody(), site, tools);
}

const templates = (html: string) => [...html.matchAll(/<template data-branch="([^"]*)"/g)];

test('a page in one branch, however often, has nothing of another one', () => {
  const html = documentIn(
    [
      container('tab', 'Docs', [group('A', ['shared']), group('B', ['shared'])]),
      container('tab', 'API', [group('C', ['other'])]),
    ],
    ['other'],
  );
  expect(html).not.toContain('<template');
});

test('a page in two branches has those parts of the second one that differ', () => {
  const html = documentIn(
    [
      container('tab', 'Docs', [group('Start', ['shared'])]),
      container('tab', 'API', [group('Start', ['shared', 'other'])]),
    ],
    ['other'],
  );
  // Tabs, sidebar, and the next page; group and bar say the same in both.
  expect(templates(html)).toHaveLength(3);
  const [, second = ''] =
    /<template data-branch="[^"]*">(<div class="dc-sidebar"[\s\S]*?)<\/template>/.exec(html) ?? [];
  expect(second).toContain('Title of other');
  expect(html.split('<template')[0]).not.toContain('Title of other');
});

test('a page has eight branches at most, and no lists of more than 600 rows', () => {
  const tabs = (count: number, rows: number) =>
    Array.from({ length: count }, (_, tab) =>
      container('tab', `Tab ${tab}`, [
        group(`Group ${tab}`, [
          'shared',
          ...Array.from({ length: rows }, (_, i) => `p/${tab}/${i}`),
        ]),
      ]),
    );
  const branchesIn = (html: string) => new Set(templates(html).map(([, key]) => key)).size;
  expect(branchesIn(documentIn(tabs(12, 3)))).toBe(7);
  expect(branchesIn(documentIn(tabs(4, 250)))).toBe(2);
  expect(branchesIn(documentIn(tabs(2, 390)))).toBe(1);
});
