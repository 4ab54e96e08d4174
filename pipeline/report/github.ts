import type { Problem, Severity } from '../../schema/errors.ts';
import { sortProblems } from './order.ts';
import { type Places, reportedPath } from './paths.ts';

const commands: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
};

/** Problems as workflow commands, which GitHub Actions shows next to the lines of a pull request. */
export function problemsForGithub(problems: readonly Problem[], places: Places): readonly string[] {
  return sortProblems(problems).map((problem) => {
    const { start, end } = problem.place ?? {};
    const properties = {
      file: reportedPath(problem, places),
      line: start?.line,
      col: start?.column,
      endLine: end?.line,
      // Columns are only shown within one line.
      endColumn: end?.line === start?.line ? end?.column : undefined,
      title: problem.ruleId,
    };
    const message =
      problem.note === undefined ? problem.reason : `${problem.reason}\n${problem.note}`;
    return githubCommand(commands[problem.severity], properties, message);
  });
}

/** One workflow command; properties without a value are left out. */
export function githubCommand(
  command: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const list = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  );
  return `::${command} ${list.join(',')}::${escapeMessage(message)}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
