import { describe, expect, test } from 'vitest';
import { sourceHash } from '../../../pipeline/source/hash.ts';
import {
  type PageContext,
  readPage,
  titleFromPath,
  visibilityOf,
} from '../../../pipeline/source/page.ts';

const context: PageContext = {
  language: 'en',
  inNavigation: true,
  seo: { indexing: 'navigable', noindex: false },
  latex: false,
  variables: new Map([['name', 'two words']]),
};
const read = (path: string, text: string, more: Partial<PageContext> = {}) =>
  readPage({ path, text, hash: sourceHash(text) }, { ...context, ...more });

/** A row of the matrix: sidebar, search, sitemap, engines, assistant, llms.txt. */
const row = (frontmatter: object, more: object = {}) => {
  const seen = visibilityOf(frontmatter, { ...context, ...more });
  return ['sidebar', 'search', 'sitemap', 'engines', 'assistant', 'llms']
    .map((place) => (seen[place as keyof typeof seen] ? '✓' : '✗'))
    .join('');
};

describe('readPage', () => {
  test('knows path, format, title, words and where the body starts', () => {
    const text = '---\ntitle: Quick start\n---\n# Hi {{name}}\n\nIt is `code`, https://x.org.\n';
    const { page, problems } = read('guides/Start.mdx', text, { updatedAt: '2026-01-01' });
    expect(problems).toEqual([]);
    expect(page).toMatchObject({
      path: 'guides/Start',
      format: 'mdx',
      title: 'Quick start',
      words: 5,
      updatedAt: '2026-01-01',
      uses: [],
    });
    expect(text.slice(page.bodyOffset, page.bodyOffset + 4)).toBe('# Hi');
    expect('translationOf' in page).toBe(false);
  });

  test('fills variables in title and description; secrets and escaped ones stay', () => {
    const text =
      '---\ntitle: Install {{ name }}\nsidebarTitle: "{{name}}"\ndescription: Set {{token}} or \\{{name}}.\n---\n';
    const { page, problems } = read('a.mdx', text, { variableNames: new Set(['name', 'token']) });
    expect(problems).toEqual([]);
    expect(page.title).toBe('Install two words');
    expect(page.frontmatter).toMatchObject({
      title: 'Install two words',
      sidebarTitle: 'two words',
      description: 'Set {{token}} or {{name}}.',
    });
  });

  test('tells at its place that a variable of the title is undefined', () => {
    const { page, problems } = read('a.mdx', '---\ntitle: Install {{nam}}\n---\n');
    expect(page.title).toBe('Install {{nam}}');
    expect(problems).toMatchObject([
      {
        ruleId: 'undefined-variable',
        reason: 'Undefined variable "nam"; did you mean "name"?',
        place: { start: { line: 2, column: 16 }, end: { line: 2, column: 23 } },
      },
    ]);
  });

  test('counts Chinese by words', () => {
    expect(read('a.md', '你好，世界。', { language: 'zh' }).page.words).toBe(2);
  });

  test("is still a page if it can't be parsed", () => {
    const { page, problems } = read('a.mdx', '---\ntitle: T\n---\n{');
    expect(page.title).toBe('T');
    expect(problems).toMatchObject([{ ruleId: 'mdx-syntax', place: { start: { line: 4 } } }]);
  });

  test('composes accents in page paths', () => {
    expect(read('cafe\u0301.mdx', '').page.path).toBe('caf\u00e9');
  });

  test.each([
    ['guides/quick-start_now', 'Quick start now'],
    ['guides/index', 'Guides'],
    ['index', 'Home'],
    ['élan', 'Élan'],
  ])('makes a title of %s', (path, title) => expect(titleFromPath(path)).toBe(title));
});

describe('source hash', () => {
  test('does not depend on line endings, byte-order mark or composition', () => {
    expect(sourceHash('\ufeffa\r\ne\u0301')).toBe(sourceHash('a\n\u00e9'));
    expect(sourceHash('a\n')).not.toBe(sourceHash('a'));
  });
});

describe('visibilityOf', () => {
  const all = { seo: { indexing: 'all' as const, noindex: false } };

  test.each([
    ['an ordinary page', {}, {}, '✓✓✓✓✓✓'],
    ['hidden: true', { hidden: true }, {}, '✗✗✗✗✗✗'],
    ['hidden: false', { hidden: false }, {}, '✓✓✓✓✓✓'],
    ['not in navigation', {}, { inNavigation: false }, '✗✗✗✗✗✗'],
    ['noindex: true', { noindex: true }, {}, '✓✗✗✗✗✗'],
    ['searchable: false', { searchable: false }, {}, '✓✗✓✓✗✓'],
    ['hidden with indexing "all"', { hidden: true }, all, '✗✓✓✓✓✓'],
    ['not in navigation with indexing "all"', {}, { inNavigation: false, ...all }, '✗✓✓✓✓✓'],
    ['noindex with indexing "all"', { noindex: true }, all, '✓✗✗✗✗✗'],
    ['an address elsewhere', { url: 'https://x.org' }, {}, '✓✗✗✗✗✗'],
    [
      'a site that is not for engines',
      {},
      { seo: { indexing: 'navigable', noindex: true } },
      '✓✓✗✗✓✓',
    ],
  ])('shows %s where the matrix says', (_, frontmatter, more, expected) => {
    expect(row(frontmatter, more)).toBe(expected);
  });
});
