import type { ProxyOperation, ProxyRules, ProxyServer } from '../../schema/proxy.ts';
import { invalid } from '../http/body.ts';
import { proxyLimits } from '../http/limits.ts';

/**
 * The URL that a request asks for. What two programs could read differently is refused: user names, dots
 * that lead up, backslashes, control characters, in any encoding.
 */
export function readTarget(text: string | null): URL {
  if (text === null) throw refused('Missing header X-Docent-Target, expected a URL.');
  if (text.length > proxyLimits.target) {
    throw refused(`The URL is longer than ${proxyLimits.target} characters.`);
  }
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    throw refused('Unexpected X-Docent-Target, expected an http or https URL.');
  }
  const url = new URL(text);
  if (url.username || url.password) throw refused('The URL must not have a user name or password.');
  const [written = ''] = text.replace(/^[^/]*\/\/[^/?#]*/, '').split(/[?#]/);
  // Before and after the parser has resolved dots.
  if ([...written.split('/'), ...url.pathname.split('/')].some(isUnclear)) {
    throw refused('The path of the URL must not have "." or ".." segments, or backslashes.');
  }
  url.hash = '';
  return url;
}

function refused(message: string) {
  return invalid('X-Docent-Target', 'wrong-format', message);
}

/** Whether some server could read a segment as a step up, however often it decodes it. */
function isUnclear(segment: string): boolean {
  let text = segment;
  for (let round = 0; round < 4; round += 1) {
    // Spaces are fine; other control characters, and bytes that no UTF-8 text has, are not.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    if (/[\\\x00-\x1f\x7f\xc0\xc1]/.test(text)) return true;
    if (text.split('/').some((part) => /^\.{1,2}(?:;|$)/.test(part))) return true;
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

/** The operations that a request asks for, or what is wrong with it: the server, the path or the method. */
export function findOperations(
  { servers, operations }: ProxyRules,
  { method, url }: { readonly method: string; readonly url: URL },
): readonly ProxyOperation[] | 'server' | 'path' | 'method' {
  const paths = servers.map((server) => pathBelow(server, url));
  if (paths.every((path) => path === undefined)) return 'server';
  const samePath = operations.filter((operation) =>
    operation.servers.some((index) => {
      const path = paths[index];
      return path !== undefined && matchesParts(operation.path, path, '/');
    }),
  );
  if (samePath.length === 0) return 'path';
  const found = samePath.filter((operation) => operation.method === method);
  return found.length === 0 ? 'method' : found;
}

/** The path of a URL below a server; undefined if the URL is not one of the server's. */
function pathBelow(server: ProxyServer, url: URL): string | undefined {
  const origin = `${url.protocol}//${url.host}`;
  if (!matchesParts(server.origin, origin, '.')) return undefined;
  const depth = server.path.split('/').length;
  const segments = url.pathname.split('/');
  if (!matchesParts(server.path, segments.slice(0, depth).join('/'), '/')) return undefined;
  return `/${segments.slice(depth).join('/')}`;
}

function matchesParts(pattern: string, text: string, separator: '.' | '/'): boolean {
  const wanted = pattern.split(separator);
  const given = text.split(separator);
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => matchesPart(part, given[index] ?? ''))
  );
}

/** Each `*` is one or more characters. The first place of each piece is enough, so this stays linear. */
function matchesPart(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, from + 1);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return text.endsWith(last) && text.length - last.length > from;
}
