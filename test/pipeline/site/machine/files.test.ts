import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyOperation } from '../../../../pipeline/openapi/operations.ts';
import { machineFiles } from '../../../../pipeline/site/machine/files.ts';
import { llmsPaths } from '../../../../pipeline/site/machine/llms.ts';
import { markdownTwin } from '../../../../pipeline/site/machine/markdown.ts';
import { type Bodies, markdownPath, wholeText } from '../../../../pipeline/site/machine/site.ts';
import type { Site } from '../../../../schema/site.ts';
import { bodiesOf, bodyOf, pageOf, readXml, siteOf } from './site.ts';

/** The files, all as text. */
const textsOf = (site: Site, texts: Bodies) =>
  machineFiles(site, { texts }).map(({ path, content }) => ({ path, content: wholeText(content) }));

const contentOf = (site: Site, path: string, bodies = bodiesOf(site)) =>
  textsOf(site, bodies).find((file) => file.path === path)?.content;

const matrix = siteOf([
  pageOf('index', { title: 'Home' }),
  pageOf('hidden', {
    front: { hidden: true },
    visible: { sidebar: false, search: false, sitemap: false, engines: false, llms: false },
  }),
  pageOf('loose', { visible: { sidebar: false, search: false, sitemap: false, llms: false } }),
  pageOf('quiet', { front: { searchable: false }, visible: { search: false, assistant: false } }),
  pageOf('section/index', { title: 'Section' }),
]);

describe('machineFiles', () => {
  test('keeps to the matrix of visibility', () => {
    const sitemap = contentOf(matrix, 'sitemap.xml') ?? '';
    const llms = contentOf(matrix, 'llms.txt') ?? '';
    const full = contentOf(matrix, 'llms-full.txt') ?? '';
    for (const text of [sitemap, llms, full]) {
      expect(text).not.toMatch(/hidden|loose/);
      expect(text).toContain('quiet');
    }
    expect(sitemap.match(/<loc>[^<]*<\/loc>/g)).toEqual([
      '<loc>https://docs.example.com/</loc>',
      '<loc>https://docs.example.com/quiet</loc>',
      '<loc>https://docs.example.com/section</loc>',
    ]);
  });

  test('writes nothing of protected pages anywhere', () => {
    const site = siteOf(
      [
        pageOf('open', { title: 'Open' }),
        pageOf('secret', { title: 'Secret', front: { description: 'Hush' } }),
        pageOf('staff/plan', { title: 'Plan', front: { public: true } }),
      ],
      {
        config: {
          auth: {
            enabled: true,
            provider: 'builtin',
            publicPaths: ['/open', '/staff/**'],
            claimsMapping: {},
            groups: { staff: { label: 'Staff', pages: ['staff/*'] } },
          },
        },
      },
    );
    const files = textsOf(site, bodiesOf(site));
    expect(files.map((file) => file.path)).toContain('llms.txt');
    for (const file of files) {
      expect(file.path).not.toMatch(/secret|staff/);
      expect(file.content).not.toMatch(/secret|staff|Hush|Plan/i);
    }
  });

  test('is the same twice', () => {
    expect(textsOf(matrix, bodiesOf(matrix))).toEqual(textsOf(matrix, bodiesOf(matrix)));
  });
});

describe('the Markdown twin of a page', () => {
  test('has title, description and the link to the index', () => {
    const page = pageOf('guides/start', { title: 'Start', front: { description: 'How to.' } });
    expect(markdownTwin(page, bodyOf('Body of guides/start.'), siteOf([page]))).toBe(
      [
        '# Start',
        '> How to.',
        'Body of guides/start.',
        '---',
        'Index of all pages: https://docs.example.com/llms.txt\n',
      ].join('\n\n'),
    );
  });

  test('has the text of its author after the address of an operation, and as it is', () => {
    const operation = {
      ...emptyOperation,
      ...{ method: 'GET', path: '/things', description: 'All of it.' },
      responses: [{ status: '200', contents: [] }],
    };
    const page = { ...pageOf('things', { title: 'Things' }), operation };
    const text = markdownTwin(page, bodyOf('## Notes\n\nKept: `$& {{them}}`.'), siteOf([page]));
    expect(text).toContain(
      '`GET /things`\n\nAll of it.\n\n## Notes\n\nKept: `$& {{them}}`.\n\n## Responses\n\n### 200',
    );
  });

  test.each([
    ['index', 'index.md'],
    ['guides/start', 'guides/start.md'],
    ['a/index', 'a.md'],
  ])('of %s is %s', (path, twin) => {
    expect(markdownPath(path)).toBe(twin);
  });
});

