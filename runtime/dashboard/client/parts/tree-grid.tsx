import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { useShortcuts } from '../shortcuts.ts';
import { type Columns, layOut } from './columns.ts';

/** A column of a tree: its head, and the classes of its cells. */
export interface GridColumn {
  readonly title: string;
  readonly classes: string;
}

interface Grid {
  readonly widths: Columns['widths'];
  /** The row that Tab leads to; the first one while it is undefined. */
  readonly current: string | undefined;
  readonly setCurrent: (change: (before: string | undefined) => string | undefined) => void;
}

const GridContext = createContext<Grid>({
  ...{ widths: layOut([]).widths, current: undefined, setCurrent: () => {} },
});

/** Rows within rows, in columns: opened and closed by a click, and walked through by arrow keys. */
export function TreeGrid({
  label,
  columns,
  widths,
  children,
}: {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly widths: Columns['widths'];
  readonly children: ComponentChildren;
}) {
  const [current, setCurrent] = useState<string>();
  const ref = useRef<HTMLDivElement>(null);
  const rows = () => [...(ref.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const isInside = () => ref.current?.contains(document.activeElement) ?? false;
  /** Where the focus is, or where Tab would lead. */
  const currentOf = (all: readonly HTMLElement[]) =>
    all.findIndex((row) =>
      isInside() ? row.contains(document.activeElement) : row.tabIndex === 0,
    );
  const move = (to: (index: number, all: readonly HTMLElement[]) => number) => {
    const all = rows();
    all[Math.max(0, Math.min(all.length - 1, to(currentOf(all), all)))]?.focus();
  };
  const step = (by: number) => () => move((at) => (isInside() ? at + by : at));
  useShortcuts([
    { keys: 'j', group: 'Lists', label: 'Next row', run: step(1) },
    { keys: 'k', group: 'Lists', label: 'Previous row', run: step(-1) },
  ]);
  const moves: Readonly<Record<string, Parameters<typeof move>[0]>> = {
    ArrowDown: (at) => at + 1,
    ArrowUp: (at) => at - 1,
    PageDown: (at) => at + 10,
    PageUp: (at) => at - 10,
    Home: () => 0,
    End: (_, all) => all.length - 1,
  };
  const onKeyDown = (event: JSX.TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
    const all = rows();
    const row = all[currentOf(all)];
    if (!row) return;
    const isRtl = getComputedStyle(row).direction === 'rtl';
    const [inward, outward] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    const isOpen = row.getAttribute('aria-expanded');
    const moved = moves[event.key];
    if (moved) move(moved);
    else if (event.key === inward && isOpen === 'true') move((at) => at + 1);
    else if (event.key === inward && isOpen === 'false') row.click();
    else if (event.key === outward && isOpen === 'true') row.click();
    else if (event.key === outward) move(outerOf);
    else return;
    event.preventDefault();
  };
  return (
    <GridContext.Provider value={{ widths, current, setCurrent }}>
      <div class="table" role="treegrid" aria-label={label}>
        <div class="row head" role="row" style={widths}>
          {columns.map(({ title, classes }) => (
            <div key={title} role="columnheader" class={classes}>
              {title}
            </div>
          ))}
        </div>
        <div ref={ref} role="rowgroup" class="rows nested" onKeyDown={onKeyDown}>
          {children}
        </div>
      </div>
    </GridContext.Provider>
  );
}

/** The row that a row is in, or the row itself at the top. */
function outerOf(at: number, all: readonly HTMLElement[]): number {
  const levelOf = (row: HTMLElement | undefined) => Number(row?.getAttribute('aria-level'));
  const outer = all.slice(0, at).findLastIndex((row) => levelOf(row) < levelOf(all[at]));
  return outer === -1 ? at : outer;
}

/** Where a row is: how deep, and which it is of the rows in its parent. */
export interface GridPlace {
  readonly level: number;
  readonly index: number;
  readonly size: number;
}

const depthOf = (level: number) => `depth-${Math.min(level - 1, 6)}`;

/** A row that Tab, arrow keys and clicks lead to. */
export function GridRow({
  name,
  place: { level, index, size },
  isOpen,
  onOpen,
  children,
}: {
  /** Unlike that of any other row. */
  readonly name: string;
  readonly place: GridPlace;
  /** Only of a row that others are in. */
  readonly isOpen?: boolean;
  /** Its own links are followed instead. */
  readonly onOpen: () => void;
  readonly children: ComponentChildren;
}) {
  const { widths, current, setCurrent } = useContext(GridContext);
  const isFirst = level === 1 && index === 0;
  // Tab has to lead to another row when this one is gone.
  useEffect(() => () => setCurrent((now) => (now === name ? undefined : now)), [name]);
  return (
    <div
      role="row"
      class={`row link ${depthOf(level)}`}
      data-row={name}
      aria-level={level}
      aria-posinset={index + 1}
      aria-setsize={size}
      aria-expanded={isOpen}
      tabIndex={current === name || (current === undefined && isFirst) ? 0 : -1}
      style={widths}
      onFocus={() => setCurrent(() => name)}
      onClick={(event) => {
        const isOwn = event.target instanceof Element && event.target.closest('a');
        if (!isOwn && !getSelection()?.toString()) onOpen();
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || !/^(?:Enter| )$/.test(event.key)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {children}
    </div>
  );
}

/** A cell of a row, which may take the place of several. */
export function GridCell({
  classes,
  span = 1,
  children,
}: {
  readonly classes: string;
  readonly span?: number;
  readonly children?: ComponentChildren;
}) {
  const isWide = span > 1;
  return (
    <div
      role="gridcell"
      class={isWide ? `${classes} over-${span}` : classes}
      aria-colspan={isWide ? span : undefined}
    >
      {children}
    </div>
  );
}

/** What is said in place of rows. */
export function GridNote({
  level,
  children,
}: {
  readonly level: number;
  readonly children: ComponentChildren;
}) {
  return (
    <div role="row" class={`tree-note ${depthOf(level)}`} aria-level={level}>
      <div role="gridcell">{children}</div>
    </div>
  );
}
