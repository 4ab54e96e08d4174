import { describe, expect, test } from 'vitest';
import { matchRedirect, withQuery } from '../../schema/redirect.ts';
import type { ResolvedRedirect } from '../../schema/site.ts';

const redirect = (source: string, destination: string, status: 301 | 302 = 301) =>
  ({ source, destination, status }) satisfies ResolvedRedirect;

const to = (redirects: readonly ResolvedRedirect[], path: string) =>
  matchRedirect(redirects, path)?.destination;

describe('patterns', () => {
  const list = [
    redirect('/old/:slug', '/new/:slug'),
    redirect('/v1/*', '/v2/:splat'),
    redirect('/blog/:year/:name', 'https://blog.example.com/:year-:name'),
    redirect('/exact', '/found'),
    redirect('/files*', '/assets'),
  ];

  test('a parameter is one segment', () => {
    expect(to(list, '/old/a')).toBe('/new/a');
    expect(to(list, '/old/a/b')).toBeUndefined();
    expect(to(list, '/old')).toBeUndefined();
  });

  test('a star is the rest, nothing included', () => {
    expect(to(list, '/v1/a/b')).toBe('/v2/a/b');
    expect(to(list, '/v1')).toBe('/v2');
    expect(to(list, '/v10')).toBeUndefined();
    expect(to(list, '/files-2020/x')).toBe('/assets');
  });

  test('an absolute destination keeps its host', () => {
    expect(to(list, '/blog/2020/hi')).toBe('https://blog.example.com/2020-hi');
  });

  test('slashes at the end and doubled ones do not matter, case does', () => {
    expect(to(list, '/exact/')).toBe('/found');
    expect(to(list, '//exact')).toBe('/found');
    expect(to(list, '/Exact')).toBeUndefined();
  });

  test('what is captured is encoded again', () => {
    expect(to(list, '/old/a%20b')).toBe('/new/a%20b');
    expect(to(list, '/old/变量')).toBe('/new/%E5%8F%98%E9%87%8F');
    expect(to(list, '/old/%')).toBe('/new/%25');
  });
});

test('nothing that is captured can name another host', () => {
  const list = [redirect('/go/*', '/:splat'), redirect('/to/*', ':splat')];
  for (const path of ['/go//evil.example', '/go/%2F%2Fevil.example', '/go/%5Cevil.example']) {
    const destination = to(list, path) ?? '';
    expect(new URL(destination, 'https://docs.example.com').host).toBe('docs.example.com');
  }
});

test('the first that matches wins, exact or not', () => {
  expect(to([redirect('/a/*', '/one'), redirect('/a/b', '/two')], '/a/b')).toBe('/one');
  expect(to([redirect('/a/b', '/two'), redirect('/a/*', '/one')], '/a/b')).toBe('/two');
});

test('chains are followed to their end, temporary when one link is', () => {
  const list = [
    redirect('/a', '/b'),
    redirect('/b', '/c/x', 302),
    redirect('/c/*', 'https://example.com/:splat'),
  ];
  expect(matchRedirect(list, '/a')).toEqual({
    destination: 'https://example.com/x',
    status: 302,
  });
});

test('a redirect never answers the path it was asked for', () => {
  expect(to([redirect('/a/*', '/a/index')], '/a/index')).toBeUndefined();
  expect(to([redirect('/a', '/b'), redirect('/b', '/a')], '/a')).toBeUndefined();
  expect(to([redirect('/a/*', '/a/b/:splat')], '/a/x')).toBeUndefined();
});

test('the query of the request is kept', () => {
  expect(withQuery('/new', '?a=1')).toBe('/new?a=1');
  expect(withQuery('/new?x=2#h', 'a=1')).toBe('/new?x=2&a=1#h');
  expect(withQuery('/new', '')).toBe('/new');
});