describe('llms.txt', () => {
  test('lists pages by the groups of the navigation, each once, the rest at the end', () => {
    const page = (path: string) => ({ type: 'page', path }) as const;
    const site = siteOf(
      [
        pageOf('a', { title: 'A [1]', front: { description: `${'word '.repeat(80)}\n\nSecond.` } }),
        pageOf('b', { title: 'B' }),
        pageOf('c', { title: 'C' }),
      ],
      {
        config: { description: 'All about it.', hosting: { basePath: '/docs' } },
        navigation: {
          places: new Map(),
          root: {
            type: 'container',
            kind: 'root',
            label: '',
            hidden: false,
            children: [
              {
                type: 'container',
                kind: 'tab',
                label: 'Guides',
                hidden: false,
                children: [
                  {
                    type: 'group',
                    label: 'Start',
                    expanded: false,
                    hidden: false,
                    children: [
                      page('b'),
                      {
                        ...{ type: 'group', label: '', expanded: false, hidden: false },
                        children: [page('a')],
                      },
                      page('b'),
                      { type: 'link', label: 'x', href: 'y' },
                    ],
                  },
                ],
              },
            ],
          },
        },
      },
    );
    const lines = (contentOf(site, 'llms.txt') ?? '').split('\n');
    expect(lines.slice(0, 6)).toEqual([
      '# Acme',
      '',
      '> All about it.',
      '',
      '## Guides / Start',
      '',
    ]);
    expect(lines[6]).toBe('- [B](https://docs.example.com/docs/b.md)');
    expect(lines[7]).toMatch(
      /^- \[A \\\[1\\\]\]\(https:\/\/docs\.example\.com\/docs\/a\.md\): word /,
    );
    expect(lines[7]).toMatch(/word…$/);
    expect(lines[7]).not.toContain('Second');
    expect(lines.slice(8)).toEqual([
      '',
      '## Other pages',
      '',
      '- [C](https://docs.example.com/docs/c.md)',
      '',
    ]);
    expect(contentOf(site, 'llms-full.txt')).toContain(
      '# B\n\nSource: https://docs.example.com/docs/b\n\nBody of b.',
    );
  });

  test('each folder with several pages has its own, which the one of the site lists', () => {
    const tab = (label: string, paths: readonly string[]) =>
      ({
        type: 'container',
        kind: 'tab',
        label,
        hidden: false,
        children: paths.map((path) => ({ type: 'page' as const, path })),
      }) as const;
    const paths = ['index', 'guides/a', 'guides/deep/b', 'api/c', 'api/d', 'alone/e'];
    const site = siteOf(
      paths.map((path) => pageOf(path)),
      {
        navigation: {
          places: new Map(),
          root: {
            type: 'container',
            kind: 'root',
            label: '',
            hidden: false,
            children: [
              tab('Guides', ['index', 'guides/a', 'guides/deep/b']),
              tab('API [v1]', ['api/c']),
              tab('More', ['api/d', 'alone/e']),
            ],
          },
        },
      },
    );
    expect(contentOf(site, 'llms.txt')?.split('\n\n')[2]).toBe(
      [
        '- [Guides (guides)](https://docs.example.com/guides/llms.txt): 2 pages',
        '- [api](https://docs.example.com/api/llms.txt): 2 pages',
      ].join('\n'),
    );
    expect(contentOf(site, 'guides/llms.txt')).toBe(
      [
        '# Acme: Guides',
        'All pages: https://docs.example.com/llms.txt',
        '## Guides',
        '- [guides/a](https://docs.example.com/guides/a.md)\n- [guides/deep/b](https://docs.example.com/guides/deep/b.md)\n',
      ].join('\n\n'),
    );
    expect(contentOf(site, 'api/llms.txt')).toContain('## API [v1]');
    expect(contentOf(site, 'alone/llms.txt')).toBeUndefined();
    const flat = siteOf(['a', 'one/b', 'one/c'].map((path) => pageOf(path)));
    expect(contentOf(flat, 'one/llms.txt')).toBeUndefined();
    expect(contentOf(flat, 'llms.txt')).not.toContain('Sections');
  });

  test('the texts of a large site are in one file for each folder, and large folders in those of theirs', () => {
    const paths = [
      ...['index', 'alone/page', 'v1/start'],
      ...Array.from({ length: 2600 }, (_, number) => `v1/api/${number}`),
      ...Array.from({ length: 2500 }, (_, number) => `v1/guides/${number}`),
      ...['v2/a', 'v2/deep/b'],
    ];
    const site = siteOf(paths.map((path) => pageOf(path)));
    const files = new Map(
      textsOf(site, bodiesOf(site)).map(({ path, content }) => [path, content]),
    );
    const full = [...files.keys()].filter((path) => path.endsWith('llms-full.txt'));
    const named = [...files.keys()].filter((path) => /(?:^|\/)llms(?:-full)?\.txt$/.test(path));
    expect(llmsPaths(site).toSorted()).toEqual(named.toSorted());
    expect(full).toEqual([
      'llms-full.txt',
      ...['v1/llms-full.txt', 'v1/api/llms-full.txt', 'v1/guides/llms-full.txt'],
      'v2/llms-full.txt',
    ]);
    const sourcesIn = (path: string) =>
      [...(files.get(path) ?? '').matchAll(/^Source: https:\/\/docs\.example\.com\/(.*)$/gm)].map(
        ([, source]) => source,
      );
    expect(files.get('llms-full.txt')).toContain(
      [
        '# Acme',
        [
          '- [Other pages (v1)](https://docs.example.com/v1/llms-full.txt): 5101 pages',
          '- [Other pages (v2)](https://docs.example.com/v2/llms-full.txt): 2 pages',
        ].join('\n'),
        '# index',
      ].join('\n\n'),
    );
    expect(sourcesIn('llms-full.txt')).toEqual(['', 'alone/page']);
    expect(sourcesIn('v1/llms-full.txt')).toEqual(['v1/start']);
    expect(sourcesIn('v2/llms-full.txt')).toEqual(['v2/a', 'v2/deep/b']);
    expect(full.flatMap(sourcesIn).toSorted()).toEqual(
      paths.map((path) => (path === 'index' ? '' : path)).toSorted(),
    );
  });
});

