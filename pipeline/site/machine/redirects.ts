import { escapeHtml } from '../../../schema/html.ts';
import type { ResolvedRedirect, Site } from '../../../schema/site.ts';
import type { MachineFile } from './site.ts';

/**
 * Redirects for hosts without a runtime: `_redirects` (the format that several static hosts share)
 * and, for those that know none, a page at every old address that sends the reader on.
 */
export function redirectFiles(site: Site): readonly MachineFile[] {
  if (site.redirects.length === 0) return [];
  return [{ path: '_redirects', content: () => redirectTable(site) }, ...redirectPages(site)];
}

function redirectTable(site: Site): string {
  const lines = site.redirects.flatMap((redirect) => {
    const source = tableSource(redirect.source);
    const destination = tableDestination(redirect);
    if (source === undefined) return [];
    // Netlify prefers a file at the old path unless the status ends in `!`; Cloudflare skips a line
    // with `!` and never prefers a file. So each redirect is listed once for either.
    const line = `${source} ${destination} ${redirect.status}`;
    return [`${line}!`, line];
  });
  return `${lines.join('\n')}\n`;
}

/** The table is separated by spaces and supports one `*`, at the end. */
function tableSource(source: string): string | undefined {
  const star = source.indexOf('*');
  if (star >= 0 && star < source.length - 1) return undefined;
  return source.replace(/\s/g, '%20');
}

function tableDestination({ destination }: ResolvedRedirect): string {
  return destination.replace('*', ':splat').replace(/\s/g, '%20');
}

function redirectPages(site: Site): readonly MachineFile[] {
  const base = site.config.hosting.basePath;
  const files = new Map<string, MachineFile>();
  for (const { source, destination } of site.redirects) {
    if (/[:*]/.test(source)) continue;
    const path = decoded(source.startsWith(`${base}/`) ? source.slice(base.length + 1) : source)
      .replace(/^\/+|\/+$/g, '')
      .normalize('NFC');
    if (/(^|\/)\.{1,2}(\/|$)/.test(path)) continue;
    // An existing page or asset takes precedence over a redirect page.
    const page = path === '' ? 'index' : path;
    if (site.pages.has(page) || site.pages.has(`${page}/index`) || site.assets.has(path)) continue;
    const file = path === '' ? 'index.html' : `${path}/index.html`;
    if (!files.has(file)) {
      files.set(file, { path: file, content: () => redirectPage(destination) });
    }
  }
  return [...files.values()];
}

/** A document that sends the reader to an address, readable where that does not work. */
export function redirectPage(destination: string): string {
  const address = escapeHtml(destination);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Moved</title>
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=${address}">
<link rel="canonical" href="${address}">
</head>
<body><p>This page has moved to <a href="${address}">${address}</a>.</p></body>
</html>
`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
