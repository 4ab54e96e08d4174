import { describe, expect, test } from 'vitest';
import { inlineScripts as inlineSources } from '../../../../pipeline/output/encode.ts';
import { renderDocument } from '../../../../pipeline/site/layout/document.tsx';
import { inlineScripts } from '../../../../pipeline/site/layout/scripts.ts';
import type { LayoutTools } from '../../../../pipeline/site/layout/tools.ts';
import { readNavigation } from '../../../../schema/config/navigation.ts';
import type { NavContainer, Page, Site } from '../../../../schema/site.ts';
import { container, group, sampleBody, sampleConfig, samplePage, sampleSite } from './sample.ts';

const tools: LayoutTools = {
  assets: { styles: ['_docent/a.css'], script: '_docent/m.js', userScripts: [] },
};

const start = samplePage('index', 'Start');
const setup = samplePage('guides/setup', 'Set up');
const deep = samplePage('guides/deep', 'Deep');
const root = container('root', '', [
  group('First', ['index']),
  group('Guides', ['guides/setup', group('More', ['guides/deep'])]),
]);
const site = sampleSite([start, setup, deep], root);

function html(page: Page, of: Site = site, more: Partial<LayoutTools> = {}): string {
  return renderDocument(page, sampleBody(), of, { ...tools, ...more });
}

/** Text between two marks of a document. */
function between(text: string, from: string, to: string): string {
  const at = text.indexOf(from);
  expect(at, `no ${from}`).toBeGreaterThanOrEqual(0);
  return text.slice(at, text.indexOf(to, at));
}

