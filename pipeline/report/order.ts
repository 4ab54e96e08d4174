import type { Problem } from '../../schema/errors.ts';

/** Problems in the order of files, then of places. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      (a.place?.start.line ?? 0) - (b.place?.start.line ?? 0) ||
      (a.place?.start.column ?? 0) - (b.place?.start.column ?? 0) ||
      compare(a.ruleId, b.ruleId),
  );
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
