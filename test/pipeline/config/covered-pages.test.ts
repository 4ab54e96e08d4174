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
  return coveredPages(config, { redirects: resolved, pages }, locate).map(
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
