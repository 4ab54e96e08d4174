import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../secrets/vault.ts';
import { cookieValues } from '../site/session.ts';

/** On https the name keeps subdomains from planting one (RFC 6265bis, `__Host-`). */
const names = { secure: '__Host-docent_oidc', plain: 'docent_oidc' } as const;

/** Milliseconds that a person may take at the provider. */
const lasts = 10 * 60_000;

/** An attempt to sign in, which only the browser knows in which it began. */
export interface Attempt {
  /** Goes to the provider and comes back. */
  readonly state: string;
  /** Is in the signed answer. */
  readonly nonce: string;
  /** Proves that whoever has the code has begun the attempt (PKCE). */
  readonly verifier: string;
  /** Path of the dashboard to show afterwards. */
  readonly to: string;
  readonly until: number;
}

/** Begins an attempt; `cookie` is a value of `Set-Cookie`. */
export function beginAttempt(
  vault: Vault,
  { to, secure, now }: { readonly to: string; readonly secure: boolean; readonly now: number },
): { readonly attempt: Attempt; readonly cookie: string } {
  const random = () => randomBytes(32).toString('base64url');
  const secrets = { state: random(), nonce: random(), verifier: random() };
  const attempt: Attempt = { ...secrets, to, until: now + lasts };
  const value = Buffer.from(vault.seal(JSON.stringify(attempt))).toString('base64url');
  return { attempt, cookie: cookieOf(value, secure, lasts / 1000) };
}

/** Value of `Set-Cookie` that removes the attempt from the browser. */
export function endedAttempt(secure: boolean): string {
  return cookieOf('', secure, 0);
}

/** The attempt of this browser that a state belongs to, unless it took too long. */
export function findAttempt(
  vault: Vault,
  request: Request,
  given: { readonly state: string | null; readonly secure: boolean; readonly now: number },
): Attempt | undefined {
  const header = request.headers.get('cookie') ?? '';
  const values = cookieValues(header, given.secure ? names.secure : names.plain);
  return values
    .map((value) => opened(vault, value))
    .find((one) => one && given.now < one.until && isSame(one.state, given.state ?? ''));
}

// `Lax`, because the browser comes back by a link of another site.
function cookieOf(value: string, secure: boolean, seconds: number): string {
  return [
    `${secure ? names.secure : names.plain}=${value}`,
    `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  ].join('; ');
}

function opened(vault: Vault, value: string): Attempt | undefined {
  if (!/^[\w-]{40,4000}$/.test(value)) return undefined;
  try {
    return JSON.parse(vault.open(Buffer.from(value, 'base64url').toString('utf8')));
  } catch {
    // Sealed with another key, or never sealed.
    return undefined;
  }
}

function isSame(one: string, other: string): boolean {
  const [own, given] = [Buffer.from(one), Buffer.from(other)];
  return own.length === given.length && timingSafeEqual(own, given);
}
