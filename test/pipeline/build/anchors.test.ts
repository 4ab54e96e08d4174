import { describe, expect, test } from 'vitest';
import { createAnchors } from '../../../pipeline/build/anchors.ts';
import type { Page, Site } from '../../../schema/site.ts';
import { siteWith } from '../site/render-mdx.ts';

/** Heading ids with their depths, as `2:id`. */
type Outline = readonly string[];

function anchorsOf(
  pages: Readonly<Record<string, Outline>>,
  more: {
    readonly aliases?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly links?: readonly string[];
    readonly basePath?: string;
  } = {},
) {
  const plain = siteWith('', { config: { hosting: { basePath: more.basePath ?? '' } } });
  const [first] = plain.pages.values();
  const made = Object.keys(pages).map((path): Page => {
    const source = path.replace(/^zh\//, '');
    return {
      ...(first as Page),
      path,
      language: path === source ? 'en' : 'zh-CN',
      ...(path === source ? {} : { translationOf: source }),
    };
  });
  const site: Site = { ...plain, pages: new Map(made.map((page) => [page.path, page])) };
  const facts = new Map(
    Object.entries(pages).map(([path, outline]) => [
      path,
      {
        ids: outline.map((entry) => entry.slice(2)),
        aliases: more.aliases?.[path] ?? {},
        links: (more.links ?? []).map((url) => ({ url, kind: 'link' as const, file: '' })),
      },
    ]),
  );
  const bodyOf = (path: string) => ({
    html: (pages[path] ?? []).map((it) => `<h${it[0]} id="${it.slice(2)}"></h${it[0]}>`).join(''),
  });
  const anchors = createAnchors({ site, facts, bodyOf });
  return {
    of: anchors.of,
    from: (path: string) => Object.fromEntries(anchors.addresses(site.pages.get(path) as Page)),
  };
}

describe('createAnchors', () => {
  test('returns the id of an anchor that has other signs between its words', () => {
    const { of, from } = anchorsOf(
      { a: ['2:step-1-install', '2:whats-new', '2:c', '2:c-1', '2:the-acmekit', '2:a-b', '2:ab'] },
      { links: ['#step-1%3A-install', 'a#Step_1_Install'] },
    );
    const signs = [
      'step-1:-install',
      '-step--1-install',
      'step-1',
      'what’s-new',
      'c++',
      ':',
      'c/1',
      'the-@acme/kit',
      'a-:b',
      'a:b:',
      'a b c',
    ];
    expect(signs.map((anchor) => of('a', anchor))).toEqual([
      ...['step-1-install', 'step-1-install', undefined, 'whats-new', 'c', undefined, 'c-1'],
      ...['the-acmekit', 'a-b', 'a-b', undefined],
    ]);
    expect(from('a')).toEqual({
      '#step-1%3A-install': '#step-1-install',
      '/a#Step_1_Install': '/a#step-1-install',
    });
  });

  test('returns the id that an anchor is, or is an alias of', () => {
    const { of } = anchorsOf({ a: ['2:x'] }, { aliases: { a: { old: 'x' } } });
    expect(['x', 'old', 'no', 'constructor', ''].map((anchor) => of('a', anchor))).toEqual([
      'x',
      'x',
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('finds a heading by its words in another language of the page', () => {
    const aliases = { 'zh/a': { 创建: 'create' } };
    const { of } = anchorsOf({ a: ['2:create'], 'zh/a': ['2:create'] }, { aliases });
    expect(of('a', '创建')).toBe('create');
    expect(of('zh/a', '创建')).toBe('create');
  });

  test('finds the heading of the same place where languages differ in others', () => {
    const { of } = anchorsOf({
      a: ['2:one', '3:one-a', '2:two', '3:two-a', '3:two-b'],
      'zh/a': ['2:一', '3:一甲', '3:一乙', '2:二', '3:二甲', '3:二乙'],
    });
    expect(of('zh/a', 'two-b')).toBe('二乙');
    expect(of('a', '二甲')).toBe('two-a');
    expect(of('zh/a', 'one')).toBe('一');
    // The content below the first heading differs, so nothing is guessed.
    expect(of('zh/a', 'one-a')).toBeUndefined();
    expect(of('zh/a', 'three')).toBeUndefined();
  });

  test('guesses nothing where the topmost headings are not as many', () => {
    const { of } = anchorsOf({ a: ['2:one', '2:two'], 'zh/a': ['2:一'] });
    expect(of('zh/a', 'one')).toBeUndefined();
  });

  test('writes links with the real ids, however they name the page', () => {
    const links = ['/a#old', 'a.mdx#old', './a?x=1#old', '#old', '/a#x', '/b#no', '/a', '/a#%zz'];
    const outside = ['https://example.com/a#old', 'mailto:a@b.c#old', '//x.org/a#old'];
    const { from } = anchorsOf(
      { a: ['2:x'], b: [] },
      { aliases: { a: { old: 'x' } }, links: [...links, ...outside], basePath: '/docs' },
    );
    expect(from('b')).toEqual({ '/docs/a#old': '/docs/a#x', '/docs/a?x=1#old': '/docs/a?x=1#x' });
    expect(from('a')).toMatchObject({ '#old': '#x' });
  });

  test('links of a translation lead into its own language', () => {
    const { from } = anchorsOf(
      { a: ['2:x'], 'zh/a': ['2:x'], 'zh/b': [], b: [] },
      { aliases: { 'zh/a': { 创: 'x' } }, links: ['/a#创', '/zh/a#创'] },
    );
    expect(from('zh/b')).toEqual({ '/zh/a#创': '/zh/a#x' });
  });
});
