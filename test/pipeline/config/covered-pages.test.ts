import { expect, test } from 'vitest';
import { coveredPages } from '../../../pipeline/config/covered-pages.ts';
import { readConfig } from '../../../pipeline/config/read.ts';
import { resolveRedirects } from '../../../pipeline/config/redirects.ts';

function covered(redirects: unknown, basePath = '/') {
  const { config, locate } = readConfig(
    JSON.stringify({
      name: 'Acme',
      colors: { primary: '#0d9373' },
      navigation: { pages: ['index'] },
      hosting: { basePath },
      redirects,
    }),
    { file: 'docs.json' },
  );
  if (config === undefined) throw new Error('no configuration');
  const { redirects: resolved } = resolveRedirects(config, { locate });
  const pages = ['index', 'guides/index', 'guides/a', 'guides/b'];
  const files = ['llms.txt', 'robots.txt', 'index.md', 'guides/a.md'];
  return coveredPages(config, { redirects: resolved, pages, files }, locate).map(
    ({ severity, reason, place }) => [severity, reason, place !== undefined],
  );
}

test('a redirect from the address of a page is a warning at its place', () => {
  expect(covered([{ source: '/guides/a/', destination: '/guides/b' }], '/docs')).toEqual([
    ['warning', 'Redirect from /docs/guides/a hides the page "guides/a"', true],
  ]);
  expect(covered([{ source: '/guides', destination: '/guides/a' }])).toEqual([
    ['warning', 'Redirect from /guides hides the page "guides/index"', true],
  ]);
});

test('a pattern is reported once, with the number of pages', () => {
  expect(covered([{ source: '/guides/:name', destination: 'https://x.org/:name' }])).toEqual([
    ['warning', 'Redirect from /guides/:name hides the page "guides/a" and 1 more', true],
  ]);
});

test('redirects from other addresses are left alone', () => {
  expect(covered([{ source: '/old/*', destination: '/guides/*' }])).toEqual([]);
  expect(covered([{ source: '/guides/:name', destination: '/guides/:name' }])).toEqual([]);
});

test('a redirect from the address of a file that the build writes is a warning as well', () => {
  expect(covered([{ source: '/llms.txt', destination: '/guides/a' }], '/docs')).toEqual([
    [
      'warning',
      'Redirect from /docs/llms.txt hides the file "llms.txt" of the site: readers are redirected',
      true,
    ],
  ]);
  expect(covered([{ source: '/:file.md', destination: '/guides/:file' }])).toMatchObject([
    ['warning', expect.stringContaining('hides the file "index.md"'), true],
  ]);
});

test('the Markdown of hidden pages is not mentioned besides them', () => {
  expect(covered([{ source: '/guides/*', destination: 'https://x.org/*' }])).toMatchObject([
    ['warning', expect.stringContaining('hides the page "guides/index"'), true],
  ]);
});
