import { describe, expect, test } from 'vitest';
import { accessOf, matchesGlob } from '../../schema/access.ts';
import type { Auth } from '../../schema/config/auth.ts';

describe('matchesGlob', () => {
  test.each([
    ['guides/start', 'guides/start', true],
    ['guides/start', '/guides/start', true],
    ['guides/start', 'guides/*', true],
    ['guides/a/b', 'guides/*', false],
    ['guides/a/b', 'guides/**', true],
    ['guides', 'guides/**', true],
    ['guides/index', 'guides', true],
    ['index', '/', true],
    ['a/b/c/d', 'a/**/d', true],
    ['a/d', 'a/**/d', true],
    ['api-v2/x', 'api-*/x', true],
    ['abab', 'ab*ab', true],
    ['aba', 'ab*ba', false],
    ['other', '**', true],
  ])('%s against %s is %s', (path, glob, expected) => {
    expect(matchesGlob(path, glob)).toBe(expected);
  });
});

describe('accessOf', () => {
  const auth: Auth = {
    enabled: true,
    provider: 'builtin',
    publicPaths: ['open/**'],
    claimsMapping: {},
    groups: { staff: { label: 'Staff', pages: ['open/staff/*', 'staff/**'] } },
  };

  test('opens everything when sessions are off', () => {
    expect(accessOf('x', { ...auth, enabled: false }, { groups: ['staff'] })).toEqual({
      protected: false,
      groups: [],
    });
  });

  test('needs a session unless the page is public', () => {
    expect(accessOf('x', auth, {}).protected).toBe(true);
    expect(accessOf('open/x', auth, {}).protected).toBe(false);
    expect(accessOf('x', auth, { public: true }).protected).toBe(false);
  });

  test('lets a group win over public', () => {
    expect(accessOf('open/staff/x', auth, { public: true })).toEqual({
      protected: true,
      groups: ['staff'],
    });
    expect(accessOf('open/x', auth, { groups: ['beta'] }).groups).toEqual(['beta']);
  });
});
