import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { buildSite, serve } from '../../../support/build.ts';
import { minimalConfig, tempDir, writeFiles } from '../../../support/temp.ts';

const page = '---\ntitle: Page\n---\n\nText about giraffes.\n';

/** Links of the menus of a document: of versions, languages and products. */
function menuLinks(html: string): string[] {
  return [...html.matchAll(/class="dc-menu-row[^"]*" href="([^"]*)"/g)].map(
    ([, href = '']) => href,
  );
}

/** What the menus of a document say to assistive technology, such as `Version: v2`. */
function menuLabels(html: string): string[] {
  const labels = html.matchAll(/<summary class="switcher-button[^"]*" aria-label="([^"]*)"/g);
  return Array.from(labels, ([, label = '']) => label);
}

interface Shape {
  /** For titles of tests that run with several. */
  readonly name?: string;
  readonly config: object;
  readonly pages: readonly string[];
}

async function built({ config, pages }: Shape) {
  const dir = writeFiles(tempDir(), {
    'docs.json': minimalConfig([], config),
    ...Object.fromEntries(pages.map((path) => [`${path}.mdx`, page])),
  });
  const out = tempDir();
  const { site = expect.fail(), problems } = await buildSite(dir, out);
  const documents = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.html') && !path.startsWith('_docent'),
  );
  const read = (path: string) => readFileSync(join(site, path), 'utf8');
  return { out, site, problems, documents, read };
}

/** The address of a server of a build, which closes when the test ends. */
async function addressOf(out: string): Promise<string> {
  const server = await serve(out);
  onTestFinished(() => server.close());
  return server.url;
}

/** Whether a static host has a file for an address. */
function isStatic(site: string, address: string): boolean {
  const file = join(site, decodeURIComponent(address));
  return (
    existsSync(file) && (!statSync(file).isDirectory() || existsSync(join(file, 'index.html')))
  );
}

const sharedVersions: Shape = {
  name: 'versions over one navigation',
  config: {
    navigation: {
      versions: [
        { name: 'v2', url: '/', default: true },
        { name: 'v1', url: '/v1', lifecycle: 'deprecated' },
        { name: 'v0', url: '/v0', hidden: true },
        { name: 'gone', url: '/gone' },
      ],
      groups: [{ group: 'G', pages: ['index', 'a', 'new', 'v1/start', 'v1/a', 'v0/secret'] }],
    },
  },
  pages: ['index', 'a', 'new', 'loose', 'v1/start', 'v1/a', 'v1/loose', 'v0/secret'],
};

const ownVersions: Shape = {
  name: 'versions with pages of their own',
  config: {
    navigation: {
      versions: [
        { name: 'v2', groups: [{ group: 'G', pages: ['v2/start', 'v2/a', 'v2/new'] }] },
        { name: 'v1', lifecycle: 'deprecated', pages: ['v1/start', 'v1/a'] },
        { name: 'v0', hidden: true, pages: ['v0/secret'] },
      ],
    },
  },
  pages: ['v2/start', 'v2/a', 'v2/new', 'v1/start', 'v1/a', 'v0/secret'],
};

const sharedLanguages: Shape = {
  name: 'languages over one navigation',
  config: {
    navigation: {
      languages: [
        { code: 'en', name: 'English', url: '/' },
        { code: 'de', name: 'Deutsch', url: '/de' },
        { code: 'fr', name: 'Français', url: '/fr' },
      ],
      groups: [{ group: 'G', pages: ['intro', 'a'] }],
    },
  },
  pages: ['intro', 'a', 'loose', 'fr/a', 'fr/only'],
};

const treeLanguages: Shape = {
  name: 'languages with a tree for one of them',
  config: {
    navigation: {
      languages: [
        { code: 'en', groups: [{ group: 'G', pages: ['intro', 'a'] }] },
        { code: 'de', name: 'Deutsch', url: '/de' },
      ],
    },
    i18n: { languages: ['fr'] },
  },
  pages: ['intro', 'a'],
};

describe('every link of every switcher answers', () => {
  test.each([sharedVersions, ownVersions, sharedLanguages, treeLanguages])(
    '$name',
    async (shape) => {
      const { out, site, documents, read } = await built(shape);
      const links = new Set(documents.flatMap((path) => menuLinks(read(path))));
      expect(links.size).toBeGreaterThan(1);
      expect([...links].filter((href) => !isStatic(site, href))).toEqual([]);
      const url = await addressOf(out);
      for (const href of links) {
        const { status } = await fetch(new URL(href, url));
        expect(status, href).toBe(200);
      }
    },
  );
});

test('a language inside of a version has the banner that its entry there has', async () => {
  const entry = (page: string, content: string) => ({
    ...{ code: 'fr', pages: [page] },
    banner: { content },
  });
  const { read } = await built({
    config: {
      i18n: { defaultLanguage: 'fr' },
      navigation: {
        versions: [
          { name: '2', url: '/v2', default: true, languages: [entry('v2/a', 'Le nouveau')] },
          { name: '1', url: '/v1', languages: [entry('v1/a', 'Un ancien')] },
        ],
      },
    },
    pages: ['v2/a', 'v1/a'],
  });
  expect(read('v2/a/index.html')).toContain('Le nouveau');
  expect(read('v1/a/index.html')).toContain('Un ancien');
});

describe('the menu of versions', () => {
  test.each([sharedVersions, ownVersions])(
    'keeps the page where it exists: $name',
    async (shape) => {
      const { read } = await built(shape);
      const top = shape === sharedVersions ? '' : 'v2/';
      expect(menuLinks(read(`${top}a/index.html`))).toEqual([`/${top}a`, '/v1/a']);
      expect(menuLinks(read(`${top}new/index.html`))).toEqual([`/${top}new`, '/v1/start']);
      expect(read('v1/a/index.html')).toContain('version-notice version-deprecated');
      expect(menuLinks(read('v0/secret/index.html'))).toContain('/v0/secret');
      expect(read('v0/secret/index.html')).toContain('<meta name="robots" content="noindex"/>');
    },
  );

  test('keeps the page in a language whose versions have its folder in their URL', async () => {
    const { read } = await built({
      config: {
        navigation: {
          languages: ['', 'de/'].map((folder) => ({
            code: folder ? 'de' : 'en',
            versions: [
              { name: '2', url: `/${folder}`, pages: [`${folder}index`, `${folder}a`] },
              { name: '1', url: `/${folder}v1`, pages: [`${folder}v1/index`, `${folder}v1/a`] },
            ],
          })),
        },
      },
      pages: ['index', 'a', 'v1/index', 'v1/a', 'de/index', 'de/a', 'de/v1/index', 'de/v1/a'],
    });
    expect(menuLinks(read('v1/a/index.html'))).toContain('/a');
    expect(menuLinks(read('de/v1/a/index.html'))).toContain('/de/a');
    expect(menuLinks(read('de/a/index.html'))).toContain('/de/v1/a');
  });

  test('is that of the address on a page outside of the navigation', async () => {
    const { read } = await built(sharedVersions);
    expect(read('v1/loose/index.html')).toContain('aria-label="Version: v1"');
    expect(read('loose/index.html')).toContain('aria-label="Version: v2"');
    expect(menuLinks(read('v1/loose/index.html'))).toEqual(['/loose', '/v1/loose']);
  });

  test('reports a version without any page', async () => {
    const { problems } = await built(sharedVersions);
    expect(problems.map(({ reason }) => reason)).toEqual([
      'Broken link /gone in navigation.versions[3].url',
    ]);
  });
});

test('the folder of a version or a language opens its first page', async () => {
  const { out, read } = await built(sharedVersions);
  expect(read('v1/index.html')).toContain('url=/v1/start');
  const url = await addressOf(out);
  expect((await fetch(`${url}/v1`)).url).toBe(`${url}/v1/start`);
  const other = await built(sharedLanguages);
  expect(other.read('de/index.html')).toContain('url=/de/intro');
});

test('the folder of a version without a URL opens its first page, and that of a language its default version', async () => {
  const { read } = await built({
    config: {
      navigation: {
        languages: ['en', 'de'].map((code) => ({
          code,
          versions: [
            { name: 'next', pages: ['index', `next/${code}/a`] },
            { name: 'v1', default: true, pages: ['index', `v1/${code}/a`] },
          ],
        })),
      },
      redirects: [{ source: '/de/:slug*', destination: '/next/de/:slug*' }],
    },
    pages: ['index', 'next/en/a', 'next/de/a', 'v1/en/a', 'v1/de/a'],
  });
  expect(read('next/de/index.html')).toContain('url=/next/de/a');
  expect(read('v1/en/index.html')).toContain('url=/v1/en/a');
  // Where the author leads to with a pattern, for hosts without redirects.
  expect(read('de/index.html')).toContain('url=/next/de');
});

test('the start of a language is what its default version opens', async () => {
  const { read } = await built({
    config: {
      navigation: {
        languages: ['en', 'de'].map((code) => ({
          code,
          versions: [
            { name: 'next', pages: [`next/${code}/a`] },
            { name: 'v1', default: true, pages: [`v1/${code}/a`] },
          ],
        })),
      },
    },
    pages: ['next/en/a', 'next/de/a', 'v1/en/a', 'v1/de/a'],
  });
  expect(read('de/index.html')).toContain('url=/v1/de/a');
  expect(read('next/de/a/index.html')).toContain('class="dc-logo" href="/v1/de/a"');
});

test.each([sharedVersions, ownVersions])(
  'the API finds pages of a hidden version only when it is asked for: $name',
  async (shape) => {
    const { out } = await built(shape);
    const url = await addressOf(out);
    const find = async (version?: string): Promise<string> => {
      const query = new URLSearchParams({ q: 'giraffes', ...(version ? { version } : {}) });
      const response = await fetch(`${await searchAddress(url)}?${query}`);
      expect(response.status).toBe(200);
      return await response.text();
    };
    expect(await find()).not.toContain('v0/secret');
    expect(await find()).toContain('v1/a');
    expect(await find('v0')).toContain('v0/secret');
  },
);

/** The note names the search once the deployment is taken in. */
function searchAddress(url: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const response = await fetch(`${url}/_docent/search/index.json`);
      const { api } = (await response.json()) as { readonly api?: string };
      return api ? url + api : expect.fail('there is no search yet');
    },
    { timeout: 60_000 },
  );
}