describe('renderDocument', () => {
  test('names language, direction, title and the page in its landmarks', () => {
    const text = html(setup);
    expect(text).toMatch(/^<!doctype html><html lang="en" dir="ltr"/);
    expect(text).toContain('<title>Set up · Sample</title>');
    expect(text.match(/<h1/g)).toHaveLength(1);
    expect(text.match(/<main/g)).toHaveLength(1);
    expect(text).toContain('href="#content-area"');
    expect(text).toContain('id="content-area"');
  });

  test('has the title of the page unless the text begins with one', () => {
    const of = (body: string) =>
      renderDocument(setup, { ...sampleBody(), html: body }, site, tools)
        .match(/<h1[^>]*>.*?<\/h1>/gs)
        ?.map((title) => title.replace(/<[^>]*>/g, ''));
    expect(of('<h1 id="own">Own</h1><p>Text</p>')).toEqual(['Own']);
    expect(of('<h1 class="hero">Own</h1><p>Text</p>')).toEqual(['Own']);
    expect(of('<div><img src="/a.png" alt=""/>\n<h1>Own</h1></div>')).toEqual(['Own']);
    expect(of('<p>Text</p><h1>A part</h1>')).toEqual(['Set up', 'A part']);
  });

  test('indents what is below another heading, though a level was skipped', () => {
    const page = samplePage('own', 'Own');
    const tree = sampleSite([page], container('root', 'Sample', [group('Start', ['own'])]));
    const contents = [3, 4, 2, 4, 3].map((depth, i) => ({ id: `h${i}`, text: `H${i}`, depth }));
    const shown = renderDocument(page, { ...sampleBody(), contents }, tree, tools);
    const rows = between(shown, 'class="contents-list"', '</ul>').match(/<li[^>]*>/g) ?? [];
    expect(rows.map((row) => row.includes('contents-deep'))).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
    const listed = between(shown, 'id="table-of-contents-content"', '</ul>');
    expect(listed.match(/<li class="toc-item[^>]*>/g)?.map((row) => row.match(/\d/)?.[0])).toEqual([
      '0',
      '1',
      '0',
      '1',
      '1',
    ]);
  });

  test('lets long words of a title break behind their signs, here and in the links to the page', () => {
    const page = samplePage('codes', 'err:user:bad_request:syntax_error');
    const other = samplePage('next', 'GET /v1/a.b');
    const tree = sampleSite(
      [page, other],
      container('root', '', [group('Codes', ['codes', 'next'])]),
    );
    const broken = 'err:<wbr/>user:<wbr/>bad_<wbr/>request:<wbr/>syntax_<wbr/>error';
    expect(between(html(page, tree), '<h1', '</h1>')).toContain(`>${broken}`);
    expect(between(html(other, tree), 'class="pager-title"', '</span>')).toContain(`>${broken}`);
    expect(between(html(other, tree), '<h1', '</h1>')).toContain('>GET /v1/a.b');
    expect(html(page, tree)).toContain('<title>err:user:bad_request:syntax_error · Sample</title>');
  });

  test('has a title that the text begins with above it, with all that belongs to one', () => {
    const page = samplePage('own', 'In the list', {
      frontmatter: { title: 'In the list', deprecated: true, tag: 'Beta', meta: {}, other: {} },
    });
    const root = container('root', 'Sample', [group('Start', ['own'])]);
    const tree = sampleSite([page], root, { config: sampleConfig() });
    const contents = ['own', 'a', 'b'].map((id) => ({ id, text: id, depth: 2 }));
    const html =
      '<h1 id="own" lang="fr">Own &amp; <code>x</code><a class="heading-anchor" href="#own"></a></h1>\n<h2 id="a">A</h2>';
    const shown = renderDocument(page, { ...sampleBody(), html, contents }, tree, tools);
    expect(between(shown, '<h1', '</h1>')).toMatch(
      /class="dc-page-title dc-prose" id="page-title".*<span id="own" lang="fr">Own &amp; <code>x<\/code><\/span><\/span><span class="title-chip">Deprecated<\/span><span class="title-chip title-tag">Beta/,
    );
    expect(shown).toMatch(/id="content"[^>]*><h2 id="a">/);
    expect(between(shown, 'class="contents-list"', '</ul>').match(/href="#\w+"/g)).toEqual([
      'href="#a"',
      'href="#b"',
    ]);
    const drawn = { ...page, frontmatter: { ...page.frontmatter, mode: 'custom' as const } };
    expect(renderDocument(drawn, { ...sampleBody(), html }, tree, tools)).toMatch(
      /id="content"[^>]*><h1 id="own"/,
    );
  });

  test('has the title of the page where the text begins with the first of several parts', () => {
    const page = samplePage('parts', 'Parts & more');
    const root = container('root', 'Sample', [group('Start', ['parts'])]);
    const tree = sampleSite([page], root, { config: sampleConfig() });
    const of = (html: string) =>
      renderDocument(page, { ...sampleBody(), html }, tree, tools).match(/<h1/g);
    const rest = '<p>Text</p><h1 id="b">Another</h1><p>Text</p>';
    expect(of(`<h1 id="a">Background</h1>${rest}`)).toHaveLength(3);
    expect(of(`<h1 id="a">Parts &amp; more<a href="#a"></a></h1>${rest}`)).toHaveLength(2);
  });

  test('has the description below the title that the text begins with', () => {
    const page = samplePage('own', 'Own', {
      frontmatter: { title: 'Own', description: 'What it is "for".', meta: {}, other: {} },
    });
    const root = container('root', 'Sample', [group('Start', ['own'])]);
    const tree = sampleSite([page], root, { config: sampleConfig() });
    const of = (html: string) => renderDocument(page, { ...sampleBody(), html }, tree, tools);
    expect(of('<h1 id="own">Own</h1><p>Text</p>')).toMatch(
      /Own<\/span><\/span><\/h1><p class="page-lead"[^>]*>What it is [^<]*<\/p><\/header>/,
    );
    // A title among an author's own elements may be anywhere.
    const hero = of('<div><h1>Own</h1></div>');
    expect(hero.indexOf('class="page-lead"')).toBeLessThan(hero.indexOf('<div><h1>'));
    expect(of('<p>Text</p>').match(/class="page-lead"/g)).toHaveLength(1);
  });

  test('shows the Markdown of a description, and its words alone where there are no marks', () => {
    const description = 'Run `x <y>`, **or** [see](/setup), [bad](javascript:alert(1)) <b>';
    const page = samplePage('own', 'Own', {
      frontmatter: { title: 'Own', description, meta: {}, other: {} },
    });
    const root = container('root', 'Sample', [group('Start', ['own'])]);
    const tree = sampleSite([page], root, { config: sampleConfig() });
    const made = renderDocument(page, sampleBody(), tree, tools);
    expect(made).toContain(
      '>Run <code>x &lt;y&gt;</code>, <strong>or</strong> <a href="/setup">see</a>, [bad](javascript:alert(1)) &lt;b&gt;</p>',
    );
    expect(made).toContain(
      '<meta name="description" content="Run x &lt;y>, or see, [bad](javascript:alert(1)) &lt;b>"',
    );
    expect(made).toContain('"description":"Run x \\u003cy>, or see,');
  });

  test('says the path of the page without the base path', () => {
    expect(html(setup)).toMatch(/^<!doctype html><html[^>]* data-current-path="\/guides\/setup"/i);
    const config = sampleConfig({ hosting: { ...sampleConfig().hosting, basePath: '/docs' } });
    const root = container('root', 'Sample', [group('Start', ['index'])]);
    const home = samplePage('index', 'Home');
    const below = renderDocument(home, sampleBody(), sampleSite([home], root, { config }), tools);
    expect(below).toContain(' data-current-path="/"');
  });

  test('leaves a group without a name out of what tells where the page is', () => {
    const page = samplePage('plain', 'Plain');
    const tree = container('root', 'Sample', [
      container('tab', 'Guides', [group('', [group('Start', ['plain'])])]),
    ]);
    const of = (eyebrows: 'section' | 'breadcrumbs', root: NavContainer) => {
      const config = sampleConfig({ styling: { ...sampleConfig().styling, eyebrows } });
      return html(page, sampleSite([page], root, { config, origin: 'https://docs.example.com' }));
    };
    const path = between(of('breadcrumbs', tree), '<nav class="dc-breadcrumbs"', '</nav>');
    expect(path.replaceAll(/<[^>]*>/g, ' ').match(/\w+/g)).toEqual(['Guides', 'Start']);
    expect(path.match(/<li/g)).toHaveLength(2);
    const bare = container('root', 'Sample', [group('Start', [group('', ['plain'])])]);
    expect(of('section', bare)).toContain('<div class="eyebrow dc-eyebrow">Start</div>');
    expect(of('section', bare)).not.toContain('"name":""');
  });

  test('marks the current row, and opens only the branch the page is in', () => {
    const closed = between(html(setup), '<nav class="sidebar-nav"', '</nav>');
    expect(closed.match(/aria-current="page"/g)).toHaveLength(1);
    expect(closed).toMatch(/href="\/guides\/setup" aria-current="page"/);
    expect(closed).not.toContain('<details class="nav-fold" open');
    const open = between(html(deep), '<nav class="sidebar-nav"', '</nav>');
    expect(open).toContain('<details class="nav-fold" open');
    expect(open).toMatch(/href="\/guides\/deep" aria-current="page"/);
  });

  test('has one date everywhere: the one that its author wrote, else that of its last commit', () => {
    const dated = (more: object) =>
      html({
        ...setup,
        updatedAt: '2026-01-02T03:04:05.000Z',
        frontmatter: { ...setup.frontmatter, timestamp: true, ...more },
      });
    const dates = (text: string) =>
      [
        /article:modified_time" content="([^"]+)"/,
        /"dateModified":"([^"]+)"/,
        /<time datetime="([^"]+)"/,
      ].map((pattern) => pattern.exec(text)?.[1]);
    expect(dates(dated({ lastUpdatedDate: '2025-12-24' }))).toEqual(Array(3).fill('2025-12-24'));
    expect(dates(dated({}))).toEqual(Array(3).fill('2026-01-02T03:04:05.000Z'));
  });

  test('links to the pages before and after with their titles', () => {
    const pager = between(html(setup), 'class="dc-pager"', '</nav>');
    expect(pager).toContain('href="/"');
    expect(pager).toContain('Start');
    expect(pager).toContain('href="/guides/deep"');
  });

  test('puts basePath before every address of its own', () => {
    const based = { ...site, config: sampleConfig({ hosting: { basePath: '/docs' } }) };
    const text = html(setup, based);
    for (const [, address] of text.matchAll(/(?:href|src)="(\/[^"]*)"/g))
      expect(address).toMatch(/^\/docs(\/|$)/);
  });

  test('escapes what authors write', () => {
    const evil = samplePage('evil', '<script>alert(1)</script> & "x"', {
      frontmatter: { description: '"><img src=x onerror=1>', meta: {}, other: {} },
    });
    const text = html(evil, sampleSite([evil], container('root', '', [group('G', ['evil'])])));
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
  });

  test('runs no inline script but the published ones', () => {
    const text = html(setup);
    const inline = [...text.matchAll(/<script>([^<]*)<\/script>/g)].map(([, code]) => code);
    expect(inline.length).toBeGreaterThan(0);
    for (const code of inline) expect(inlineScripts).toContain(code);
    expect(text).not.toMatch(/\son[a-z]+="/);
  });

  test('lets page tags win over site tags, and site tags over generated ones', () => {
    const config = sampleConfig({
      description: 'Of the site',
      seo: {
        indexing: 'navigable',
        noindex: false,
        metatags: { 'og:title': 'From the site', robots: 'max-snippet:5', 'x-own': 'yes' },
      },
    });
    const page = samplePage('index', 'Start', {
      frontmatter: { meta: { 'og:title': 'From the page' }, other: {} },
    });
    const text = html(page, { ...site, config });
    expect(text.match(/property="og:title"/g)).toHaveLength(1);
    expect(text).toContain('property="og:title" content="From the page"');
    expect(text).toContain('name="x-own" content="yes"');
    expect(text).toContain('name="description" content="Of the site"');
  });

  test('lets the front matter of a page go before the tags of all pages', () => {
    const config = sampleConfig({
      seo: {
        ...sampleConfig().seo,
        metatags: { description: 'Of the site', keywords: 'site', 'twitter:image': 'card.png' },
      },
    });
    const page = samplePage('index', 'Start', {
      frontmatter: { description: 'Of the page', keywords: ['a', 'b'], meta: {}, other: {} },
    });
    const text = html(page, { ...site, config, origin: 'https://docs.example.com' });
    expect(text).toContain('name="description" content="Of the page"');
    expect(text).toContain('name="keywords" content="a, b"');
    expect(text).toContain('name="twitter:image" content="https://docs.example.com/card.png"');
    expect(html(start, { ...site, config })).toContain('name="keywords" content="site"');
  });

  test('takes the title and the description for cards of a page for those of its posts', () => {
    const of = (meta: Record<string, string>) =>
      html(
        samplePage('index', 'Start', { frontmatter: { description: 'Plain', meta, other: {} } }),
      ).match(/(?<=name="twitter:(?:title|description)" content=")[^"]*/g);
    const shared = { 'og:title': 'Shared', 'og:description': 'Words' };
    expect(of({})).toEqual(['Start', 'Plain']);
    expect(of(shared)).toEqual(['Shared', 'Words']);
    expect(of({ ...shared, 'twitter:description': 'Own' })).toEqual(['Shared', 'Own']);
  });

  test.each([
    ['https://acme.example/', '', 'https://acme.example/guides/setup'],
    ['https://acme.example/docs', '', 'https://acme.example/docs/guides/setup'],
    ['https://acme.example/docs', '/docs', 'https://acme.example/docs/guides/setup'],
    ['acme', '', 'https://docs.example.com/guides/setup'],
  ])(
    'takes a canonical tag of all pages for the site: %s below "%s"',
    (canonical, basePath, url) => {
      const plain = sampleConfig();
      const config = sampleConfig({
        hosting: { ...plain.hosting, basePath },
        seo: { ...plain.seo, metatags: { canonical } },
      });
      const text = html(setup, { ...site, config, origin: 'https://docs.example.com' });
      expect(text).toContain(`rel="canonical" href="${url}"`);
      expect(text).toContain(`property="og:url" content="${url}"`);
      expect(text).not.toContain('name="canonical"');
    },
  );

  test('keeps pages out of engines that are not to be found', () => {
    const hidden = samplePage('index', 'Start', {
      visibility: { ...start.visibility, engines: false },
    });
    expect(html(hidden)).toContain('<meta name="robots" content="noindex"');
    expect(html(hidden)).not.toContain('ld+json');
    expect(html(start)).not.toContain('noindex');
  });

  test('names the other languages of a page, where its public address is known', () => {
    const french = samplePage('fr/setup', 'Installation', {
      language: 'fr',
      translationOf: 'guides/setup',
    });
    const both = sampleSite([start, setup, deep, french], root, {
      origin: 'https://docs.example.com',
    });
    const text = html(setup, both);
    expect(text).toContain('hreflang="fr" href="https://docs.example.com/fr/setup"');
    expect(text).toContain(
      'rel="alternate" hreflang="x-default" href="https://docs.example.com/guides/setup"',
    );
    expect(text).toContain('rel="canonical" href="https://docs.example.com/guides/setup"');
    expect(between(text, 'language-menu', '</details>')).toContain('href="/fr/setup"');
  });

  test('shows Arabic from right to left with words of its own', () => {
    const arabic = samplePage('ar/setup', 'الإعداد', {
      language: 'ar',
      translationOf: 'guides/setup',
    });
    const text = html(arabic, sampleSite([start, setup, deep, arabic], root));
    expect(text).toContain('<html lang="ar" dir="rtl"');
    expect(text).toContain('في هذه الصفحة');
  });

  test('has no search button as long as nothing answers it', () => {
    expect(html(setup)).not.toContain('search-button');
    expect(html(setup, site, { search: true })).toContain('search-button');
  });

  test('locks the mode and hides the switch where the site is strict', () => {
    const strict = sampleConfig({
      appearance: { ...sampleConfig().appearance, default: 'dark', strict: true },
    });
    const text = html(setup, { ...site, config: strict });
    expect(text).toContain('data-mode="dark"');
    expect(text).not.toContain('mode-toggle');
  });

  test('remembers a banner by its content and writes only links of the web', () => {
    const of = (content: string): string =>
      html(setup, {
        ...site,
        config: sampleConfig({ banner: { content, dismissible: true, type: 'info' } }),
      });
    const first = of('New: [read](/guides/setup) <b>x</b> [bad](javascript:alert(1))');
    const banner = between(first, '<section id="banner"', '</section>');
    expect(banner).toContain('<a href="/guides/setup">read</a>');
    expect(banner).not.toContain('<b>');
    expect(banner).not.toContain('href="javascript');
    const key = /data-banner="(\w+)"/.exec(first)?.[1];
    expect(key).toBeTruthy();
    expect(of('Another')).not.toContain(`data-banner="${key}"`);
  });

  test("gives a language's own banner every field of the site's", () => {
    const banner = { content: 'Neu', color: '#16a34a', type: 'warning' as const };
    const navigation = readNavigation({ languages: [{ code: 'en', banner, groups: [] }] });
    const text = html(setup, { ...site, config: sampleConfig({ navigation }) });
    expect(text).toContain('class="dc-banner banner-warning banner-colored"');
    expect(text).toContain('--banner-light:#16a34a;--banner-dark:#16a34a');
    expect(text).toContain('banner-close');
  });

  test("shows a language's own header and footer instead of the site's", () => {
    const link = (label: string) => ({ label, href: `https://example.com/${label}` });
    const bars = (label: string) => ({
      navbar: {
        links: [link(`${label}-nav`)],
        primary: { type: 'button', ...link(`${label}-go`) },
      },
      footer: { links: [{ items: [link(`${label}-foot`)] }], socials: {}, poweredBy: false },
    });
    const of = (code: string) => {
      const navigation = readNavigation({
        languages: [{ code, ...bars('own'), groups: [] }] as never,
      });
      const config = sampleConfig({ navigation, ...bars('site') } as never);
      return html(setup, { ...site, config });
    };
    const names = (text: string) => new Set(text.match(/(?:own|site)-(?:nav|go|foot)/g));
    expect(names(of('en'))).toEqual(new Set(['own-nav', 'own-go', 'own-foot']));
    expect(names(of('de'))).toEqual(new Set(['site-nav', 'site-go', 'site-foot']));
  });

  test('shows the bars of the entry that a page is in, where products have languages', () => {
    const banner = (content: string) => ({ content, type: 'info', dismissible: false }) as const;
    const language = (page: string, text?: string) =>
      container('language', 'English', [group('First', [page])], {
        language: {
          ...{ code: 'en', default: true },
          ...(text === undefined ? {} : { bars: { banner: banner(text) } }),
        },
      });
    const products = [
      container('product', 'A', [language('index', 'Of A')]),
      container('product', 'B', [language('guides/setup')]),
    ];
    const navigation = readNavigation({
      products: [
        { product: 'A', languages: [{ code: 'en', banner: banner('Of A'), pages: ['index'] }] },
        { product: 'B', languages: [{ code: 'en', pages: ['guides/setup'] }] },
      ],
    });
    const config = sampleConfig({ navigation, banner: banner('Of the site') });
    const of = sampleSite([start, setup, deep], container('root', '', products), { config });
    expect(html(start, of)).toContain('Of A');
    expect(html(setup, of)).toContain('Of the site');
    // In no entry: what its language has anywhere.
    expect(html(deep, of)).toContain('Of A');
  });

  test('follows the page modes', () => {
    const of = (mode: 'wide' | 'center' | 'custom' | 'frame'): string =>
      html(samplePage('index', 'Start', { frontmatter: { mode, meta: {}, other: {} } }));
    expect(of('wide')).not.toContain('<aside class="contents');
    expect(of('wide')).toContain('has-sidebar');
    expect(of('center')).not.toContain('has-sidebar');
    expect(of('custom')).not.toContain('class="dc-page-title"');
    expect(of('custom')).toContain('<h1 class="visually-hidden">');
    expect(of('frame')).toContain('has-sidebar');
  });

  test('says that a version has ended once its day has come', () => {
    const version = container('version', 'v1', [group('First', ['index'])], {
      version: { default: false, lifecycle: 'active', sunsetDate: '2026-01-31' },
    });
    const old = sampleSite([start], container('root', '', [version]));
    const on = (day: string): string => html(start, old, { now: new Date(day) });
    const ended = 'v1 is no longer supported since January 31, 2026.';
    const before = on('2026-01-01');
    // For the browser, when the day comes before the next build.
    expect(between(before, `<template data-ends="${Date.parse('2026-01-31')}">`, '</te')).toContain(
      ended,
    );
    expect(before.replace(/<template.*?<\/template>/, '')).not.toContain('version-notice v');
    expect(on('2026-02-01')).toContain(ended);
    expect(on('2026-02-01')).not.toContain('<template');
  });

  test('says that a version with a message or a last day goes, unless its author says how it is', () => {
    const of = (version: Partial<NonNullable<NavContainer['version']>>): string => {
      const old = container('version', 'v1', [group('First', ['index'])], {
        version: { default: false, migrationUrl: '/guides/setup', ...version },
      });
      const text = html(start, sampleSite([start], container('root', '', [old])), {
        now: new Date('2026-01-01'),
      });
      return text.replace(/<template.*?<\/template>/, '');
    };
    const dated = of({ sunsetDate: '2026-01-31' });
    expect(dated).toContain('version-notice version-deprecated');
    expect(dated).toContain('January 31, 2026');
    expect(dated).toContain('href="/guides/setup"');
    const own = of({ deprecationMessage: 'Use v2.' });
    expect(between(own, 'version-notice version-deprecated', '</p>')).toContain('Use v2.');
    expect(of({ deprecationMessage: 'Use v2.', lifecycle: 'active' })).not.toContain('Use v2.');
    expect(of({})).not.toContain('version-notice');
  });

  test('translates the links of the header in the drawer as well', () => {
    const config = sampleConfig({ navbar: { links: [{ label: 'Help', href: '/help' }] } } as never);
    const page = samplePage('de/index', 'Start', { language: 'de' });
    const tree = container('root', '', [group('First', ['de/index'])]);
    const text = html(
      page,
      sampleSite([page], tree, { config, labels: { de: { Help: 'Hilfe' } } }),
    );
    expect(between(text, 'class="drawer-links"', '</ul>')).toContain('>Hilfe</a>');
  });

  test('lists the pages of a hidden version to whoever has come there', () => {
    const quiet = { ...start.visibility, sidebar: false };
    const pages = [
      samplePage('old/a', 'Old A', { visibility: quiet }),
      samplePage('old/b', 'Old B', { visibility: quiet }),
    ];
    const versions = [
      container('version', 'v2', [group('New', ['index'])]),
      container('version', 'v1', [group('Old', ['old/a', 'old/b'])], { hidden: true }),
    ];
    const both = sampleSite([start, ...pages], container('root', '', versions));
    const menu = between(html(start, both), '<main', '</main>');
    expect(menu).not.toContain('Old B');
    const list = between(html(pages[0] ?? start, both), '<nav class="sidebar-nav"', '</nav>');
    expect(list).toContain('Old B');
  });

  test('offers edit and issue links only where the repository is known', () => {
    const config = sampleConfig({
      addons: {
        ...sampleConfig().addons,
        feedback: { thumbsRating: true, editSuggestions: true, raiseIssues: true },
      },
    });
    expect(html(setup, { ...site, config })).not.toContain('page-meta');
    const repository = { url: 'https://github.com/a/b', branch: 'main', folder: 'docs' };
    const text = html(setup, { ...site, config, repository });
    expect(text).toContain('href="https://github.com/a/b/edit/main/docs/guides/setup.mdx"');
    expect(text).toContain('https://github.com/a/b/issues/new?title=');
  });

  test('gives consent a bar, and services no script of their own in the page', () => {
    const config = sampleConfig({
      integrations: { plausible: { domain: 'example.com' }, ga4: { measurementId: 'G-1"x' } },
      cookieConsent: {
        ...sampleConfig().cookieConsent,
        enabled: true,
        categories: { essential: true, functional: false, marketing: true },
      },
    });
    const text = html(setup, { ...site, config });
    const boxes = [...text.matchAll(/<input type="checkbox" name="(\w+)"([^>/]*)/g)];
    expect(boxes.map(([, name, state]) => `${name}${state}`)).toEqual([
      'essential checked disabled',
      // A service of the site has this category.
      'analytics',
      'functional',
      'marketing checked',
    ]);
    expect(text).toMatch(/<section class="dc-consent[^>]* hidden/);
    expect(text).not.toContain('src="https://plausible.io');
    expect(text).toContain('G-1%22x');
    expect(inlineSources(text)).toEqual(
      expect.arrayContaining(['https://plausible.io', 'https://www.googletagmanager.com']),
    );
  });

  test('leaves closed branches of a huge sidebar out, and leads to their first page', () => {
    const many = Array.from({ length: 500 }, (_, i) => samplePage(`p/${i}`, `Page ${i}`));
    const big = sampleSite(
      [start, ...many],
      container('root', '', [
        group('Top', [
          'index',
          group(
            'All',
            many.map((page) => page.path),
          ),
        ]),
      ]),
    );
    const text = html(start, big);
    expect(text).toContain('href="/p/0"');
    expect(text).not.toContain('href="/p/1"');
  });
});
