import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, type Failure } from './ask.ts';
import { Field } from './parts/small.tsx';
import { Trouble } from './parts/states.tsx';
import { to } from './place.ts';

/** Sends a link for a new password; the address that was typed to sign in is behind the hash. */
export function Forgot() {
  const typed = new URLSearchParams(window.location.hash.slice(1)).get('email') ?? '';
  const field = useRef<HTMLInputElement>(null);
  // A browser heeds `autofocus` once for a document: the field of signing in has had it.
  useEffect(() => field.current?.focus(), []);
  const [failure, setFailure] = useState<Failure>();
  const [isSending, setSending] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const send = async (email: string) => {
    setSending(true);
    setFailure(undefined);
    try {
      await ask('POST', '/password-resets', { email });
      setSentTo(email);
    } catch (error) {
      setFailure(error as Failure);
    }
    setSending(false);
  };
  return (
    <main class="door">
      <div class="door-box">
        <h1>{sentTo === undefined ? 'Forgot your password?' : 'Check your mail'}</h1>
        {sentTo === undefined ? (
          <>
            <p class="muted">You get a link to choose a new one.</p>
            <form
              class="form"
              onSubmit={(event) => {
                event.preventDefault();
                const fields = new FormData(event.currentTarget);
                if (!isSending) void send(String(fields.get('email')).trim());
              }}
            >
              <Field label="Email">
                <input
                  name="email"
                  type="email"
                  autoComplete="username"
                  required
                  defaultValue={typed}
                  ref={field}
                />
              </Field>
              {failure && <RequestTrouble failure={failure} />}
              <button type="submit" class="primary" aria-busy={isSending}>
                Send link
              </button>
            </form>
          </>
        ) : (
          <p class="muted" role="status">
            If <strong>{sentTo}</strong> is the address of a member, a message with a link is on its
            way. The link can be used once, within an hour.
          </p>
        )}
        <p class="muted hint">
          <a href={to([])}>Back to sign-in</a>
        </p>
      </div>
    </main>
  );
}

/** The API's words say what to do on a server that sends no links: there is no list to go back to. */
function RequestTrouble({ failure }: { readonly failure: Failure }) {
  if (failure.status !== 404) return <Trouble failure={failure} />;
  return (
    <div class="trouble" role="alert">
      <p>{failure.message}</p>
    </div>
  );
}
