import type { ComponentChildren } from 'preact';

/** One column: its head, its cells, and how much room it has. */
export interface Column<Row> {
  readonly title: string;
  /** `7rem`, or `minmax(0, 2fr)` for what is left. */
  readonly width: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** On a narrow screen: the line that says what the row is, at its end, below it, or left out. */
  readonly narrow?: 'title' | 'end' | 'side' | 'none';
  /** Numbers are aligned at the end. */
  readonly isNumber?: boolean;
}

/** Classes of the cells of each column, and the widths of the columns as custom properties of a row. */
export interface Columns {
  readonly classes: readonly string[];
  readonly widths: Readonly<Record<'--columns' | '--tablet-columns', string>>;
}

/** Rem between the first and the last cell of a row on a tablet. */
const tabletRoom = 42;

/** Rem between two cells. */
const gap = 1;

/** Rem that a column needs which has what the others leave. */
const flexible = 8;

/**
 * Lays out columns. Where a tablet has too little room for all of them, those that a phone leaves out are left out as
 * well, the last one first.
 */
export function layOut<Row>(columns: readonly Column<Row>[]): Columns {
  const kept = onTablet(columns);
  const widthsOf = (some: readonly Column<Row>[]) => some.map(({ width }) => width).join(' ');
  return {
    classes: columns.map((column) => {
      const { narrow = 'side', isNumber } = column;
      const isKept = kept.includes(column);
      return `cell at-${narrow}${isNumber ? ' number' : ''}${isKept ? '' : ' not-on-tablet'}`;
    }),
    widths: { '--columns': widthsOf(columns), '--tablet-columns': widthsOf(kept) },
  };
}

function onTablet<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const needed = columns.reduce((sum, column) => sum + leastWidth(column) + gap, -gap);
  const last = columns.findLast(({ narrow }) => narrow === 'none');
  if (needed <= tabletRoom || !last) return columns;
  return onTablet(columns.filter((column) => column !== last));
}

function leastWidth<Row>({ width }: Column<Row>): number {
  return Number.parseFloat(width.replace('minmax(', '')) || flexible;
}
