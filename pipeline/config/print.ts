import type { Origins } from '../../schema/pointer.ts';
import { type Edit, isFields } from './edit.ts';

/**
 * The JSON text of an edited value, with the formatting of the text it was read from: untouched parts
 * keep theirs exactly.
 */
export function printEdited(
  value: unknown,
  { text, file, edit }: { readonly text: string; readonly file: string; readonly edit: Edit },
): string {
  const printer: Printer = {
    ...{ text, file },
    origins: edit.origins,
    touched: edit.touched,
    indent: indentOf(text),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const tail = /\n\s*$/.test(text) ? printer.newline : '';
  return mark + print(printer, value, '') + tail;
}

interface Printer {
  readonly text: string;
  readonly file: string;
  readonly origins: Origins;
  readonly touched: ReadonlySet<object>;
  readonly indent: string;
  readonly newline: string;
}

/** `isShort`: a new object goes on one line, as the others of its list do. */
function print(printer: Printer, value: unknown, margin: string, isShort = false): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const origin = printer.origins.get(value);
  const here = origin !== undefined && origin.file === printer.file;
  const { start, end } = origin?.self ?? { start: 0, end: 0 };
  const old = here ? printer.text.slice(start, end) : undefined;
  if (old !== undefined && isUntouched(printer, value))
    return reindent(printer, { old, start, margin });
  const list = Array.isArray(value);
  const inner = margin + printer.indent;
  const oneLine = old === undefined ? isShort : !/[\r\n]/.test(old);
  const areShort = list && value.some((entry) => isOnOneLine(printer, entry));
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .map(([key, entry]) => {
      const printed = print(printer, entry, oneLine ? margin : inner, oneLine || areShort);
      return list ? printed : keyBefore(printer, value, key) + printed;
    });
  const [open, close] = list ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return `${open}${close}`;
  if (oneLine) return list ? `[${entries.join(', ')}]` : `{ ${entries.join(', ')} }`;
  const { newline } = printer;
  const lines = entries.map((entry) => `${inner}${entry}`).join(`,${newline}`);
  return `${open}${newline}${lines}${newline}${margin}${close}`;
}

/** A key with its colon, as it was written. */
function keyBefore({ text, file, origins }: Printer, owner: object, key: string): string {
  const origin = origins.get(owner);
  const written = origin?.file === file ? origin.entries.get(key) : undefined;
  const between = written?.key ? text.slice(written.key.start, written.value.start) : '';
  const name = JSON.stringify(key);
  const isSame = between.startsWith(name) && /^[ \t]*:[ \t]*$/.test(between.slice(name.length));
  return isSame ? between : `${name}: `;
}

function isOnOneLine({ text, file, origins }: Printer, value: unknown): boolean {
  const origin = isFields(value) ? origins.get(value) : undefined;
  if (origin?.file !== file) return false;
  return !/[\r\n]/.test(text.slice(origin.self.start, origin.self.end));
}

/** An untouched value whose parts are all in their original place. */
function isUntouched(printer: Printer, value: object): boolean {
  if (printer.touched.has(value)) return false;
  const origin = printer.origins.get(value);
  if (origin === undefined || origin.file !== printer.file) return false;
  return Object.values(value).every(
    (entry) => typeof entry !== 'object' || entry === null || isUntouched(printer, entry),
  );
}

/** The old text, with its indentation adjusted if the value is now nested more or less deeply. */
function reindent(
  printer: Printer,
  { old, start, margin }: { readonly old: string; readonly start: number; readonly margin: string },
): string {
  const lineStart = printer.text.lastIndexOf('\n', start - 1) + 1;
  const before = /^[ \t]*/.exec(printer.text.slice(lineStart))?.[0] ?? '';
  if (before === margin) return old;
  return old
    .split(/\r?\n/)
    .map((line, index) =>
      index > 0 && line.startsWith(before) ? margin + line.slice(before.length) : line,
    )
    .join(printer.newline);
}

function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
}
