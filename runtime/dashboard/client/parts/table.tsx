import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { KnownList } from '../cache.ts';
import { type Drawn, drawnRows } from '../drawn.ts';
import { go } from '../place.ts';
import { useShortcuts } from '../shortcuts.ts';
import { type Column, layOut } from './columns.ts';
import { Trouble, Waiting } from './states.tsx';

interface TableProps<Row> {
  readonly label: string;
  readonly list: KnownList<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Where a row leads; its details, with the rest of the address as it is. */
  readonly hrefOf?: (row: Row) => string;
  readonly empty: ComponentChildren;
  /** Rows are as high as what they say; all that were read are drawn. */
  readonly isWhole?: boolean;
}

/** A list of any length: only the rows in view are drawn, and further ones are read when they are near. */
export function Table<Row>({
  label,
  list,
  columns,
  keyOf,
  hrefOf,
  empty,
  isWhole = false,
}: TableProps<Row>) {
  const { rows } = list;
  const { ref, shown, height, current, move, setCurrent } = useRows(list, isWhole);
  if (list.isLoading) return <Waiting />;
  if (list.failure && rows.length === 0) return <Trouble failure={list.failure} retry />;
  if (rows.length === 0) return <>{empty}</>;
  const keys: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + 10,
    PageUp: current - 10,
    Home: 0,
    End: rows.length - 1,
  };
  const { classes, widths } = layOut(columns);
  return (
    <div class="table" role="table" aria-label={label} aria-rowcount={list.total || rows.length}>
      <div class="row head" role="row" aria-rowindex={1} style={widths}>
        {columns.map((column, at) => (
          <div key={column.title} role="columnheader" class={classes[at]}>
            {column.title}
          </div>
        ))}
      </div>
      <div
        ref={ref}
        role="rowgroup"
        class={isWhole ? 'rows whole' : 'rows'}
        style={isWhole ? {} : { height: `${rows.length * height}px` }}
        onKeyDown={(event) => {
          const next = keys[event.key];
          if (next === undefined || event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          move(next);
        }}
      >
        {rows.slice(shown.first, shown.end).map((row, at) => {
          const index = shown.first + at;
          return (
            <TableRow
              key={keyOf(row)}
              row={row}
              index={index}
              columns={columns}
              classes={classes}
              href={hrefOf?.(row)}
              isCurrent={index === current}
              style={{
                ...widths,
                ...(isWhole ? {} : { top: `${index * height}px` }),
              }}
              onFocus={() => setCurrent(index)}
            />
          );
        })}
      </div>
      {list.isReadingMore && <Waiting lines={2} />}
      {list.failure && <Trouble failure={list.failure} retry />}
    </div>
  );
}

/** One row. It leads where it leads by a click anywhere in it that is on no link or button of its own. */
function TableRow<Row>({
  row,
  index,
  columns,
  classes,
  href,
  isCurrent,
  style,
  onFocus,
}: {
  readonly row: Row;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly classes: readonly string[];
  readonly href: string | undefined;
  readonly isCurrent: boolean;
  readonly style: Readonly<Record<string, string>>;
  readonly onFocus: () => void;
}) {
  return (
    <div
      role="row"
      class={href ? 'row link' : 'row'}
      aria-rowindex={index + 2}
      data-row={index}
      tabIndex={isCurrent ? 0 : -1}
      style={style}
      onFocus={onFocus}
      onClick={(event) => {
        const isOwn = event.target instanceof Element && event.target.closest('a,button');
        if (href && !isOwn && !getSelection()?.toString()) go(href);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget || !href) return;
        event.preventDefault();
        go(href);
      }}
    >
      {columns.map((column, at) => (
        <div key={column.title} role="cell" class={classes[at]}>
          {at === 0 && href ? (
            <a href={href} tabIndex={-1}>
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
        </div>
      ))}
    </div>
  );
}

/** Pixels that a row is high; on a narrow screen, it has two lines. */
const wide = 44;
const narrow = 68;

/** Which rows are drawn, and which of them has the focus of the keyboard. */
function useRows({ rows, more }: KnownList<unknown>, isWhole: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, end: 40 });
  const [height, setHeight] = useState(wide);
  const [current, setCurrent] = useState(0);
  const wantsFocus = useRef(false);

  const look = () => {
    const box = ref.current;
    if (!box) return;
    const { top, bottom } = box.getBoundingClientRect();
    if (isWhole) {
      if (bottom < window.innerHeight + 5 * wide) more?.();
      return;
    }
    const row = matchMedia('(max-width: 47.99rem)').matches ? narrow : wide;
    const next = drawnRows({
      ...{ top: -top, bottom: window.innerHeight - top, height: row, rows: rows.length },
    });
    setHeight(row);
    setDrawn((before) => (before.first === next.first && before.end === next.end ? before : next));
    if (next.end >= rows.length - 5) more?.();
  };
  useLayoutEffect(look, [rows.length]);
  useEffect(() => {
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  });
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    ref.current?.querySelector<HTMLElement>(`[data-row="${current}"]`)?.focus();
  });

  /** Moves on by rows; a row that is not drawn is scrolled to first. */
  const move = (index: number) => {
    const box = ref.current;
    const target = Math.max(0, Math.min(rows.length - 1, index));
    if (!box || target < 0) return;
    const row = box.querySelector<HTMLElement>(`[data-row="${target}"]`);
    const drawnAt = isWhole ? row?.getBoundingClientRect() : undefined;
    const top = drawnAt?.top ?? box.getBoundingClientRect().top + target * height;
    scrollInto({ top, bottom: drawnAt?.bottom ?? top + height });
    wantsFocus.current = row === null;
    row?.focus();
    setCurrent(target);
    look();
  };
  const moveBy = (count: number) => {
    const isInside = ref.current?.contains(document.activeElement) ?? false;
    move(isInside ? current + count : current);
  };
  const group = 'Lists';
  useShortcuts([
    { keys: 'j', group, label: 'Next row', run: () => moveBy(1) },
    { keys: 'k', group, label: 'Previous row', run: () => moveBy(-1) },
  ]);
  const shown = isWhole ? { first: 0, end: rows.length } : drawn;
  return { ref, shown, height, current, move, setCurrent };
}

/** Scrolls the page as far as a row needs that is above or below what is in view. */
function scrollInto({ top, bottom }: { readonly top: number; readonly bottom: number }): void {
  if (top < 120) window.scrollBy({ top: top - 120 });
  else if (bottom > window.innerHeight - 24) {
    window.scrollBy({ top: bottom - window.innerHeight + 24 });
  }
}
