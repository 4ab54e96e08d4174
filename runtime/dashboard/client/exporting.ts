/** Rows of a list as files: what is shown, as text that spreadsheets and programs read. */

type Cell = string | number | boolean | null | undefined;

/** A spreadsheet would run what begins so as a formula. */
const formula = /^[=+\-@\t\r]/;

/** Comma-separated values with a line of names first, as RFC 4180 has them. */
export function csvOf(rows: readonly Row[]): string {
  const names = namesOf(rows);
  return csvLine(names) + rows.map((row) => csvLine(names.map((name) => row[name]))).join('');
}

type Row = Readonly<Record<string, unknown>>;

function namesOf(rows: readonly Row[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => cell(flat(value))).join(',')}\r\n`;
}

export type FileType = 'csv' | 'json';

/** Rows that are written in one go: the page can be used between two parts. */
const partRows = 2_000;

/** Rows as the parts of a file; there is a pause after each, in which `rest` resolves. */
export async function partsOf(
  rows: readonly Row[],
  type: FileType,
  rest: () => Promise<void>,
): Promise<readonly string[]> {
  const names = namesOf(rows);
  const parts = type === 'csv' ? [csvLine(names)] : ['['];
  for (let first = 0; first < rows.length; first += partRows) {
    const some = rows.slice(first, first + partRows);
    parts.push(
      type === 'csv'
        ? some.map((row) => csvLine(names.map((name) => row[name]))).join('')
        : `${first > 0 ? ',' : ''}${some.map((row) => `\n${indented(row)}`).join(',')}`,
    );
    await rest();
  }
  return type === 'csv' ? parts : [...parts, rows.length > 0 ? '\n]\n' : ']\n'];
}

function indented(row: Row): string {
  return JSON.stringify(row, null, 2).replaceAll(/^/gm, '  ');
}

function flat(value: unknown): Cell {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Cell);
}

function cell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Saves a text, or the parts of one, as a file. */
export function save(name: string, text: string | readonly string[], type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text].flat(), { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
