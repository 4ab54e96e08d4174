import type { Term } from '../../../../packages/client/models.ts';
import { csvOf } from '../exporting.ts';

/** A glossary as a file for spreadsheets: a column for each language, which `readGlossary` reads again. */
export function glossaryCsv(terms: readonly Term[], languages: readonly string[]): string {
  const used = terms.flatMap(({ translations }) => Object.keys(translations));
  const codes = [...new Set([...languages, ...used])];
  const rows = terms.map(({ term, description, caseSensitive, doNotTranslate, translations }) => ({
    ...{ term, description, caseSensitive, doNotTranslate },
    ...Object.fromEntries(codes.map((code) => [code, translations[code as never] ?? ''])),
  }));
  return csvOf(rows);
}

/** A line of such a file, as the API takes it; or why it can't be read. */
export interface GlossaryLine {
  readonly line: number;
  readonly term: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly problem?: string;
}

const fields: Readonly<Record<string, string>> = {
  term: 'term',
  sourceterm: 'term',
  description: 'description',
  meaning: 'description',
  note: 'description',
  context: 'description',
  casesensitive: 'caseSensitive',
  donottranslate: 'doNotTranslate',
};
const languageCode = /^[a-z]{2,3}(-[a-z0-9]+)*$/i;

/**
 * Reads a glossary from comma-separated values; semicolons and tabs are understood as well. Empty cells say nothing.
 * @throws Error in the words of whoever wrote the file, if its first line makes no sense
 */
export function readGlossary(text: string): readonly GlossaryLine[] {
  const [head, ...lines] = readCsv(text.replace(/^\ufeff/, ''));
  const names = (head?.cells ?? []).map((cell) => {
    const plain = cell.trim();
    return fields[plain.toLowerCase().replaceAll(/[^a-z]/g, '')] ?? plain;
  });
  if (!names.includes('term')) {
    throw new Error(
      'The first line has no column “term”. Name the columns there, as an export does.',
    );
  }
  const unknown = names.find(
    (name) => name && !Object.values(fields).includes(name) && !languageCode.test(name),
  );
  if (unknown) {
    throw new Error(`The column “${unknown}” is neither a field of a term nor a language code.`);
  }
  return lines
    .filter(({ cells }) => cells.some((cell) => cell.trim()))
    .map(({ line, cells }) => lineOf(line, names, cells));
}

function lineOf(line: number, names: readonly string[], cells: readonly string[]): GlossaryLine {
  const values: Record<string, unknown> = {};
  const translations: Record<string, string> = {};
  let problem: string | undefined;
  for (const [index, name] of names.entries()) {
    // An export writes a sign in front of what a spreadsheet would run.
    const value = (cells[index] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
    if (value === '') continue;
    if (name === 'caseSensitive' || name === 'doNotTranslate') {
      const isTrue = /^(true|yes|1|x)$/i.test(value);
      if (!isTrue && !/^(false|no|0)$/i.test(value)) {
        problem = `Unexpected “${value}” in ${name}, expected true or false.`;
      }
      values[name] = isTrue;
    } else if (name === 'term' || name === 'description') values[name] = value;
    else if (name !== '') translations[name] = value;
  }
  const term = String(values.term ?? '');
  if (cells.length > names.length && cells.slice(names.length).some((cell) => cell.trim())) {
    problem = `There are ${cells.length} cells, but ${names.length} columns.`;
  }
  if (term === '') problem = 'There is no term.';
  if (problem !== undefined) return { line, term, problem };
  const hasTranslations = Object.keys(translations).length > 0;
  return { line, term, body: { ...values, ...(hasTranslations ? { translations } : {}) } };
}

/** Lines of cells, each with the number of the line that it begins on. */
function readCsv(text: string): { readonly line: number; readonly cells: string[] }[] {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const separator = [',', ';', '\t'].reduce((best, one) =>
    first.split(one).length > first.split(best).length ? one : best,
  );
  const rows: { line: number; cells: string[] }[] = [];
  let row = { line: 1, cells: [''] };
  let line = 1;
  let isQuoted = false;
  const add = (letter: string) => {
    row.cells[row.cells.length - 1] += letter;
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '\n') line++;
    if (isQuoted) {
      if (letter !== '"') add(letter);
      else if (text[at + 1] === '"') {
        add('"');
        at++;
      } else isQuoted = false;
    } else if (letter === '"' && row.cells.at(-1) === '') isQuoted = true;
    else if (letter === separator) row.cells.push('');
    else if (letter === '\n') {
      rows.push(row);
      row = { line, cells: [''] };
    } else if (letter !== '\r') add(letter);
  }
  return [...rows, row];
}
