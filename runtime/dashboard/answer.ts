import { chooseEncoding } from '../http/encoding.ts';
import { workerPolicy } from './client/settings/worker-address.ts';
import { type DashboardFile, indexName, tagOf } from './file.ts';
import { openDashboardFiles } from './files.ts';

/** Answers a request for the dashboard. */
export type Dashboard = (request: Request) => Promise<Response>;

const base = '/dashboard';

/** Where the link of an invitation leads, with its secret in the fragment. */
export const welcomeAddress = `${base}/welcome`;

/** Whether an address is one of the dashboard. */
export function asksForDashboard(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname === base || pathname.startsWith(`${base}/`);
}

/**
 * The pages of the operator. Every address that is not a file answers with the same document, whose script
 * shows what the address says. The files are read with the first request: most servers of a group get none.
 */
export function createDashboard(open = openDashboardFiles): Dashboard {
  let opened: ReturnType<typeof open> | undefined;
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer('Only GET and HEAD are allowed here.', 405, { allow: 'GET, HEAD' });
    }
    opened ??= open();
    const files = await opened;
    const { pathname } = new URL(request.url);
    const [, asset] = /^\/dashboard\/assets\/([^/]*)$/.exec(pathname) ?? [];
    const file = files.get(asset ?? indexName);
    if (!file || asset === indexName) {
      return answer('Not found. Load the dashboard again: it has been updated.', 404);
    }
    return serve(request, file, asset !== undefined);
  };
}

/** No page may show it in a frame, and nothing runs or is asked but what is served here. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // What checks settings runs in a worker, whose address has to be trusted explicitly.
    `trusted-types ${workerPolicy}`,
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

function serve(request: Request, file: DashboardFile, isHashed: boolean): Response {
  const encodings = (['br', 'gzip'] as const).filter((one) => file[one] !== undefined);
  const encoding = chooseEncoding(request.headers, encodings);
  const bytes = (encoding && file[encoding]) ?? file.plain;
  const tag = `"${tagOf(file.plain)}${encoding ? `-${encoding}` : ''}"`;
  const all = {
    ...headers,
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: tag,
    vary: 'Accept-Encoding',
  };
  if (request.headers.get('if-none-match')?.includes(tag)) {
    return new Response(null, { status: 304, headers: all });
  }
  return new Response(request.method === 'HEAD' ? null : (bytes as BodyInit), {
    headers: {
      ...all,
      'content-type': file.type,
      'content-length': String(bytes.byteLength),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
  });
}

function answer(text: string, status: number, more: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...headers,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...more,
    },
  });
}
