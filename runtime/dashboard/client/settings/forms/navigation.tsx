import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { setQuery, usePlace } from '../../place.ts';
import { many } from '../../words.ts';
import type { Path } from './edit.ts';
import { byOwner, isFields, nameOf, useFindings, useForm } from './form.ts';
import { ErrorList } from './frame.tsx';
import { portionsOf, useKept } from './kept.ts';
import { countIn, insideOf, type Landing, landingOn } from './landing.ts';
import { Mover } from './mover.tsx';
import { canBeIn, kinds, nameOfRow, newEntry, rowsOf, type TreeRow } from './tree.ts';
import { Adder, Row } from './tree-row.tsx';
import { Fields } from './value.tsx';

/** The navigation as a tree: dragged or moved by keys, renamed in place, and changed in detail. */
export function NavigationField({ value, path }: { readonly value: unknown; readonly path: Path }) {
  const { isReadOnly, set, add } = useForm();
  const [moved, setMoved] = useState<string>();
  // Part of the address, so that a link leads to it.
  const edited = usePlace().query.get('open') ?? undefined;
  const edit = (name?: string) => setQuery({ open: name }, { replace: true });
  const tree = useRef<HTMLElement>(null);
  const { rows, closed, toggle } = useRows(value, path);
  const findings = useFindings();
  const found = useMemo(
    () => byOwner(findings, nameOf(path), new Set(rows.map(({ name }) => name))),
    [findings, rows],
  );
  const moves = useMoves(rows, tree);
  const { rowAt } = moves;
  const addTo = (owner: Path, key: string, count: number) => {
    const [list = key, isGroup] = key.split(':');
    add([...owner, list], count, newEntry(list, isGroup !== undefined));
  };
  return (
    <div class="setting">
      <span class="hint">
        {isReadOnly
          ? 'The tree of pages.'
          : 'Drag an entry by its handle, or press the handle for other ways to move it. With the focus on it, the arrow keys move it too: up and down within its list, left out of its group, right into the group above.'}
      </span>
      <ErrorList found={found.get(nameOf(path))} />
      {rows.length === 0 && <p class="muted">The navigation is empty.</p>}
      <Tree
        {...{ tree, rows, closed, found, moves, edit }}
        onToggle={toggle}
        onMove={setMoved}
        onAdd={(row, key) => addTo(row.path, key, countOf(row.value, key))}
      />
      {!isReadOnly && (
        <Adder
          label="Add to the navigation"
          choices={Object.keys(kinds).filter((key) => key !== 'menu')}
          onAdd={(key) => addTo(path, key, countOf(isFields(value) ? value : {}, key))}
        />
      )}
      {moved !== undefined && (
        <Mover
          row={rowAt(moved)}
          rows={rows}
          onClose={() => {
            moves.focusNext(moved);
            setMoved(undefined);
          }}
          onMove={(list, index) => {
            const row = rowAt(moved);
            if (row) setMoved(moves.put(row, list, index));
          }}
        />
      )}
      {edited && (
        <Details
          row={rowAt(edited)}
          onClose={() => edit()}
          onRemove={(at) => {
            edit();
            set(at, undefined);
          }}
        />
      )}
    </div>
  );
}

