import { useState } from 'preact/hooks';
import type { DeliveryWithAttempts } from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { refresh, useApi } from '../cache.ts';
import { Dialog } from '../parts/dialog.tsx';
import { attempt } from '../parts/failing.ts';
import { Icon } from '../parts/icon.tsx';
import { useNextRow } from '../parts/rows.ts';
import { Badge, Code, Copy, Facts, prettyJson, Time } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery } from '../place.ts';
import { useShortcuts } from '../shortcuts.ts';
import { lasting, many } from '../words.ts';
import { DeliveryState } from './delivery-state.tsx';

/** A delivery with its attempts: what was sent, and what the receiver said. */
export function OneDelivery({
  at,
  base,
  ids,
  id,
}: {
  /** Path of the delivery in the API. */
  readonly at: string;
  /** Path of all deliveries of its webhook. */
  readonly base: string;
  readonly ids: readonly string[];
  readonly id: string;
}) {
  const { data, failure } = useApi<DeliveryWithAttempts>(at);
  const [isSending, setSending] = useState(false);
  useNextRow(ids, id);
  const redeliver = async () => {
    if (isSending) return;
    setSending(true);
    if (await attempt(() => ask('POST', `${at}/redeliver`))) {
      say('It is sent again.');
      refresh(base);
    }
    setSending(false);
  };
  useShortcuts([
    {
      ...{ keys: 'r', group: 'Delivery', label: 'Send again', inDialog: true },
      run: () => void redeliver(),
    },
  ]);
  return (
    <Dialog
      kind="panel"
      title={data ? data.event : 'Delivery'}
      onClose={() => setQuery({ open: undefined })}
      actions={
        <button type="button" aria-busy={isSending} onClick={() => void redeliver()}>
          <Icon name="back" /> Send again
        </button>
      }
    >
      {data ? <Details delivery={data} /> : failure ? <Trouble failure={failure} /> : <Waiting />}
    </Dialog>
  );
}

function Details({ delivery }: { readonly delivery: DeliveryWithAttempts }) {
  const { id, status, createdAt, eventId, nextAttemptAt, attempts, request, envelope } = delivery;
  return (
    <div class="stack">
      <Facts
        facts={[
          ['State', <DeliveryState key="state" status={status} />],
          ['Sent', <Time key="sent" at={createdAt} />],
          ['Delivery', <Copy key="id" text={id} isShort />],
          ['Event', <Copy key="event" text={eventId} isShort />],
          ...(nextAttemptAt
            ? [['Next attempt', <Time key="next" at={nextAttemptAt} />] as const]
            : []),
        ]}
      />
      <h3>{many(attempts.length, 'attempt')}</h3>
      {attempts.length === 0 && <p class="muted">It is sent within seconds.</p>}
      {[...attempts].reverse().map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
      {request && (
        <>
          <h3>Request</h3>
          <Code label="Request line and headers" text={headOf(request)} />
          <p class="muted">
            That of the last attempt, to the address that the webhook has now. Signatures are not
            kept.
          </p>
        </>
      )}
      <Code label="Request body" text={JSON.stringify(envelope, null, 2)} />
    </div>
  );
}

function Attempt({
  attempt: { number, statusCode, startedAt, duration, error, responseBody },
}: {
  readonly attempt: DeliveryWithAttempts['attempts'][number];
}) {
  return (
    <section class="stack">
      <p>
        <Badge tone={statusCode >= 200 && statusCode < 300 ? 'good' : 'bad'}>
          {statusCode > 0 ? `Status ${statusCode}` : 'No answer'}
        </Badge>{' '}
        <span class="muted">
          Attempt {number} · <Time at={startedAt} /> · {lasting(duration)}
        </span>
      </p>
      {error && <p>{error}</p>}
      {responseBody && (
        <Code label={`Response to attempt ${number}`} text={prettyJson(responseBody)} />
      )}
    </section>
  );
}

/** A request without its body, as it goes over the wire. */
function headOf({ method, url, headers }: NonNullable<DeliveryWithAttempts['request']>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines].join('\n');
}
