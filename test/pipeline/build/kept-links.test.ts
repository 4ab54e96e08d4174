import { expect, test } from 'vitest';
import { manyPages } from '../../../pipeline/build/engine.ts';
import { linkKeeper } from '../../../pipeline/build/kept-links.ts';
import { checkLinks } from '../../../pipeline/source/links.ts';
import type { PageLink, Site } from '../../../schema/site.ts';

const names = Array.from({ length: manyPages + 1 }, (_, at) => `more/page-${at}`);
const pages = new Map(['index', 'docs/guide', ...names].map((path) => [path, { path }]));

const urls = [
  ...['/more/page-7', 'page-8', '../index', '/docs/guide', '/docs/more/page-3', 'https://x.org/a'],
  ...[
    '/more/page-7#there',
    '#own',
    '/more/page-7#nowhere',
    '/gone',
    'gone',
    '',
    ' ',
    '/a%',
    '../../x',
  ],
];
const links = urls.flatMap((url, at): PageLink[] => {
  const start = { line: at + 1, column: 1, offset: at * 20 };
  const place = { start, end: { ...start, offset: start.offset + 5 } };
  const file = 'more/page-1.mdx';
  return [
    { url, kind: 'link', file, place },
    { url, kind: 'image', file, place },
  ];
});

const site = (basePath: string, branch?: string) =>
  ({
    pages,
    config: {
      hosting: { basePath },
      navigation:
        branch === undefined ? {} : { versions: [{ version: '1', branch, url: '/docs' }] },
    },
  }) as unknown as Site;

test.each([
  ['without a base path', site('')],
  ['with a base path', site('/docs')],
  ['with versions from branches', site('', 'one')],
])('links that are kept have the problems of those that were written, %s', (_, of) => {
  const from = 'more/page-1';
  const problemsOf = (found: readonly PageLink[]) =>
    checkLinks({
      pages: of.pages,
      bodies: new Map([
        [from, { links: found, ids: ['own'], aliases: {} }],
        ['more/page-7', { links: [], ids: ['there'], aliases: {} }],
      ]),
      assets: new Map(),
      basePath: of.config.hosting.basePath,
      severity: 'warning',
    });
  const kept = linkKeeper(of)(links, from);
  expect(problemsOf(kept)).toEqual(problemsOf(links));
  expect(problemsOf(links)).not.toEqual([]);
  expect(kept.map(({ url }) => url)).toEqual(links.map(({ url }) => url));
  expect(kept.some(({ place }) => place === undefined)).toBe(true);
});

test('a small site keeps its links as they are', () => {
  const small = { ...site(''), pages: new Map() } as Site;
  expect(linkKeeper(small)(links, 'more/page-1')).toBe(links);
});