/** The entries of the navigation as rows; those in a closed one are left out. */
function useRows(value: unknown, path: Path) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () => rowsOf(value, path, (name) => closed.has(name)),
    [value, nameOf(path), closed],
  );
  const toggle = (name: string) =>
    setClosed((before) => {
      const next = new Set(before);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  return { rows, closed, toggle };
}

/** The rows, in portions that are drawn again only when one of their rows is. */
function Tree({
  tree,
  rows,
  closed,
  found,
  moves,
  edit,
  onToggle,
  onMove,
  onAdd,
}: {
  readonly tree: RefObject<HTMLElement>;
  readonly rows: readonly TreeRow[];
  readonly closed: ReadonlySet<string>;
  readonly found: ReturnType<typeof byOwner>;
  readonly moves: ReturnType<typeof useMoves>;
  readonly edit: (name: string) => void;
  readonly onToggle: (name: string) => void;
  readonly onMove: (name: string) => void;
  readonly onAdd: (row: TreeRow, key: string) => void;
}) {
  const kept = useKept();
  const drag = useDrag(rows, moves);
  const draw = (row: TreeRow) => {
    const { name, index, count, depth, kind, hasEntries } = row;
    const isClosed = closed.has(name);
    const own = found.get(name);
    const place = [index, count, depth, kind, hasEntries];
    return kept(name, [row.value, ...place, isClosed, own], () => (
      <Row
        key={name}
        {...{ row, isClosed, found: own }}
        onToggle={() => onToggle(name)}
        onDrag={() => drag.begin(row)}
        onDragEnd={drag.end}
        onMove={() => onMove(name)}
        onKey={(key) => moves.byKey(row, key)}
        onEdit={() => edit(name)}
        onAdd={(key) => onAdd(row, key)}
      />
    ));
  };
  return (
    <section
      aria-label="Navigation"
      class="tree-drop"
      ref={tree}
      onDragOver={drag.over}
      onDragLeave={drag.leave}
      onDrop={drag.drop}
    >
      {portionsOf(rows).map((portion, at) => {
        const drawn = portion.map(draw);
        return kept(`${at}`, drawn, () => (
          <ul key={at} class="tree">
            {drawn}
          </ul>
        ));
      })}
      {drag.landing && <LandingLine landing={drag.landing} />}
    </section>
  );
}

/** Moves entries to other places, and keeps the focus on the handle of the one that keys move. */
function useMoves(rows: readonly TreeRow[], tree: RefObject<HTMLElement>) {
  const { move, transfer } = useForm();
  // What rows do is about the tree as it is then: most of them were drawn for an earlier one.
  const latest = useRef(rows);
  latest.current = rows;
  const focused = useRef<string>();
  useLayoutEffect(() => {
    // Keys move an entry on and on: its handle has the focus before the next key, wherever it is by then.
    if (focused.current === undefined) return;
    const selector = `[data-handle=${JSON.stringify(focused.current)}]`;
    tree.current?.querySelector<HTMLElement>(selector)?.focus();
    focused.current = undefined;
  });
  const focusNext = (name: string) => {
    focused.current = name;
  };
  const rowAt = (name: string) => latest.current.find((one) => one.name === name);
  /** Answers the name that the entry has there. */
  const put = (row: TreeRow, list: Path, index: number): string => {
    let now: Path = [...list, index];
    if (nameOf(list) === nameOf(row.list)) move(list, row.index, index);
    else now = transfer(row.path, list, index) ?? row.path;
    return nameOf(now);
  };
  /** Whether the key moves the entry. */
  const byKey = (row: TreeRow, key: string): boolean => {
    const place = placeByKey(row, key, rowAt);
    if (place) focusNext(put(row, place.list, place.index));
    return place !== undefined;
  };
  return { rowAt, put, byKey, focusNext };
}

/** Where an arrow key moves an entry: within its list, out of its group, or into the group above. */
function placeByKey(
  row: TreeRow,
  key: string,
  rowAt: (name: string) => TreeRow | undefined,
): { readonly list: Path; readonly index: number } | undefined {
  const { list, index, count } = row;
  switch (key) {
    case 'ArrowUp':
      return index > 0 ? { list, index: index - 1 } : undefined;
    case 'ArrowDown':
      return index < count - 1 ? { list, index: index + 1 } : undefined;
    case 'ArrowLeft': {
      const outer = rowAt(nameOf(list.slice(0, -1)));
      if (!outer || !canBeIn(row, outer.list)) return undefined;
      return { list: outer.list, index: outer.index + 1 };
    }
    case 'ArrowRight': {
      const before = rowAt(nameOf([...list, index - 1]));
      return before && insideOf(row, before);
    }
    default:
      return undefined;
  }
}

/** An entry that is dragged with a mouse, and where it would land. */
function useDrag(
  rows: readonly TreeRow[],
  { rowAt, put }: Pick<ReturnType<typeof useMoves>, 'rowAt' | 'put'>,
) {
  const [dragged, setDragged] = useState<TreeRow>();
  const [landing, setLanding] = useState<Landing>();
  const end = () => {
    setDragged(undefined);
    setLanding(undefined);
  };
  const over = (event: DragEvent) => {
    const at = pointedAt(event, event.currentTarget as HTMLElement);
    const target = at && rowAt(at.name);
    const next = dragged && target ? landingOn(rows, dragged, target, at) : undefined;
    if (next) event.preventDefault();
    // It comes many times a second, mostly for the same place.
    if (JSON.stringify(next) !== JSON.stringify(landing)) setLanding(next);
  };
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    const isInside = (currentTarget as HTMLElement).contains(relatedTarget as Node | null);
    if (!isInside) setLanding(undefined);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (dragged && landing) {
      const { list, index } = landing;
      const isLater = nameOf(list) === nameOf(dragged.list) && index > dragged.index;
      put(dragged, list, isLater ? index - 1 : index);
    }
    end();
  };
  return { landing, begin: setDragged, end, over, leave, drop };
}

/** The row that a pointer is on, and where on it. */
function pointedAt(event: DragEvent, tree: HTMLElement) {
  const element = event.target instanceof Element ? event.target.closest('[data-row]') : null;
  if (!(element instanceof HTMLElement) || !tree.contains(element)) return undefined;
  const { top, height, left, right } = element.getBoundingClientRect();
  const from =
    getComputedStyle(element).direction === 'rtl' ? right - event.clientX : event.clientX - left;
  // A level of a wide screen: what is dragged is dragged with a mouse.
  const indentation = 1.5 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    name: element.dataset.row ?? '',
    part: (event.clientY - top) / height,
    level: Math.floor(from / indentation),
  };
}

/** A line where a dragged entry would be. */
function LandingLine({ landing: { row, edge, depth } }: { readonly landing: Landing }) {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = line.current;
    const tree = own?.parentElement;
    const target = tree?.querySelector(`[data-row=${JSON.stringify(row)}]`);
    if (!own || !tree || !target) return;
    const top = target.getBoundingClientRect()[edge] - tree.getBoundingClientRect().top;
    own.style.insetBlockStart = `${top}px`;
  }, [row, edge]);
  return <div ref={line} class={`landing depth-${Math.min(depth, 6)}`} />;
}

/** How many entries a list has, by its key or by a choice of what to add. */
function countOf(value: unknown, choice: string): number {
  const [key = choice] = choice.split(':');
  return countIn(value, key);
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
  const below = Object.keys(kinds).reduce((sum, key) => sum + countIn(value, key), 0);
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
