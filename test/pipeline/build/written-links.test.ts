import { expect, test } from 'vitest';
import { readLinks, writeLinks } from '../../../pipeline/build/written-links.ts';
import type { PageLink } from '../../../schema/site.ts';

test('links are read as they were written', () => {
  const place = {
    start: { line: 2, column: 1, offset: 12 },
    end: { line: 3, column: 9, offset: 40 },
  };
  const links: readonly PageLink[] = [
    { url: '', kind: 'link', file: 'a.mdx', place },
    { url: '/b#c', kind: 'link', file: 'a.mdx' },
    { url: '/img/a.svg', kind: 'image', file: 'snippets/hint.mdx', place },
    { url: '/a.pdf', kind: 'asset', file: 'a.mdx', place },
  ];
  expect(readLinks(writeLinks(links))).toEqual(links);
  expect(readLinks(writeLinks([]))).toEqual([]);
});
