import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Answered, ask } from '../ask.ts';
import type { KnownList } from '../cache.ts';
import { type Drawn, drawnRows } from '../drawn.ts';
import { csvOf, save } from '../exporting.ts';
import { go } from '../place.ts';
import { useShortcuts } from '../shortcuts.ts';
import { count } from '../words.ts';
import { Icon } from './icon.tsx';
import { Trouble, Waiting } from './states.tsx';
import { say } from './toast.tsx';

/** One column: its head, its cells, and how much room it has (`2fr`, `7rem`). */
export interface Column<Row> {
  readonly title: string;
  readonly width: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** On a narrow screen: the line that says what the row is, at its end, below it, or left out. */
  readonly narrow?: 'title' | 'end' | 'side' | 'none';
  /** Numbers are aligned at the end. */
  readonly isNumber?: boolean;
}

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

const wide = 44;
const narrow = 68;

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
  const ref = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, end: 40 });
  const [height, setHeight] = useState(wide);
  const [current, setCurrent] = useState(0);
  const wantsFocus = useRef(false);
  const { rows, more } = list;

  const look = () => {
    const box = ref.current;
    if (!box) return;
    const row = matchMedia('(max-width: 47.99rem)').matches ? narrow : wide;
    const { top, bottom } = box.getBoundingClientRect();
    if (isWhole) {
      if (bottom < window.innerHeight + 5 * wide) more?.();
      return;
    }
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
  useEffect(() => {
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
    const bottom = drawnAt?.bottom ?? top + height;
    if (top < 120) window.scrollBy({ top: top - 120 });
    else if (bottom > window.innerHeight - 24) {
      window.scrollBy({ top: bottom - window.innerHeight + 24 });
    }
    wantsFocus.current = row === null;
    row?.focus();
    setCurrent(target);
    look();
  };
  const isInside = () => ref.current?.contains(document.activeElement) ?? false;
  useShortcuts([
    {
      ...{ keys: 'j', group: 'Lists', label: 'Next row' },
      run: () => move(isInside() ? current + 1 : current),
    },
    {
      ...{ keys: 'k', group: 'Lists', label: 'Previous row' },
      run: () => move(isInside() ? current - 1 : current),
    },
  ]);

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
  const shown = isWhole ? { first: 0, end: rows.length } : drawn;
  const template = columns.map(({ width }) => width).join(' ');
  const classes = columns.map(
    ({ narrow: at = 'side', isNumber }) => `cell at-${at}${isNumber ? ' number' : ''}`,
  );
  return (
    <div class="table" role="table" aria-label={label} aria-rowcount={list.total || rows.length}>
      <div class="row head" role="row" aria-rowindex={1} style={{ '--columns': template }}>
        {columns.map(({ title }, index) => (
          <div key={title} role="columnheader" class={classes[index]}>
            {title}
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
          const href = hrefOf?.(row);
          return (
            <div
              key={keyOf(row)}
              role="row"
              class={href ? 'row link' : 'row'}
              aria-rowindex={index + 2}
              data-row={index}
              tabIndex={index === current ? 0 : -1}
              style={{
                '--columns': template,
                ...(isWhole ? {} : { top: `${index * height}px` }),
              }}
              onFocus={() => setCurrent(index)}
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
              {columns.map(({ title, cell }, column) => (
                <div key={title} role="cell" class={classes[column]}>
                  {column === 0 && href ? (
                    <a href={href} tabIndex={-1}>
                      {cell(row)}
                    </a>
                  ) : (
                    cell(row)
                  )}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {list.isReadingMore && <Waiting lines={2} />}
      {list.failure && <Trouble failure={list.failure} retry />}
    </div>
  );
}

/** Most rows of one export; a larger one is a matter for the API. */
const mostExported = 10_000;

/** The rows of a whole list, as far as one export goes, and where it goes on. */
async function readRows<Row>(path: string | undefined) {
  const rows: Row[] = [];
  let next = path;
  while (next !== undefined && rows.length < mostExported) {
    const part: Answered<Row[]> = await ask('GET', next);
    rows.push(...part.data);
    next = part.next;
  }
  return { rows, next };
}

/** The same for a list that can't be longer. */
export async function readAll<Row>(path: string): Promise<readonly Row[]> {
  return (await readRows<Row>(path)).rows;
}

/** Saves a whole list as CSV or JSON, whatever of it is shown; or the rows that are known already. */
export function Export({
  path,
  rows: known = [],
  name,
}: {
  readonly path?: string;
  readonly rows?: readonly object[];
  readonly name: string;
}) {
  const [isReading, setReading] = useState(false);
  const run = async (type: 'csv' | 'json') => {
    setReading(true);
    try {
      const { rows: further, next } = await readRows<Record<string, unknown>>(path);
      const rows = [...known.map((row) => ({ ...row })), ...further];
      const isCsv = type === 'csv';
      const text = isCsv ? csvOf(rows) : `${JSON.stringify(rows, null, 2)}\n`;
      save(`${name}.${type}`, text, isCsv ? 'text/csv' : 'application/json');
      say(
        next === undefined
          ? `Exported ${count(rows.length)} rows.`
          : `Exported the first ${count(rows.length)} rows. Set a filter to get others.`,
      );
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), { isBad: true });
    }
    setReading(false);
  };
  return (
    <details class="menu">
      <summary class="button" aria-busy={isReading}>
        <Icon name="download" /> Export
      </summary>
      <div class="menu-items">
        <button type="button" onClick={() => void run('csv')}>
          As CSV
        </button>
        <button type="button" onClick={() => void run('json')}>
          As JSON
        </button>
      </div>
    </details>
  );
}
