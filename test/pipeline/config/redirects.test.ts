import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../pipeline/config/read.ts';
import { resolveRedirects } from '../../../pipeline/config/redirects.ts';
import { matchRedirect } from '../../../schema/redirect.ts';

function resolve(redirects: unknown, basePath = '/') {
  const { config, locate } = readConfig(
    JSON.stringify({
      name: 'Acme',
      colors: { primary: '#0d9373' },
      navigation: { pages: ['a'] },
      hosting: { basePath },
      redirects,
    }),
    { file: 'docs.json' },
  );
  if (config === undefined) throw new Error('no configuration');
  const { redirects: resolved, problems } = resolveRedirects(config, { locate });
  return {
    resolved,
    problems: problems.map(({ severity, ruleId, reason }) => `${severity} ${ruleId}: ${reason}`),
  };
}

describe('resolving', () => {
  test('the base path is added to internal paths, permanent is the default', () => {
    expect(
      resolve(
        [
          { source: '/a', destination: '/b' },
          { source: 'c', destination: 'https://example.com/d', permanent: false },
          { source: '/', destination: '/start' },
        ],
        '/docs/',
      ),
    ).toEqual({
      resolved: [
        { source: '/docs/a', destination: '/docs/b', status: 301 },
        { source: '/docs/c', destination: 'https://example.com/d', status: 302 },
        { source: '/docs', destination: '/docs/start', status: 301 },
      ],
      problems: [],
    });
  });

  test('named rests of the other dialect are stars', () => {
    expect(resolve([{ source: '/a/:slug*', destination: '/b/:slug*' }]).resolved).toEqual([
      { source: '/a/*', destination: '/b/:splat', status: 301 },
    ]);
  });

  test('a source may have spaces, written out or encoded', () => {
    const { resolved, problems } = resolve([
      { source: '/Getting Started/:page', destination: '/start/:page' },
      { source: '/a b', destination: '/c' },
      { source: '/a%20b', destination: '/c' },
    ]);
    expect(problems).toEqual([]);
    expect(resolved.map(({ source }) => source)).toEqual(['/Getting%20Started/:page', '/a%20b']);
    expect(matchRedirect(resolved, '/a%20b')?.destination).toBe('/c');
    expect(matchRedirect(resolved, '/Getting%20Started/x')?.destination).toBe('/start/x');
  });

  test('chains are collapsed', () => {
    const { resolved } = resolve([
      { source: '/a', destination: '/b' },
      { source: '/b', destination: '/c', permanent: false },
      { source: '/c', destination: '/d#x' },
    ]);
    expect(resolved.map(({ destination, status }) => `${status} ${destination}`)).toEqual([
      '302 /d#x',
      '302 /d#x',
      '301 /d#x',
    ]);
  });
});

describe('problems', () => {
  const one = (source: string, destination: string) => resolve([{ source, destination }]).problems;

  test.each([
    ['/a', '/a', 'error redirect-loop: Redirect loop: /a → /a'],
    ['/a/*', '/a/b/*', 'error redirect-loop: Redirect loop: /a/* → /a/*'],
    [
      '/a#b',
      '/c',
      'warning redirect-fragment: Redirect source "/a#b" has a fragment, which never matches',
    ],
    [
      'https://example.com/a',
      '/c',
      'error redirect-source: Unexpected redirect source "https://example.com/a", expected a path without host, query and fragment',
    ],
    [
      '/a',
      '//evil.example',
      'error redirect-destination: Unexpected redirect destination "//evil.example", expected a path or an https URL with a fixed host',
    ],
    [
      '/a',
      'javascript:alert(1)',
      'error redirect-destination: Unexpected redirect destination "javascript:alert(1)", expected a path or an https URL with a fixed host',
    ],
    [
      '/a/:host',
      'https://:host/x',
      'error redirect-destination: Unexpected redirect destination "https://:host/x", expected a path or an https URL with a fixed host',
    ],
    [
      '/a/:x',
      '/b/:y',
      'error redirect-parameter: Unexpected :y in redirect destination "/b/:y", the source does not have it',
    ],
    [
      '/a/*/b/*',
      '/c',
      'error redirect-pattern: Unexpected pattern "/a/*/b/*", expected each parameter once and at most one *',
    ],
  ])('%s to %s', (source, destination, expected) => {
    expect(one(source, destination)).toEqual([expected]);
  });

  test('a loop of several is reported once and not served', () => {
    const { resolved, problems } = resolve([
      { source: '/a', destination: '/b' },
      { source: '/b/:x', destination: '/c' },
      { source: '/b', destination: '/c/1' },
      { source: '/c/*', destination: '/a' },
    ]);
    expect(problems).toEqual(['error redirect-loop: Redirect loop: /a → /b → /c/* → /a']);
    expect(resolved).toEqual([{ source: '/b/:x', destination: '/c', status: 301 }]);
  });

  test('a loop through a destination with a fragment is reported', () => {
    const { resolved, problems } = resolve([
      { source: '/a', destination: '/b#part' },
      { source: '/b', destination: '/a?from=b' },
    ]);
    expect(problems).toEqual(['error redirect-loop: Redirect loop: /a → /b → /a']);
    expect(resolved).toEqual([]);
  });

  test('a redirect that is used twice on the way to a page is no loop', () => {
    const { resolved, problems } = resolve([
      { source: '/a/*', destination: '/*' },
      { source: '/a/a', destination: '/b' },
    ]);
    expect(problems).toEqual([]);
    expect(matchRedirect(resolved, '/a/a')?.destination).toBe('/');
    expect(matchRedirect(resolved, '/a/a/c')?.destination).toBe('/c');
  });

  test('a second redirect from the same source is a warning', () => {
    expect(
      resolve([
        { source: '/a', destination: '/b' },
        { source: '/a/', destination: '/c' },
      ]).problems,
    ).toEqual([
      'warning duplicate-redirect: Duplicate redirect from /a, redirects[0] already matches',
    ]);
  });

  test('two spellings of one path may have the same destination', () => {
    const { problems } = resolve([
      { source: '/a', destination: '/b' },
      { source: '/a/', destination: '/b' },
    ]);
    expect(problems).toEqual([]);
  });
});