test('dropdowns of a tab in a product have a menu of their own', async () => {
  const { read } = await built({
    config: {
      navigation: {
        products: [
          {
            product: 'Compute',
            versions: [
              {
                version: 'v2',
                tabs: [
                  {
                    tab: 'Guides',
                    dropdowns: [
                      { dropdown: 'Start', pages: ['start'] },
                      { dropdown: 'Operate', pages: ['operate'] },
                      { dropdown: 'Code', href: 'https://git.example/code' },
                    ],
                  },
                  { tab: 'API', pages: ['api'] },
                ],
              },
              { version: 'v1', pages: ['old'] },
            ],
          },
          { product: 'Storage', pages: ['storage'] },
        ],
      },
    },
    pages: ['start', 'operate', 'api', 'old', 'storage'],
  });
  const html = read('operate/index.html');
  expect(menuLabels(html)).toEqual(['Product: Compute', 'Version: v2', 'Product: Operate']);
  expect(menuLinks(html)).toEqual([
    '/start',
    '/storage',
    '/operate',
    '/old',
    '/start',
    '/operate',
    'https://git.example/code',
  ]);
  expect(menuLinks(read('api/index.html'))).toEqual(['/start', '/storage', '/api', '/old']);
});

test('the menu of a product is a row of tabs, and tabs inside of a tab have a menu', async () => {
  const { read } = await built({
    config: {
      navigation: {
        products: [
          {
            product: 'Agents',
            menu: [
              { item: 'Home', description: 'Begin here', pages: ['home'] },
              {
                item: 'Build',
                dropdowns: [
                  {
                    dropdown: 'Python',
                    tabs: [
                      { tab: 'Overview', pages: ['py'] },
                      { tab: 'Deep', pages: ['py-deep'] },
                    ],
                  },
                  { dropdown: 'TypeScript', pages: ['ts'] },
                ],
              },
            ],
          },
          { product: 'Platform', pages: ['platform'] },
        ],
      },
    },
    pages: ['home', 'py', 'py-deep', 'ts', 'platform'],
  });
  const html = read('py-deep/index.html');
  const tabs = [...html.matchAll(/<span class="tab-name" data-name="([^"]*)"/g)];
  expect(new Set(tabs.map(([, name]) => name))).toEqual(new Set(['Home', 'Build']));
  expect(menuLabels(html)).toEqual(['Product: Agents', 'Product: Python', 'Sections: Deep']);
  expect(menuLinks(html)).toEqual(['/home', '/platform', '/py', '/ts', '/py', '/py-deep']);
});

