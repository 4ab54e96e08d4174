import type { Webhook } from '../../../../packages/client/models.ts';
import { Checks } from '../parts/checks.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { SecretDialog } from '../parts/secret.tsx';
import { Badge, Field, Time } from '../parts/small.tsx';
import { eventTypes } from './event-types.ts';

interface Given {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly bodySignature: boolean;
  readonly legacyEnvelope: boolean;
}

/** The fields of a webhook, to add or to change one. */
export function WebhookForm({
  title,
  submit,
  hook,
  onSubmit,
  onClose,
}: {
  readonly title: string;
  readonly submit: string;
  readonly hook?: Webhook;
  readonly onSubmit: (given: Given) => Promise<void>;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog
      title={title}
      submit={submit}
      onClose={onClose}
      onSubmit={(fields) =>
        onSubmit({
          url: String(fields.get('url')).trim(),
          description: String(fields.get('description')).trim(),
          events: fields.getAll('event').map(String),
          bodySignature: fields.has('bodySignature'),
          legacyEnvelope: fields.has('legacyEnvelope'),
        })
      }
    >
      <Field label="Address" hint="It receives POST requests; https only.">
        <input
          name="url"
          type="url"
          required
          placeholder="https://example.com/hooks/docs"
          defaultValue={hook?.url ?? ''}
        />
      </Field>
      <Field label="Description" hint="So that others know what it is for.">
        <input name="description" maxLength={200} defaultValue={hook?.description ?? ''} />
      </Field>
      <EventChoice hook={hook} />
      <fieldset>
        <legend>For receivers that need it</legend>
        <label class="check">
          <input
            type="checkbox"
            name="bodySignature"
            defaultChecked={hook?.bodySignature ?? false}
          />
          <span>
            Add a signature over the body alone <code class="muted">bodySignature</code>
          </span>
        </label>
        <label class="check">
          <input
            type="checkbox"
            name="legacyEnvelope"
            defaultChecked={hook?.legacyEnvelope ?? false}
          />
          <span>
            Repeat the event type in the body as <code>event</code>{' '}
            <code class="muted">legacyEnvelope</code>
          </span>
        </label>
      </fieldset>
    </FormDialog>
  );
}

function EventChoice({ hook }: { readonly hook: Webhook | undefined }) {
  return (
    <Checks legend="Events" missing="Choose at least one event.">
      {Object.entries(eventTypes).map(([type, text]) => (
        <label key={type} class="check">
          <input
            type="checkbox"
            name="event"
            value={type}
            defaultChecked={hook?.events.some((event) => event === type) ?? false}
          />
          <span>
            {text} <code class="muted">{type}</code>
          </span>
        </label>
      ))}
      <button
        type="button"
        class="quiet"
        onClick={(event) => {
          for (const box of boxesOf(event.currentTarget)) box.checked = true;
          event.currentTarget.dispatchEvent(new Event('change', { bubbles: true }));
        }}
      >
        All events
      </button>
    </Checks>
  );
}

/** The boxes of events around a button. */
function boxesOf(button: HTMLElement): NodeListOf<HTMLInputElement> | readonly never[] {
  return button.closest('fieldset')?.querySelectorAll<HTMLInputElement>('[name="event"]') ?? [];
}

/** A secret that is shown this once. */
export interface Shown {
  readonly id: string;
  readonly secret: string;
  readonly standardSecret: string;
  readonly until?: string;
}

/** The signing secret, which the server shows only now. */
export function SigningSecret({
  shown: { secret, standardSecret, until },
  onClose,
}: {
  readonly shown: Shown;
  readonly onClose: () => void;
}) {
  return (
    <SecretDialog
      title="Signing secret"
      secrets={{ Secret: secret, 'For libraries of Standard Webhooks': standardSecret }}
      onClose={onClose}
    >
      The receiver checks the signature of every delivery with it.
      {until && (
        <>
          {' '}
          The previous one still signs as well, until <Time at={until} />.
        </>
      )}
    </SecretDialog>
  );
}

/** Whether deliveries of a webhook arrive. */
export function State({ hook }: { readonly hook: Webhook }) {
  const { active, disabledReason, lastDelivery } = hook;
  if (disabledReason === 'gone') return <Badge tone="bad">Receiver gone</Badge>;
  if (disabledReason) return <Badge tone="bad">Disabled</Badge>;
  if (!active) return <Badge tone="plain">Paused</Badge>;
  if (!lastDelivery) return <Badge tone="info">Active</Badge>;
  if (lastDelivery.status === 0) return <Badge tone="bad">No answer</Badge>;
  if (lastDelivery.status >= 300) return <Badge tone="bad">Status {lastDelivery.status}</Badge>;
  return <Badge tone="good">Active</Badge>;
}
