import { describe, expect, test } from 'vitest';
import { checkNames } from '../../../pipeline/check/names.ts';
import { readConfig } from '../../../pipeline/config/read.ts';
import { resolveRedirects } from '../../../pipeline/config/redirects.ts';
import type { Asset, Page, SourceFile } from '../../../schema/site.ts';

/** What is reported of a configuration, as `line severity rule: reason`; the site has three pages and a logo. */
function check(changes: Readonly<Record<string, unknown>>): readonly string[] {
  const text = JSON.stringify(
    {
      name: 'Acme',
      colors: { primary: '#0d9373' },
      navigation: { pages: ['index'] },
      ...changes,
    },
    undefined,
    1,
  );
  const { config, locate } = readConfig(text, { file: 'docs.json' });
  if (!config) throw new Error('no configuration');
  const pages = new Map(['index', 'guides/start', 'changelog'].map((path) => [path, {} as Page]));
  const assets = new Map([['images/logo.svg', {} as Asset]]);
  const snippets = new Map([['grammars/ours.json', {} as SourceFile]]);
  const { redirects } = resolveRedirects(config, { locate });
  return checkNames({ config, pages, assets, snippets, redirects }, locate).map(
    ({ severity, ruleId, reason, place }) => {
      const line = text.split('\n')[(place?.start.line ?? 0) - 1]?.trim();
      return `${line} → ${severity} ${ruleId}: ${reason}`;
    },
  );
}

describe('what docs.json names', () => {
  test('is the page at the prefix of a version without pages of its own', () => {
    const versions = (url: string, more: object = {}) =>
      check({
        navigation: {
          versions: [
            { name: 'new', url: '/', default: true },
            { name: 'old', url, ...more },
          ],
          groups: [{ group: 'Start', pages: ['index'] }],
        },
      });
    expect(versions('/v1').join()).toMatch(/"url": "\/v1".* warning broken-link: .*\/v1/);
    expect(versions('/changelog')).toEqual([]);
    expect(versions('https://v1.example.com')).toEqual([]);
    expect(versions('/v1', { branch: '1.x' })).toEqual([]);
    expect(versions('/v1', { pages: ['guides/start'] })).toEqual([]);
  });

  test('is nothing to speak of when it is there', () => {
    expect(
      check({
        logo: '/images/logo.svg',
        favicon: 'images/logo.svg',
        seo: { ogImage: 'https://example.com/card.png' },
        styling: { codeblocks: { languages: { custom: ['/grammars/ours.json'] } } },
        navbar: {
          links: [
            { label: 'A', href: '/guides/start#x' },
            { label: 'B', href: 'mailto:a@example.com' },
            { label: 'C', href: '/old/start' },
            { label: 'D', href: '/llms.txt' },
            { label: 'E', href: '/changelog/rss.xml' },
          ],
        },
        banner: { content: 'See [this](/guides/start) and [that](https://example.com).' },
        redirects: [
          { source: '/old/*', destination: '/guides/:splat' },
          { source: '/first', destination: '/second' },
          { source: '/second', destination: '/images/logo.svg' },
        ],
        auth: { publicPaths: ['guides/**', '/changelog'] },
      }),
    ).toEqual([]);
  });

  test('is a file: a warning, with the nearest name and a word about its case', () => {
    expect(
      check({
        logo: { light: '/images/Logo.svg', dark: '/dark.svg' },
        favicon: '/gone.png',
        background: { image: '/bg.png' },
        thumbnails: { background: '/images/card.png' },
        styling: { codeblocks: { languages: { custom: ['/grammars/our.json'] } } },
      }),
    ).toEqual([
      '"light": "/images/Logo.svg", → warning missing-file: Missing file /images/Logo.svg, referenced by logo.light; did you mean "/images/logo.svg"?',
      '"dark": "/dark.svg" → warning missing-file: Missing file /dark.svg, referenced by logo.dark',
      '"favicon": "/gone.png", → warning missing-file: Missing file /gone.png, referenced by favicon.light',
      '"image": "/bg.png" → warning missing-file: Missing file /bg.png, referenced by background.image.light',
      '"background": "/images/card.png" → warning missing-file: Missing file /images/card.png, referenced by thumbnails.background',
      '"/grammars/our.json" → warning missing-file: Missing file /grammars/our.json, referenced by styling.codeblocks.languages.custom[0]; did you mean "/grammars/ours.json"?',
    ]);
  });

  test('is a link: a warning, or an error where broken links are errors', () => {
    const changes = {
      navbar: { links: [{ label: 'A', href: '/guide/start' }] },
      footer: { links: [{ items: [{ label: 'B', href: '/Changelog' }] }] },
      banner: { content: 'Read [what is new](/news).' },
      navigation: { pages: ['index'], anchors: [{ anchor: 'C', href: '/community' }] },
    };
    expect(check(changes)).toEqual([
      '"href": "/guide/start" → warning broken-link: Broken link /guide/start in navbar.links[0].href; did you mean "/guides/start"?',
      '"href": "/Changelog" → warning broken-link: Broken link /Changelog in footer.links[0].items[0].href; did you mean "/changelog"?',
      '"content": "Read [what is new](/news)." → warning broken-link: Broken link /news in banner.content',
      '"href": "/community" → warning broken-link: Broken link /community in navigation.anchors[0].href',
    ]);
    const strict = check({ ...changes, addons: { ciChecks: { brokenLinks: 'error' } } });
    expect(strict.filter((line) => line.includes('→ error broken-link'))).toHaveLength(4);
  });

  test('is the destination of a redirect', () => {
    expect(
      check({
        redirects: [
          { source: '/a', destination: '/guides/strat' },
          { source: '/b/:x', destination: '/handbook/:x' },
          { source: '/c', destination: 'https://example.com/x' },
          { source: 'd', destination: 'guides/strat' },
        ],
      }),
    ).toEqual([
      '"destination": "/guides/strat" → warning redirect-target: Redirect to a missing page: /guides/strat; did you mean "/guides/start"?',
      '"destination": "/handbook/:x" → warning redirect-target: Redirect to a missing folder: /handbook/',
      '"destination": "guides/strat" → warning redirect-target: Redirect to a missing page: /guides/strat; did you mean "/guides/start"?',
    ]);
  });

  test('is a pattern of pages that none fits', () => {
    expect(
      check({
        auth: {
          publicPaths: ['guides/*', 'guide/start', 'handbook/**'],
          groups: { staff: { label: 'Staff', pages: ['internal/**'] } },
        },
      }),
    ).toEqual([
      '"guide/start", → warning unused-pattern: No page matches guide/start in auth.publicPaths[1]; did you mean "guides/start"?',
      '"handbook/**" → warning unused-pattern: No page matches handbook/** in auth.publicPaths[2]',
      '"internal/**" → warning unused-pattern: No page matches internal/** in auth.groups.staff.pages[0]',
    ]);
  });
});
