import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../schema/errors.ts';
import { count, type Terminal } from '../terminal.ts';

/** Prints problems with their source lines; prints nothing if there are none. */
export async function printProblems(
  dir: string,
  problems: readonly Problem[],
  to: Terminal,
): Promise<void> {
  if (problems.length === 0) return;
  const { formatProblems } = await import('../pipeline/report/text.ts');
  const textOf = (file: string): string | undefined => {
    try {
      return readFileSync(join(dir, file), 'utf8');
    } catch {
      return undefined;
    }
  };
  to.out(formatProblems(problems, { textOf, color: to.interactive }));
}

/** Notes are for `docent check`: a build that shows them all would hide what matters. */
export function worthShowing(problems: readonly Problem[]): Problem[] {
  return problems.filter((problem) => problem.severity !== 'note');
}

/**
 * The output of `docent dev`: in addition, each unknown front matter field once, however many pages
 * have it.
 */
export function worthFollowing(problems: readonly Problem[]): Problem[] {
  const pages = new Map<string, number>();
  for (const { ruleId, severity, reason } of problems) {
    if (ruleId !== 'frontmatter-unknown-key' || severity !== 'note') continue;
    pages.set(reason, (pages.get(reason) ?? 0) + 1);
  }
  return problems.flatMap((problem) => {
    if (problem.severity !== 'note') return [problem];
    const times = pages.get(problem.reason);
    if (times === undefined || problem.ruleId !== 'frontmatter-unknown-key') return [];
    pages.delete(problem.reason);
    if (times === 1) return [problem];
    return [
      { ...problem, reason: `${problem.reason} The same on ${count(times - 1, 'more page')}.` },
    ];
  });
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
