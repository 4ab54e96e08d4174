import { useState } from 'preact/hooks';
import type { CreatedWebhook, Webhook } from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { refresh, useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Export } from '../parts/export.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { Time } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { go, to, usePlace } from '../place.ts';
import { useProject } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { many } from '../words.ts';
import { OneWebhook } from './one-webhook.tsx';
import { type Shown, SigningSecret, State, WebhookForm } from './webhook-form.tsx';

/** Who is notified of what happens, and whether it arrived. */
export function Webhooks() {
  const { parts } = usePlace();
  return parts[3] === undefined ? <List /> : <OneWebhook id={parts[3]} />;
}

const columns: readonly Column<Webhook>[] = [
  {
    ...{ title: 'Receiver', width: 'minmax(0, 3fr)', narrow: 'title' },
    cell: ({ url, description }) => (description ? `${description} · ${url}` : url),
  },
  {
    ...{ title: 'Events', width: 'minmax(0, 1fr)' },
    cell: ({ events }) => <span title={events.join(', ')}>{many(events.length, 'event')}</span>,
  },
  { title: 'State', width: '8rem', cell: (hook) => <State hook={hook} /> },
  {
    ...{ title: 'Last delivery', width: '8rem' },
    cell: ({ lastDelivery }) => <Time at={lastDelivery?.deliveredAt} />,
  },
];

function List() {
  const project = useProject();
  const { query } = usePlace();
  const path = `/projects/${project.id}/webhooks`;
  const list = useList<Webhook>(path);
  const here = to(['p', project.slug, 'webhooks']);
  const [shown, setShown] = useState<Shown>();
  const add = () => go(`${here}?new=1`);
  useShortcuts([{ keys: 'c', group: 'Webhooks', label: 'Add a webhook', run: add }]);
  return (
    <Page
      title="Webhooks"
      lead="A signed request to other systems whenever something happens to the site."
      actions={
        <>
          {list.rows.length > 0 && <Export path={path} name={`${project.slug}-webhooks`} />}
          <button type="button" class="primary" onClick={add}>
            <Icon name="plus" /> Add webhook
          </button>
        </>
      }
    >
      <Table
        label="Webhooks"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => to(['p', project.slug, 'webhooks', id])}
        empty={
          <Empty
            icon="webhook"
            title="No system is notified yet"
            action={
              <button type="button" class="primary" onClick={add}>
                Add webhook
              </button>
            }
          >
            Add the address of a receiver, choose events, and send it a test. Deliveries are signed
            and repeated for about five hours until the receiver answers.
          </Empty>
        }
      />
      {query.has('new') && (
        <WebhookForm
          title="Add webhook"
          submit="Add webhook"
          onClose={() => go(here, { replace: true })}
          onSubmit={async (given) => {
            const { data } = await ask<CreatedWebhook>('POST', path, given);
            refresh(path);
            go(here, { replace: true });
            setShown(data);
          }}
        />
      )}
      {shown && (
        <SigningSecret
          shown={shown}
          onClose={() => {
            setShown(undefined);
            go(to(['p', project.slug, 'webhooks', shown.id]));
          }}
        />
      )}
    </Page>
  );
}