describe('sitemap and robots', () => {
  test('carry dates and other languages', () => {
    const site = siteOf([
      pageOf('de/start', { language: 'de', translationOf: 'start' }),
      pageOf('start', { updatedAt: '2026-01-02T03:04:05Z' }),
      pageOf('dated', { front: { lastUpdatedDate: '2025-12-24' } }),
    ]);
    const text = contentOf(site, 'sitemap.xml') ?? '';
    expect(readXml(text).filter((name) => name === 'url')).toHaveLength(3);
    expect(text).toContain('<lastmod>2026-01-02T03:04:05.000Z</lastmod>');
    expect(text).toContain('<lastmod>2025-12-24</lastmod>');
    expect(text.match(/hreflang="de" href="https:\/\/docs.example.com\/de\/start"/g)).toHaveLength(
      2,
    );
    expect(text.match(/hreflang="x-default"/g)).toHaveLength(2);
    expect(contentOf(site, 'robots.txt')).toBe(
      'User-agent: *\nAllow: /\n\nSitemap: https://docs.example.com/sitemap.xml\n',
    );
  });

  test('close a site that engines shall not index', () => {
    const site = siteOf([pageOf('index')], {
      config: { seo: { indexing: 'all', noindex: true, metatags: {} } },
    });
    expect(contentOf(site, 'robots.txt')).toBe('User-agent: *\nDisallow: /\n');
    expect(contentOf(site, 'sitemap.xml')).toBeUndefined();
    expect(contentOf(site, 'llms.txt')).toBeUndefined();
  });

  test('escape what addresses may hold', () => {
    const site = siteOf([pageOf("a&b/<c>'ü 页")]);
    const text = contentOf(site, 'sitemap.xml') ?? '';
    readXml(text);
    const loc = /<loc>([^<]*)<\/loc>/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(decodeURIComponent(new URL(loc).pathname)).toBe("/a&b/<c>'ü 页");
  });

  test('are split when there are too many addresses', () => {
    const pages = Array.from({ length: 50_001 }, (_, i) => pageOf(`p${i}`));
    const files = textsOf(siteOf(pages), new Map());
    const names = files.map((file) => file.path).filter((path) => path.startsWith('sitemap'));
    expect(names).toEqual(['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml']);
    expect(files[0 + files.findIndex((file) => file.path === 'sitemap.xml')]?.content).toContain(
      '<loc>https://docs.example.com/sitemap-2.xml</loc>',
    );
  });
});

