import { describe, expect, test } from 'vitest';
import {
  awaitsAnchors,
  checkLinks,
  type LinkCheck,
  resolveLink,
} from '../../../pipeline/source/links.ts';

const pages = new Map(
  ['index', 'guides/start', 'guides/index', 'api/list users'].map((path) => [path, { path }]),
);
const asset = (path: string) => [path, { path, hash: '', bytes: 1 }] as const;
const assets = new Map([asset('images/My Logo.png'), asset('openapi.json')]);

const check = (urls: string[], more: Partial<LinkCheck> = {}, kind: 'link' | 'image' = 'link') => {
  const links = urls.map((url) => ({ url, kind, file: 'guides/start.mdx' }));
  const bodies = new Map([
    ['guides/start', { links, ids: ['setup', 'über-uns'], aliases: { 'set-up': 'setup' } }],
    ['index', { links: [], ids: [], aliases: {} }],
  ]);
  return checkLinks({ pages, bodies, assets, basePath: '', severity: 'warning', ...more });
};
const told = (urls: string[], more: Partial<LinkCheck> = {}, kind: 'link' | 'image' = 'link') =>
  check(urls, more, kind).map(({ ruleId, reason }) => `${ruleId}: ${reason}`);

describe('checkLinks', () => {
  test('accepts every way to name a page, an anchor, a file or the world outside', () => {
    expect(
      told([
        '/guides/start',
        '/guides/start/',
        '/guides/start.mdx#setup',
        '/guides/start?tab=1#set-up',
        'start',
        './start.md',
        '../guides',
        '/guides/',
        '/',
        '',
        '#setup',
        '#%C3%BCber-uns',
        '#top',
        '#:~:text=words',
        '/api/list%20users',
        '/api/list users',
        '/images/My%20Logo.png',
        '../openapi.json',
        'https://x.org/nowhere',
        '//x.org',
        'mailto:a@b.c',
        'tel:+1',
      ]),
    ).toEqual([]);
  });

  test('names what is broken, with the nearest that is not', () => {
    expect(told(['/guides/strat', '#setpu', '/images/my%20logo.png', '/moved/start'])).toEqual([
      'broken-link: Broken link "/guides/strat"; did you mean "/guides/start"?',
      'broken-anchor: The page "guides/start" has no anchor "#setpu"; did you mean "#setup"?',
      'broken-link: Broken link "/images/my%20logo.png"; did you mean "/images/My Logo.png"?',
      'broken-link: Broken link "/moved/start"; did you mean "/guides/start"?',
    ]);
    expect(told(['/images/nothing-like-it.svg', ''], {}, 'image')).toEqual([
      'missing-file: Missing image "/images/nothing-like-it.svg".',
      'missing-file: Missing image "".',
    ]);
    expect(told(['../../up', '/a%zz'])).toEqual([
      'malformed-link: Invalid URL "../../up": it points outside the site.',
      'malformed-link: Invalid URL "/a%zz": a "%" is not followed by two hexadecimal digits.',
    ]);
  });

  test('knows an address of the world outside without its scheme', () => {
    const urls = [
      ...['help@acme.com', 'www.acme.test/x', 'github.com/acme', 'acme.io'],
      ...['team@acme', 'start.md@v2', '/acme.io', './acme.com'],
    ];
    expect(check(urls).map(({ expected, note }) => [expected?.[0], note])).toEqual([
      ...['mailto:help@acme.com', 'https://www.acme.test/x', 'https://github.com/acme']
        .concat('https://acme.io')
        .map((meant) => [meant, 'Correct the URL.']),
      ...Array(4).fill([
        undefined,
        'Correct the URL, add the page, or add a redirect to docs.json.',
      ]),
    ]);
    expect(told(['help@acme.com'], {}, 'image')[0]).toBe(
      'missing-file: Missing image "help@acme.com".',
    );
  });

  test('finds a name that differs in upper and lower case alone', () => {
    expect(check(['/Guides/Start', 'Start', '/guides/START#setup'])).toMatchObject([
      {
        reason: 'Broken link "/Guides/Start"; did you mean "/guides/start"?',
        note: 'Paths are case-sensitive.',
      },
      {
        reason: 'Broken link "Start"; did you mean "/guides/start"?',
        note: 'Paths are case-sensitive.',
      },
      {
        reason: 'Broken link "/guides/START#setup"; did you mean "/guides/start"?',
        note: 'Paths are case-sensitive.',
      },
    ]);
  });

  test('accepts an anchor that resolves nevertheless', () => {
    const landsElsewhere = (page: string, fragment: string) =>
      page === 'guides/start' && fragment === '创建';
    expect(told(['#创建', '/guides/start#%E5%88%9B%E5%BB%BA'], { landsElsewhere })).toEqual([]);
    expect(told(['/#创建'], { landsElsewhere })).toHaveLength(1);
  });

  test('follows redirects to their end, and gives up on loops', () => {
    const moved: Record<string, string> = {
      '/old': '/older',
      '/older': '/guides/start',
      '/out': 'https://x.org',
      '/loop': '/loop',
      '/bad': '/nowhere',
    };
    const redirect = (address: string) => moved[address];
    expect(told(['/old#setup', '/out'], { redirect })).toEqual([]);
    expect(told(['/old#no', '/loop', '/bad'], { redirect })).toEqual([
      'broken-anchor: The page "guides/start" has no anchor "#no".',
      'broken-link: Broken link "/loop".',
      'broken-link: Broken link "/bad".',
    ]);
  });

  test('understands links with and without the base path', () => {
    const more = {
      basePath: '/docs',
      isAddress: (address: string) => address === '/feed.xml',
    };
    expect(told(['/docs/guides/start', '/guides/start', '/docs', '/feed.xml'], more)).toEqual([]);
    expect(told(['/docsguides/start'], more)).toHaveLength(1);
  });

  test('follows a redirect whose end has the base path in front', () => {
    const redirect = (address: string) => (address === '/old' ? '/docs/guides/start' : undefined);
    expect(told(['/docs/old', '/old'], { basePath: '/docs', redirect })).toEqual([]);
  });

  test('tells one mistake of a snippet once', () => {
    const link = { url: '/no', kind: 'link' as const, file: 'snippets/a.mdx' };
    const body = { links: [link], ids: [], aliases: {} };
    const bodies = new Map([
      ['index', body],
      ['guides/start', body],
    ]);
    expect(checkLinks({ pages, bodies, assets, basePath: '', severity: 'error' })).toMatchObject([
      { severity: 'error', file: 'snippets/a.mdx' },
    ]);
  });
});

