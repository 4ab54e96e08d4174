import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Client } from './client.ts';
import { cookieValues } from './session.ts';

/** On https the name keeps subdomains from planting one (RFC 6265bis, `__Host-`). */
const names = { secure: '__Host-docent_state', plain: 'docent_state' } as const;

/** Seconds that a reader may take to sign in. */
const lasts = 1800;

/** An attempt to sign in that began in this browser. */
export interface SignInState {
  /** Goes to the login page and comes back with the token. */
  readonly state: string;
  /** Value of `Set-Cookie`: what the state is made of, and stays in the browser. */
  readonly cookie: string;
}

/**
 * Binds an attempt to the browser in which it started, so that a token from someone else opens no
 * session without asking. Simultaneous attempts are treated as one.
 */
export function beginState(request: Request, client: Client): SignInState {
  const [known] = secretsOf(request, client);
  const secret = known ?? randomBytes(24).toString('base64url');
  const name = client.secure ? names.secure : names.plain;
  const rules = `Path=/; Max-Age=${lasts}; HttpOnly; SameSite=Lax${client.secure ? '; Secure' : ''}`;
  return { state: stateOf(secret), cookie: `${name}=${secret}; ${rules}` };
}

/** Whether a state that came back belongs to an attempt of this browser. */
export function knowsState(request: Request, client: Client, state: string | null): boolean {
  if (!state) return false;
  return secretsOf(request, client).some((secret) => {
    const [given, own] = [Buffer.from(state), Buffer.from(stateOf(secret))];
    return given.length === own.length && timingSafeEqual(given, own);
  });
}

function secretsOf(request: Request, client: Client): readonly string[] {
  const name = client.secure ? names.secure : names.plain;
  const values = cookieValues(request.headers.get('cookie') ?? '', name);
  return values.filter((value) => /^[\w-]{32}$/.test(value));
}

/** What other servers and the history see says nothing about what the browser keeps. */
function stateOf(secret: string): string {
  return createHash('sha256').update(`sign-in ${secret}`).digest('base64url').slice(0, 32);
}
