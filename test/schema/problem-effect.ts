import type { Problem } from '../../schema/errors.ts';

/** Problems without their places. */
export function problemEffect(problems: readonly Problem[]): string {
  return JSON.stringify(problems.map(({ severity, ruleId, reason }) => [severity, ruleId, reason]));
}
