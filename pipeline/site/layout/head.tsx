import { Fragment, type JSX } from 'preact';
import { siteAddress } from '../../../schema/address.ts';
import { scriptHosts } from '../../../schema/config/integrations.ts';
import { withoutMarks } from '../../source/inline-marks.ts';
import { resolveLink } from '../../source/links.ts';
import { channelSources } from '../channel-sources.ts';
import { changedAt } from '../machine/site.ts';
import { cardOf, givenImage } from '../social/card.ts';
import { cardSize } from '../social/limits.ts';
import { fontFiles, fontSheets } from '../themes/fonts.ts';
import { sitePalettes } from '../themes/palette.ts';
import { contractSources } from '../web3/page-data.ts';
import { faviconLinks } from './favicon.tsx';
import { safeJson } from './markup.tsx';
import { modeScript } from './scripts.ts';
import { servicesOf } from './services.tsx';
import type { ShellAssets } from './tools.ts';
import type { View } from './view.ts';

/** Content of `<head>`, in the order in which a browser needs it. */
export function Head({ view }: { view: View }): JSX.Element {
  const title = documentTitle(view.page.title, view.config.name);
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <ConnectPolicy view={view} />
      <title>{title}</title>
      <Metas view={view} title={title} />
      <OtherAddresses view={view} title={title} />
      <Look view={view} />
      <Scripts view={view} />
      {structuredData(view).map((data) => (
        <script
          key={data['@type']}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: safeJson(data) }}
        />
      ))}
    </head>
  );
}

function Metas({ view, title }: { view: View; title: string }): JSX.Element {
  return (
    <>
      {[...metaTags(view, title)].map(([name, content]) =>
        isProperty(name) ? (
          <meta key={name} property={name} content={content} />
        ) : (
          <meta key={name} name={name} content={content} />
        ),
      )}
    </>
  );
}

/** Where the page is found besides its own address: in other languages, as Markdown, as a feed. */
function OtherAddresses({ view, title }: { view: View; title: string }): JSX.Element {
  const { page, site } = view;
  const canonical = canonicalOf(view);
  // A page that only replaces its missing translation is not a separate version.
  const alternates = [...view.alternates].filter(
    ([, path]) => site.pages.get(path)?.translation?.status !== 'pending',
  );
  const { origin } = site;
  const feed = feedOf(view);
  return (
    <>
      {canonical && <link rel="canonical" href={canonical} />}
      {origin &&
        alternates.length > 1 &&
        alternates.map(([language, path]) => (
          <link
            key={language}
            rel="alternate"
            hreflang={language}
            href={origin + view.address(path)}
          />
        ))}
      {origin && alternates.length > 1 && view.alternates.has(site.language) && (
        <link
          rel="alternate"
          hreflang="x-default"
          href={origin + view.address(view.alternates.get(site.language) ?? page.path)}
        />
      )}
      {site.pages.has(page.path) && (
        <link rel="alternate" type="text/markdown" href={markdownAddress(view)} />
      )}
      {feed && <link rel="alternate" type="application/rss+xml" title={title} href={feed} />}
    </>
  );
}

/**
 * A page that asks contracts, or that opens a channel, connects to the addresses listed for it only. Services and
 * scripts of the author connect to hosts that only they know, so with them the policy of the site stays as it is.
 */
function ConnectPolicy({ view }: { view: View }): JSX.Element | null {
  const { body, config, page, tools } = view;
  const hasOthers =
    body.islands.length > 0 || tools.assets.userScripts.length > 0 || servicesOf(config).length > 0;
  const { channel } = page.operation ?? {};
  const contracts = body.features.includes('contracts');
  if (hasOthers || !(contracts || channel)) return null;
  const sources = [
    ...(contracts ? contractSources(config) : []),
    ...channelSources(channel?.servers ?? []),
    // Search and assistant of a site on a static host.
    ...(tools.runtime === undefined ? [] : [new URL(tools.runtime).origin]),
  ];
  return (
    <meta
      http-equiv="Content-Security-Policy"
      content={`connect-src ${["'self'", ...new Set(sources)].join(' ')}`}
    />
  );
}