describe('awaitsAnchors', () => {
  const awaits = (url: string, kind: 'link' | 'image' = 'link') =>
    awaitsAnchors({ links: [{ url, kind, file: '' }], ids: ['setup', 'über-uns'] });

  test('is said of links to anchors that the page itself does not have', () => {
    for (const url of ['/a#b', 'a.mdx#b', '#set-up', './#setup']) {
      expect([url, awaits(url)]).toEqual([url, true]);
    }
    for (const url of ['/a', '#setup', '#%C3%BCber-uns', '/a#', 'https://x.org/#b', 'mailto:a#b']) {
      expect([url, awaits(url)]).toEqual([url, false]);
    }
    expect(awaits('/a.svg#b', 'image')).toBe(false);
  });

  test('costs no more than reading them, however many there are', () => {
    const ids = Array.from({ length: 60_000 }, (_, index) => `id-${index}`);
    const links = ids.map((id) => ({ url: `#${id}`, kind: 'link' as const, file: '' }));
    expect(awaitsAnchors({ links, ids })).toBe(false);
  });
});

describe('resolveLink', () => {
  test('gives path, query and decoded fragment', () => {
    expect(resolveLink('../b/c.mdx?x=1#%C3%A4', 'a/d/e')).toEqual({
      type: 'internal',
      path: 'a/b/c.mdx',
      query: '?x=1',
      fragment: 'ä',
    });
  });
});