test('versions that share their first page are reached by the first one of their own', async () => {
  const version = (name: string, isDefault: boolean) => ({
    name,
    default: isDefault,
    groups: [{ group: 'G', pages: ['index', `${name}/a`] }],
  });
  const { read } = await built({
    config: { navigation: { versions: [version('edge', false), version('v1', true)] } },
    pages: ['index', 'edge/a', 'v1/a'],
  });
  expect(read('index.html')).toContain('aria-label="Version: v1"');
  // As a page of v1, and for readers who come from edge.
  expect(menuLinks(read('index.html'))).toEqual(['/edge/a', '/', '/', '/v1/a']);
  expect(menuLinks(read('edge/a/index.html'))).toEqual(['/edge/a', '/v1/a']);
});

describe('readers stay in what they read', () => {
  const version = (folder: string, names: readonly string[]) => ({
    name: folder,
    tabs: [
      { tab: 'Home', pages: ['index'] },
      { tab: 'Guides', pages: names.map((name) => `${folder}/en/${name}`) },
      { tab: 'API', pages: [`${folder}/en/api/start`] },
    ],
  });
  const releases: Shape = {
    config: {
      navigation: {
        versions: [version('next', ['a', 'b', 'new']), version('v1', ['a', 'b', 'old'])],
      },
      redirects: [{ source: '/next/en/old', destination: '/next/en/new#top' }],
    },
    pages: [
      'index',
      ...['next/en/a', 'next/en/b', 'next/en/new', 'next/en/api/start'],
      ...['v1/en/a', 'v1/en/b', 'v1/en/old', 'v1/en/api/start'],
    ],
  };

  test('on the same page of a version that shares its home page with others', async () => {
    const { read } = await built(releases);
    for (const path of ['next/en/b', 'v1/en/b'])
      expect(menuLinks(read(`${path}/index.html`))).toEqual(['/next/en/b', '/v1/en/b']);
  });

  test('on the page that theirs has become in the other version', async () => {
    const { read } = await built(releases);
    expect(menuLinks(read('v1/en/old/index.html'))).toEqual(['/next/en/new', '/v1/en/old']);
  });

  test('in the same tab of a version without the page', async () => {
    const { read } = await built({
      ...releases,
      pages: [...releases.pages, 'next/en/api/more'],
      config: {
        navigation: {
          versions: [
            {
              name: 'next',
              tabs: [
                { tab: 'Guides', pages: ['next/en/a'] },
                { tab: 'API', pages: ['next/en/api/start', 'next/en/api/more'] },
              ],
            },
            version('v1', ['a']),
          ],
        },
      },
    });
    expect(menuLinks(read('next/en/api/more/index.html'))).toEqual([
      '/next/en/api/more',
      '/v1/en/api/start',
    ]);
  });

  test('in their version when they change the tab, the first time and later', async () => {
    const versions = (folder: string) =>
      ['v2', 'v1'].map((name) => ({ name, pages: [`${folder}/${name}/a`, `${folder}/${name}/b`] }));
    const { read } = await built({
      config: {
        navigation: {
          tabs: [
            { tab: 'Guides', versions: versions('guides') },
            { tab: 'Spec', versions: versions('spec') },
            { tab: 'Blog', pages: ['blog'] },
          ],
        },
      },
      pages: ['guides', 'spec']
        .flatMap((folder) => ['v2', 'v1'].map((name) => `${folder}/${name}`))
        .flatMap((folder) => [`${folder}/a`, `${folder}/b`])
        .concat('blog'),
    });
    const tabsOf = (html: string) =>
      [
        ...html.matchAll(
          /class="dc-tab-link nav-tabs-item" href="([^"]*)"[^>]* data-tab="([^"]*)"/g,
        ),
      ].slice(0, 3);
    const old = tabsOf(read('guides/v1/b/index.html'));
    expect(old.map(([, href]) => href)).toEqual(['/guides/v1/a', '/spec/v1/a', '/blog']);
    const current = tabsOf(read('blog/index.html'));
    expect(current.map(([, href]) => href)).toEqual(['/guides/v2/a', '/spec/v2/a', '/blog']);
    // The browser keeps the last page of a tab by this name, which a page of that version has.
    const key = old[1]?.[2] ?? '';
    expect(read('spec/v1/b/index.html')).toContain(
      `id="sidebar" data-branch="${key}" data-tab="${key}"`,
    );
    expect(read('spec/v2/b/index.html')).not.toContain(`data-tab="${key}"`);
  });

  test('in their version when they change the language', async () => {
    const { read } = await built({
      config: {
        navigation: {
          languages: ['en', 'de'].map((code) => ({
            code,
            versions: ['v2', 'v1'].map((name) => ({
              name,
              pages: [`${name}/${code}/start`, ...(code === 'en' ? [`${name}/en/only`] : [])],
            })),
          })),
        },
      },
      pages: ['v2', 'v1'].flatMap((v) => [`${v}/en/start`, `${v}/en/only`, `${v}/de/start`]),
    });
    expect(menuLinks(read('v1/en/start/index.html'))).toContain('/v1/de/start');
    expect(menuLinks(read('v1/en/only/index.html'))).toContain('/v1/de/start');
    expect(menuLinks(read('v1/en/only/index.html'))).not.toContain('/v2/de/start');
  });
});

