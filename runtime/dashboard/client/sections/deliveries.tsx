import { useState } from 'preact/hooks';
import type { Delivery, Project } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { Icon } from '../parts/icon.tsx';
import { Choice } from '../parts/page.tsx';
import { openAt } from '../parts/rows.ts';
import { dash, Time } from '../parts/small.tsx';
import { Span, spanOf } from '../parts/span.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { setQuery, usePlace } from '../place.ts';
import { count, many } from '../words.ts';
import { DeliveryState, deliveryStates } from './delivery-state.tsx';
import { eventTypes } from './event-types.ts';
import { OneDelivery } from './one-delivery.tsx';
import { Replay } from './replay.tsx';

const columns: readonly Column<Delivery>[] = [
  {
    ...{ title: 'Event', width: 'minmax(0, 2fr)', narrow: 'title' },
    cell: ({ event }) => <code>{event}</code>,
  },
  { title: 'State', width: '9rem', cell: ({ status }) => <DeliveryState status={status} /> },
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
        <Filters />
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
        empty={isFiltered ? <NoMatch /> : <NothingSent />}
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

function Filters() {
  return (
    <>
      <h2>Deliveries</h2>
      <Choice
        label="State"
        name="status"
        options={{
          '': 'Any state',
          ...Object.fromEntries(
            Object.entries(deliveryStates).map(([name, [, word]]) => [name, word]),
          ),
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
    </>
  );
}

function NoMatch() {
  const none = { status: undefined, event: undefined, from: undefined, to: undefined };
  return (
    <Empty
      icon="search"
      title="No deliveries match"
      action={
        <button type="button" onClick={() => setQuery(none)}>
          Show all
        </button>
      }
    >
      Deliveries are kept for 30 days.
    </Empty>
  );
}

function NothingSent() {
  return (
    <Empty icon="send" title="Nothing has been sent yet">
      The first delivery appears here with its attempts. Send a test to see whether the receiver
      answers.
    </Empty>
  );
}
