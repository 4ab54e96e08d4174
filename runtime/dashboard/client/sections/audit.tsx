import type { AuditEntry } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useApi, useList } from '../cache.ts';
import type { Column } from '../parts/columns.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Export } from '../parts/export.tsx';
import { Choice, Page } from '../parts/page.tsx';
import { openAt, useNextRow } from '../parts/rows.ts';
import { Copy, dash, Facts, Time } from '../parts/small.tsx';
import { Span, spanOf } from '../parts/span.tsx';
import { Empty, Trouble, Waiting } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { setQuery, usePlace } from '../place.ts';
import { spoken, spokenOperations } from './audit-operations.ts';

function actorOf({ actor }: AuditEntry): string {
  return actor.name ?? (actor.type === 'server' ? 'the server' : `a deleted ${actor.type}`);
}

const columns: readonly Column<AuditEntry>[] = [
  {
    ...{ title: 'What', width: 'minmax(0, 2fr)', narrow: 'title' },
    cell: ({ operation }) => spoken(operation),
  },
  { title: 'Who', width: 'minmax(0, 2fr)', cell: actorOf },
  {
    ...{ title: 'Changed', width: 'minmax(0, 2fr)', narrow: 'none' },
    cell: ({ changes }) => changes.map(({ field }) => field).join(', ') || dash,
  },
  { title: 'When', width: '8rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Every change: who, when, what, before and after. */
export function Audit() {
  const { query } = usePlace();
  const actor = query.get('actor') ?? undefined;
  const operation = query.get('operation') ?? undefined;
  const span = spanOf(query);
  const path = address('/audit', { perPage: 100, actor, operation, ...span });
  const list = useList<AuditEntry>(path);
  const opened = query.get('open');
  const isFiltered = actor !== undefined || operation !== undefined || Object.keys(span).length > 0;
  const showAll = () =>
    setQuery({ actor: undefined, operation: undefined, from: undefined, to: undefined });
  return (
    <Page
      title="Audit log"
      lead="Every change of a member, a key or the server."
      actions={list.rows.length > 0 && <Export path={path} name="audit" />}
      filters={
        <>
          <Choice
            label="Operation"
            name="operation"
            options={{ '': 'Any operation', ...spokenOperations }}
          />
          <Span />
          {actor && (
            <button type="button" onClick={() => setQuery({ actor: undefined })}>
              One actor only · show all
            </button>
          )}
        </>
      }
    >
      <Table
        label="Audit log"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => openAt(id)}
        empty={
          isFiltered ? (
            <Empty
              icon="search"
              title="No changes match"
              action={
                <button type="button" onClick={showAll}>
                  Show all
                </button>
              }
            >
              Entries are kept for 400 days.
            </Empty>
          ) : (
            <Empty icon="scroll" title="No changes yet">
              Changes appear here with who made them.
            </Empty>
          )
        }
      />
      {opened && <OneEntry id={opened} rows={list.rows} />}
    </Page>
  );
}

/** An entry of the list, or one that only the address names. */
function OneEntry({ id, rows }: { readonly id: string; readonly rows: readonly AuditEntry[] }) {
  const listed = rows.find((row) => row.id === id);
  const asked = useApi<AuditEntry>(listed ? undefined : `/audit/${encodeURIComponent(id)}`);
  const entry = listed ?? asked.data;
  useNextRow(
    rows.map((row) => row.id),
    id,
  );
  return (
    <Dialog
      kind="panel"
      title={entry ? spoken(entry.operation) : 'Change'}
      onClose={() => setQuery({ open: undefined })}
    >
      {entry ? (
        <Entry entry={entry} />
      ) : asked.failure ? (
        <Trouble failure={asked.failure} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { createdAt, actor, target, changes, requestId } = entry;
  return (
    <div class="stack">
      <Facts
        facts={[
          ['When', <Time key="when" at={createdAt} />],
          [
            'Who',
            actor.id ? (
              <button
                type="button"
                class="quiet"
                onClick={() => setQuery({ actor: actor.id ?? undefined, open: undefined })}
              >
                {actorOf(entry)}
              </button>
            ) : (
              actorOf(entry)
            ),
          ],
          ...(requestId
            ? [['Request', <Copy key="request" text={requestId} isShort />] as const]
            : []),
          ...Object.entries(target).map(
            ([name, value]) => [name, <Copy key={name} text={value} isShort />] as const,
          ),
        ]}
      />
      {changes.map(({ field, before, after }) => (
        <div key={field} class="change">
          <code>{field}</code>
          {before !== null && <del>{shown(before)}</del>}
          {after !== null && <ins>{shown(after)}</ins>}
        </div>
      ))}
    </div>
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
