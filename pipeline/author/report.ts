import type { Place } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { type CodeError, writtenAt } from './compile.ts';
import type { GuestError } from './exchange.ts';
import { codeText, needsCompiling } from './module-code.ts';
import { type PageCode, sourceFile } from './page-code.ts';
import { codeProblem, undefinedName } from './problems.ts';

/** Reports an error of author code that was making what is at a place of a file. */
export function reportThrown(
  code: PageCode,
  error: GuestError,
  { file, place }: { readonly file: string; readonly place: Place | undefined },
): void {
  const inside = firstFile(code, error);
  const other = inside !== undefined && inside !== file ? inside : undefined;
  const at = other === undefined ? undefined : positionOf(code, error, other);
  const name = at === undefined ? other : `${other}:${at.line}`;
  const problem = codeProblem(error, { file, place }, name);
  const note = unexported(undefinedName(error), sourceFile(code, inside ?? file)?.text ?? '');
  code.page.report({ ...problem, ...given({ note }) });
}

/** What to do about a name that is only declared in what Markdown takes for a paragraph. */
function unexported(name: string | undefined, text: string): string | undefined {
  if (name === undefined || !/^[\w$]{1,100}$/.test(name)) return undefined;
  const [, kind] =
    new RegExp(`^(const|let|var|function) ${name.replaceAll('$', '\\$')}(?![\\w$])`, 'm').exec(
      text,
    ) ?? [];
  if (kind === undefined) return undefined;
  return `In MDX, \`${kind} ${name}\` is text: write \`export ${kind} ${name}\`.`;
}

/** Reports an error that ended a module while it was loaded, where it was thrown. */
export function reportFailed(code: PageCode, file: string, error: GuestError): void {
  const at = positionOf(code, error, file);
  const place = at && pointIn(at.text, at.line, at.column);
  code.page.report(codeProblem(error, { file, place }));
}

/** Reports a file that can't be compiled. */
export function reportBroken(
  { page }: PageCode,
  { message, line, column }: CodeError,
  { path, text }: { readonly path: string; readonly text: string },
): void {
  const place = line === undefined ? undefined : pointIn(text, line, column ?? 1);
  page.report(codeProblem({ name: 'SyntaxError', message }, { file: path, place }));
}

/** Where an error was thrown in a file, in the author's own lines. */
function positionOf(code: PageCode, error: GuestError, file: string) {
  const found = sourceFile(code, file);
  const frame = stackFrames(error).find((one) => one.file === file);
  if (!found || !frame) return undefined;
  const text = codeText(code, found, '');
  const at = needsCompiling(text) ? writtenAt(text, file, frame.line, frame.column) : frame;
  return at === undefined ? undefined : { ...at, text: found.text };
}

function firstFile(code: PageCode, error: GuestError): string | undefined {
  return stackFrames(error).find(({ file }) => sourceFile(code, file) !== undefined)?.file;
}

function stackFrames({ stack = '' }: GuestError) {
  return [...stack.matchAll(/\(([^()\n]+):(\d+):(\d+)\)/g)].map(([, file = '', line, column]) => ({
    file,
    line: Number(line),
    column: Number(column),
  }));
}

function pointIn(text: string, line: number, column: number): Place {
  const lines = text.split('\n', line);
  const offset = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const point = { line, column, offset: Math.min(text.length, offset + column - 1) };
  return { start: point, end: point };
}
