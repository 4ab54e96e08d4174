import type { AuditEntry } from '../../../../packages/client/models.ts';
import { address } from '../ask.ts';
import { useList } from '../cache.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Page } from '../parts/page.tsx';
import { openAt, useNextRow } from '../parts/rows.ts';
import { Copy, dash, Facts, Time } from '../parts/small.tsx';
import { Empty } from '../parts/states.tsx';
import { type Column, Export, Table } from '../parts/table.tsx';
import { setQuery, usePlace } from '../place.ts';

/** `create webhook`, from the name of an operation such as `createWebhook`. */
function spoken(operation: string): string {
  return operation.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

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
  const path = address('/audit', { perPage: 100, actor });
  const list = useList<AuditEntry>(path);
  const opened = list.rows.find(({ id }) => id === query.get('open'));
  return (
    <Page
      title="Audit log"
      lead="Every change of a member, a key or the server."
      actions={list.rows.length > 0 && <Export path={path} name="audit" />}
      filters={
        actor && (
          <button type="button" onClick={() => setQuery({ actor: undefined })}>
            One actor only · show all
          </button>
        )
      }
    >
      <Table
        label="Audit log"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => openAt(id)}
        empty={
          <Empty icon="scroll" title="No changes yet">
            Changes appear here with who made them.
          </Empty>
        }
      />
      {opened && <OneEntry entry={opened} ids={list.rows.map(({ id }) => id)} />}
    </Page>
  );
}

function OneEntry({ entry, ids }: { readonly entry: AuditEntry; readonly ids: readonly string[] }) {
  const { id, operation, createdAt, actor, target, changes, requestId } = entry;
  useNextRow(ids, id);
  return (
    <Dialog kind="panel" title={spoken(operation)} onClose={() => setQuery({ open: undefined })}>
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
            <ins>{shown(after)}</ins>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
