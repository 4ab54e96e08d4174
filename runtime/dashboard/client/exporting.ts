/** Rows of a list as files: what is shown, as text that spreadsheets and programs read. */

type Cell = string | number | boolean | null | undefined;

/** A spreadsheet would run what begins so as a formula. */
const formula = /^[=+\-@\t\r]/;

/** Comma-separated values with a line of names first, as RFC 4180 has them. */
export function csvOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => cell(flat(row[name]))));
  return [names.map(cell), ...lines].map((line) => `${line.join(',')}\r\n`).join('');
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

/** Saves a text as a file. */
export function save(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
