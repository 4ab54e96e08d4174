import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../../packages/client/models.ts';
import { ask, Failure, listeners } from './ask.ts';
import { forget, refresh } from './cache.ts';
import { Forgot } from './forgot.tsx';
import { Dialog } from './parts/dialog.tsx';
import { Trouble } from './parts/states.tsx';
import { Toasts } from './parts/toast.tsx';
import { go, to, usePlace, useRouting } from './place.ts';
import { Reset } from './reset.tsx';
import { isStudio } from './served.ts';
import { SessionContext } from './session.ts';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';
import { SiteChanges } from './studio/changes.ts';
import { Welcome } from './welcome.tsx';

/** Milliseconds between two attempts to reach the server again. */
const retryAfter = 3_000;

/** The whole page: whoever has no session signs in first, and then is where the address says. */
export function App() {
  useRouting();
  const { parts } = usePlace();
  const [session, setSession] = useState<Session>();
  const [failure, setFailure] = useState<Failure>();
  const [isKnown, setKnown] = useState(false);
  const [isExpired, setExpired] = useState(false);
  const [isReached, setReached] = useState(true);

  const begin = async () => {
    try {
      const { data } = await ask<Session>('GET', '/sessions/current');
      setSession(data);
      setFailure(undefined);
    } catch (error) {
      const isOut = error instanceof Failure && error.status === 401;
      setFailure(isOut ? undefined : (error as Failure));
    }
    setKnown(true);
  };
  useEffect(() => {
    listeners.onExpired = () => setExpired(true);
    // Only a health check says that the connection is back: an answer may be older than the loss.
    const onLost = () => setReached(false);
    listeners.onLost = onLost;
    void begin();
    window.addEventListener('offline', onLost);
    return () => window.removeEventListener('offline', onLost);
  }, []);
  useEffect(() => {
    if (isReached) return undefined;
    const timer = setInterval(async () => {
      const health = await fetch('/health').catch(() => undefined);
      if (!health) return;
      setReached(true);
      refresh();
      if (!session) void begin();
    }, retryAfter);
    return () => clearInterval(timer);
  }, [isReached, session]);

  const signedIn = (next: Session) => {
    const isOther = session !== undefined && session.user.id !== next.user.id;
    setSession(next);
    setExpired(false);
    if (isOther) {
      forget();
      go(to([]));
    } else refresh();
  };
  const signOut = async () => {
    await ask('DELETE', '/sessions/current').catch(() => undefined);
    setSession(undefined);
    forget();
    go(to([]));
  };

  return (
    <>
      {!isReached && (
        <div class="banner" role="status">
          No connection to the server. What you see may be out of date; this page tries again every
          few seconds.
        </div>
      )}
      {!isKnown ? null : failure && !session ? (
        <main class="door">
          <Trouble failure={failure} />
        </main>
      ) : parts[0] === 'welcome' && !session ? (
        <Welcome onSignedIn={signedIn} />
      ) : parts[0] === 'reset' && !isStudio ? (
        <Reset onSignedIn={signedIn} />
      ) : parts[0] === 'forgot' && !session ? (
        <Forgot />
      ) : session ? (
        <SessionContext.Provider value={session}>
          {isStudio && <SiteChanges />}
          <Shell onSignOut={signOut} />
          {isExpired && (
            <Dialog title="Your session has ended" onClose={() => {}} isFirm>
              <p class="muted">Sign in to go on where you are. Nothing that you typed is lost.</p>
              <SignIn onSignedIn={signedIn} email={session.user.email} />
            </Dialog>
          )}
        </SessionContext.Provider>
      ) : (
        <main class="door">
          <div class="door-box">
            <h1>Sign in</h1>
            <p class="muted">To the dashboard of this documentation.</p>
            <SignIn onSignedIn={signedIn} />
            <p class="muted hint">
              No account yet? An owner of your organization can invite you. The first owner gets a
              link from <code>docent users invite</code>.
            </p>
          </div>
        </main>
      )}
      <Toasts />
    </>
  );
}
