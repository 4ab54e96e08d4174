import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { many } from '../../words.ts';
import type { Finding } from '../check-text.ts';
import type { Path } from './edit.ts';
import { isFields, nameOf, useFindings, useForm } from './form.ts';
import { ErrorList, Errors } from './frame.tsx';
import { portionsOf, useKept } from './kept.ts';
import { addable, canBeIn, kinds, newEntry, rowsOf, type TreeRow } from './tree.ts';
import { Fields } from './value.tsx';

/** The navigation as a tree: dragged or moved by keys, renamed in place, and changed in detail. */
export function NavigationField({ value, path }: { readonly value: unknown; readonly path: Path }) {
  const { isReadOnly, set, add, move, transfer } = useForm();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [dragged, setDragged] = useState<TreeRow>();
  const [edited, edit] = useState<Path>();
  const focused = useRef<string>();
  const tree = useRef<HTMLElement>(null);
  const findings = useFindings();
  const kept = useKept();
  const rows = useMemo(
    () => rowsOf(value, path, (name) => closed.has(name)),
    [value, nameOf(path), closed],
  );
  // What rows do is about the tree as it is then: most of them were drawn for an earlier one.
  const latest = useRef({ rows, dragged });
  latest.current = { rows, dragged };
  useLayoutEffect(() => {
    // Keys move an entry on and on: its handle has the focus before the next key, wherever it is by then.
    if (focused.current === undefined) return;
    const selector = `[data-handle=${JSON.stringify(focused.current)}]`;
    tree.current?.querySelector<HTMLElement>(selector)?.focus();
    focused.current = undefined;
  });

  const put = (row: TreeRow, list: Path, index: number) => {
    if (nameOf(list) === nameOf(row.list)) {
      move(list, row.index, index);
      focused.current = nameOf([...list, index]);
    } else {
      const now = transfer(row.path, list, index);
      if (now) focused.current = nameOf(now);
    }
  };
  const rowAt = (name: string) => latest.current.rows.find((one) => one.name === name);
  const onKey = (row: TreeRow, key: string): boolean => {
    if (key === 'ArrowUp' && row.index > 0) put(row, row.list, row.index - 1);
    else if (key === 'ArrowDown' && row.index < row.count - 1) put(row, row.list, row.index + 1);
    else if (key === 'ArrowLeft') {
      const outer = rowAt(nameOf(row.list.slice(0, -1)));
      if (!outer || !canBeIn(row, outer.list)) return false;
      put(row, outer.list, outer.index + 1);
    } else if (key === 'ArrowRight') {
      const before = rowAt(nameOf([...row.list, row.index - 1]));
      if (!before || before.isPage) return false;
      const inside = [...before.path, 'pages'];
      if (!canBeIn(row, inside)) return false;
      put(row, inside, entriesOf(before.value, 'pages'));
    } else return false;
    return true;
  };
  const drop = (target: TreeRow) => {
    const { dragged } = latest.current;
    if (!dragged || dragged.name === target.name) return;
    if (
      !target.isPage &&
      canBeIn(dragged, [...target.path, 'pages']) &&
      !canBeIn(dragged, target.list)
    ) {
      put(dragged, [...target.path, 'pages'], 0);
    } else if (canBeIn(dragged, target.list)) put(dragged, target.list, target.index);
    setDragged(undefined);
  };
  const addTo = (owner: Path, key: string, count: number) => {
    const [list = key, isGroup] = key.split(':');
    add([...owner, list], count, newEntry(list, isGroup !== undefined));
  };
  const top = isFields(value) ? value : {};

  return (
    <div class="setting">
      <span class="hint">
        {isReadOnly
          ? 'The tree of pages.'
          : 'Drag an entry by its handle, or move the focus to the handle and press the arrow keys: up and down within its list, left out of its group, right into the group above.'}
      </span>
      <Errors path={path} />
      {rows.length === 0 && <p class="muted">The navigation is empty.</p>}
      <section aria-label="Navigation" ref={tree}>
        {portionsOf(rows).map((portion, at) => {
          const drawn = portion.map((row) => {
            const { name, index, count, depth, kind, hasEntries } = row;
            const isClosed = closed.has(name);
            const isTarget =
              dragged !== undefined && dragged.name !== name && canBeIn(dragged, row.list);
            const own = findings.get(name);
            const ofLabel = row.isPage ? undefined : findings.get(`${name}.${kind.label}`);
            const place = [index, count, depth, kind, hasEntries];
            return kept(name, [row.value, ...place, isClosed, isTarget, own, ofLabel], () => (
              <Row
                key={name}
                {...{ row, isClosed, isTarget, found: row.isPage ? [own] : [own, ofLabel] }}
                onToggle={() =>
                  setClosed((before) => {
                    const next = new Set(before);
                    if (!next.delete(name)) next.add(name);
                    return next;
                  })
                }
                onDrag={() => setDragged(row)}
                onDrop={() => drop(row)}
                onKey={(key) => onKey(row, key)}
                onEdit={() => edit(row.path)}
                onAdd={(key) => addTo(row.path, key, entriesOf(row.value, key))}
              />
            ));
          });
          return kept(`${at}`, drawn, () => (
            <ul key={at} class="tree">
              {drawn}
            </ul>
          ));
        })}
      </section>
      {!isReadOnly && (
        <Adder
          label="Add to the navigation"
          choices={Object.keys(kinds).filter((key) => key !== 'menu')}
          onAdd={(key) => addTo(path, key, entriesOf(top, key))}
        />
      )}
      {edited && (
        <Details
          row={rowAt(nameOf(edited))}
          onClose={() => edit(undefined)}
          onRemove={(at) => {
            edit(undefined);
            set(at, undefined);
          }}
        />
      )}
    </div>
  );
}

