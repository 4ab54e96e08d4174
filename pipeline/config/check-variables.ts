import type { Config } from '../../schema/config/config.ts';
import type { Variable } from '../../schema/config/variables.ts';
import { unexpectedChoice } from '../../schema/validation/wording.ts';
import type { Finding, Tell } from './finding.ts';

/** The fields that a type of variable needs and may have; expressions are read by `resolveVariables`. */
export function checkVariables({ variables }: Config, tell: Tell): void {
  const names = new Set<string>();
  variables.forEach((variable, index) => {
    const at = (...parts: string[]) => ['variables', index, ...parts];
    const checks = [secretDefault, missingOptions, unknownDefault, missingExpression, unusedFields];
    const findings = [duplicate(names.has(variable.name)), ...checks].flatMap((check) =>
      check(variable, at),
    );
    names.add(variable.name);
    for (const finding of findings) tell(finding);
  });
}

type At = (...parts: string[]) => Finding['parts'];
type Check = (variable: Variable, at: At) => readonly Finding[];

function duplicate(isKnown: boolean): Check {
  return ({ name }, at) =>
    isKnown
      ? [
          {
            severity: 'error',
            ruleId: 'duplicate-variable',
            parts: at('name'),
            reason: `Duplicate variable ${JSON.stringify(name)}`,
            note: 'Rename one of the two.',
          },
        ]
      : [];
}

function secretDefault({ name, type, defaultValue }: Variable, at: At): readonly Finding[] {
  if (type !== 'secret' || defaultValue === undefined) return [];
  return [
    {
      severity: 'error',
      ruleId: 'secret-default',
      parts: at('defaultValue'),
      part: 'key',
      reason: `Unexpected defaultValue of secret variable ${JSON.stringify(name)}, it would be published with the site`,
      note: 'Remove it; readers type the secret themselves.',
    },
  ];
}

function missingOptions({ name, type, options = [] }: Variable, at: At): readonly Finding[] {
  if (type !== 'select' || options.length > 0) return [];
  return [
    {
      severity: 'error',
      ruleId: 'missing-field',
      parts: at(),
      reason: `Missing options of select variable ${JSON.stringify(name)}`,
      note: 'Add "options" with at least one value.',
    },
  ];
}

function unknownDefault(variable: Variable, at: At): readonly Finding[] {
  const { name, type, defaultValue, options = [] } = variable;
  if (type !== 'select' || defaultValue === undefined || options.length === 0) return [];
  if (options.includes(defaultValue)) return [];
  const what = `defaultValue of variable ${JSON.stringify(name)}`;
  return [
    {
      severity: 'error',
      ruleId: 'unexpected-value',
      parts: at('defaultValue'),
      ...unexpectedChoice(what, defaultValue, options),
      note: 'Choose one of its options.',
    },
  ];
}

function missingExpression({ name, type, expression }: Variable, at: At): readonly Finding[] {
  if (type !== 'computed' || expression !== undefined) return [];
  return [
    {
      severity: 'error',
      ruleId: 'missing-field',
      parts: at(),
      reason: `Missing expression of computed variable ${JSON.stringify(name)}`,
      note: 'Add "expression".',
    },
  ];
}

/** Fields that only one type can have, with that type. */
const ownFields = [
  ['options', 'select'],
  ['expression', 'computed'],
] as const;

function unusedFields(variable: Variable, at: At): readonly Finding[] {
  const { name, type } = variable;
  return ownFields.flatMap(([key, owner]): Finding[] => {
    if (variable[key] === undefined || type === owner) return [];
    return [
      {
        severity: 'warning',
        ruleId: 'unused-field',
        parts: at(key),
        part: 'key',
        reason: `Unexpected ${key} of ${type} variable ${JSON.stringify(name)}, only ${owner} variables can have it`,
        note: `Remove it, or set "type" to "${owner}".`,
      },
    ];
  });
}
