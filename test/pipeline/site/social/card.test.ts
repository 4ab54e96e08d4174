import { describe, expect, test } from 'vitest';
import { cardOf, cardsOf, siteCard } from '../../../../pipeline/site/social/card.ts';
import type { Config } from '../../../../schema/config/config.ts';
import type { Page, Site } from '../../../../schema/site.ts';
import { sampleConfig, samplePage } from '../layout/sample.ts';

function group(label: string) {
  return { type: 'group', label, expanded: false, hidden: false, children: [] } as const;
}

function siteOf(config: Partial<Config>, pages: readonly Page[], more: Partial<Site> = {}): Site {
  const navigation: Site['navigation'] = {
    root: { type: 'container', kind: 'root', label: '', hidden: false, children: [] },
    places: new Map(
      pages.map((page) => [
        page.path,
        // The nearest group has no name.
        [{ trail: [group('Guides'), group('')] }],
      ]),
    ),
    first: 'index',
  };
  return {
    config: sampleConfig(config),
    pages: new Map(pages.map((page) => [page.path, page])),
    snippets: new Map(),
    assets: new Map(),
    navigation,
    redirects: [],
    variables: new Map(),
    language: 'en',
    ...more,
  };
}

const pages = [samplePage('index', 'Home'), samplePage('a', 'First'), samplePage('b', 'Second')];

describe('cards', () => {
  test('of a site without thumbnails are one for all its pages', () => {
    const site = siteOf({ description: 'About it.' }, pages);
    expect([...cardsOf(site).values()]).toEqual([siteCard(site)]);
    expect(siteCard(site).facts).toMatchObject({ name: 'Sample', description: 'About it.' });
    expect(siteCard(site).facts.title).toBeUndefined();
  });

  test('of a site with thumbnails are one for each page, and the first page has the site’s', () => {
    const site = siteOf({ thumbnails: { appearance: 'dark', fonts: {} } }, pages);
    expect(cardsOf(site).size).toBe(3);
    expect(cardOf(pages[0] as Page, site)).toBe(siteCard(site));
    expect(cardOf(pages[1] as Page, site)).toMatchObject({
      facts: { title: 'First', section: 'Guides' },
      alt: 'First · Sample',
    });
  });

  test('never show the title of a protected page', () => {
    const auth = {
      enabled: true,
      provider: 'builtin' as const,
      publicPaths: ['index', 'a'],
      claimsMapping: {},
      groups: {},
    };
    const site = siteOf({ auth, thumbnails: { appearance: 'dark', fonts: {} } }, pages);
    expect(cardOf(pages[2] as Page, site)).toBe(siteCard(site));
    expect(JSON.stringify([...cardsOf(site).values()])).not.toContain('Second');
  });

  test('are not made for pages with an image of their own', () => {
    const meta = { 'og:image': '/own.png' };
    const own = samplePage('a', 'First', { frontmatter: { meta, other: {} } });
    const site = siteOf({ thumbnails: { appearance: 'dark', fonts: {} } }, [own]);
    expect(cardsOf(site).size).toBe(0);
    expect(cardsOf(siteOf({ seo: { ...site.config.seo, ogImage: '/x.png' } }, pages)).size).toBe(0);
  });

  test('have another address when anything on them is another', () => {
    const paths = [
      siteOf({}, pages),
      siteOf({ name: 'Other' }, pages),
      siteOf({ colors: { primary: '#aa0000', background: {} } }, pages),
      siteOf({ thumbnails: { background: '#123456', fonts: {} } }, pages),
      siteOf({}, pages, { origin: 'https://docs.example.com' }),
    ].map((site) => siteCard(site).path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(siteCard(siteOf({}, pages)).path).toBe(paths[0]);
  });

  test('carry the logo of their mode, else the favicon, when it is a picture of the site', () => {
    const asset = (path: string) => ({ path, hash: path, bytes: 1, width: 20, height: 10 });
    const assets = new Map(['l.svg', 'd.svg', 'i.png'].map((path) => [path, asset(path)]));
    const logo = { light: '/l.svg', dark: '/d.svg', alt: '' };
    const favicon = { light: '/i.png', dark: '/i.png' };
    const markOf = (config: Partial<Config>) =>
      siteCard(siteOf(config, pages, { assets })).facts.mark?.path;
    expect(markOf({ logo, favicon })).toBe('l.svg');
    expect(markOf({ logo, thumbnails: { appearance: 'dark', fonts: {} } })).toBe('d.svg');
    const elsewhere = { light: 'https://elsewhere.example/l.svg', alt: '' };
    expect(markOf({ logo: elsewhere, favicon })).toBe('i.png');
    expect(markOf({ logo: { light: '/gone.svg', alt: '' } })).toBeUndefined();
  });
});