/** Icons, colours of the browser's own bars, the mode, fonts and style sheets. */
function Look({ view }: { view: View }): JSX.Element {
  const { config, tools, base, site, body } = view;
  const web3 = web3Of(view);
  const colors = groundColors(config);
  return (
    <>
      {faviconLinks(config)}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={colors.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={colors.dark} />
      <script dangerouslySetInnerHTML={{ __html: modeScript }} />
      {fontSheets(config, site.fonts).map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {tools.assets.styles.map((path, index) => (
        <Fragment key={path}>
          <link rel="stylesheet" href={siteAddress(path, base)} />
          {/* After the site's own sheet, before those of its author. */}
          {index === 0 &&
            body.features.map((feature) => {
              const sheet = tools.assets.featureStyles?.[feature];
              return sheet && <link rel="stylesheet" href={siteAddress(sheet, base)} />;
            })}
          {index === 0 && body.styles && (
            <style data-utilities dangerouslySetInnerHTML={{ __html: body.styles }} />
          )}
          {index === 0 && web3 && <link rel="stylesheet" href={siteAddress(web3.style, base)} />}
        </Fragment>
      ))}
      {fontFiles(config, site.fonts).map((href) => (
        <link key={href} rel="preload" as="font" crossorigin="anonymous" href={href} />
      ))}
    </>
  );
}

/** Docent's module, and the author's scripts with the hosts that they may load more from. */
function Scripts({ view }: { view: View }): JSX.Element {
  const { config, tools, base } = view;
  const { assets, live } = tools;
  const at = (path: string): string => siteAddress(path, base);
  const hosts = scriptHosts(config.integrations);
  const web3 = web3Of(view);
  const named = filesNamedOn(view);
  const scripts = assets.userScripts.filter((path) => !named.has(path));
  return (
    <>
      <script type="module" src={at(assets.script)} />
      {web3 && <script type="module" src={at(web3.script)} />}
      {scripts.map((path) => (
        <script key={path} defer src={at(path)} />
      ))}
      {assets.userScripts.length > 0 && hosts.length > 0 && (
        <script
          type="application/json"
          class="script-hosts"
          dangerouslySetInnerHTML={{ __html: safeJson([{ sources: hosts }]) }}
        />
      )}
      {live && <script type="module" src={at(live)} />}
    </>
  );
}

/** Files that a page names itself: a script among them would run twice, and may be a module. */
function filesNamedOn({ body, page, base, tools }: View): ReadonlySet<string> {
  if (tools.assets.userScripts.length === 0) return new Set();
  return new Set(
    body.links.flatMap(({ kind, url }) => {
      const target = kind === 'asset' ? resolveLink(url, page.path, base) : undefined;
      return target?.type === 'internal' ? [target.path] : [];
    }),
  );
}

/** What a page with a component about chains or contracts loads in addition. */
function web3Of({ body, tools }: View): ShellAssets['web3'] {
  return body.features.includes('web3') ? tools.assets.web3 : undefined;
}

/** Title of a window: the page's, then the site's. */
function documentTitle(title: string, siteName: string): string {
  return title === siteName || title === '' ? siteName : `${title} · ${siteName}`;
}

/** Address of the page's Markdown twin. */
export function markdownAddress(view: View): string {
  const address = view.address(view.page.path);
  return address === '/' || address === view.base ? `${view.base}/index.md` : `${address}.md`;
}

/** Address of the page's feed, when it has one. */
export function feedOf(view: View): string | undefined {
  const { page, body, tools } = view;
  if (tools.feed) return tools.feed(page.path);
  if (body.updates.length === 0) return undefined;
  const address = view.address(page.path);
  return address === '/' ? '/rss.xml' : `${address}/rss.xml`;
}

function canonicalOf({ page, site, base, config, address }: View): string | undefined {
  const own = page.frontmatter.canonical;
  if (own) return own;
  const shown = page.translation?.status === 'pending' ? page.translationOf : undefined;
  const origin = canonicalSite(config.seo.metatags.canonical, base) ?? site.origin;
  return origin ? origin + address(shown ?? page.path) : undefined;
}

/** The site that search engines are to show: a tag of all pages names it, and each page adds its own address. */
function canonicalSite(written: string | undefined, base: string): string | undefined {
  if (written === undefined || !/^https?:\/\//i.test(written)) return undefined;
  const site = written.replace(/\/+$/, '');
  return base !== '' && site.endsWith(base) ? site.slice(0, -base.length) : site;
}

/** Generated tags, then the site's, then the page's: later ones of the same name win. */
function metaTags(view: View, title: string): ReadonlyMap<string, string> {
  const { page, config, site } = view;
  const tags = new Map<string, string>();
  const own = withoutMarks(page.frontmatter.description ?? '');
  const description = own || config.description;
  const set = (name: string, content: string | undefined): void => {
    if (content) tags.set(name, content);
  };
  set('generator', 'Docent');
  set('description', description);
  if (page.frontmatter.keywords?.length) set('keywords', page.frontmatter.keywords.join(', '));
  const { meta } = page.frontmatter;
  set('og:title', page.title);
  set('og:description', description);
  set('og:type', page.path === site.navigation.first ? 'website' : 'article');
  set('og:site_name', config.name);
  set('og:locale', page.language.replace('-', '_'));
  set('og:url', canonicalOf(view));
  const changed = changedAt(page);
  if (changed) set('article:modified_time', changed);
  for (const [name, content] of imageTags(view)) set(name, content);
  set('twitter:title', page.title);
  set('twitter:description', description);
  if (config.seo.twitter) set('twitter:site', `@${config.seo.twitter.replace(/^@/, '')}`);
  const { keywords } = page.frontmatter;
  const fields = { description: own, keywords: keywords?.join(', ') };
  for (const named of [config.seo.metatags, fields, meta]) {
    for (const [name, content] of Object.entries(named)) {
      if (name === 'twitter:image' && content) set(name, imageAddress(view, content));
      else if (name !== 'og:image') set(name, content);
    }
  }
  tags.delete('canonical');
  for (const part of ['title', 'description']) {
    const shared = meta[`og:${part}`];
    if (shared && !meta[`twitter:${part}`]) set(`twitter:${part}`, shared);
  }
  const robots = page.frontmatter.robots;
  if (config.seo.noindex || !page.visibility.engines) tags.set('robots', 'noindex');
  else if (robots) tags.set('robots', robots);
  tags.delete('title');
  if (title === '') tags.delete('og:title');
  return tags;
}

/** The picture that social networks show: the one an author gave, else the site's or the page's card. */
function imageTags(view: View): readonly (readonly [string, string])[] {
  const { page, config, site } = view;
  const given = givenImage(page, config);
  const card = given === undefined ? cardOf(page, site) : undefined;
  const absolute = imageAddress(view, given ?? `/${card?.path ?? ''}`);
  const size = card ? cardSize : site.assets.get((given ?? '').replace(/^(\.?\/)+/, ''));
  return [
    ['og:image', absolute],
    ...(size?.width && size.height
      ? ([
          ['og:image:width', String(size.width)],
          ['og:image:height', String(size.height)],
        ] as const)
      : []),
    ...(card ? ([['og:image:alt', card.alt]] as const) : []),
    ['twitter:card', 'summary_large_image'],
    ['twitter:image', absolute],
    ...(card ? ([['twitter:image:alt', card.alt]] as const) : []),
  ];
}

/** The address of a picture for other sites, which know no paths of this one. */
function imageAddress({ site, base }: View, written: string): string {
  const local = siteAddress(written, base);
  return local.startsWith('/') && site.origin ? site.origin + local : local;
}

/** Open Graph and its kin are properties, everything else has a name. */
function isProperty(name: string): boolean {
  return /^(og|article|book|profile|music|video|fb):/.test(name);
}

type JsonLd = Readonly<Record<string, unknown>> & { readonly '@type': string };

function structuredData(view: View): readonly JsonLd[] {
  const { page, site, config, address } = view;
  if (config.seo.noindex || !page.visibility.engines) return [];
  const url = site.origin ? site.origin + address(page.path) : undefined;
  const changed = changedAt(page);
  const { description } = page.frontmatter;
  const article: JsonLd = {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: page.title,
    ...(description ? { description: withoutMarks(description) } : {}),
    inLanguage: page.language,
    ...(changed ? { dateModified: changed } : {}),
    ...(url ? { url } : {}),
    isPartOf: {
      '@type': 'WebSite',
      name: config.name,
      ...(site.origin ? { url: site.origin + (view.base || '/') } : {}),
    },
  };
  const crumbs = view.groups.map((group) => group.label);
  if (!url || crumbs.length === 0) return [article];
  const items = [...crumbs, page.title].map((name, i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    ...(i === crumbs.length ? { item: url } : {}),
  }));
  return [
    article,
    { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement: items },
  ];
}

const grounds = new WeakMap<object, { light: string; dark: string }>();

/** The page's grounds, for the browser's own bars. */
function groundColors(config: View['config']): { light: string; dark: string } {
  const known = grounds.get(config);
  if (known) return known;
  const { light, dark } = sitePalettes(config);
  const made = { light: light.bg ?? '#ffffff', dark: dark.bg ?? '#111111' };
  const { strict, default: wanted } = config.appearance;
  const shown = strict && wanted !== 'system' ? { light: made[wanted], dark: made[wanted] } : made;
  grounds.set(config, shown);
  return shown;
}
