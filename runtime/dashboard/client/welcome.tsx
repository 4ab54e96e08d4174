import { useEffect, useState } from 'preact/hooks';
import type { InvitationOffer, Session } from '../../../packages/client/models.ts';
import { roleTexts } from '../../../schema/api/roles.ts';
import { ask, type Failure } from './ask.ts';
import { Field } from './parts/small.tsx';
import { Trouble, Waiting } from './parts/states.tsx';
import { go, to } from './place.ts';
import { ProviderButton } from './provider.tsx';

/** Takes an invitation: the token is in the fragment of the address, which is in no log. */
export function Welcome({ onSignedIn }: { readonly onSignedIn: (session: Session) => void }) {
  const [token] = useState(() => window.location.hash.slice(1));
  const [offer, setOffer] = useState<InvitationOffer>();
  const [failure, setFailure] = useState<Failure>();
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    ask<InvitationOffer>('POST', '/invitations/offer', { token }).then(
      ({ data }) => setOffer(data),
      setFailure,
    );
  }, [token]);
  const accept = async (fields: FormData) => {
    setSending(true);
    try {
      const { data } = await ask<Session>('POST', '/invitations/accept', {
        token,
        name: fields.get('name'),
        password: fields.get('password'),
        ...(offer?.email === null ? { email: fields.get('email') } : {}),
      });
      onSignedIn(data);
      go(to([]), { replace: true });
    } catch (error) {
      setFailure(error as Failure);
      setSending(false);
    }
  };
  // The API's words say what to do; there is no list to go back to.
  const isGone = failure?.status === 404;
  return (
    <main class="door">
      <div class="door-box">
        <h1>{offer ? `Join ${offer.organization.name}` : 'Welcome'}</h1>
        {offer && <Offer {...{ offer, isSending }} onAccept={(fields) => void accept(fields)} />}
        {failure && !isGone && <Trouble failure={failure} />}
        {!offer && !failure && <Waiting lines={3} />}
        {isGone && (
          <p class="muted" role="alert">
            {failure.message}
          </p>
        )}
      </div>
    </main>
  );
}

function Offer({
  offer: { role, languages, email },
  isSending,
  onAccept,
}: {
  readonly offer: InvitationOffer;
  readonly isSending: boolean;
  readonly onAccept: (fields: FormData) => void;
}) {
  return (
    <>
      <p class="muted">
        Your role is <strong>{role}</strong>: {roleTexts[role]}
        {languages && ` (${languages.join(', ')})`}.
      </p>
      {/* The provider knows the invited address; that of a first owner is not known yet. */}
      {email !== null && <ProviderButton back={to([])} />}
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) onAccept(new FormData(event.currentTarget));
        }}
      >
        <Field label="Email">
          {email === null ? (
            <input name="email" type="email" autoComplete="username" required />
          ) : (
            <input type="email" autoComplete="username" readOnly value={email} />
          )}
        </Field>
        <Field label="Name" hint="As other members see it.">
          <input name="name" autoComplete="name" required maxLength={100} />
        </Field>
        <Field label="Password" hint="At least 10 characters.">
          <input
            name="password"
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            maxLength={200}
          />
        </Field>
        <button type="submit" class="primary" aria-busy={isSending}>
          Join
        </button>
      </form>
    </>
  );
}