function entriesOf(value: unknown, key: string): number {
  const [name = key] = key.split(':');
  const list = isFields(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.length : 0;
}

function nameOfRow({ value, kind }: TreeRow): string {
  if (typeof value === 'string') return value;
  const name = isFields(value) ? (value[kind.label] ?? value.name) : undefined;
  return typeof name === 'string' ? name : '';
}

function Row({
  row,
  isClosed,
  isTarget,
  found,
  onToggle,
  onDrag,
  onDrop,
  onKey,
  onEdit,
  onAdd,
}: {
  readonly row: TreeRow;
  readonly isClosed: boolean;
  readonly isTarget: boolean;
  /** What is wrong with it and with its label. */
  readonly found: readonly (readonly Finding[] | undefined)[];
  readonly onToggle: () => void;
  readonly onDrag: () => void;
  readonly onDrop: () => void;
  readonly onKey: (key: string) => boolean;
  readonly onEdit: () => void;
  readonly onAdd: (key: string) => void;
}) {
  const { set, isReadOnly } = useForm();
  const { path, name: place, depth, value, kind, isPage } = row;
  const name = nameOfRow(row);
  const rename = (next: string) => set(isPage ? path : [...path, kind.label], next);
  return (
    <li
      class={`tree-row depth-${Math.min(depth, 6)}${isTarget ? ' target' : ''}`}
      data-path={place}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <div class="tree-line">
        {!isReadOnly && (
          <button
            type="button"
            class="icon-button handle"
            draggable
            data-handle={place}
            aria-label={`Move ${name || kind.word}`}
            onDragStart={(event) => {
              event.dataTransfer?.setData('text/plain', place);
              onDrag();
            }}
            onKeyDown={(event) => {
              if (onKey(event.key)) event.preventDefault();
            }}
          >
            ⠿
          </button>
        )}
        {row.hasEntries || isClosed ? (
          <button
            type="button"
            class={isClosed ? 'icon-button fold' : 'icon-button fold open'}
            aria-expanded={!isClosed}
            aria-label={`Entries of ${name || kind.word}`}
            onClick={onToggle}
          >
            <Icon name="chevron" />
          </button>
        ) : (
          <span class="fold" />
        )}
        <span class={isPage ? 'tree-kind muted' : 'tree-kind badge info'}>
          {isPage ? 'Page' : kind.word}
        </span>
        <input
          class="tree-name"
          aria-label={`Name of ${place}`}
          disabled={isReadOnly}
          value={name}
          onInput={({ currentTarget }) => rename(currentTarget.value)}
        />
        {!isReadOnly && (
          <span class="tree-buttons">
            {!isPage && (
              <Adder label={`Add to ${name}`} choices={addable(row)} onAdd={onAdd} isSmall />
            )}
            {!isPage && isFields(value) && (
              <button
                type="button"
                class="icon-button"
                aria-label={`Details of ${name}`}
                onClick={onEdit}
              >
                <Icon name="settings" />
              </button>
            )}
            <button
              type="button"
              class="icon-button"
              aria-label={`Remove ${name}`}
              onClick={() => set(path, undefined)}
            >
              <Icon name="trash" />
            </button>
          </span>
        )}
      </div>
      {found.map((list, at) => (
        <ErrorList key={at} found={list} />
      ))}
    </li>
  );
}

/** Adds an entry of the kind that is chosen. */
function Adder({
  label,
  choices,
  onAdd,
  isSmall = false,
}: {
  readonly label: string;
  readonly choices: readonly string[];
  readonly onAdd: (key: string) => void;
  readonly isSmall?: boolean;
}) {
  return (
    <select
      class={isSmall ? 'adder small' : 'adder'}
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => {
        if (currentTarget.value) onAdd(currentTarget.value);
        currentTarget.value = '';
      }}
    >
      <option value="">{isSmall ? '+' : label}</option>
      {choices.map((key) => (
        <option key={key} value={key}>
          {kinds[key]?.word}
        </option>
      ))}
      {choices.includes('pages') && !choices.includes('groups') && (
        <option value="pages:group">Group</option>
      )}
    </select>
  );
}

/** The other fields of an entry. */
function Details({
  row,
  onClose,
  onRemove,
}: {
  readonly row: TreeRow | undefined;
  readonly onClose: () => void;
  readonly onRemove: (path: Path) => void;
}) {
  if (!row?.kind.schema) return null;
  const { path, value, kind } = row;
  const below = Object.keys(kinds).reduce((sum, key) => sum + entriesOf(value, key), 0);
  return (
    <Dialog title={`${kind.word} “${nameOfRow(row)}”`} kind="panel" onClose={onClose}>
      <div class="setting-fields">
        {kind.schema && (
          <Fields schema={kind.schema} value={value} path={path} without={Object.keys(kinds)} />
        )}
      </div>
      <div class="buttons">
        <button type="button" class="danger" onClick={() => onRemove(path)}>
          Remove it{below > 0 && ` and its ${many(below, 'entry', 'entries')}`}
        </button>
      </div>
    </Dialog>
  );
}
