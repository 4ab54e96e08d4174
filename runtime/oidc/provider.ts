import type { Configuration, IDToken } from 'openid-client';
import { messageOf } from '../../schema/errors.ts';
import type { AddressPolicy } from '../../schema/network.ts';
import type { OidcSettings } from '../settings/environment.ts';
import type { Attempt } from './attempt.ts';
import { createRequests, ProviderAwayError } from './request.ts';

/** Whoever has signed in at the provider, as its signed answer says. */
export interface Person {
  readonly issuer: string;
  /** Id there, which stays when the address changes. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider has made sure that the address is this person's. */
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
}

/** An answer of the provider that opens no session; the message is for the log. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** Whether the person has ended it there. */
  readonly isCancelled: boolean;

  constructor(message: string, options: { readonly isCancelled?: boolean } = {}) {
    super(message);
    this.isCancelled = options.isCancelled ?? false;
  }
}

/** An identity provider that speaks OpenID Connect. */
export interface Provider {
  /**
   * Where a browser signs in, for an attempt that ends at `callback`.
   * @throws ProviderAwayError
   */
  readonly address: (callback: string, attempt: Attempt) => Promise<string>;
  /**
   * Who has signed in, given the address at which the browser has come back.
   * @throws ProviderAwayError or RefusedError
   */
  readonly person: (returned: URL, attempt: Attempt) => Promise<Person>;
}

/** Milliseconds for which its description is believed; its keys are read again after five minutes. */
const fresh = 3_600_000;

/** Seconds that two clocks may differ. */
const clockTolerance = 30;

/** Opens the provider of the settings, which is first asked when someone signs in. */
export function openProvider(
  settings: OidcSettings,
  { policy, now }: { readonly policy: AddressPolicy; readonly now: () => number },
): Provider {
  let known: { readonly at: number; readonly config: Promise<Configuration> } | undefined;
  const discovered = (): Promise<Configuration> => {
    if (known && now() - known.at < fresh) return known.config;
    const config = discover(settings, createRequests(settings.issuer, policy));
    const entry = { at: now(), config };
    known = entry;
    // A provider that was away is asked again by the next attempt.
    config.catch(() => {
      if (known === entry) known = undefined;
    });
    return config;
  };
  return {
    address: async (callback, { state, nonce, verifier }) => {
      const config = await discovered();
      const oidc = await library();
      const address = oidc.buildAuthorizationUrl(config, {
        ...{ redirect_uri: callback, scope: 'openid email profile', state, nonce },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return address.href;
    },
    person: async (returned, attempt) => {
      const config = await discovered();
      try {
        return await exchange(config, returned, attempt);
      } catch (error) {
        throw await named(error);
      }
    },
  };
}

/** Loaded by the first who signs in: most servers have no provider. */
const library = () => import('openid-client');

async function discover(
  { issuer, clientId, clientSecret }: OidcSettings,
  requests: ReturnType<typeof createRequests>,
): Promise<Configuration> {
  const oidc = await library();
  try {
    const config = await oidc.discovery(
      new URL(issuer),
      clientId,
      { [oidc.clockTolerance]: clockTolerance },
      // What the description says; a public client has nothing to prove itself with.
      (as, client, body, headers) => {
        const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
        const prove =
          clientSecret === undefined
            ? oidc.None()
            : methods.includes('client_secret_basic')
              ? oidc.ClientSecretBasic(clientSecret)
              : oidc.ClientSecretPost(clientSecret);
        prove(as, client, body, headers);
      },
      {
        [oidc.customFetch]: requests,
        execute: [
          // The answer comes over TLS from the provider; its signature is verified nevertheless.
          oidc.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
    // Where browsers are led is checked here, and not by each of them.
    const { protocol } = oidc.buildAuthorizationUrl(config, {});
    if (protocol !== 'https:' && protocol !== new URL(issuer).protocol) {
      throw new Error(`Its authorization_endpoint is an address of ${protocol}`);
    }
    return config;
  } catch (error) {
    throw new ProviderAwayError(`The description of ${issuer} can't be used. ${whyOf(error)}`);
  }
}

async function exchange(
  config: Configuration,
  returned: URL,
  { state, nonce, verifier }: Attempt,
): Promise<Person> {
  const oidc = await library();
  const tokens = await oidc.authorizationCodeGrant(config, returned, {
    ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new RefusedError('There is no ID token.');
  if (claims.sub === '' || claims.sub.length > 255) throw new RefusedError('The subject is wrong.');
  // Some providers keep the ID token small, and tell the rest when asked.
  const isMore = claims.email === undefined && config.serverMetadata().userinfo_endpoint;
  const told = isMore
    ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    : undefined;
  return personOf(claims, { ...claims, ...told });
}

function personOf(
  { iss: issuer, sub: subject }: IDToken,
  told: Readonly<Record<string, unknown>>,
): Person {
  const { email, email_verified: verified, name } = told;
  const isAddress =
    typeof email === 'string' && email.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(email);
  return {
    ...{ issuer, subject },
    email: isAddress ? email.toLowerCase() : undefined,
    // Some write it as a text.
    isEmailVerified: verified === true || verified === 'true',
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 100) : undefined,
  };
}

/** The errors of the library as ours; what is none of them is a bug. */
async function named(error: unknown): Promise<unknown> {
  const oidc = await library();
  if (error instanceof RefusedError) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause as unknown) {
    if (cause instanceof ProviderAwayError) return cause;
  }
  if (error instanceof oidc.AuthorizationResponseError) {
    const isCancelled = error.error === 'access_denied';
    return new RefusedError(`The provider answered ${clean(error.error)}.`, { isCancelled });
  }
  if (error instanceof oidc.ResponseBodyError) {
    return new RefusedError(`The provider refused the code: ${clean(error.error)}.`);
  }
  if (error instanceof oidc.ClientError || error instanceof oidc.WWWAuthenticateChallengeError) {
    return new RefusedError(`${whyOf(error)}.`);
  }
  return error;
}

/** The messages of the library say what was wrong, and never contain a token. */
function whyOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  const parts = [messageOf(error), ...(cause instanceof Error ? [cause.message] : [])];
  return clean([...new Set(parts)].join(': '));
}

/** Words of someone else in a line of the log. */
function clean(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 300);
}
