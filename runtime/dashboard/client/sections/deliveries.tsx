import { useState } from 'preact/hooks';
import type {
  Delivery,
  DeliveryWithAttempts,
  Project,
} from '../../../../packages/client/models.ts';
import { address, ask } from '../ask.ts';
import { refresh, useApi, useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Export } from '../parts/export.tsx';
import { attempt } from '../parts/failing.ts';
import { Icon } from '../parts/icon.tsx';
import { Choice } from '../parts/page.tsx';
import { openAt, useNextRow } from '../parts/rows.ts';
import { Badge, Code, Copy, dash, Facts, prettyJson, Time, type Tone } from '../parts/small.tsx';
import { Span, spanOf } from '../parts/span.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, usePlace } from '../place.ts';
import { useShortcuts } from '../shortcuts.ts';
import { count, lasting, many } from '../words.ts';
import { eventTypes } from './event-types.ts';
import { Replay } from './replay.tsx';

const states: Readonly<Record<Delivery['status'], readonly [Tone, string]>> = {
  pending: ['wait', 'Waiting'],
  delivered: ['good', 'Delivered'],
  failed: ['bad', 'Failed'],
  cancelled: ['plain', 'Cancelled'],
  skipped_quota: ['bad', 'Over the plan'],
};

function State({ status }: Pick<Delivery, 'status'>) {
  const [tone, word] = states[status];
  return <Badge tone={tone}>{word}</Badge>;
}

const columns: readonly Column<Delivery>[] = [
  {
    ...{ title: 'Event', width: 'minmax(0, 2fr)', narrow: 'title' },
    cell: ({ event }) => <code>{event}</code>,
  },
  { title: 'State', width: '9rem', cell: ({ status }) => <State status={status} /> },
  {
    ...{ title: 'Status', width: '6rem', isNumber: true, narrow: 'none' },
    cell: ({ lastStatusCode }) => (lastStatusCode === null ? dash : lastStatusCode || 'none'),
  },
  {
    ...{ title: 'Attempts', width: '6rem', isNumber: true, narrow: 'none' },
    cell: ({ attemptCount }) => count(attemptCount),
  },
  { title: 'Sent', width: '9rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    ...{ title: 'Next attempt', width: '9rem', narrow: 'none' },
    cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} />,
  },
];

/** The log of a webhook: what was sent, and what the receiver said. */
export function Deliveries({
  project,
  webhookId,
}: {
  readonly project: Project;
  readonly webhookId: string;
}) {
  const { query } = usePlace();
  const hook = `/projects/${project.id}/webhooks/${webhookId}`;
  const base = `${hook}/deliveries`;
  const [isReplaying, setReplaying] = useState(false);
  const status = query.get('status') ?? undefined;
  const event = query.get('event') ?? undefined;
  const span = spanOf(query);
  const isFiltered = Boolean(status || event || span.from || span.to);
  const path = address(base, { perPage: 100, status, event, ...span });
  const list = useList<Delivery>(path);
  const opened = query.get('open');
  return (
    <section class="stack" aria-label="Deliveries">
      <div class="filters">
        <h2>Deliveries</h2>
        <Choice
          label="State"
          name="status"
          options={{
            '': 'Any state',
            ...Object.fromEntries(Object.entries(states).map(([name, [, word]]) => [name, word])),
          }}
        />
        <Choice
          label="Event"
          name="event"
          options={{
            '': 'Any event',
            ...Object.fromEntries(Object.keys(eventTypes).map((name) => [name, name])),
          }}
        />
        <Span />
        <span class="spread" />
        {list.total > 0 && (
          <span class="actions">
            <span class="muted">{many(list.total, 'delivery', 'deliveries')}</span>
            <button type="button" onClick={() => setReplaying(true)}>
              <Icon name="redo" /> Replay…
            </button>
            <Export path={path} name={`${project.slug}-deliveries`} />
          </span>
        )}
      </div>
      <Table
        label="Deliveries"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => openAt(id)}
        empty={
          isFiltered ? (
            <Empty
              icon="search"
              title="No deliveries match"
              action={
                <button
                  type="button"
                  onClick={() =>
                    setQuery({
                      status: undefined,
                      event: undefined,
                      from: undefined,
                      to: undefined,
                    })
                  }
                >
                  Show all
                </button>
              }
            >
              Deliveries are kept for 30 days.
            </Empty>
          ) : (
            <Empty icon="send" title="Nothing has been sent yet">
              The first delivery appears here with its attempts. Send a test to see whether the
              receiver answers.
            </Empty>
          )
        }
      />
      {isReplaying && <Replay hook={hook} onClose={() => setReplaying(false)} />}
      {opened && (
        <OneDelivery
          at={`${base}/${opened}`}
          base={base}
          ids={list.rows.map(({ id }) => id)}
          id={opened}
        />
      )}
    </section>
  );
}

function OneDelivery({
  at,
  base,
  ids,
  id,
}: {
  readonly at: string;
  readonly base: string;
  readonly ids: readonly string[];
  readonly id: string;
}) {
  const { data, failure } = useApi<DeliveryWithAttempts>(at);
  const [isSending, setSending] = useState(false);
  const close = () => setQuery({ open: undefined });
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
      onClose={close}
      actions={
        <button type="button" aria-busy={isSending} onClick={() => void redeliver()}>
          <Icon name="back" /> Send again
        </button>
      }
    >
      {data ? (
        <div class="stack">
          <Facts
            facts={[
              ['State', <State key="state" status={data.status} />],
              ['Sent', <Time key="sent" at={data.createdAt} />],
              ['Delivery', <Copy key="id" text={data.id} isShort />],
              ['Event', <Copy key="event" text={data.eventId} isShort />],
              ...(data.nextAttemptAt
                ? [['Next attempt', <Time key="next" at={data.nextAttemptAt} />] as const]
                : []),
            ]}
          />
          <h3>{many(data.attempts.length, 'attempt')}</h3>
          {data.attempts.length === 0 && <p class="muted">It is sent within seconds.</p>}
          {[...data.attempts].reverse().map((attempt) => (
            <section key={attempt.number} class="stack">
              <p>
                <Badge
                  tone={attempt.statusCode >= 200 && attempt.statusCode < 300 ? 'good' : 'bad'}
                >
                  {attempt.statusCode > 0 ? `Status ${attempt.statusCode}` : 'No answer'}
                </Badge>{' '}
                <span class="muted">
                  Attempt {attempt.number} · <Time at={attempt.startedAt} /> ·{' '}
                  {lasting(attempt.duration)}
                </span>
              </p>
              {attempt.error && <p>{attempt.error}</p>}
              {attempt.responseBody && (
                <Code
                  label={`Response to attempt ${attempt.number}`}
                  text={prettyJson(attempt.responseBody)}
                />
              )}
            </section>
          ))}
          {data.request && (
            <>
              <h3>Request</h3>
              <Code label="Request line and headers" text={headOf(data.request)} />
              <p class="muted">
                That of the last attempt, to the address that the webhook has now. Signatures are
                not kept.
              </p>
            </>
          )}
          <Code label="Request body" text={JSON.stringify(data.envelope, null, 2)} />
        </div>
      ) : failure ? (
        <Trouble failure={failure} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  );
}

/** A request without its body, as it goes over the wire. */
function headOf({ method, url, headers }: NonNullable<DeliveryWithAttempts['request']>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines].join('\n');
}
