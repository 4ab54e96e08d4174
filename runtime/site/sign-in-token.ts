import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { fetchText } from '../../pipeline/net/fetch.ts';
import type { Auth } from '../../schema/config/auth.ts';
import { messageOf } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import type { AddressPolicy } from '../../schema/network.ts';
import type { Session } from './session.ts';

/** A token that opens no session, with what its issuer has to know. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/** Signatures by a key pair only: a shared secret could be the public key. */
const algorithms = ['RS256', 'ES256', 'EdDSA'];
/** Seconds that two clocks may differ. */
const clockTolerance = 30;
/** Milliseconds: how long keys are believed, and how often an unknown key id may ask again. */
const times = { fresh: 10 * 60_000, again: 30_000 } as const;
const limits = { maxBytes: 256 * 1024, timeout: 5_000 } as const;

/** Verifies tokens of the sites' own login pages. */
export type VerifyToken = (token: string, auth: Auth) => Promise<VerifiedToken>;

/** What a token tells, and when it ends. */
export interface VerifiedToken extends Session {
  /** Milliseconds since 1970. */
  readonly until: number;
}

interface KeySet {
  readonly keys: JSONWebKeySet;
  readonly at: number;
}

/** A verifier that fetches keys from public addresses, and those that the operator allows. */
export function createTokenVerifier(options: {
  readonly policy: AddressPolicy;
  readonly now: () => number;
  readonly ca?: string;
}): VerifyToken {
  const { policy, now, ca } = options;
  const known = new Map<string, KeySet>();
  const asked = new Map<string, Promise<KeySet>>();

  const fetchKeys = (url: string): Promise<KeySet> => {
    const running = asked.get(url);
    if (running) return running;
    const fetching = fetchText(url, { policy, ...limits, ...given({ ca }) })
      .then((text) => {
        const set = { keys: readKeys(text), at: now() };
        known.set(url, set);
        return set;
      })
      .finally(() => asked.delete(url));
    asked.set(url, fetching);
    return fetching;
  };

  return async (token, auth) => {
    const url = auth.jwksUrl;
    if (url === undefined) throw new TokenError('The site has no jwksUrl.');
    let set = known.get(url);
    try {
      if (!set || now() - set.at >= times.fresh) set = await fetchKeys(url);
    } catch (error) {
      throw new TokenError(`Can't read the keys of the site: ${messageOf(error)}.`);
    }
    try {
      return verified(await verify(token, set.keys, { auth, now }), auth, now());
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - set.at < times.again) {
        throw refused(error);
      }
      // The issuer may have a new key since.
      const newer = await fetchKeys(url).catch((cause) => Promise.reject(refused(cause)));
      const payload = await verify(token, newer.keys, { auth, now }).catch((again) =>
        Promise.reject(refused(again)),
      );
      return verified(payload, auth, now());
    }
  };
}

async function verify(
  token: string,
  keys: JSONWebKeySet,
  { auth, now }: { readonly auth: Auth; readonly now: () => number },
): Promise<JWTPayload> {
  const rules = {
    algorithms,
    clockTolerance,
    requiredClaims: ['exp'],
    currentDate: new Date(now()),
    ...given({ audience: auth.audience }),
  };
  try {
    return (await jwtVerify(token, createLocalJWKSet(keys), rules)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // A token without a key id: any of the keys may be the one.
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, rules)).payload;
      } catch (inner) {
        if (!(inner instanceof errors.JWSSignatureVerificationFailed)) throw inner;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

function verified(payload: JWTPayload, auth: Auth, now: number): VerifiedToken {
  const end = (payload.exp ?? 0) * 1000;
  // By the clock of its issuer it may be good still.
  return { ...sessionOf(payload, auth), until: end > now ? end : end + clockTolerance * 1000 };
}

function refused(error: unknown): TokenError {
  return new TokenError(`Invalid token: ${messageOf(error)}.`, { cause: error });
}

function readKeys(text: string): JSONWebKeySet {
  const value: unknown = JSON.parse(text);
  const keys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : null;
  if (!Array.isArray(keys)) throw new Error('expected an object with "keys"');
  return { keys: keys.filter((key) => typeof key === 'object' && key !== null).slice(0, 100) };
}

/** The reader described by the claims. */
export function sessionOf(claims: Readonly<Record<string, unknown>>, auth: Auth): Session {
  const email = claimAt(claims, auth.claimsMapping.email ?? 'email');
  const groups = claimAt(claims, auth.claimsMapping.groups ?? 'groups');
  const list =
    typeof groups === 'string' ? groups.split(/\s+/) : Array.isArray(groups) ? groups : [];
  return {
    ...(typeof email === 'string' && email !== '' && email.length <= 254 ? { email } : {}),
    groups: [...new Set(list.filter((group) => typeof group === 'string' && group !== ''))],
  };
}

/** A claim by its own name, which may hold dots (`https://example.com/groups`), else by the path. */
function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
