import type { ProxyOperation } from '../../schema/proxy.ts';
import { invalid } from '../http/body.ts';

const prefix = 'x-docent-header-';

/** The headers that a request asks to send; 400 for one that none of the operations has. */
export function requestHeaders(
  request: Request,
  operations: readonly ProxyOperation[],
): Record<string, string> {
  const allowed = new Set(operations.flatMap(({ headers }) => headers));
  const cookies = new Set(operations.flatMap((operation) => operation.cookies ?? []));
  const sent: Record<string, string> = { accept: '*/*' };
  for (const [key, value] of request.headers) {
    if (!key.startsWith(prefix)) continue;
    const name = key.slice(prefix.length);
    if (name === 'cookie' && cookies.size > 0) sent.cookie = declaredCookies(value, cookies);
    else if (allowed.has(name)) sent[name] = value;
    else throw invalid(key, 'unexpected-value', `This operation has no header "${name}".`);
  }
  // The browser alone knows the boundary of a form's parts.
  const type = request.headers.get('content-type');
  if (request.body && type !== null) sent['content-type'] ??= type;
  return sent;
}

function declaredCookies(value: string, names: ReadonlySet<string>): string {
  const pairs = value.split(';').map((pair) => pair.trim());
  for (const pair of pairs) {
    const [name = ''] = pair.split('=');
    if (!names.has(name)) {
      throw invalid(
        `${prefix}cookie`,
        'unexpected-value',
        `This operation has no cookie "${name}".`,
      );
    }
  }
  return pairs.join('; ');
}

/** Headers of one connection, and cookies, which would become ours. */
const dropped =
  /^(?:connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*|set-cookie2?)$/;

/** Headers of the answer: those of the API under names that no browser acts on, and ours. */
export function answerHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  decoded: boolean,
): Headers {
  const answer = new Headers({
    // Opened by itself, the answer of an API is neither a page nor a script of this site.
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-docent-proxied': '1',
  });
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || dropped.test(name)) continue;
    if (decoded && /^content-(?:encoding|length)$/.test(name)) continue;
    for (const one of typeof value === 'string' ? [value] : value) {
      // A header has bytes, no characters beyond them.
      const bytes = one.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
      answer.append(`${prefix}${name}`, bytes);
    }
  }
  return answer;
}
