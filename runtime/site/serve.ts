import type { SiteReader } from '../../pipeline/output/read.ts';
import { encodeUri } from '../../schema/encode-uri.ts';
import { matchRedirect } from '../../schema/redirect.ts';
import { guard, isAhead, nobody, notAhead, type Reading } from './access.ts';
import { contentPolicy, securityHeaders } from './headers.ts';
import { forReader } from './members.ts';
import { nearest, notFoundDocument, suggest, withSuggestions } from './not-found.ts';
import { type LanguageHome, languageHeaders, languageHome } from './reader-language.ts';
import { serveFile } from './static.ts';

/**
 * The answer of a site to one request. A path is looked up in the manifest and nowhere else, so no
 * path can lead out of the deployment's folder.
 */
export async function serveSite(
  request: Request,
  site: SiteReader,
  reading: Reading = nobody,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return plain(405, 'Only GET and HEAD are allowed here.', { allow: 'GET, HEAD' });
  }
  const url = new URL(request.url);
  const address = readAddress(url.pathname);
  if (address === undefined) return plain(400, 'Invalid URL: check its % signs.');
  const { basePath } = site.deployment;
  const { redirects, home } = site.routes;

  const redirect = matchRedirect(redirects, address);
  if (redirect) return redirectTo(redirect.destination, redirect.status, url.search);

  const root = basePath || '/';
  const detects = address === root && site.routes.homes !== undefined;
  const wanted = detects ? languageHome(request, site, url) : undefined;
  if (wanted && (wanted.cookie !== undefined || wanted.address !== root)) {
    url.searchParams.delete('lang');
    return toLanguage(wanted, url.search);
  }
  if (address === root && home !== undefined && site.file(root) === undefined) {
    const start = `${basePath}/${home}`;
    return detects
      ? toLanguage({ address: start }, url.search)
      : redirectTo(start, 302, url.search);
  }
  if (address === '/' && root !== '/') return redirectTo(root, 302, url.search);

  const file = site.file(address);
  if (file !== undefined) {
    const denied = await guard(site, file, { url, reading });
    if (denied) return isAhead(request) ? notAhead() : denied;
    const twin = file.type.startsWith('text/html')
      ? site.file(address === root ? `${basePath}/index.md` : `${address}.md`)
      : undefined;
    const isPage = twin !== undefined;
    const form = isPage && wantsMarkdown(request.headers) ? twin : file;
    const shown = await forReader(site, form, { url, reading });
    if (isPage && form === file) reading.seen?.(address, 'page');
    return serveFile(request, shown.site, shown.file, {
      // Styles and scripts have a content hash in their name, and are the same for everyone.
      private: hasSessions(site) && (file.protected === true || !file.immutable),
      varyAccept: isPage,
      ...(detects ? { vary: languageHeaders } : {}),
    });
  }
  const canonical = address
    .replace(/(\/index)?\.html?$/, '')
    .replace(/\/index$/, '')
    .replace(/\/+$/, '');
  if (canonical !== address && site.file(canonical || '/')) {
    return redirectTo(canonical || '/', 301, url.search);
  }
  return notFound(request, site, { address, url, reading });
}

/** Percent-decoded, NFC, with single slashes; undefined when it isn't decodable. */
export function readAddress(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
      .normalize('NFC')
      .replace(/\/{2,}/g, '/');
  } catch {
    return undefined;
  }
}

/** Pages of a site with sessions are never cached. */
function hasSessions(site: SiteReader): boolean {
  return site.config.auth?.enabled ?? false;
}

/** Agents that ask for Markdown get the page's twin; browsers never do. */
function wantsMarkdown(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '';
  return accept.includes('text/markdown') && !accept.includes('text/html');
}

async function notFound(
  request: Request,
  site: SiteReader,
  asked: { readonly address: string; readonly url: URL; readonly reading: Reading },
): Promise<Response> {
  const { address, url } = asked;
  // Files that were never pages need no long answer; `/changelog/1.2.4` is none.
  const isFile = /\.(?!\d+$)[a-z0-9]{1,8}$/i.test(address) && !/\.(html?|mdx?)$/i.test(address);
  if (!isFile) asked.reading.seen?.(address, 'missing');
  const suggestions = isFile ? [] : await suggest(site, address);
  const closest = nearest(suggestions);
  if (closest !== undefined && site.config.errors[404].redirect) {
    return redirectTo(closest, 302, url.search);
  }
  const page = notFoundDocument(site, address, suggestions.length > 0);
  if (isFile || page === undefined) return plain(404, `Not found: ${address}.`);
  const identity = new Request(request.url, { method: request.method });
  const shown = await forReader(site, page, asked);
  const answer = await serveFile(identity, shown.site, shown.file, {
    status: 404,
    private: hasSessions(site),
  });
  if (request.method === 'HEAD') return answer;
  const html = withSuggestions(await answer.text(), suggestions);
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return new Response(html, { status: 404, headers });
}

/** A destination keeps the query it was asked with, behind its own. */
function redirectTo(destination: string, status: 301 | 302, query: string): Response {
  const [before = '', hash] = splitOnce(destination, '#');
  const joined =
    query === '' ? before : before + (before.includes('?') ? `&${query.slice(1)}` : query);
  const location = encodeUri(hash === undefined ? joined : `${joined}#${hash}`)
    // What was encoded already must not be encoded twice.
    .replace(/%25([0-9a-f]{2})/gi, '%$1');
  return new Response(null, { status, headers: { ...securityHeaders, location } });
}

/** A redirect that caches keep apart for readers of different languages. */
function toLanguage({ address, cookie }: LanguageHome, query: string): Response {
  const answer = redirectTo(address, 302, query);
  answer.headers.set('vary', languageHeaders);
  answer.headers.set('cache-control', 'private, no-cache');
  if (cookie !== undefined) answer.headers.set('set-cookie', cookie);
  return answer;
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** A short text, for responses without a page. */
export function plain(
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  const type = 'text/plain; charset=utf-8';
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...securityHeaders,
      'content-type': type,
      'content-security-policy': contentPolicy({ type: 'text/html' }) ?? '',
      'cache-control': 'no-store',
      ...more,
    },
  });
}
