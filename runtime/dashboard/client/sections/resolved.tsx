import type { ComponentChildren } from 'preact';
import { ask } from '../ask.ts';
import { foresee, refresh, useApi } from '../cache.ts';
import { Dialog } from '../parts/dialog.tsx';
import { attempt } from '../parts/failing.ts';
import { Icon } from '../parts/icon.tsx';
import { Choice } from '../parts/page.tsx';
import { useNextRow } from '../parts/rows.ts';
import { Badge } from '../parts/small.tsx';
import { Trouble, Waiting } from '../parts/states.tsx';
import { say } from '../parts/toast.tsx';
import { setQuery } from '../place.ts';
import { useMay } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';

/** What readers sent, until someone has seen to it. */
interface Sent {
  readonly id: string;
  readonly resolved: boolean;
}

/** Whether someone has seen to it. */
export function Resolved({ resolved }: Pick<Sent, 'resolved'>) {
  return <Badge tone={resolved ? 'plain' : 'wait'}>{resolved ? 'Done' : 'Open'}</Badge>;
}

/** The filter of what is open and done. */
export function ResolvedChoice() {
  return (
    <Choice
      label="State"
      name="resolved"
      options={{ '': 'Open and done', false: 'Open', true: 'Done' }}
    />
  );
}

/** One of a list, which can be marked as done, and opened again. */
export function SentPanel<Item extends Sent>({
  title,
  group,
  base,
  id,
  ids,
  children,
}: {
  readonly title: string;
  /** Where its key is in the list of shortcuts. */
  readonly group: string;
  /** The address of the list that it is in. */
  readonly base: string;
  readonly id: string;
  readonly ids: readonly string[];
  readonly children: (item: Item) => ComponentChildren;
}) {
  const may = useMay();
  const at = `${base}/${encodeURIComponent(id)}`;
  const { data, failure } = useApi<Item>(at);
  useNextRow(ids, id);
  const set = async (resolved: boolean) => {
    const take = foresee<Item | readonly Item[]>(base, (known) => {
      const change = (one: Item) => (one.id === id ? { ...one, resolved } : one);
      return Array.isArray(known) ? known.map(change) : change(known as Item);
    });
    if (!(await attempt(() => ask('PATCH', at, { resolved })))) return take();
    say(resolved ? 'Marked as done.' : 'Open again.', {
      ...(resolved ? { action: { label: 'Undo', run: () => void set(false) } } : {}),
    });
    refresh(base);
  };
  const mayChange = may('projects:write') && data !== undefined;
  useShortcuts(
    mayChange
      ? [
          {
            ...{ keys: 'd', group, label: 'Done, or open again', inDialog: true },
            run: () => void set(!data.resolved),
          },
        ]
      : [],
  );
  return (
    <Dialog
      kind="panel"
      title={title}
      onClose={() => setQuery({ open: undefined })}
      actions={
        mayChange && (
          <button type="button" onClick={() => void set(!data.resolved)}>
            <Icon name={data.resolved ? 'back' : 'check'} />
            {data.resolved ? 'Open again' : 'Done'}
          </button>
        )
      }
    >
      {data ? children(data) : failure ? <Trouble failure={failure} /> : <Waiting />}
    </Dialog>
  );
}
