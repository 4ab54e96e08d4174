import type { Page, Site } from '../../schema/site.ts';
import { keyOf } from '../cache/cache.ts';
import { findAsset } from '../site/addresses.ts';
import { givenImage } from '../site/social/card.ts';
import { classNamesInScripts } from '../site/tailwind/class-names.ts';
import { assetDigest, pageDigest } from './digests.ts';
import type { RenderSetting } from './render-setting.ts';

/** Part of the keys of all bodies: what they can depend on besides their page and what they ask the site for. */
export function bodyBaseOf(site: Site, codeVersion: string, { assets }: RenderSetting): string {
  const scriptClasses = classNamesInScripts(assets.userScripts, site);
  return keyOf(codeVersion, bodySlice(site), ...scriptClasses);
}

const knownKeys = new WeakMap<Page, { readonly base: string; readonly key: string }>();

/** The key of a page's body; remembered for a page that comes back as it was (`docent dev`). */
export function bodyKey(page: Page, base: string): string {
  const known = knownKeys.get(page);
  if (known?.base === base) return known.key;
  const key = keyOf(base, pageDigest(page));
  knownKeys.set(page, { base, key });
  return key;
}

function bodySlice(site: Site): string {
  const {
    navigation: _n,
    redirects: _r,
    navbar: _b,
    footer: _f,
    banner: _x,
    ...config
  } = site.config;
  const grammars = config.styling.codeblocks.customLanguages.map(
    (path) => site.snippets.get(path.replace(/^\.?\//, ''))?.hash,
  );
  const { variables, language, origin, stars, abis } = site;
  return JSON.stringify([config, [...variables], language, origin, grammars, stars, abis]);
}

const inFrames = new WeakMap<Page, string>();

/** Digest of what the frames of other pages show of one; remembered as `bodyKey` is. */
function inFrame(page: Page): string {
  const known = inFrames.get(page);
  if (known !== undefined) return known;
  const digest = keyOf(
    JSON.stringify([
      page.path,
      page.title,
      page.frontmatter,
      page.language,
      page.translationOf,
      page.translation?.status,
      page.visibility,
      page.operation?.method,
      page.operation?.deprecated,
    ]),
  );
  inFrames.set(page, digest);
  return digest;
}

/** Changes when the frame of all documents does. */
export function frameKeyOf(site: Site, codeVersion: string, setting: RenderSetting): string {
  return keyOf(codeVersion, frameSlice(site), JSON.stringify(setting));
}

/**
 * What frames show: the whole configuration, the navigation, what is known of its pages, and the files that these name.
 */
function frameSlice(site: Site): string {
  const pages = [...site.pages.values()].map(inFrame);
  const { config, navigation, language, origin, repository } = site;
  const facts = [
    language,
    origin,
    repository,
    [...site.variables],
    site.fonts?.sources,
    site.labels,
    site.stars,
  ];
  const icons = [...site.pages.values()].map(({ frontmatter }) => frontmatter.icon);
  const files = [...namedAssets([config, icons], site)];
  return JSON.stringify([config, navigation.root, pages, facts, files]);
}

/**
 * Digests of the assets that a value names, however deep: a frame shows the size of the logo, icons are part of it as
 * text, and cards are drawn with pictures. Addresses that no frame shows count as well; few of those are files.
 */
function* namedAssets(value: unknown, site: Site): Iterable<string> {
  if (typeof value === 'string') {
    const path = findAsset(value.trim().replace(/^(?:\.?\/)+/, ''), site);
    const asset = path === undefined ? undefined : site.assets.get(path);
    if (asset) yield `${asset.path} ${assetDigest(asset)}`;
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* namedAssets(inner, site);
  }
}

/**
 * Digest of the picture that an author gave for a page, whose size is in its head. Empty without a picture, or if it is
 * not a file of the site.
 */
export function pictureDigest(page: Page, site: Site): string {
  return [...namedAssets(givenImage(page, site.config), site)].join();
}
