import type { ComponentChildren } from 'preact';
import { ask } from '../ask.ts';
import { foresee, refresh, useApi } from '../cache.ts';
import { setQuery } from '../place.ts';
import { useMay } from '../session.ts';
import { useShortcuts } from '../shortcuts.ts';
import { Dialog } from './dialog.tsx';
import { attempt } from './failing.ts';
import { Icon } from './icon.tsx';
import { useNextRow } from './rows.ts';
import { Trouble, Waiting } from './states.tsx';
import { say } from './toast.tsx';

/** An entry of a list that someone sees to. */
interface Entry {
  readonly id: string;
  readonly resolved: boolean;
}

/** One entry of a list in a panel, which members mark as done or open again, by button or key. */
export function DonePanel<Row extends Entry>({
  title,
  group,
  base,
  id,
  ids,
  children,
}: {
  readonly title: string;
  /** The heading of its key in the list of shortcuts. */
  readonly group: string;
  /** Path of the list in the API. */
  readonly base: string;
  readonly id: string;
  /** All entries that are shown, for the way to the next one. */
  readonly ids: readonly string[];
  readonly children: (entry: Row) => ComponentChildren;
}) {
  const may = useMay();
  const at = `${base}/${encodeURIComponent(id)}`;
  const { data, failure } = useApi<Row>(at);
  useNextRow(ids, id);
  const set = async (resolved: boolean) => {
    const takeBack = foresee<Row | readonly Row[]>(base, (known) => {
      const change = (one: Row) => (one.id === id ? { ...one, resolved } : one);
      return Array.isArray(known) ? known.map(change) : change(known as Row);
    });
    if (!(await attempt(() => ask('PATCH', at, { resolved })))) return takeBack();
    say(resolved ? 'Marked as done.' : 'Open again.', {
      ...(resolved ? { action: { label: 'Undo', run: () => void set(false) } } : {}),
    });
    refresh(base);
  };
  const toggle = () => void set(!data?.resolved);
  const mayChange = may('projects:write') && data !== undefined;
  useShortcuts(
    mayChange
      ? [{ keys: 'd', group, label: 'Done, or open again', inDialog: true, run: toggle }]
      : [],
  );
  return (
    <Dialog
      kind="panel"
      title={title}
      onClose={() => setQuery({ open: undefined })}
      actions={
        mayChange && (
          <button type="button" onClick={toggle}>
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