test('menus are in the order in which they are inside of each other', async () => {
  const { read } = await built({
    config: {
      navigation: {
        versions: [
          {
            version: 'v2',
            dropdowns: [
              { dropdown: 'Python', pages: ['py'] },
              { dropdown: 'Go', pages: ['go'] },
            ],
          },
          { version: 'v1', pages: ['old'] },
        ],
      },
    },
    pages: ['py', 'go', 'old'],
  });
  expect(menuLabels(read('go/index.html'))).toEqual(['Version: v2', 'Product: Go']);
});

test('menus, tabs, groups and tags have the names that style sheets and scripts of sites know', async () => {
  const { read } = await built({
    config: {
      navigation: {
        dropdowns: [
          {
            dropdown: 'Zoo',
            description: 'Animals',
            tabs: [
              { tab: 'Guide', groups: [{ group: 'Start', tag: 'New', pages: ['a'] }] },
              { tab: 'More', pages: ['b'] },
            ],
          },
          { dropdown: 'Park', pages: ['c'] },
        ],
      },
    },
    pages: ['a', 'b', 'c'],
  });
  const html = read('a/index.html');
  for (const part of [
    /<summary class="[^"]*\bnav-dropdown-trigger" aria-label="Product: Zoo"/,
    /<ul class="[^"]*\bnav-dropdown-content"><li><a class="[^"]*\bnav-dropdown-item" /,
    '<span class="nav-dropdown-item-title">Zoo</span>',
    '<small class="nav-dropdown-item-description">Animals</small>',
    /<a class="[^"]*\bnav-tabs-item" href="\/b"/,
    /<div class="[^"]*\bsidebar-title"><span class="nav-text">Start</,
    /<span class="[^"]*\bnav-tag-pill" data-nav-tag="New">New</,
  ]) {
    expect(html).toMatch(part);
  }
});
