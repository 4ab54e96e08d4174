import type { DeploymentProblems } from '../../schema/build.ts';
import type { Problem } from '../../schema/errors.ts';

/** Problems that a deployment remembers: more are counted, and `docent check` lists them. */
const most = 1000;

/** The problems of a build as the server lists them; undefined if there are none. */
export function problemsOf(problems: readonly Problem[]): DeploymentProblems | undefined {
  if (problems.length === 0) return undefined;
  const count = (severity: Problem['severity']) =>
    problems.filter((one) => one.severity === severity).length;
  return {
    ...{ errors: count('error'), warnings: count('warning'), notes: count('note') },
    list: problems.slice(0, most).map(({ severity, ruleId, file, place, reason, note }) => ({
      ...{ severity, code: ruleId, file },
      ...(place ? { line: place.start.line, column: place.start.column } : {}),
      message: reason,
      ...(note === undefined ? {} : { fix: note }),
    })),
  };
}
