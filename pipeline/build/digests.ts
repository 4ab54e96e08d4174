import { hash } from 'node:crypto';
import type { Asset, Page, Site, SourceFile } from '../../schema/site.ts';
import { keyOf } from '../cache/cache.ts';
import { writeExact } from '../openapi/exact-json.ts';
import type { Digests } from './recorder.ts';

/** As many hex digits of a sha-256 as no two texts will ever share by chance. */
const digits = 32;

const watchedMaps = ['pages', 'snippets', 'assets'] as const;

/** Digests of a site's maps, each made when it is first asked for. */
export interface SiteDigests extends Digests {
  readonly site: Site;
  /** Keys by map that have, or may have, another digest than in an earlier site. */
  changesSince(before: SiteDigests): ReadonlyMap<string, ReadonlySet<string>>;
}

/** Opens the digests of a site. */
export function siteDigests(site: Site): SiteDigests {
  const find: Readonly<Record<string, (key: string) => string | undefined>> = {
    pages: (path) => {
      const page = site.pages.get(path);
      return page && pageDigest(page).slice(0, digits);
    },
    snippets: (path) => {
      const file = site.snippets.get(path);
      return file && fileDigest(file).slice(0, digits);
    },
    assets: (path) => {
      const asset = site.assets.get(path);
      return asset && assetDigest(asset);
    },
  };
  // Asked for every link of every page at each build of `docent dev`.
  const known: Readonly<Record<string, Map<string, string | undefined>>> = {
    pages: new Map(),
    snippets: new Map(),
    assets: new Map(),
  };
  const of = (map: string, key: string): string | undefined => {
    const digests = known[map];
    const found = digests?.get(key);
    if (found !== undefined || digests?.has(key)) return found;
    const made = find[map]?.(key);
    digests?.set(key, made);
    return made;
  };
  const whole = new Map<string, string>();
  return {
    site,
    of,
    changesSince: (before) =>
      new Map(
        watchedMaps.map((map) => {
          const [was, is]: ReadonlyMap<string, unknown>[] = [before.site[map], site[map]];
          const keys = [...(is?.keys() ?? [])].filter((key) => is?.get(key) !== was?.get(key));
          for (const key of was?.keys() ?? []) if (!is?.has(key)) keys.push(key);
          return [map, new Set(keys)];
        }),
      ),
    all: (map) => {
      const found = whole.get(map);
      if (found !== undefined) return found;
      const all: ReadonlyMap<string, unknown> = site[map as 'pages' | 'snippets' | 'assets'];
      const made = keyOf(...[...all.keys()].map((key) => `${key} ${of(map, key)}`));
      whole.set(map, made);
      return made;
    },
  };
}

const pageDigests = new WeakMap<Page, string>();
const operationDigests = new WeakMap<object, string>();

/** Digest of everything a page is made from, what it imports aside. */
export function pageDigest(page: Page): string {
  const known = pageDigests.get(page);
  if (known !== undefined) return known;
  const { file, operation, ...rest } = page;
  let described = '';
  if (operation) {
    described = operationDigests.get(operation) ?? hash('sha256', writeExact(operation), 'hex');
    operationDigests.set(operation, described);
  }
  const made = keyOf(file.path, fileDigest(file), JSON.stringify(rest), described);
  pageDigests.set(page, made);
  return made;
}

/** Digest of an asset as pages show it: a picture has its size there. */
export function assetDigest({ hash, width, height }: Asset): string {
  return `${hash.slice(0, digits)} ${width ?? ''} ${height ?? ''}`;
}

/** Digest of a file as pages show it: a translation may say the same with other parts in the source language. */
function fileDigest({ hash, untranslated }: SourceFile): string {
  return untranslated === undefined ? hash : keyOf(hash, JSON.stringify(untranslated));
}
