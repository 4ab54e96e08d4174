import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../../packages/client/models.ts';
import {
  problemParameter,
  providerFolder,
  type SignInProblem,
} from '../../../schema/provider-sign-in.ts';
import { ask } from './ask.ts';
import { provider } from './served.ts';

/** Why the provider's word opened no session, and what to do. */
const words: Readonly<Record<SignInProblem, (label: string) => string>> = {
  cancelled: (label) => `You ended the sign-in at ${label}. Continue whenever you are ready.`,
  expired: (label) =>
    `The sign-in took too long, or was begun in another tab. Continue with ${label} again.`,
  away: (label) =>
    `${label} can’t be reached now. Try again in a minute, or sign in with your password.`,
  refused: (label) =>
    `The answer of ${label} could not be verified. Try again; if it stays, the server’s log says why.`,
  unverified: (label) =>
    `${label} has not verified your email address. Verify it there, then continue again.`,
  'not-member': (label) =>
    `Your email address at ${label} is not that of a member. Ask an owner of your organization to invite it, then continue again.`,
  taken: (label) =>
    `The member with your email address is linked to another account at ${label}. Use that account, or ask an owner to remove the member and invite you again.`,
  busy: () => 'Too many attempts. Wait a minute, then try again.',
};

/** Told once: neither a reload nor the next sign-in shows it again. */
let problem = takeFromAddress();

function takeFromAddress(): SignInProblem | undefined {
  const { pathname, search, hash } = globalThis.location ?? {};
  const query = new URLSearchParams(search);
  const found = query.get(problemParameter);
  if (found === null || provider === undefined) return undefined;
  query.delete(problemParameter);
  const rest = query.toString();
  history.replaceState(null, '', `${pathname}${rest && `?${rest}`}${hash}`);
  return Object.hasOwn(words, found) ? (found as SignInProblem) : undefined;
}

/** A button that leads to the identity provider and back to where the address is; nothing without one. */
export function ProviderButton({
  back,
  isApart = false,
}: {
  /** The path to come back to. */
  readonly back: string;
  /** Whether this page stays as it is, and the provider opens in a tab of its own. */
  readonly isApart?: boolean;
}) {
  const [why] = useState(() => {
    const told = problem;
    problem = undefined;
    return told;
  });
  if (provider === undefined) return null;
  return (
    <div class="provider">
      {why !== undefined && (
        <div class="trouble" role="alert">
          <p>{words[why](provider)}</p>
        </div>
      )}
      {/* With these targets, the link is not one between pages of the dashboard. */}
      <a
        class="button"
        href={`${providerFolder}start?${new URLSearchParams({ to: back })}`}
        target={isApart ? '_blank' : '_top'}
        rel="noopener"
      >
        Continue with {provider}
        {isApart && <span class="hidden"> (opens in a new tab)</span>}
      </a>
      <p class="or">or</p>
    </div>
  );
}

/** Finds out whether a session was opened in another tab, whenever this one is shown again. */
export function useSessionOfTab(onSignedIn: (session: Session) => void, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      ask<Session>('GET', '/sessions/current').then(
        ({ data }) => onSignedIn(data),
        () => undefined,
      );
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isWanted]);
}
