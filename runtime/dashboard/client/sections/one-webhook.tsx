import { useState } from 'preact/hooks';
import type {
  RotatedSecret,
  Webhook,
  WebhookTestResult,
} from '../../../../packages/client/models.ts';
import { ask } from '../ask.ts';
import { refresh, useList } from '../cache.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { attempt } from '../parts/failing.ts';
import { Icon } from '../parts/icon.tsx';
import { Choice, Page } from '../parts/page.tsx';
import { Badge, Code, Copy, Facts, prettyJson, Time } from '../parts/small.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { go, to, usePlace } from '../place.ts';
import { useProject } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { lasting } from '../words.ts';
import { Deliveries } from './deliveries.tsx';
import { ReceiverCheck } from './receiver-check.tsx';
import { type Shown, SigningSecret, State, WebhookForm } from './webhook-form.tsx';

type Opened = 'check' | 'edit' | 'rotate' | 'delete' | undefined;

/** The sample that says nothing but that it arrives. */
const ping = 'test.ping';

/** One webhook with its deliveries. */
export function OneWebhook({ id }: { readonly id: string }) {
  const project = useProject();
  const path = `/projects/${project.id}/webhooks`;
  const at = `${path}/${id}`;
  const list = useList<Webhook>(path);
  const hook = list.rows.find((one) => one.id === id);
  const [opened, open] = useState<Opened>();
  const { test, tested } = useTest(at);
  const back = to(['p', project.slug, 'webhooks']);

  const change = async (body: object, done: string) => {
    if (await attempt(() => ask('PATCH', at, body))) say(done);
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
  if (!hook) return <Gone back={back} />;
  return (
    <Page
      title={hook.description || new URL(hook.url).host}
      lead={
        <>
          <a href={back}>Webhooks</a> / <span dir="ltr">{hook.url}</span>
        </>
      }
      actions={<Actions {...{ hook, open }} isTesting={tested === 'sending'} onTest={test} />}
    >
      <div class="stack">
        {(hook.disabledReason || !hook.active) && (
          <Paused hook={hook} activate={() => void change({ active: true }, 'Deliveries go on.')} />
        )}
        {tested && tested !== 'sending' && <Tested result={tested} />}
        <div class="card">
          <HookFacts hook={hook} />
        </div>
        <Deliveries project={project} webhookId={id} />
      </div>
      <Dialogs {...{ hook, path, opened, open, back, change }} />
    </Page>
  );
}

/** Sends the chosen sample to a webhook; what came of it. */
function useTest(at: string) {
  const sample = usePlace().query.get('sample') ?? ping;
  const [tested, setTested] = useState<WebhookTestResult | 'sending'>();
  const test = async () => {
    setTested('sending');
    const send = async () => {
      const { data } = await ask<WebhookTestResult>('POST', `${at}/test`, { event: sample });
      setTested(data);
    };
    if (!(await attempt(send))) setTested(undefined);
  };
  return { test, tested };
}

function Actions({
  hook,
  open,
  isTesting,
  onTest,
}: {
  readonly hook: Webhook;
  readonly open: (dialog: Opened) => void;
  readonly isTesting: boolean;
  readonly onTest: () => Promise<void>;
}) {
  return (
    <>
      <Choice
        label="Sample to send"
        name="sample"
        initial={ping}
        options={Object.fromEntries([ping, ...hook.events].map((type) => [type, type]))}
      />
      <button type="button" aria-busy={isTesting} onClick={() => void onTest()}>
        <Icon name="send" /> Send test
      </button>
      <button type="button" onClick={() => open('check')}>
        <Icon name="check" /> Check receiver
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
  );
}

/** The dialog that is open, and the secret that one of them has made. */
function Dialogs({
  hook,
  path,
  opened,
  open,
  back,
  change,
}: {
  readonly hook: Webhook;
  /** Path of the webhooks in the API. */
  readonly path: string;
  readonly opened: Opened;
  readonly open: (dialog: Opened) => void;
  /** Address of the list of webhooks. */
  readonly back: string;
  readonly change: (body: object, done: string) => Promise<void>;
}) {
  const [shown, setShown] = useState<Shown>();
  const at = `${path}/${hook.id}`;
  const close = () => open(undefined);
  return (
    <>
      {opened === 'check' && <ReceiverCheck hook={at} onClose={close} />}
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
        <RotateDialog
          at={at}
          onClose={close}
          onDone={(rotated) => {
            refresh(path);
            close();
            setShown(rotated);
          }}
        />
      )}
      {opened === 'delete' && (
        <DeleteDialog
          {...{ hook, at }}
          onClose={close}
          onDone={() => {
            refresh(path);
            go(back, { replace: true });
            say('Webhook deleted.');
          }}
          pause={() => {
            close();
            void change({ active: false }, 'Paused.');
          }}
        />
      )}
      {shown && <SigningSecret shown={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function Gone({ back }: { readonly back: string }) {
  return (
    <Empty
      isPage
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

/** Why nothing is sent to a webhook. */
function Paused({ hook, activate }: { readonly hook: Webhook; readonly activate: () => void }) {
  return (
    <div class="trouble">
      <Icon name="alert" />
      <div>
        {hook.disabledReason === 'gone'
          ? 'The receiver answered with 410 Gone, so nothing is sent to it.'
          : hook.disabledReason
            ? 'The receiver failed for so long that nothing is sent to it. Send a test, and activate it once that arrives.'
            : 'It is paused: nothing is sent.'}
      </div>
      <button type="button" onClick={activate}>
        Activate
      </button>
    </div>
  );
}

function HookFacts({ hook }: { readonly hook: Webhook }) {
  return (
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
  );
}

function RotateDialog({
  at,
  onClose,
  onDone,
}: {
  /** Path of the webhook in the API. */
  readonly at: string;
  readonly onClose: () => void;
  readonly onDone: (shown: Shown) => void;
}) {
  return (
    <FormDialog
      title="Rotate the secret?"
      submit="Rotate secret"
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await ask<RotatedSecret>('POST', `${at}/rotate-secret`);
        onDone({ ...data, until: data.previousSecretExpiresAt });
      }}
    >
      <p>
        There will be a new secret. Deliveries are signed with both for a day, so that the receiver
        can change without missing one.
      </p>
    </FormDialog>
  );
}

/** Asks before a webhook is deleted; one that is active may be paused instead. */
function DeleteDialog({
  hook,
  at,
  onClose,
  onDone,
  pause,
}: {
  readonly hook: Webhook;
  readonly at: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly pause: () => void;
}) {
  return (
    <FormDialog
      title="Delete this webhook?"
      submit="Delete webhook"
      danger
      onClose={onClose}
      onSubmit={async () => {
        await ask('DELETE', at);
        onDone();
      }}
    >
      <p>
        <strong dir="ltr">{hook.url}</strong> gets nothing any more, and the log of its deliveries
        is deleted. To stop for a while, pause it instead.
      </p>
      {hook.active && (
        <p>
          <button type="button" onClick={pause}>
            Pause instead
          </button>
        </p>
      )}
    </FormDialog>
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
