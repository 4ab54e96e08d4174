import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../schema/errors.ts';
import { count, type Terminal } from '../terminal.ts';

/** Prints problems with the lines they are in; prints nothing when there are none. */
export async function printProblems(
  dir: string,
  problems: readonly Problem[],
  to: Terminal,
): Promise<void> {
  if (problems.length === 0) return;
  const { formatProblems } = await import('../pipeline/report.ts');
  const textOf = (file: string): string | undefined => {
    try {
      return readFileSync(join(dir, file), 'utf8');
    } catch {
      return undefined;
    }
  };
  to.out(formatProblems(problems, { textOf, color: to.interactive }));
}

/** Notes are for `docent check`: a build that shows them all hides what matters. */
export function worthShowing(problems: readonly Problem[]): Problem[] {
  return problems.filter((problem) => problem.severity !== 'note');
}

/** `2 errors, 1 warning`. */
export function countProblems(problems: readonly Problem[]): string {
  const severities = ['error', 'warning', 'note'] as const;
  const counts = severities.flatMap((severity) => {
    const number = problems.filter((problem) => problem.severity === severity).length;
    return number > 0 ? [count(number, severity)] : [];
  });
  return counts.join(', ') || 'no problems';
}
