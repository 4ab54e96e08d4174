import { fixedLimits } from '../http/limits.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { openProvider } from '../oidc/provider.ts';
import { createProviderSignIn } from '../oidc/sign-in.ts';
import { createVault, keyFor } from '../secrets/vault.ts';
import type { OidcSettings } from '../settings/environment.ts';
import { clientOf } from '../site/client.ts';
import type { Range } from '../site/hosts.ts';
import type { Base } from './options.ts';

/** The identity provider by which members may sign in. */
export interface MemberProvider {
  /** Its name on the button. */
  readonly label: string;
  /** Answers below `/dashboard/oidc/`. */
  readonly answer: (request: Request, remote: string | undefined) => Promise<Response>;
}

/** Opens the identity provider of the settings. */
export function openMemberProvider(
  settings: OidcSettings,
  { store, policy, instanceKey, now, newId, log, counts }: Base,
  proxies: readonly Range[],
): MemberProvider {
  const answer = createProviderSignIn({
    ...{ store, now, newId, log },
    provider: openProvider(settings, { policy, now }),
    join: settings.join,
    vault: createVault(keyFor('oidc-attempt', instanceKey)),
    limit: createRateLimiter(fixedLimits.signIn, counts('member-sign-in-oidc'), now),
  });
  return {
    label: settings.label,
    answer: (request, remote) => answer(request, clientOf(request, remote, proxies)),
  };
}
