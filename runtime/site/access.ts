import type { SiteReader } from '../../pipeline/output/read.ts';
import type { ManifestFile } from '../../schema/build.ts';
import { securityHeaders } from './headers.ts';

/**
 * What a reader without a session gets instead of a protected file; undefined for everything else.
 * Sessions are not issued yet, so a protected file is never served.
 */
export function guard(site: SiteReader, file: ManifestFile, url: URL): Response | undefined {
  if (!file.protected) return undefined;
  const headers = { ...securityHeaders, 'cache-control': 'private, no-store' };
  const { loginUrl } = site.config.auth;
  if (loginUrl && file.type.startsWith('text/html')) {
    const login = new URL(loginUrl, url);
    login.searchParams.set('redirect', url.pathname + url.search);
    return new Response(null, { status: 302, headers: { ...headers, location: login.href } });
  }
  return new Response('This page needs a session. Sign in first.\n', {
    status: 403,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  });
}
