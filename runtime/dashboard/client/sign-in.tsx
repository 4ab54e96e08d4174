import { useState } from 'preact/hooks';
import type { Session } from '../../../packages/client/models.ts';
import { ask, type Failure } from './ask.ts';
import { Field } from './parts/small.tsx';
import { Trouble } from './parts/states.tsx';
import { to } from './place.ts';
import { ProviderButton, useSessionOfTab } from './provider.tsx';
import { sendsLinks } from './served.ts';

/** Asks for address and password, or leads to the identity provider. */
export function SignIn({
  onSignedIn,
  email = '',
}: {
  readonly onSignedIn: (session: Session) => void;
  readonly email?: string;
}) {
  const [failure, setFailure] = useState<Failure>();
  const [isSending, setSending] = useState(false);
  const [typed, setTyped] = useState(email);
  // If the session has ended, the page that is open must stay.
  const isAgain = email !== '';
  useSessionOfTab(onSignedIn, isAgain);
  const { pathname, search } = window.location;
  return (
    <>
      <ProviderButton back={pathname + search} isApart={isAgain} />
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSending) return;
          const fields = new FormData(event.currentTarget);
          setSending(true);
          ask<Session>('POST', '/sessions', {
            email: String(fields.get('email')).trim(),
            password: fields.get('password'),
          }).then(
            ({ data }) => onSignedIn(data),
            (error: Failure) => {
              setFailure(error);
              setSending(false);
            },
          );
        }}
      >
        <Field label="Email">
          <input
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={email}
            onInput={(event) => setTyped(event.currentTarget.value)}
            // biome-ignore lint/a11y/noAutofocus: there is nothing else to do here.
            autoFocus={!isAgain}
          />
        </Field>
        <Field label="Password">
          <input
            name="password"
            type="password"
            autoComplete="current-password"
            required
            // biome-ignore lint/a11y/noAutofocus: there is nothing else to do here.
            autoFocus={isAgain}
          />
        </Field>
        {failure && <SignInTrouble failure={failure} />}
        <button type="submit" class="primary" aria-busy={isSending}>
          Sign in
        </button>
        {sendsLinks && <ForgotLink email={typed} isApart={isAgain} />}
      </form>
    </>
  );
}

/**
 * Leads to the page that sends a link for a new password; in another tab if this page has to stay. The address is
 * behind the hash, which no server gets to see.
 */
function ForgotLink({ email, isApart }: { readonly email: string; readonly isApart: boolean }) {
  const hash = email.trim() && `#${new URLSearchParams({ email: email.trim() })}`;
  return (
    <p class="muted hint">
      <a href={to(['forgot']) + hash} {...(isApart ? { target: '_blank', rel: 'noopener' } : {})}>
        Forgot your password?
        {isApart && <span class="hidden"> (opens in a new tab)</span>}
      </a>
    </p>
  );
}

/** Advice to sign in again is useless on the sign-in page. */
function SignInTrouble({ failure }: { readonly failure: Failure }) {
  if (failure.status !== 401) return <Trouble failure={failure} />;
  return (
    <div class="trouble" role="alert">
      <p>
        {failure.message} Check both, or{' '}
        {sendsLinks
          ? 'choose a new password.'
          : 'ask an owner of your organization for a new invitation.'}
      </p>
    </div>
  );
}
