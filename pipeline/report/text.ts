import type { Problem } from '../../schema/errors.ts';
import { sortProblems } from './order.ts';
import { tidy } from './tidy.ts';

/** How a report is written. */
export interface ReportOptions {
  /** Text of a file, for the code frame; without it, no frame is shown. */
  readonly textOf?: (file: string) => string | undefined;
  /** True only on a terminal. */
  readonly color?: boolean;
  /** Notes are counted but not listed when false; they are listed when absent. */
  readonly notes?: boolean;
}

/** Problems as text: grouped by file, each with its place, code frame and next step, then a summary line. */
export function formatProblems(problems: readonly Problem[], options: ReportOptions = {}): string {
  const paint = options.color === true ? painted : plain;
  const listed = sortProblems(problems).filter(
    (problem) => options.notes !== false || problem.severity !== 'note',
  );
  const repeats = repeatedNotes(listed);
  const parts: string[] = [];
  const lines = new Map<string, readonly string[] | undefined>();
  let file: string | undefined;
  for (const problem of listed) {
    const again = repeats.get(keyOf(problem)) ?? [problem];
    if (again[0] !== problem) continue;
    if (problem.file !== file) {
      file = problem.file;
      parts.push(paint('bold', tidy(file) || 'the site'));
    }
    if (!lines.has(problem.file)) {
      lines.set(problem.file, options.textOf?.(problem.file)?.split(/\r\n|\r|\n/));
    }
    parts.push(formatProblem(problem, lines.get(problem.file), paint));
    if (again.length > 1) parts.push(`    ${paint('dim', alsoAt(again.slice(1)))}`);
  }
  parts.push(summarize(problems));
  return `${parts.join('\n')}\n`;
}

/** Notes that say the same of several places of a file: they are listed once, at the first. */
function repeatedNotes(problems: readonly Problem[]): ReadonlyMap<string, readonly Problem[]> {
  const found = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (problem.severity !== 'note' || problem.place === undefined) continue;
    const key = keyOf(problem);
    const others = found.get(key);
    if (others) others.push(problem);
    else found.set(key, [problem]);
  }
  return found;
}

function keyOf({ severity, file, ruleId, reason, note }: Problem): string {
  return [severity, file, ruleId, reason, note].join('\0');
}

/** Lines that are named of those with the same note. */
const mostLines = 8;

function alsoAt(problems: readonly Problem[]): string {
  const lines = problems.slice(0, mostLines).map(({ place }) => place?.start.line);
  const rest = problems.length - lines.length;
  const last = rest > 0 ? `${rest} more` : lines.pop();
  const named = lines.length > 0 ? `${lines.join(', ')} and ${last}` : last;
  return `also in line${problems.length > 1 ? 's' : ''} ${named}`;
}

/** `2 errors, 1 warning, 3 notes`, or `No problems`. */
export function summarize(problems: readonly Problem[]): string {
  const counts = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const count = problems.filter((problem) => problem.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}${count === 1 ? '' : 's'}`];
  });
  return counts.length === 0 ? 'No problems' : counts.join(', ');
}

/** Lines shown around the place. */
const around = 1;
/** Longer lines are cut to a window around the place. */
const widest = 120;

type Style = 'bold' | 'dim' | 'error' | 'warning' | 'note';
type Paint = (style: Style, text: string) => string;

const plain: Paint = (_style, text) => text;

const codes: Readonly<Record<Style, number>> = {
  bold: 1,
  dim: 2,
  error: 31,
  warning: 33,
  note: 36,
};

const painted: Paint = (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m`;

function formatProblem(
  problem: Problem,
  lines: readonly string[] | undefined,
  paint: Paint,
): string {
  const { severity, ruleId, place } = problem;
  const at = place === undefined ? '' : `${place.start.line}:${place.start.column} `;
  const head = `  ${paint('dim', at)}${paint(severity, severity)} ${tidy(problem.reason)} ${paint('dim', ruleId)}`;
  const frame = place === undefined || lines === undefined ? [] : frameOf(place, lines, paint);
  const next = problem.note === undefined ? [] : [`    ${paint('dim', '→')} ${tidy(problem.note)}`];
  return [head, ...frame, ...next].join('\n');
}

function frameOf(
  place: NonNullable<Problem['place']>,
  lines: readonly string[],
  paint: Paint,
): string[] {
  const { start, end } = place;
  if (start.line > lines.length) return [];
  const first = Math.max(1, start.line - around);
  const last = Math.min(lines.length, start.line + around);
  const width = String(last).length;
  // All lines of a frame are truncated at the same column, so that the mark is below its position.
  const cut = start.column > widest - 20 ? start.column - 40 : 0;
  const frame: string[] = [];
  for (let line = first; line <= last; line++) {
    const text = (lines[line - 1] ?? '').slice(cut, cut + widest);
    const number = String(line).padStart(width);
    const gutter = `    ${line === start.line ? '>' : ' '} ${number} | `;
    frame.push(`${paint('dim', gutter)}${tidy(text).trimEnd()}`.trimEnd());
    if (line !== start.line) continue;
    const stop = end.line === start.line ? end.column : (lines[line - 1] ?? '').length + 1;
    const room = Math.max(1, widest - (start.column - 1 - cut));
    const length = Math.min(Math.max(1, stop - start.column), room);
    const before = (lines[line - 1] ?? '').slice(cut, start.column - 1);
    const blank = ' '.repeat(columnsOf(before));
    const under = (lines[line - 1] ?? '').slice(start.column - 1, start.column - 1 + length);
    const mark = '^'.repeat(Math.max(1, columnsOf(under) || length));
    frame.push(`${paint('dim', `      ${' '.repeat(width)} | `)}${blank}${paint('error', mark)}`);
  }
  return frame;
}

/** Terminal columns of a text: wide characters take two. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of tidy(text)) {
    columns += /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF00-\uFF60]/.test(character)
      ? 2
      : 1;
  }
  return columns;
}
