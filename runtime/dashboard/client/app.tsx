import { useEffect, useRef, useState } from 'preact/hooks';
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
  const signIn = useSession();
  const isReached = useConnection(() => {
    refresh();
    if (!signIn.session) void signIn.begin();
  });
  return (
    <>
      {!isReached && (
        <div class="banner" role="status">
          No connection to the server. What you see may be out of date; this page tries again every
          few seconds.
        </div>
      )}
      {signIn.isKnown && <Place {...signIn} />}
      <Toasts />
    </>
  );
}

/** The session of the member who is signed in, and how it begins and ends. */
function useSession() {
  const [session, setSession] = useState<Session>();
  const [failure, setFailure] = useState<Failure>();
  const [isKnown, setKnown] = useState(false);
  const [isExpired, setExpired] = useState(false);

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
    void begin();
  }, []);

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
  return { session, failure, isKnown, isExpired, begin, signedIn, signOut };
}

/** Whether the server is reached; `onBack` is called when it is again. */
function useConnection(onBack: () => void): boolean {
  const [isReached, setReached] = useState(true);
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    // Only a health check says that the connection is back: an answer may be older than the loss.
    const onLost = () => setReached(false);
    listeners.onLost = onLost;
    window.addEventListener('offline', onLost);
    return () => window.removeEventListener('offline', onLost);
  }, []);
  useEffect(() => {
    if (isReached) return undefined;
    const timer = setInterval(async () => {
      const health = await fetch('/health').catch(() => undefined);
      if (!health) return;
      setReached(true);
      latest.current();
    }, retryAfter);
    return () => clearInterval(timer);
  }, [isReached]);
  return isReached;
}

/** Where the address says, or the door that leads there. */
function Place({
  session,
  failure,
  isExpired,
  signedIn,
  signOut,
}: Omit<ReturnType<typeof useSession>, 'isKnown' | 'begin'>) {
  const [place] = usePlace().parts;
  if (place === 'reset' && !isStudio && (session || !failure))
    return <Reset onSignedIn={signedIn} />;
  if (session) {
    return (
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
    );
  }
  if (failure) {
    return (
      <main class="door">
        <Trouble failure={failure} />
      </main>
    );
  }
  if (place === 'welcome') return <Welcome onSignedIn={signedIn} />;
  if (place === 'forgot') return <Forgot />;
  return (
    <main class="door">
      <div class="door-box">
        <h1>Sign in</h1>
        <p class="muted">To the dashboard of this documentation.</p>
        <SignIn onSignedIn={signedIn} />
        <p class="muted hint">
          No account yet? An owner of your organization can invite you. The first owner gets a link
          from <code>docent users invite</code>.
        </p>
      </div>
    </main>
  );
}
