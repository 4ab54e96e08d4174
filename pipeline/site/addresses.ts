import { fromTop, versionBranches } from '../../schema/branch.ts';
import { encodeUri } from '../../schema/encode-uri.ts';
import type { Page, Site } from '../../schema/site.ts';
import { sitePath } from '../source/path.ts';

/** Whether a URL leaves the site, or is not a page at all (`mailto:`). */
export function isExternal(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}

/**
 * An address as authors write it (relative, with an extension, with or without the base path) as the
 * root-relative address that is served. Addresses that leave the site, and fragments, stay.
 */
export function resolveAddress(url: string, pagePath: string, site: Site): string {
  const trimmed = url.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return trimmed;
  if (isExternal(trimmed)) return isSafeAddress(trimmed) ? trimmed : '#';
  const [, raw = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(trimmed) ?? [];
  if (raw === '') return trimmed;
  const base = site.config.hosting.basePath ?? '';
  const written = raw.replaceAll('\\', '/').normalize('NFC');
  const own = site.pages.get(pagePath);
  // The text of a translation is in the place of its source.
  const from = (own?.translation && own.translationOf) ?? pagePath;
  let path = sitePath(written, from);
  if (base !== '' && isBelow(`/${path}`, base) && !isKnown(path, site)) {
    path = path.slice(base.length);
  }
  if (written.startsWith('/')) {
    const branches = versionBranches(site.config);
    if (branches.length > 0) {
      path = fromTop(path, { from, branches, exists: (name) => isKnown(name, site) });
    }
  }
  const asset = findAsset(path, site);
  if (asset !== undefined) return `${base}/${encodePath(asset)}${tail}`;
  const plain = path.replace(/\.mdx?$/, '');
  const page = inLanguage(plain, own, site).replace(/(?:^|\/)index$/, '');
  return `${page === '' ? base || '/' : `${base}/${encodePath(page)}`}${tail}`;
}

/** The same page in the reader's language, when it is there. */
function inLanguage(path: string, from: Page | undefined, site: Site): string {
  if (from?.translationOf === undefined || from.language === site.language) return path;
  const names = path === '' ? ['index'] : [path, `${path}/index`];
  const found = names.find((name) => site.pages.has(name));
  if (found === undefined) return path;
  const folders = foldersOf(from.translationOf, from.path);
  if (folders === undefined || !found.startsWith(folders.source)) return path;
  const other = folders.own + found.slice(folders.source.length);
  return site.pages.has(other) ? other : path;
}

/** Folders of the source language and of a translation, as two paths of one page show them. */
function foldersOf(source: string, own: string): { source: string; own: string } | undefined {
  if (own.endsWith(`/${source}`)) return { source: '', own: own.slice(0, -source.length) };
  const first = source.indexOf('/') + 1;
  const second = own.indexOf('/') + 1;
  if (source.slice(first) !== own.slice(second)) return undefined;
  return { source: source.slice(0, first), own: own.slice(0, second) };
}

/** Site-relative path of the asset that an address names, when the site has it. */
export function findAsset(path: string, site: Site): string | undefined {
  if (site.assets.has(path)) return path;
  if (!path.includes('%')) return undefined;
  try {
    const decoded = decodeURIComponent(path);
    return site.assets.has(decoded) ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a URL is only a link: it neither runs a script nor is a document of its own. It is parsed
 * as in browsers, which ignore spaces and control characters in a scheme.
 */
export function isSafeAddress(url: string): boolean {
  if (!url.includes(':')) return true;
  const parsed = URL.parse(url, 'https://site.invalid/');
  if (parsed === null) return true;
  if (parsed.protocol === 'data:') return /^(?:image|audio|video|font)\//.test(parsed.pathname);
  return !unsafeSchemes.has(parsed.protocol);
}

const unsafeSchemes: ReadonlySet<string> = new Set(['javascript:', 'vbscript:', 'blob:']);

function isKnown(path: string, site: Site): boolean {
  return site.pages.has(path) || site.assets.has(path);
}

function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

/** Spaces and letters become escapes; existing escapes are kept. */
function encodePath(path: string): string {
  return encodeUri(path).replaceAll(/%25([0-9A-Fa-f]{2})/g, '%$1');
}
