import { fixedLimits } from '../http/limits.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import type { Mailer } from '../mail/mailer.ts';
import { createVault, keyFor } from '../secrets/vault.ts';
import { createSiteAccess, type SiteAccess } from '../site/access.ts';
import { createAccounts } from '../site/accounts.ts';
import { createSessions, type Session } from '../site/session.ts';
import { createTokenVerifier } from '../site/sign-in-token.ts';
import { endSession, hasEnded } from '../store/ended-sessions.ts';
import type { BackendOptions, Base } from './options.ts';

/** Readers who sign in. */
export interface Readers {
  readonly access: SiteAccess;
  /** The reader, if there is a session for the site of that project. */
  readonly sessionOf: (request: Request, projectId: string) => Promise<Session | undefined>;
}

/** Opens the sessions of readers. */
export function openReaders(
  { served }: Pick<BackendOptions, 'served'>,
  mailer: Mailer | undefined,
  { store, policy, instanceKey, now, log, counts }: Base,
): Readers {
  const accounts = createAccounts(store);
  const access = createSiteAccess({
    sessions: createSessions({
      vault: createVault(keyFor('site-session', instanceKey)),
      accounts,
      ended: {
        add: (session) => endSession(store.db, session, now()),
        has: (id) => hasEnded(store.db, id),
      },
      now,
    }),
    accounts,
    limits: {
      address: createRateLimiter(fixedLimits.signIn, counts('sign-in'), now),
      account: createRateLimiter(fixedLimits.signInAccount, counts('sign-in-account'), now),
    },
    verifyToken: createTokenVerifier({ policy, now }),
    log,
    ...(mailer
      ? {
          links: {
            ...{ mailer, now },
            vault: createVault(keyFor('sign-in-link', instanceKey)),
            limit: createRateLimiter(fixedLimits.signInLink, counts('sign-in-link'), now),
            use: (link) => endSession(store.db, link, now()),
          },
        }
      : {}),
  });
  return {
    access,
    sessionOf: async (request, projectId) => {
      const site = served?.(projectId)?.current();
      return site && access.sessionOf(request, site, projectId);
    },
  };
}
