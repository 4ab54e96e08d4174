import type { Problem, Severity } from '../schema/errors.ts';

/** One problem as `docent check --json` prints it (S3-77). */
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

/** How a report is written. */
export interface ReportOptions {
  /** Text of a file, for the code frame; without it there is none. */
  readonly textOf?: (file: string) => string | undefined;
  /** True only on a terminal. */
  readonly color?: boolean;
}

/** Problems as text: grouped by file, each with its place, code frame and next step, then a summary line. */
export function formatProblems(
  _problems: readonly Problem[],
  _options: ReportOptions = {},
): string {
  throw new Error('formatProblems is not written yet');
}

/** Problems as the list that `--json` prints, in file and line order. */
export function problemsAsJson(_problems: readonly Problem[]): readonly ReportedProblem[] {
  throw new Error('problemsAsJson is not written yet');
}
