import { useState } from 'preact/hooks';
import type {
  CreatedWebhook,
  RotatedSecret,
  Webhook,
  WebhookTestResult,
} from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { refresh, useList } from '../cache.ts';
import { Dialog, FormDialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { Badge, Code, Copy, Facts, Field, prettyJson, Time } from '../parts/small.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { type Column, Export, Table } from '../parts/table.tsx';
import { say } from '../parts/toast.tsx';
import { go, to, usePlace } from '../place.ts';
import { useProject } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { lasting, many } from '../words.ts';
import { Deliveries } from './deliveries.tsx';
import { eventTypes } from './event-types.ts';

/** Who is notified of what happens, and whether it arrived. */
export function Webhooks() {
  const { parts } = usePlace();
  return parts[3] === undefined ? <List /> : <OneWebhook id={parts[3]} />;
}

/** A secret that is shown this once. */
interface Shown {
  readonly id: string;
  readonly secret: string;
  readonly standardSecret: string;
  readonly until?: string;
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

function State({ hook }: { readonly hook: Webhook }) {
  const { active, disabledReason, lastDelivery } = hook;
  if (disabledReason === 'gone') return <Badge tone="bad">Receiver gone</Badge>;
  if (disabledReason) return <Badge tone="bad">Disabled</Badge>;
  if (!active) return <Badge tone="plain">Paused</Badge>;
  if (!lastDelivery) return <Badge tone="info">Active</Badge>;
  if (lastDelivery.status === 0) return <Badge tone="bad">No answer</Badge>;
  if (lastDelivery.status >= 300) return <Badge tone="bad">Status {lastDelivery.status}</Badge>;
  return <Badge tone="good">Active</Badge>;
}

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
            and repeated for up to a day until the receiver answers.
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
        <SecretDialog
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

interface Given {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
}

function WebhookForm({
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
      <fieldset>
        <legend>Events</legend>
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
      </fieldset>
    </FormDialog>
  );
}

/** The signing secret, which the server shows only now. */
function SecretDialog({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  return (
    <Dialog title="Signing secret" onClose={onClose}>
      <div class="stack">
        <p>
          Copy it now: it is not shown again. The receiver checks the signature of every delivery
          with it.
          {shown.until && (
            <>
              {' '}
              The previous one still signs as well, until <Time at={shown.until} />.
            </>
          )}
        </p>
        <Code label="Secret" text={shown.secret} />
        <Code label="For libraries of Standard Webhooks" text={shown.standardSecret} />
        <div class="buttons">
          <button type="button" class="primary" onClick={onClose}>
            I have copied it
          </button>
        </div>
      </div>
    </Dialog>
  );
}

type Opened = 'edit' | 'rotate' | 'delete' | undefined;

function OneWebhook({ id }: { readonly id: string }) {
  const project = useProject();
  const path = `/projects/${project.id}/webhooks`;
  const at = `${path}/${id}`;
  const list = useList<Webhook>(path);
  const hook = list.rows.find((one) => one.id === id);
  const [opened, open] = useState<Opened>();
  const [shown, setShown] = useState<Shown>();
  const [tested, setTested] = useState<WebhookTestResult | 'sending'>();
  const back = to(['p', project.slug, 'webhooks']);
  const close = () => open(undefined);

  const test = async () => {
    setTested('sending');
    try {
      const { data } = await ask<WebhookTestResult>('POST', `${at}/test`, { event: 'test.ping' });
      setTested(data);
    } catch (error) {
      setTested(undefined);
      say(error instanceof Error ? error.message : String(error), { isBad: true });
    }
  };
  const change = async (body: object, done: string) => {
    try {
      await ask('PATCH', at, body);
      say(done);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), { isBad: true });
    }
    refresh(path);
  };
  useShortcuts(
    hook
      ? [
          { keys: 't', group: 'Webhook', label: 'Send a test', run: () => void test() },
          { keys: 'e', group: 'Webhook', label: 'Change it', run: () => open('edit') },
        ]
      : [],
  );
  if (list.isLoading) return <Waiting />;
  if (list.failure) return <Trouble failure={list.failure} retry />;
  if (!hook) {
    return (
      <Empty
        icon="webhook"
        title="This webhook is gone"
        action={
          <a class="button" href={back}>
            All webhooks
          </a>
        }
      >
        It was deleted, or it belongs to another project.
      </Empty>
    );
  }
  return (
    <Page
      title={hook.description || new URL(hook.url).host}
      lead={
        <>
          <a href={back}>Webhooks</a> / <span dir="ltr">{hook.url}</span>
        </>
      }
      actions={
        <>
          <button type="button" aria-busy={tested === 'sending'} onClick={() => void test()}>
            <Icon name="send" /> Send test
          </button>
          <button type="button" onClick={() => open('edit')}>
            Change
          </button>
          <button type="button" onClick={() => open('rotate')}>
            Rotate secret
          </button>
          <button type="button" onClick={() => open('delete')}>
            <Icon name="trash" /> Delete
          </button>
        </>
      }
    >
      <div class="stack">
        {(hook.disabledReason || !hook.active) && (
          <div class="trouble">
            <Icon name="alert" />
            <div>
              {hook.disabledReason === 'gone'
                ? 'The receiver answered with 410 Gone, so nothing is sent to it.'
                : hook.disabledReason
                  ? 'The receiver failed for so long that nothing is sent to it. Send a test, and activate it once that arrives.'
                  : 'It is paused: nothing is sent.'}
            </div>
            <button
              type="button"
              onClick={() => void change({ active: true }, 'Deliveries go on.')}
            >
              Activate
            </button>
          </div>
        )}
        {tested && tested !== 'sending' && <Tested result={tested} />}
        <div class="card">
          <Facts
            facts={[
              ['State', <State key="state" hook={hook} />],
              ['Id', <Copy key="id" text={hook.id} isShort />],
              ['Secret', <code key="secret">{hook.secret}</code>],
              ['Added', <Time key="added" at={hook.createdAt} />],
              [
                'Events',
                <span key="events">
                  {hook.events.map((event) => (
                    <div key={event}>
                      <code>{event}</code>
                    </div>
                  ))}
                </span>,
              ],
            ]}
          />
        </div>
        <Deliveries project={project} webhookId={id} />
      </div>
      {opened === 'edit' && (
        <WebhookForm
          title="Change webhook"
          submit="Save"
          hook={hook}
          onClose={close}
          onSubmit={async (given) => {
            await ask('PATCH', at, given);
            refresh(path);
            close();
            say('Saved.');
          }}
        />
      )}
      {opened === 'rotate' && (
        <FormDialog
          title="Rotate the secret?"
          submit="Rotate secret"
          onClose={close}
          onSubmit={async () => {
            const { data } = await ask<RotatedSecret>('POST', `${at}/rotate-secret`);
            refresh(path);
            close();
            setShown({ ...data, until: data.previousSecretExpiresAt });
          }}
        >
          <p>
            There will be a new secret. Deliveries are signed with both for a day, so that the
            receiver can change without missing one.
          </p>
        </FormDialog>
      )}
      {opened === 'delete' && (
        <FormDialog
          title="Delete this webhook?"
          submit="Delete webhook"
          danger
          onClose={close}
          onSubmit={async () => {
            await ask('DELETE', at);
            refresh(path);
            go(back, { replace: true });
            say('Webhook deleted.');
          }}
        >
          <p>
            <strong dir="ltr">{hook.url}</strong> gets nothing any more, and the log of its
            deliveries is deleted. To stop for a while, pause it instead.
          </p>
          {hook.active && (
            <p>
              <button
                type="button"
                onClick={() => {
                  close();
                  void change({ active: false }, 'Paused.');
                }}
              >
                Pause instead
              </button>
            </p>
          )}
        </FormDialog>
      )}
      {shown && <SecretDialog shown={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

function Tested({ result }: { readonly result: WebhookTestResult }) {
  const { delivered, statusCode, duration, responseBody, error } = result;
  return (
    <section class="card stack" role="status" aria-label="Result of the test">
      <p>
        <Badge tone={delivered ? 'good' : 'bad'}>
          {delivered ? 'The test arrived' : 'The test did not arrive'}
        </Badge>{' '}
        <span class="muted">
          {statusCode > 0 && `Status ${statusCode} · `}
          {lasting(duration)}
        </span>
      </p>
      {error && <p>{error}</p>}
      {responseBody && <Code label="Response" text={prettyJson(responseBody)} />}
    </section>
  );
}
