import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Readonly<Record<string, unknown>>;

/** What a test changes about the next answers. */
export interface Behaviour {
  /** Claims of the ID token, over those of an honest provider; undefined leaves one out. */
  claims: Claims;
  /** What the userinfo endpoint tells. */
  userinfo: Claims | undefined;
  header: Claims;
  /** How clients prove who they are; as the standard has it when it is undefined. */
  methods: readonly string[] | undefined;
  /** Answers everything with this status. */
  status: number | undefined;
  /** Leads back with this error instead of a code. */
  error: string | undefined;
}

/** An identity provider on this machine, which signs in whoever comes. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly behaviour: Behaviour;
  /** Paths that were asked, in their order. */
  readonly asked: string[];
  /** Signs with a new key from now on. */
  readonly rotate: () => void;
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

interface Code {
  readonly challenge: string;
  readonly nonce: string;
  readonly redirect: string;
}

/** Starts a provider with discovery, PKCE, codes that can be used once, and a key pair. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const clientId = 'docent';
  const clientSecret = 'a secret: with % signs';
  const codes = new Map<string, Code>();
  const asked: string[] = [];
  const honest = (): Behaviour => ({
    ...{ claims: {}, userinfo: undefined, header: {}, methods: undefined },
    ...{ status: undefined, error: undefined },
  });
  const behaviour = honest();
  let key = newKey(1);
  let issuer = '';

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const target = new URL(query.get('redirect_uri') ?? '');
    target.searchParams.set('state', query.get('state') ?? '');
    if (behaviour.error) target.searchParams.set('error', behaviour.error);
    else {
      const code = `code-${codes.size}-${Math.random()}`;
      const isS256 = query.get('code_challenge_method') === 'S256';
      codes.set(code, {
        challenge: isS256 ? (query.get('code_challenge') ?? '') : 'none',
        nonce: query.get('nonce') ?? '',
        redirect: query.get('redirect_uri') ?? '',
      });
      target.searchParams.set('code', code);
    }
    response.writeHead(302, { location: target.href }).end();
  };

  const exchange = (request: IncomingMessage, form: URLSearchParams) => {
    const [name = '', secret = ''] = Buffer.from(
      (request.headers.authorization ?? '').replace('Basic ', ''),
      'base64',
    )
      .toString()
      .split(':')
      .map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const [method = 'client_secret_basic'] = behaviour.methods ?? [];
    const proven = {
      client_secret_basic: name === clientId && secret === clientSecret,
      client_secret_post: form.get('client_secret') === clientSecret,
      none: form.get('client_id') === clientId && !form.has('client_secret') && name === '',
    }[method];
    if (!proven) return { error: 'invalid_client' };
    const code = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!code || code.challenge !== proof || code.redirect !== form.get('redirect_uri')) {
      return { error: 'invalid_grant' };
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: issuer, sub: 'ada', aud: clientId, iat: now, exp: now + 300, nonce: code.nonce },
      ...{ email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' },
      ...behaviour.claims,
    };
    const header = { alg: 'ES256', kid: key.kid, ...behaviour.header };
    return {
      ...{ access_token: 'access-token-of-the-test', token_type: 'Bearer' },
      id_token: tokenOf(header, claims, key.privateKey),
    };
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    asked.push(pathname);
    let body = '';
    for await (const part of request) body += part;
    const answer = (value: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (behaviour.status !== undefined) return answer({ secret: 'words' }, behaviour.status);
    if (pathname === '/.well-known/openid-configuration')
      return answer(describe(issuer, behaviour));
    if (pathname === '/keys') return answer({ keys: [key.public] });
    if (pathname === '/authorize') return authorize(searchParams, response);
    if (pathname === '/userinfo')
      return answer(behaviour.userinfo ?? { sub: behaviour.claims.sub });
    if (pathname !== '/token') return answer({}, 404);
    const tokens = exchange(request, new URLSearchParams(body));
    return answer(tokens, 'error' in tokens ? 400 : 200);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ issuer, clientId, clientSecret, behaviour, asked },
    rotate: () => {
      key = newKey(Number(key.kid) + 1);
    },
    reset: () => {
      Object.assign(behaviour, honest());
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function newKey(number: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = String(number);
  return { kid, privateKey, public: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' } };
}

function describe(issuer: string, { methods }: Behaviour) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    ...(methods ? { token_endpoint_auth_methods_supported: methods } : {}),
    id_token_signing_alg_values_supported: ['ES256', 'none'],
  };
}

function tokenOf(header: Claims, claims: Claims, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(header)}.${part(claims)}`;
  if (header.alg === 'none') return `${text}.`;
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
