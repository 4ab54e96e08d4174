import type { Root } from 'mdast';
import type { Problem } from '../../schema/errors.ts';
import { pointsIn } from '../../schema/lines.ts';
import { paragraphLines } from './paragraph-lines.ts';

/** Rows under which a paragraph is no table, because they have more or fewer cells than the row above. Linear in the text. */
export function brokenTables(
  root: Root,
  { path, text }: { readonly path: string; readonly text: string },
): Problem[] {
  if (!/\|[ \t]*:?-|-:?[ \t]*\|/.test(text)) return [];
  const problems: Problem[] = [];
  let points: ReturnType<typeof pointsIn> | undefined;
  for (const { line, above, at } of paragraphLines(root, text)) {
    const cells = delimiterCells(line);
    const expected = above?.includes('|') ? cellsOf(above).length : undefined;
    if (cells === undefined || expected === undefined || cells === expected) continue;
    points ??= pointsIn(text);
    const from = at + line.length - rowOf(line).length;
    const place = { start: points(from), end: points(at + line.trimEnd().length) };
    problems.push(brokenTable({ file: path, place }, cells, expected));
  }
  return problems;
}

function brokenTable(
  where: Pick<Problem, 'file' | 'place'>,
  cells: number,
  expected: number,
): Problem {
  return {
    severity: 'warning',
    source: 'source',
    ruleId: 'table-columns',
    ...where,
    reason: `The row of dashes has ${counted(cells)}, and the header above it ${expected}: the table is shown as text.`,
    actual: String(cells),
    expected: [String(expected)],
    note: 'Write one cell of dashes for each cell of the header: | --- | --- |. A | that is text in a cell is written \\|.',
  };
}

function counted(cells: number): string {
  return `${cells} cell${cells === 1 ? '' : 's'}`;
}

/** Number of cells, if a line is a row of dashes. */
function delimiterCells(line: string): number | undefined {
  if (!line.includes('|') || /[^\s|:>-]/.test(line)) return undefined;
  const cells = cellsOf(line);
  return cells.every((cell) => /^:?-+:?$/.test(cell)) ? cells.length : undefined;
}

/** A line without what is before it in a quote or a list. */
function rowOf(line: string): string {
  return line.replace(/^[\s>]+/, '');
}

function cellsOf(line: string): readonly string[] {
  const row = rowOf(line).trimEnd();
  const inner = row.slice(row.startsWith('|') ? 1 : 0);
  const cells: string[] = [];
  let start = 0;
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === '\\') at++;
    else if (inner[at] === '|') {
      cells.push(inner.slice(start, at).trim());
      start = at + 1;
    }
  }
  if (start < inner.length || cells.length === 0) cells.push(inner.slice(start).trim());
  return cells;
}
