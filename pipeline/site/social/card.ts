import { hash as digest } from 'node:crypto';
import { accessOf } from '../../../schema/access.ts';
import type { Config } from '../../../schema/config/config.ts';
import { isPicture } from '../../../schema/css.ts';
import { directionOf } from '../../../schema/languages.ts';
import type { Asset, Page, Site } from '../../../schema/site.ts';
import { withoutMarks } from '../../source/inline-marks.ts';
import { sitePalettes } from '../themes/palette.ts';
import { isDrawable } from './limits.ts';

/** To be raised with every change of the drawing, its face or rasterizer: cards are kept by their address. */
const drawing = 2;

/** Everything that a card is drawn from. */
export interface CardFacts {
  readonly name: string;
  /** Absent on the card of the whole site, whose title is the site's name. */
  readonly title?: string;
  readonly section?: string;
  readonly description?: string;
  /** Public address of the site: `docs.example.com/guide`. */
  readonly host?: string;
  readonly direction: 'ltr' | 'rtl';
  /** Path, hash and size of the image of the site. */
  readonly mark?: {
    readonly path: string;
    readonly hash: string;
    readonly width: number;
    readonly height: number;
  };
  /** Author's own ground: a CSS colour or gradient. */
  readonly background?: string;
  /** Author's own ground: a picture of the site (path and hash). */
  readonly picture?: { readonly path: string; readonly hash: string };
  /** Face file of the site (path and hash) that an author wants. */
  readonly face?: { readonly path: string; readonly hash: string };
  readonly colors: CardColors;
}

/** Colours of a card as `#rrggbb`. */
export interface CardColors {
  readonly bg: string;
  readonly heading: string;
  readonly muted: string;
  readonly accent: string;
  readonly fill: string;
  readonly onFill: string;
  readonly line: string;
}

/** A picture for social networks: what it shows, its path below the site's root, its words. */
export interface SocialCard {
  readonly facts: CardFacts;
  readonly path: string;
  readonly alt: string;
}

/**
 * The card of a page: the site's, which is the same for all pages; with `thumbnails` in the
 * configuration, its own. The title of a protected page is private, so it has the site's.
 */
export function cardOf(page: Page, site: Site): SocialCard {
  const { config } = site;
  const own =
    drawsPages(config) && page.path !== site.navigation.first && site.pages.has(page.path);
  if (!own || accessOf(page, config.auth).protected) return siteCard(site);
  const { facts } = siteCard(site);
  const { description, meta } = page.frontmatter;
  const title = meta['og:title'] ?? page.title;
  const section = sectionOf(page, site);
  const { description: _of, section: _in, title: _title, ...frame } = facts;
  return named(
    {
      ...frame,
      title,
      direction: directionOf(page.language),
      ...(section ? { section } : {}),
      ...(description ? { description: withoutMarks(description) } : {}),
    },
    title === config.name ? title : `${title} · ${config.name}`,
  );
}

const siteCards = new WeakMap<Site, SocialCard>();

/** The card of a whole site. */
export function siteCard(site: Site): SocialCard {
  const known = siteCards.get(site);
  if (known) return known;
  const { config } = site;
  const mark = markOf(site);
  const face = faceFileOf(site);
  const made = named(
    {
      name: config.name,
      ...(config.description ? { description: config.description } : {}),
      ...(site.origin ? { host: hostOf(site.origin + config.hosting.basePath) } : {}),
      direction: directionOf(site.language),
      ...(mark ? { mark } : {}),
      ...groundOf(site),
      ...(face ? { face } : {}),
      colors: colorsOf(config),
    },
    config.name,
  );
  siteCards.set(site, made);
  return made;
}

/** Whether every page has a card of its own: only when an author has asked for pictures. */
function drawsPages({ thumbnails }: Config): boolean {
  const { appearance, background, fonts } = thumbnails;
  return appearance !== undefined || background !== undefined || fonts.family !== undefined;
}

/** An image that an author gave for a page, as written; the page's own, else the site's. */
export function givenImage(page: Page, config: Config): string | undefined {
  return page.frontmatter.meta['og:image'] ?? config.seo.metatags['og:image'] ?? config.seo.ogImage;
}

/** The cards that pages of a site use, each once: unused ones are not drawn. */
export function cardsOf(site: Site): ReadonlyMap<string, SocialCard> {
  const cards = new Map<string, SocialCard>();
  for (const page of site.pages.values()) {
    if (givenImage(page, site.config) !== undefined) continue;
    const card = cardOf(page, site);
    cards.set(card.path, card);
  }
  return cards;
}

function named(facts: CardFacts, alt: string): SocialCard {
  const text = JSON.stringify([drawing, facts]);
  const hash = digest('sha256', text, 'hex').slice(0, 16);
  return { facts, alt, path: `_docent/social/${hash}.png` };
}

function colorsOf(config: Config): CardColors {
  const mode =
    config.thumbnails.appearance ?? (config.appearance.default === 'dark' ? 'dark' : 'light');
  const palette = sitePalettes(config)[mode];
  const of = (token: string) => palette[token] ?? '#000000';
  return {
    bg: of('bg'),
    heading: of('heading'),
    muted: of('muted'),
    accent: of('accent-text'),
    fill: of('fill'),
    onFill: of('on-fill'),
    line: of('border'),
  };
}

/** The logo of the card's mode, else the favicon, when it is a picture of the site that can be drawn. */
function markOf(site: Site): CardFacts['mark'] {
  const { config } = site;
  const dark =
    (config.thumbnails.appearance ?? config.appearance.default) === 'dark' ? 'dark' : 'light';
  for (const written of [config.logo?.[dark], config.favicon?.[dark]]) {
    const asset = written === undefined ? undefined : drawable(written, site);
    if (!asset?.width || !asset.height) continue;
    const { path, hash, width, height } = asset;
    return { path, hash, width, height };
  }
  return undefined;
}

/** What an author wants behind the words; a picture that can't be drawn leaves the theme's ground. */
function groundOf(site: Site): Pick<CardFacts, 'background' | 'picture'> {
  const { background } = site.config.thumbnails;
  if (background === undefined) return {};
  if (!isPicture(background)) return { background };
  const asset = drawable(background, site);
  return asset ? { picture: { path: asset.path, hash: asset.hash } } : {};
}

function drawable(written: string, { assets }: Site): Asset | undefined {
  if (!isDrawable(written)) return undefined;
  return assets.get(decoded(written.trim()).replace(/^(\.?\/)+/, ''));
}

/** A TrueType or OpenType file of the site whose family `thumbnails.fonts.family` names. */
function faceFileOf({ config, assets }: Site): CardFacts['face'] {
  const { family } = config.thumbnails.fonts;
  if (family === undefined) return undefined;
  const { heading, body, ...all } = config.fonts;
  for (const font of [heading, body, all]) {
    if (font?.family?.toLowerCase() !== family.toLowerCase()) continue;
    if (!font.source || !/\.(ttf|otf)$/i.test(font.source)) continue;
    const asset = assets.get(decoded(font.source).replace(/^(\.?\/)+/, ''));
    if (asset) return { path: asset.path, hash: asset.hash };
  }
  return undefined;
}

function sectionOf(page: Page, site: Site): string | undefined {
  const trail = site.navigation.places.get(page.path)?.[0]?.trail ?? [];
  const group = trail.findLast(({ type, label }) => type === 'group' && label !== '');
  return (
    group?.label ??
    trail.findLast((node) => node.type === 'container' && node.kind === 'tab')?.label
  );
}

function hostOf(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
