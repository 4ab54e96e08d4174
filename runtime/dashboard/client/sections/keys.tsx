import { useState } from 'preact/hooks';
import type { Key, KeyCreated, Project } from '../../../../packages/client/models.ts';
import { scopes, scopeTexts } from '../../../../schema/api/scopes.ts';
import { ask } from '../ask.ts';
import { refresh, useApi, useList } from '../cache.ts';
import { Checks } from '../parts/checks.tsx';
import type { Column } from '../parts/columns.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Export } from '../parts/export.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { SecretDialog } from '../parts/secret.tsx';
import { Badge, Field, Time } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery, usePlace } from '../place.ts';
import { useShortcuts } from '../shortcuts.ts';

/** What programs may do, and with which key. */
export function Keys() {
  const { query } = usePlace();
  const list = useList<Key>('/keys?perPage=100');
  const projects = useApi<readonly Project[]>('/projects?perPage=100');
  const [secret, setSecret] = useState<string>();
  const [revoked, setRevoked] = useState<Key>();
  const add = () => setQuery({ new: '1' });
  const close = () => setQuery({ new: undefined }, { replace: true });
  useShortcuts([{ keys: 'c', group: 'Keys', label: 'Create a key', run: add }]);
  return (
    <Page
      title="API keys"
      lead="For programs: each with the least that it needs."
      actions={
        <>
          {list.total > 0 && <Export path="/keys?perPage=100" name="keys" />}
          <button type="button" class="primary" onClick={add}>
            <Icon name="plus" /> Create key
          </button>
        </>
      }
    >
      <Table
        label="API keys"
        list={list}
        columns={columnsOf(projects.data, setRevoked)}
        keyOf={({ id }) => id}
        empty={
          <Empty
            icon="key"
            title="There is no key yet"
            action={
              <button type="button" class="primary" onClick={add}>
                Create key
              </button>
            }
          >
            A program needs a key to use the API. Members use it with their session.
          </Empty>
        }
      />
      {query.has('new') && (
        <CreateDialog
          projects={projects.data}
          onClose={close}
          onDone={(created) => {
            close();
            setSecret(created);
          }}
        />
      )}
      {secret && (
        <SecretDialog
          title="The new key"
          secrets={{ Key: secret }}
          onClose={() => setSecret(undefined)}
        />
      )}
      {revoked && <RevokeDialog revoked={revoked} onClose={() => setRevoked(undefined)} />}
    </Page>
  );
}

function columnsOf(
  projects: readonly Project[] | undefined,
  revoke: (key: Key) => void,
): readonly Column<Key>[] {
  return [
    {
      ...{ title: 'Name', width: 'minmax(0, 2fr)', narrow: 'title' },
      cell: ({ name, mode }) => (
        <>
          <strong>{name}</strong> {mode === 'test' && <Badge tone="wait">Test</Badge>}
        </>
      ),
    },
    {
      ...{ title: 'Key', width: '10rem' },
      cell: ({ hint }) => <code>{hint}</code>,
    },
    {
      ...{ title: 'May', width: 'minmax(0, 2fr)' },
      cell: ({ scopes }) => scopes.join(', '),
    },
    {
      ...{ title: 'Project', width: '8rem', narrow: 'none' },
      cell: ({ projectId }) =>
        projectId === null ? 'All' : (projects?.find(({ id }) => id === projectId)?.name ?? 'One'),
    },
    {
      ...{ title: 'Last used', width: '8rem', narrow: 'none' },
      cell: ({ lastUsedAt }) => <Time at={lastUsedAt} />,
    },
    {
      ...{ title: 'Expires', width: '7rem', narrow: 'none' },
      cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : 'Never'),
    },
    {
      ...{ title: 'Revoke', width: '6rem', narrow: 'end' },
      cell: (key) => (
        <button
          type="button"
          class="quiet"
          aria-label={`Revoke ${key.name}`}
          onClick={() => revoke(key)}
        >
          Revoke
        </button>
      ),
    },
  ];
}

function CreateDialog({
  projects,
  onClose,
  onDone,
}: {
  readonly projects: readonly Project[] | undefined;
  readonly onClose: () => void;
  readonly onDone: (secret: string) => void;
}) {
  return (
    <FormDialog
      title="Create key"
      submit="Create key"
      onClose={onClose}
      onSubmit={async (fields) => {
        const days = Number(fields.get('days'));
        const { data } = await ask<KeyCreated>('POST', '/keys', {
          name: String(fields.get('name')).trim(),
          scopes: fields.getAll('scope'),
          ...(days ? { expiresInDays: days } : {}),
          mode: fields.get('mode'),
          ...(fields.get('projectId') ? { projectId: fields.get('projectId') } : {}),
        });
        refresh('/keys');
        onDone(data.secret);
      }}
    >
      <Field label="Name" hint="What uses it, so that others know whether it may go.">
        <input name="name" required maxLength={100} placeholder="Deploys from CI" />
      </Field>
      <Checks legend="It may" missing="Choose at least one.">
        {scopes.map((scope) => (
          <label key={scope} class="check">
            <input type="checkbox" name="scope" value={scope} />
            <span>
              <code>{scope}</code> <span class="muted">{scopeTexts[scope]}</span>
            </span>
          </label>
        ))}
      </Checks>
      <Field label="Projects" hint="A key for one project sees nothing of the others.">
        <select name="projectId">
          <option value="">All projects</option>
          {projects?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Data">
        <select name="mode">
          <option value="live">The real data</option>
          <option value="test">Test data, kept apart</option>
        </select>
      </Field>
      <Field label="Expires">
        <select name="days">
          <option value="90">in 90 days</option>
          <option value="365">in a year</option>
          <option value="">never</option>
        </select>
      </Field>
    </FormDialog>
  );
}

/** Asks before a key is revoked, with the time of its last use. */
function RevokeDialog({
  revoked,
  onClose,
}: {
  readonly revoked: Key;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog
      title={`Revoke “${revoked.name}”?`}
      submit="Revoke key"
      danger
      onClose={onClose}
      onSubmit={async () => {
        await ask('DELETE', `/keys/${revoked.id}`);
        refresh('/keys');
        onClose();
        say('Key revoked.');
      }}
    >
      <p>
        Whatever uses it gets status 401 from now on. It was last used:{' '}
        {revoked.lastUsedAt ? <Time at={revoked.lastUsedAt} /> : 'never'}.
      </p>
    </FormDialog>
  );
}
