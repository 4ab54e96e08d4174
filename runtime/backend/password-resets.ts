import { fixedLimits } from '../http/limits.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import type { Mailer } from '../mail/mailer.ts';
import { passwordResetMail, providerMail } from '../mail/password-reset.ts';
import type { PasswordResets } from '../members/password-reset.ts';
import { createVault, keyFor } from '../secrets/vault.ts';
import { projectIds } from '../store/projects.ts';
import type { BackendOptions, Base } from './options.ts';

/** Opens the links by which members choose a new password. */
export function openPasswordResets(
  { served, dashboardHost, oidc }: Pick<BackendOptions, 'served' | 'dashboardHost' | 'oidc'>,
  mailer: Mailer,
  { store, instanceKey, now, log, counts }: Base,
): PasswordResets {
  return {
    log,
    send: (message) =>
      mailer.send(message.type === 'link' ? passwordResetMail(message) : providerMail(message)),
    vault: createVault(keyFor('password-reset', instanceKey)),
    limit: createRateLimiter(fixedLimits.passwordReset, counts('password-reset'), now),
    ...(oidc ? { provider: { issuer: oidc.issuer, label: oidc.label } } : {}),
    dashboardAt: async (origin, orgId) => {
      // Requests of members come in at this host alone.
      if (dashboardHost !== undefined) return origin;
      const ids = await projectIds(store.db, orgId);
      const known = ids.flatMap((id) => served?.(id)?.current()?.deployment.origin ?? []);
      return known.find((one) => one === origin) ?? known[0];
    },
  };
}