describe('feeds', () => {
  const update = (id: string, rest: object = {}) => ({
    id,
    label: id,
    tags: [],
    text: '',
    ...rest,
  });

  test('stand below their page with one item per update', () => {
    const site = siteOf([pageOf('changelog', { title: 'Changelog' }), pageOf('plain')]);
    const bodies = new Map([
      [
        'changelog',
        bodyOf('', [
          update('v2', { date: '2026-02-03', tags: ['New', 'A & B'], text: 'Text of <v2>.' }),
          update('january-5-2026', {
            label: 'January 5, 2026',
            rss: { title: 'Own', description: 'Words' },
          }),
          update('v1'),
        ]),
      ],
      ['plain', bodyOf('')],
    ]);
    const files = textsOf(site, bodies).filter((file) => file.path.endsWith('rss.xml'));
    expect(files.map((file) => file.path)).toEqual(['changelog/rss.xml']);
    const text = files[0]?.content ?? '';
    expect(readXml(text).filter((name) => name === 'item')).toHaveLength(3);
    expect(text).toContain('<title>Acme: Changelog</title>');
    expect(text).toContain('href="https://docs.example.com/changelog/rss.xml"');
    expect(text).toContain('<pubDate>Tue, 03 Feb 2026 00:00:00 GMT</pubDate>');
    expect(text).toContain('<pubDate>Mon, 05 Jan 2026 00:00:00 GMT</pubDate>');
    expect(text.match(/<pubDate>/g)).toHaveLength(2);
    expect(text).toContain('<category>A &amp; B</category>');
    expect(text).toContain('<title>Own</title>');
    expect(text).toContain('<description>Text of &lt;v2&gt;.</description>');
    expect(text).toContain('<guid isPermaLink="true">https://docs.example.com/changelog#v2</guid>');
  });

  test('have one item per heading of an update, unless it has a text of its own for its feed', () => {
    const site = siteOf([pageOf('changelog', { title: 'Changelog' })]);
    const parts = [
      { id: 'faster', title: 'Faster', text: 'Words.' },
      { id: 'safer', title: 'Safer', text: '' },
    ];
    const more = { date: '2026-02-03', description: 'Second', text: 'All', parts };
    const itemsOf = (rest: object) => {
      const bodies = new Map([['changelog', bodyOf('', [update('v2', { ...more, ...rest })])]]);
      const feed = textsOf(site, bodies).find((file) => file.path.endsWith('rss.xml'));
      const found = feed?.content.matchAll(
        /<item>\s*<title>(.*)<\/title>\s*<link>.*#(.*)<\/link>[\s\S]*?<description>(.*)<\/d[\s\S]*?(?:<pubDate>(.*)<\/p)/g,
      );
      return [...(found ?? [])].map(([, ...item]) => item);
    };
    const date = 'Tue, 03 Feb 2026 00:00:00 GMT';
    expect(itemsOf({})).toEqual([
      ['Faster', 'faster', 'Words.', date],
      ['Safer', 'safer', 'Second', date],
    ]);
    expect(itemsOf({ rss: { title: 'Own' } })).toEqual([['Own', 'v2', 'All', date]]);
    expect(itemsOf({ parts: [] })).toEqual([['v2', 'v2', 'All', date]]);
  });

  test('are well-formed whatever an author writes', () => {
    const words = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(words, words, words, fc.array(words), (title, label, text, tags) => {
        const site = siteOf([pageOf('log', { title, front: { description: text } })]);
        const bodies = new Map([
          ['log', bodyOf(text, [update(label, { label, text, tags, date: title })])],
        ]);
        for (const file of textsOf(site, bodies)) {
          if (file.path.endsWith('.xml')) readXml(file.content);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('redirects', () => {
  const site = siteOf([pageOf('there')], {
    config: { hosting: { basePath: '/docs' } },
    redirects: [
      { source: '/docs/old', destination: '/docs/new?a=1&b="x"', status: 301 },
      { source: '/docs/there', destination: '/docs/new', status: 302 },
      { source: '/docs/v1/:page', destination: '/docs/v2/:page', status: 301 },
      { source: '/docs/blog/*', destination: 'https://blog.example.com/:splat', status: 302 },
      { source: '/docs/../up', destination: '/x', status: 301 },
      { source: '/docs/a*b', destination: '/x', status: 301 },
    ],
  });

  test('are written for hosts that read a table', () => {
    expect(contentOf(site, '_redirects')?.split('\n')).toEqual([
      '/docs/old /docs/new?a=1&b="x" 301!',
      '/docs/old /docs/new?a=1&b="x" 301',
      '/docs/there /docs/new 302!',
      '/docs/there /docs/new 302',
      '/docs/v1/:page /docs/v2/:page 301!',
      '/docs/v1/:page /docs/v2/:page 301',
      '/docs/blog/* https://blog.example.com/:splat 302!',
      '/docs/blog/* https://blog.example.com/:splat 302',
      '/docs/../up /x 301!',
      '/docs/../up /x 301',
      '',
    ]);
  });

  test('are pages for hosts that read none, where there is no page and none outside the site', () => {
    const pages = textsOf(site, new Map()).filter((file) => file.path.endsWith('.html'));
    expect(pages.map((file) => file.path)).toEqual(['old/index.html']);
    expect(pages[0]?.content).toContain('content="0; url=/docs/new?a=1&amp;b=&quot;x&quot;"');
  });
});
