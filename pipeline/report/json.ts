import type { Problem, Severity } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import { sortProblems } from './order.ts';

/** One problem as `docent check --json` prints it. */
export interface ReportedProblem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly severity: Severity;
  readonly found?: string;
  readonly expected?: readonly string[];
  readonly next?: string;
}

/** Problems as the list that `--json` prints, in file and line order. */
export function problemsAsJson(problems: readonly Problem[]): readonly ReportedProblem[] {
  return sortProblems(problems).map((problem) => ({
    path: problem.file,
    code: problem.ruleId,
    message: problem.reason,
    line: problem.place?.start.line ?? null,
    column: problem.place?.start.column ?? null,
    severity: problem.severity,
    ...given({ found: problem.actual, expected: problem.expected, next: problem.note }),
  }));
}
