import { escapeHtml } from '../../schema/html.ts';
import { passwordResetAttribute } from '../../schema/password-reset.ts';
import { providerAttribute, providerFolder } from '../../schema/provider-sign-in.ts';
import { chooseEncoding } from '../http/encoding.ts';
import { workerPolicy } from './client/settings/worker-address.ts';
import { type DashboardFile, indexName, tagOf } from './file.ts';
import { openDashboardFiles } from './files.ts';
import { answerFrame, frameName } from './preview-frame.ts';

/** Answers a request for the dashboard. */
export type Dashboard = (request: Request) => Promise<Response>;

/** Where the pages are served, and what their document says to its scripts. */
export interface DashboardPlace {
  readonly base: string;
  /** Attributes `data-…` of the document. */
  readonly documentData: Readonly<Record<string, string>>;
}

const ofServer: DashboardPlace = { base: '/dashboard', documentData: {} };
const { base } = ofServer;

/** Where the dashboard of a server is, with the ways in that members have besides their password. */
export function placeOf(ways: {
  /** The name of the identity provider. */
  readonly provider?: string | undefined;
  /** Whether the server sends links for a new password. */
  readonly sendsLinks: boolean;
}): DashboardPlace {
  const { provider, sendsLinks } = ways;
  const documentData = {
    ...(provider === undefined ? {} : { [providerAttribute]: provider }),
    ...(sendsLinks ? { [passwordResetAttribute]: '' } : {}),
  };
  return { ...ofServer, documentData };
}

/**
 * Whether no page of a site may be at an address: that of invitations, of links for a new password, of the frame that is
 * sent drafts, or on the way to and from the provider.
 */
export function holdsSecrets(pathname: string): boolean {
  const own = ['welcome', 'reset', frameName].map((name) => `${base}/${name}`);
  return own.includes(pathname) || asksForProvider(pathname);
}

/** Whether an address is one at which members sign in with their identity provider. */
export function asksForProvider(pathname: string): boolean {
  return pathname.startsWith(providerFolder);
}

/** Whether an address is one of the dashboard. */
export function asksForDashboard(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname === base || pathname.startsWith(`${base}/`);
}

/**
 * The pages of the operator. Every address that is not a file answers with the same document, whose script
 * shows what the address says. The files are read with the first request: most servers of a group get none.
 */
export function createDashboard(open = openDashboardFiles, place = ofServer): Dashboard {
  let opened: ReturnType<typeof open> | undefined;
  const assets = `${place.base}/assets/`;
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answer('Only GET and HEAD are allowed here.', 405, { allow: 'GET, HEAD' });
    }
    const { pathname } = new URL(request.url);
    if (pathname === `${place.base}/${frameName}`) return answerFrame(request.method === 'HEAD');
    opened ??= open();
    const files = await opened;
    const asset = pathname.startsWith(assets) ? pathname.slice(assets.length) : undefined;
    const file = files.get(asset ?? indexName);
    if (!file || asset === indexName) {
      return answer('Not found. Load the page again: it has been updated.', 404);
    }
    const shown = asset === undefined ? placed(file, place) : file;
    return serve(request, shown, asset !== undefined);
  };
}

/** The document for another place than the one that it is made for. */
function placed(index: DashboardFile, place: DashboardPlace): DashboardFile {
  if (place === ofServer) return index;
  const data = Object.entries(place.documentData).map(
    ([name, value]) => ` data-${name}="${escapeHtml(value)}"`,
  );
  const text = new TextDecoder()
    .decode(index.plain)
    .replace('<html', `<html${data.join('')}`)
    .replaceAll(`"${base}/assets/`, `"${place.base}/assets/`);
  const { name, type } = index;
  return { name, type, plain: new TextEncoder().encode(text) };
}

/** No page may show it in a frame, and nothing runs or is asked but what is served here. */
const headers: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    // The preview of settings: of what is served here, nothing else lets itself be framed or can act as these pages.
    "frame-src 'self'",
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
};

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

function answer(
  text: string,
  status: number,
  more: Readonly<Record<string, string>> = {},
): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...headers,
      ...more,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    },
  });
}
