import { describe, expect, test } from 'vitest';
import { accessOf, matchesPath, mayHave } from '../../schema/access.ts';
import type { Auth } from '../../schema/config/auth.ts';

describe('matchesPath', () => {
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
    expect(matchesPath(glob, path)).toBe(expected);
  });
});

const page = (path: string, frontmatter: { groups?: string[]; public?: boolean }) => ({
  path,
  frontmatter,
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
    expect(accessOf(page('x', { groups: ['staff'] }), { ...auth, enabled: false })).toEqual({
      protected: false,
      groups: [],
    });
  });

  test('needs a session unless the page is public', () => {
    expect(accessOf(page('x', {}), auth).protected).toBe(true);
    expect(accessOf(page('open/x', {}), auth).protected).toBe(false);
    expect(accessOf(page('x', { public: true }), auth).protected).toBe(false);
  });

  test('lets a group win over public', () => {
    expect(accessOf(page('open/staff/x', { public: true }), auth)).toEqual({
      protected: true,
      groups: ['staff'],
    });
    expect(accessOf(page('open/x', { groups: ['beta'] }), auth).groups).toEqual(['beta']);
  });

  test('also applies to the translations of a page', () => {
    const translated = (path: string) => ({ ...page(`de/${path}`, {}), translationOf: path });
    expect(accessOf(translated('staff/x'), auth).groups).toEqual(['staff']);
    expect(accessOf(translated('open/x'), auth).protected).toBe(false);
    expect(accessOf(page('de/open/x', {}), auth).protected).toBe(true);
  });
});

describe('mayHave', () => {
  test.each([
    [{}, undefined, true],
    [{ protected: true }, undefined, false],
    [{ protected: true }, [], true],
    [{ protected: true, groups: ['a', 'b'] }, [], false],
    [{ protected: true, groups: ['a', 'b'] }, ['b'], true],
    [{ protected: true, groups: ['a', 'b'] }, ['A', 'ab'], false],
  ])('%j with groups %j is %s', (access, groups, expected) => {
    expect(mayHave(access, groups && { groups })).toBe(expected);
  });
});
