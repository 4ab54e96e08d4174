import type { Problem } from '../../schema/errors.ts';

/** Problems without their places, and apart from them the fields that are reported as not supported. */
export function problemEffects(
  problems: readonly Problem[],
): Readonly<Record<'problems' | 'unsupported', string>> {
  const isNamed = ({ ruleId }: Problem) => ruleId === 'not-supported-yet';
  return {
    problems: JSON.stringify(
      problems
        .filter((problem) => !isNamed(problem))
        .map(({ severity, ruleId, reason }) => [severity, ruleId, reason]),
    ),
    unsupported: problems
      .filter(isNamed)
      .map(({ reason }) => reason.split(' ')[0])
      .join('\n'),
  };
}
