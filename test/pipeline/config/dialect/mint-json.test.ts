import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../../pipeline/config/read.ts';

const minimum = { name: 'Acme', colors: { primary: '#0d9373' } };
const guides = { group: 'Guides', pages: ['guides/a'] };
const api = { group: 'Users', pages: [{ group: 'All', pages: ['api/users/list'] }] };

/** The sections of a `mint.json` as they are read, and what is said of it besides notes. */
function read(file: Readonly<Record<string, unknown>>) {
  const text = JSON.stringify({ ...minimum, navigation: [guides], ...file });
  const { raw, problems, valid } = readConfig(text, { file: 'mint.json' });
  const bad = problems.filter(({ severity }) => severity !== 'note').map(({ reason }) => reason);
  return { raw: raw as Readonly<Record<string, unknown>>, bad, valid };
}

describe('the navigation of mint.json', () => {
  test('gives tabs the groups below their paths, and a first tab the others', () => {
    const { raw, bad } = read({
      primaryTab: { name: 'Docs' },
      tabs: [
        { name: 'API', url: 'api' },
        { name: 'Users', url: '/api/users/' },
        { name: 'Blog', url: 'https://blog.example' },
        { name: 'Status', url: 'status' },
        { name: 'Generated', url: 'generated', openapi: 'https://api.example/openapi.json' },
      ],
      anchors: [
        { name: 'Chat', icon: 'discord', url: 'https://chat.example', color: { from: '#000' } },
        { name: 'Guides', url: 'guides' },
      ],
      navigation: [{ group: 'Start', pages: ['start'] }, guides, api],
    });
    expect(bad).toEqual([]);
    expect(raw).toEqual({
      ...minimum,
      navigation: {
        tabs: [
          { tab: 'Docs', groups: [{ group: 'Start', pages: ['start'] }] },
          { tab: 'API', href: '/api' },
          { tab: 'Users', groups: [api] },
          { tab: 'Blog', href: 'https://blog.example' },
          { tab: 'Status', href: '/status' },
          { tab: 'Generated', openapi: 'https://api.example/openapi.json' },
          { tab: 'Guides', groups: [guides] },
        ],
        anchors: [{ anchor: 'Chat', icon: 'discord', href: 'https://chat.example' }],
      },
    });
  });

  test('without tabs gives its groups to anchors', () => {
    const anchors = [{ name: 'API', icon: 'code', url: 'api' }];
    const topAnchor = { name: 'Home', icon: 'book' };
    expect(read({ anchors, topAnchor, navigation: [guides, api] }).raw.navigation).toEqual({
      anchors: [
        { anchor: 'Home', icon: 'book', groups: [guides] },
        { anchor: 'API', icon: 'code', groups: [api] },
      ],
    });
    expect(
      read({ anchors: [{ name: 'Chat', url: 'https://chat.example' }] }).raw.navigation,
    ).toEqual({ groups: [guides], anchors: [{ anchor: 'Chat', href: 'https://chat.example' }] });
  });

  test('gives versions what names them, and what names none', () => {
    const { raw, bad } = read({
      versions: ['v2', { name: 'v1' }],
      tabs: [
        { name: 'API', url: 'api', version: 'v2' },
        { name: 'Old API', url: 'old', version: 'v1' },
      ],
      navigation: [
        guides,
        { ...api, version: 'v2' },
        { group: 'Old', pages: ['old/a'], version: 'v1' },
      ],
    });
    expect(bad).toEqual([]);
    const first = { tab: 'Documentation', groups: [guides] };
    expect(raw.navigation).toEqual({
      versions: [
        { name: 'v2', tabs: [first, { tab: 'API', groups: [api] }] },
        {
          name: 'v1',
          tabs: [first, { tab: 'Old API', groups: [{ group: 'Old', pages: ['old/a'] }] }],
        },
      ],
    });
  });
});

