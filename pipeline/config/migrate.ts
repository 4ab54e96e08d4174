import type { Problem } from '../../schema/errors.ts';
import { parseJson } from '../../schema/json-text.ts';
import type { Origins } from '../../schema/pointer.ts';
import { rewriteDialect } from './dialect.ts';
import { isFields, newEdit } from './edit.ts';
import type { ReadConfigOptions } from './include.ts';
import { faultAsProblem, includeRefs } from './include.ts';

/**
 * `docs.json` in Docent's own form, with its formatting: untouched parts keep their exact text.
 * `text` equals the input if nothing had to change, or if the JSON can't be parsed.
 */
export function migrateConfig(
  text: string,
  options: ReadConfigOptions,
): { readonly text: string; readonly changed: boolean; readonly problems: readonly Problem[] } {
  const origins: Origins = new WeakMap();
  const { value, faults } = parseJson(text, { file: options.file, origins });
  const problems = faults.map((fault) => faultAsProblem(fault, options.file));
  if (faults.length > 0 || !isFields(value)) return { text, changed: false, problems };
  const edit = newEdit(origins);
  includeRefs(edit, value, options);
  rewriteDialect(edit, value);
  problems.push(...edit.problems);
  if (edit.touched.size === 0) return { text, changed: false, problems };
  const printer: Printer = {
    text,
    file: options.file,
    origins,
    touched: edit.touched,
    indent: indentOf(text),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const tail = /\n\s*$/.test(text) ? printer.newline : '';
  const written = mark + print(printer, value, '') + tail;
  return { text: written, changed: written !== text, problems };
}

interface Printer {
  readonly text: string;
  readonly file: string;
  readonly origins: Origins;
  readonly touched: ReadonlySet<object>;
  readonly indent: string;
  readonly newline: string;
}

function print(printer: Printer, value: unknown, margin: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const origin = printer.origins.get(value);
  const here = origin !== undefined && origin.file === printer.file;
  const { start, end } = origin?.self ?? { start: { offset: 0 }, end: { offset: 0 } };
  const old = here ? printer.text.slice(start.offset, end.offset) : undefined;
  if (old !== undefined && isUntouched(printer, value))
    return reindent(printer, { old, start: start.offset, margin });
  const list = Array.isArray(value);
  const inner = margin + printer.indent;
  const oneLine = old !== undefined && !/[\r\n]/.test(old);
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .map(([key, entry]) => {
      const printed = print(printer, entry, oneLine ? margin : inner);
      return list ? printed : `${JSON.stringify(key)}: ${printed}`;
    });
  const [open, close] = list ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return `${open}${close}`;
  if (oneLine) return list ? `[${entries.join(', ')}]` : `{ ${entries.join(', ')} }`;
  const { newline } = printer;
  const lines = entries.map((entry) => `${inner}${entry}`).join(`,${newline}`);
  return `${open}${newline}${lines}${newline}${margin}${close}`;
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
