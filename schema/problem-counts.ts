import type { DeploymentProblem } from './build.ts';

/** How many problems there are of each severity. */
export function problemCountsOf(problems: readonly Pick<DeploymentProblem, 'severity'>[]) {
  const counts = { errors: 0, warnings: 0, notes: 0 };
  for (const { severity } of problems) counts[`${severity}s`]++;
  return counts;
}
