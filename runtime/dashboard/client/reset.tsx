import { useState } from 'preact/hooks';
import type { Session } from '../../../packages/client/models.ts';
import { ask, type Failure } from './ask.ts';
import { Field } from './parts/small.tsx';
import { Trouble } from './parts/states.tsx';
import { go, to } from './place.ts';

/** Takes a link for a new password: the token is in the fragment of the address, which is in no log. */
export function Reset({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const [token] = useState(() => window.location.hash.slice(1));
  const [failure, setFailure] = useState<Failure>();
  const [isSending, setSending] = useState(false);
  const save = async (password: string) => {
    setSending(true);
    try {
      const { data } = await ask<Session>('POST', '/password-resets/use', { token, password });
      go(to([]), { replace: true });
      onSignedIn(data);
    } catch (error) {
      setFailure(error as Failure);
      setSending(false);
    }
  };
  const isGone = failure?.status === 404;
  return (
    <main class="door">
      <div class="door-box">
        <h1>New password</h1>
        {isGone ? (
          <>
            <p class="muted" role="alert">
              {failure.message}
            </p>
            <p class="muted hint">
              <a href={to(['forgot'])}>Send a new link</a>
            </p>
          </>
        ) : (
          <form
            class="form"
            onSubmit={(event) => {
              event.preventDefault();
              const fields = new FormData(event.currentTarget);
              if (!isSending) void save(String(fields.get('password')));
            }}
          >
            <Field label="Password" hint="At least 10 characters. All other sessions end.">
              <input
                name="password"
                type="password"
                autoComplete="new-password"
                required
                minLength={10}
                maxLength={200}
                // biome-ignore lint/a11y/noAutofocus: there is nothing else to do here.
                autoFocus
              />
            </Field>
            {failure && <Trouble failure={failure} />}
            <button type="submit" class="primary" aria-busy={isSending}>
              Save and sign in
            </button>
          </form>
        )}
      </div>
    </main>
  );
}