describe('the sections of mint.json', () => {
  test.each([
    [
      {
        topbarLinks: [
          { name: 'Help', url: 'mailto:a@b.example' },
          { name: 'Code', type: 'github', url: 'https://github.com/a/b' },
        ],
        topbarCtaButton: { name: 'Go', url: 'https://a.example', arrow: true },
      },
      {
        navbar: {
          links: [
            { label: 'Help', href: 'mailto:a@b.example' },
            { label: 'Code', href: 'https://github.com/a/b', icon: 'github' },
          ],
          primary: { label: 'Go', href: 'https://a.example', type: 'button' },
        },
      },
    ],
    [
      {
        colors: { primary: '#0d9373', background: { dark: '#111' }, anchors: { from: '#000000' } },
      },
      { colors: { primary: '#0d9373' }, background: { color: { dark: '#111' } } },
    ],
    [
      { modeToggle: { default: 'dark', isHidden: true } },
      { appearance: { default: 'dark', strict: true } },
    ],
    [
      { theme: 'quill', layout: 'topnav', rounded: 'sharp', topbar: { style: 'gradient' } },
      { theme: 'maple' },
    ],
    [
      { font: { headings: { family: 'Inter', url: '/inter.woff2', format: 'woff2' } } },
      { fonts: { heading: { family: 'Inter', source: '/inter.woff2', format: 'woff2' } } },
    ],
    [{ backgroundImage: '/bg.png' }, { background: { image: '/bg.png' } }],
    [{ background: { style: 'grid' } }, { background: { decoration: 'grid' } }],
    [{ codeBlock: { mode: 'dark' } }, { styling: { codeblocks: 'dark' } }],
    [{ codeBlock: { mode: 'auto' } }, { styling: {} }],
    [
      { seo: { indexHiddenPages: true }, metadata: { 'og:title': 'x' } },
      { seo: { indexing: 'all', metatags: { 'og:title': 'x' } } },
    ],
    [{ metadata: { timestamp: true } }, { metadata: { timestamp: true } }],
    [{ search: { prompt: 'Ask', location: 'top' } }, { search: { prompt: 'Ask' } }],
    [
      { footerSocials: { x: 'https://x.com/a' } },
      { footer: { socials: { x: 'https://x.com/a' } } },
    ],
    [
      { analytics: { ga4: { measurementId: 'G-ABC' } } },
      { integrations: { ga4: { measurementId: 'G-ABC' } } },
    ],
    [{ integrations: { intercom: 'abc' } }, { integrations: { intercom: { appId: 'abc' } } }],
    [
      {
        openapi: ['a.json'],
        api: {
          baseUrl: 'https://api.example',
          auth: { method: 'bearer', inputPrefix: 'sk_' },
          playground: { mode: 'hide', disableProxy: true },
          request: { example: { languages: ['curl'] } },
          hideAuth: true,
        },
      },
      {
        api: {
          openapi: ['a.json'],
          mdx: { server: 'https://api.example', auth: { method: 'bearer' } },
          playground: { display: 'none', proxy: false },
          examples: { languages: ['curl'] },
        },
      },
    ],
  ])('%j', (written, expected) => {
    const { raw, bad, valid } = read(written);
    expect(raw).toEqual({ ...minimum, navigation: { groups: [guides] }, ...expected });
    expect(bad).toEqual([]);
    expect(valid).toBe(true);
  });

  test('keep what is in its place already', () => {
    const { raw } = read({
      footerSocials: { x: 'https://x.com/old' },
      footer: { socials: { x: 'https://x.com/a' } },
    });
    expect(raw.footer).toEqual({ socials: { x: 'https://x.com/a' } });
  });

  test('are merged with what is in their place', () => {
    const { raw, bad } = read({
      footerSocials: { linkedin: 'https://linkedin.com/a', x: 'https://x.com/old' },
      footer: { socials: { x: 'https://x.com/a' } },
      analytics: { ga4: { measurementId: 'G-1' } },
      integrations: { intercom: 'abc' },
    });
    expect(raw.footer).toEqual({
      socials: { x: 'https://x.com/a', linkedin: 'https://linkedin.com/a' },
    });
    expect(raw.integrations).toEqual({
      intercom: { appId: 'abc' },
      ga4: { measurementId: 'G-1' },
    });
    expect(bad).toEqual([]);
  });

  test('have the columns of the footer under their present names', () => {
    const links = [
      { name: 'Blog', url: 'https://b.com' },
      { label: 'Jobs', url: '/jobs' },
    ];
    const { raw, bad, valid } = read({ footer: { links: [{ title: 'Company', links }] } });
    const items = [
      { label: 'Blog', href: 'https://b.com' },
      { label: 'Jobs', href: '/jobs' },
    ];
    expect(raw.footer).toEqual({ links: [{ header: 'Company', items }] });
    expect([bad, valid]).toEqual([[], true]);
  });
});
