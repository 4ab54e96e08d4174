import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the API has received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** An API that answers with what it was asked, and an authorization server. */
export interface EchoApi {
  readonly url: string;
  /** Requests but those that ask for permission, in their order. */
  readonly received: Received[];
  /** Parameters of the sign-ins that were asked for. */
  readonly authorized: Readonly<Record<string, string>>[];
  readonly close: () => Promise<void>;
}

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Starts an API on a free port: `/image`, `/file`, `/stream`, `/slow`, `/closed`, `/authorize`, `/token`, `/openid`, else an echo. */
export async function startEchoApi(): Promise<EchoApi> {
  const received: Received[] = [];
  const authorized: Readonly<Record<string, string>>[] = [];
  /** Challenges by their codes. */
  const challenges = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    // What a browser needs to read answers; one path has none of it.
    if (!pathname.startsWith('/closed')) allow(response);
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (pathname === '/authorize') {
      const { searchParams } = new URL(request.url ?? '', 'http://x');
      authorized.push(Object.fromEntries(searchParams));
      const code = `code-${challenges.size}`;
      challenges.set(code, searchParams.get('code_challenge') ?? '');
      const target = new URL(searchParams.get('redirect_uri') ?? '');
      target.searchParams.set('code', code);
      target.searchParams.set('state', searchParams.get('state') ?? '');
      response.writeHead(302, { location: target.href }).end();
      return;
    }
    if (pathname.startsWith('/openid')) {
      describeProvider(pathname, response, `http://${request.headers.host}`);
      return;
    }
    if (pathname === '/token') {
      grantToken(request, response, { body, challenges });
      return;
    }
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers, body });
    answer(pathname, response, { method, url, headers, body });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    authorized,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

/** The metadata of a provider of OpenID Connect; some paths have a wrong one. */
function describeProvider(pathname: string, response: ServerResponse, base: string): void {
  const whole = { authorization_endpoint: `${base}/authorize`, token_endpoint: `${base}/token` };
  const found: Readonly<Record<string, object | string>> = {
    '/openid': { issuer: base, ...whole, response_types_supported: ['code', 'id_token'] },
    '/openid/implicit': { issuer: base, ...whole, response_types_supported: ['id_token'] },
    '/openid/bare': { issuer: base, authorization_endpoint: `${base}/authorize` },
    '/openid/script': { ...whole, authorization_endpoint: 'javascript:alert(1)' },
    '/openid/page': '<!doctype html>',
  };
  const metadata = found[pathname];
  response.writeHead(metadata === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(typeof metadata === 'string' ? metadata : JSON.stringify(metadata));
}

function allow(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', '*');
  response.setHeader('access-control-allow-headers', '*, authorization');
  response.setHeader('access-control-expose-headers', '*');
}

function answer(pathname: string, response: ServerResponse, request: Received): void {
  switch (pathname) {
    case '/image':
      response.writeHead(200, { 'content-type': 'image/png' }).end(pixel);
      return;
    case '/file':
      response
        .writeHead(200, {
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename="books.zip"',
        })
        .end('PK');
      return;
    case '/stream':
      // The rest never comes: the reader has to cancel.
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: first\n\n');
      return;
    case '/slow':
      return;
    case '/missing':
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such thing');
      return;
    case '/large':
      response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(500_000));
      return;
    default:
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-echo': 'yes' })
        .end(JSON.stringify(request));
  }
}

/** A token for a code with its verifier, or for a client with its secret. */
function grantToken(
  request: IncomingMessage,
  response: ServerResponse,
  given: { readonly body: string; readonly challenges: ReadonlyMap<string, string> },
): void {
  const fields = new URLSearchParams(given.body);
  const refuse = (error: string) =>
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error, error_description: `Refused: ${error}` }));
  const verifier = fields.get('code_verifier') ?? '';
  const digest = createHash('sha256').update(verifier).digest('base64url');
  const byCode =
    fields.get('grant_type') === 'authorization_code' &&
    given.challenges.get(fields.get('code') ?? '') === digest;
  // A client with a name of its own gets tokens that have expired when they come, with or without another for later.
  const client = fields.get('client_id') ?? '';
  const isRefreshed =
    fields.get('grant_type') === 'refresh_token' && fields.get('refresh_token') === 'r';
  const secret = `Basic ${Buffer.from('docs:hush').toString('base64')}`;
  const byClient =
    fields.get('grant_type') === 'client_credentials' && request.headers.authorization === secret;
  if (!byCode && !byClient && !isRefreshed) {
    refuse('invalid_client');
    return;
  }
  const token = byCode ? 'token-by-code' : isRefreshed ? 'token-by-refresh' : 'token-by-client';
  const life = byCode && client !== 'docs' ? { expires_in: 0 } : {};
  const refresh = client === 'renewing' && byCode ? { refresh_token: 'r' } : {};
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ access_token: token, token_type: 'bearer', ...life, ...refresh }));
}
