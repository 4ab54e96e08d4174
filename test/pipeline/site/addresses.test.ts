import { describe, expect, test } from 'vitest';
import { isExternal, resolveAddress } from '../../../pipeline/site/addresses.ts';
import { siteWith } from './render-mdx.ts';

const site = siteWith('', {
  pages: ['guides/start', 'docs/inner'],
  assets: { 'images/my pic.png': {}, 'guides/a.pdf': {} },
});
const below = siteWith('', {
  config: { hosting: { basePath: '/docs' } },
  pages: ['guides/start'],
  assets: { 'images/a.png': {} },
});

describe('resolveAddress', () => {
  test.each([
    ['/guides/start', '/guides/start'],
    ['/guides/start.mdx', '/guides/start'],
    ['/guides/start.md#a', '/guides/start#a'],
    ['/guides/start/', '/guides/start'],
    ['/guides/index', '/guides'],
    ['/index', '/'],
    ['/', '/'],
    ['./setup', '/guides/setup'],
    ['setup?x=1#y', '/guides/setup?x=1#y'],
    ['../other', '/other'],
    ['../../../../other', '/other'],
    ['#here', '#here'],
    ['?x=1', '?x=1'],
    ['a.pdf', '/guides/a.pdf'],
    ['/images/my pic.png', '/images/my%20pic.png'],
    ['/images/my%20pic.png', '/images/my%20pic.png'],
    ['https://example.com/a.md', 'https://example.com/a.md'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['//cdn.example/x', '//cdn.example/x'],
  ])('turns %s into %s', (url, expected) => {
    expect(resolveAddress(url, 'guides/start', site)).toBe(expected);
  });

  test.each([
    ['/guides/start', '/docs/guides/start'],
    ['/docs/guides/start', '/docs/guides/start'],
    ['/images/a.png', '/docs/images/a.png'],
    ['/', '/docs'],
  ])('puts the base path before %s once', (url, expected) => {
    expect(resolveAddress(url, 'guides/start', below)).toBe(expected);
  });

  test('never lets an address run', () => {
    for (const url of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      'vbscript:x',
    ]) {
      expect(resolveAddress(url, 'a', site)).not.toMatch(/^\s*[a-z]*script:/i);
    }
  });

  test('tells what leaves the site', () => {
    expect(isExternal('https://a.example')).toBe(true);
    expect(isExternal('tel:1')).toBe(true);
    expect(isExternal('/a:b')).toBe(false);
    expect(isExternal('a')).toBe(false);
  });
});
