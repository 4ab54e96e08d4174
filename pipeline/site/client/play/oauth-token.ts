import type { FormFlow } from '../../../../schema/form.ts';
import { base64 } from './credentials.ts';

/** A refusal of the authorization server, or of the browser to open its window (`popup`). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What a token is asked for with. */
export interface TokenRequest {
  readonly flow: FormFlow;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** A token, and how long it is good. */
export interface IssuedToken {
  readonly token: string;
  /** Seconds. */
  readonly lifetime?: number;
  /** What the next one is asked for with. */
  readonly refresh?: string;
}

/** Opens an address in a window and waits for the code of the answer with this state. */
export type AskForCode = (
  address: string,
  state: string,
  signal: AbortSignal,
) => Promise<{ readonly code: string; readonly redirect: string }>;

/** A token by authorization code with PKCE: the code alone is useless to someone who intercepts it. */
export async function tokenByCode(
  { flow, clientId, scopes }: TokenRequest,
  ask: AskForCode,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const state = randomText(16);
  const verifier = randomText(32);
  const address = new URL(flow.authorizationUrl ?? '');
  const { challenge, method } = await challengeOf(verifier);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    state,
    code_challenge: challenge,
    code_challenge_method: method,
    ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  const { code, redirect } = await ask(address.href, state, signal);
  return askForToken(
    flow.tokenUrl,
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      client_id: clientId,
      code_verifier: verifier,
    },
    signal,
  );
}

/**
 * A token by client credentials: in the header, as every server has to understand, and in the body where a server
 * does not.
 */
export async function tokenByClient(
  { flow, clientId, scopes }: TokenRequest,
  secret: string,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const fields = {
    grant_type: 'client_credentials',
    ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
  };
  const header = `Basic ${base64(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`)}`;
  try {
    return await askForToken(flow.tokenUrl, fields, signal, { authorization: header });
  } catch (fault) {
    if (!(fault instanceof OAuthError) && !(fault instanceof TypeError)) throw fault;
    const inBody = { ...fields, client_id: clientId, client_secret: secret };
    return askForToken(flow.tokenUrl, inBody, signal);
  }
}

/** A token in place of one that has expired, by what came with it. */
export function tokenByRefresh(
  { flow, clientId }: TokenRequest,
  refresh: string,
  signal: AbortSignal,
): Promise<IssuedToken> {
  const fields = { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId };
  return askForToken(flow.refreshUrl ?? flow.tokenUrl, fields, signal);
}

async function askForToken(
  address: string,
  fields: Readonly<Record<string, string>>,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<IssuedToken> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { accept: 'application/json', ...headers },
    body: new URLSearchParams(fields),
    credentials: 'omit',
    signal,
  });
  const answer = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
  const { access_token: token, expires_in: lifetime, refresh_token: refresh } = answer;
  if (response.ok && typeof token === 'string' && token !== '') {
    const seconds = lifetime === undefined ? Number.NaN : Number(lifetime);
    return {
      token,
      ...(Number.isFinite(seconds) ? { lifetime: seconds } : {}),
      ...(typeof refresh === 'string' && refresh !== '' ? { refresh } : {}),
    };
  }
  const said = answer.error_description ?? answer.error ?? response.status;
  throw new OAuthError(String(answer.error ?? ''), String(said));
}

function randomText(bytes: number): string {
  return url64(crypto.getRandomValues(new Uint8Array(bytes)));
}

async function challengeOf(verifier: string) {
  // Without https, browsers have no digests: the verifier itself is all that can be sent.
  if (!('subtle' in crypto)) return { challenge: verifier, method: 'plain' };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { challenge: url64(new Uint8Array(digest)), method: 'S256' };
}

function url64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
