import { encodeUri } from './encode-uri.ts';

/**
 * URL path of a page: `guides/start` → `/docs/guides/start`, `index` → `/docs` (or `/`), `x/index`
 * → `/docs/x`.
 */
export function pageAddress(path: string, basePath: string): string {
  const short = path === 'index' ? '' : path.replace(/\/index$/, '');
  return short === ''
    ? basePath || '/'
    : `${basePath}/${encodeUri(short).replace(/[?#]/g, encodeURIComponent)}`;
}

/**
 * URL path of a file of the site, or of a written URL: root-relative ones get `basePath`, others
 * are unchanged.
 */
export function siteAddress(address: string, basePath: string): string {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(address)) return address;
  const rooted = `/${address.replace(/^(\.?\/)+/, '')}`;
  if (basePath && (rooted === basePath || rooted.startsWith(`${basePath}/`))) return rooted;
  return rooted === '/' ? basePath || '/' : `${basePath}${rooted}`;
}

/** Whether a URL leaves the site. */
export function isExternalAddress(address: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address);
}