describe('properties', () => {
  const segment = fc.constantFrom('a', 'b', 'c', ':x', '*');
  const path = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((parts) => `/${parts.join('/')}`);
  const list = fc.array(fc.record({ source: path, destination: path }), { maxLength: 8 });
  const request = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', '..', '%2F'), { maxLength: 5 })
    .map((parts) => `/${parts.join('/')}`);

  test('following never comes back to where it began, and ends where nothing matches', () => {
    fc.assert(
      fc.property(list, request, (written, asked) => {
        const { resolved } = resolve(written);
        const found = matchRedirect(resolved, asked);
        if (found === undefined) return;
        expect(found.destination).not.toBe(asked);
        expect(found.destination).toMatch(/^\/(?!\/)/);
        expect(matchRedirect(resolved, found.destination)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test('resolving what is resolved changes nothing', () => {
    fc.assert(
      fc.property(list, (written) => {
        const { resolved } = resolve(written);
        const again = resolve(
          resolved.map(({ source, destination, status }) => ({
            source,
            destination,
            permanent: status === 301,
          })),
        );
        expect(again.resolved).toEqual(resolved);
      }),
      {
        numRuns: 1000,
        examples: [
          [
            [
              { source: '/a/*', destination: '/*' },
              { source: '/c', destination: '/a' },
              { source: '/a/a', destination: '/a' },
            ],
          ],
        ],
      },
    );
  });
});

describe('many redirects', () => {
  const many = (count: number, make: (index: number) => { source: string; destination: string }) =>
    resolve(Array.from({ length: count }, (_, index) => make(index)));

  test('3,000 that lead into each other end with a problem that names the first', () => {
    for (const start of ['', '/:p']) {
      const { problems, resolved } = many(3000, (index) => ({
        source: `${start}/a${index}/*`,
        destination: `${start}/a${index + 1}/:splat`,
      }));
      expect(problems).toEqual([
        `error redirect-chain: Redirect from ${start}/a0/* goes through more than 20 others, and so do 2979 others: readers get an error instead`,
      ]);
      expect(matchRedirect(resolved, `/x/a2990/y`.slice(start ? 0 : 2))).toBeDefined();
    }
  }, 30_000);

  test('a circle of 3,000 is reported once, in few words', () => {
    const { problems, resolved } = many(3000, (index) => ({
      source: `/a${index}/*`,
      destination: `/a${(index + 1) % 3000}/:splat`,
    }));
    expect(problems).toEqual([
      'error redirect-loop: Redirect loop: /a0/* → /a1/* → /a2/* → /a3/* → /a4/* → … → /a2999/* → /a0/*',
    ]);
    expect(resolved).toEqual([]);
  }, 30_000);

  test('that make a new path at every hop end, and the place is named where looking for circles did', () => {
    const { problems } = many(3000, (index) => ({
      source: `/a${index}/*`,
      destination: `/a${index + 1}/:splat/:splat`,
    }));
    expect(problems).toEqual([
      expect.stringMatching(
        /^warning redirect-limit: Redirects from \/a\d+\/\* on are not checked/,
      ),
    ]);
  }, 30_000);

  test('with two names in each segment are matched without trying every division of all', () => {
    const { resolved, problems } = resolve([
      { source: '/:a-:b/:c-:d/:e-:f/:g-:h/end', destination: '/:a/:d/:h' },
    ]);
    expect(problems).toEqual([]);
    expect(matchRedirect(resolved, '/1-2/3-4/5-6/7-8/end')?.destination).toBe('/1/4/8');
    const segment = '-'.repeat(500);
    const path = `/${[segment, segment, segment, segment].join('/')}/x`;
    expect(matchRedirect(resolved, path)).toBeUndefined();
  }, 10_000);
});
