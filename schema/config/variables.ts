import type { JsonSchema } from '../json-schema.ts';
import { choice, list, object, text } from './field.ts';
/** A variable used on pages as `{{name}}`. */
export interface Variable {
  readonly name: string;
  readonly type: 'string' | 'select' | 'secret' | 'computed';
  readonly label?: string;
  readonly description?: string;
  readonly defaultValue?: string;
  readonly options?: readonly string[];
  readonly expression?: string;
}

/** Syntax of variable names, in words. */
export const variableNames = 'a name of letters, digits, _ and . that starts with a letter or _';

/** Schema of `variables`. */
export const variablesSchema: JsonSchema = list(
  'Values that pages use as `{{name}}`.',
  object(
    'A variable.',
    {
      name: text('Its name.', {
        // The hyphen is for the map of the other dialect; in a list it is rejected when that is
        // read.
        pattern: '^[a-zA-Z_][a-zA-Z0-9_.-]*$',
        expects: variableNames,
        examples: ['api.base'],
      }),
      type: choice(
        'A string, a choice by the reader, a secret typed by the reader, or a computed value.',
        ['string', 'select', 'secret', 'computed'],
        { default: 'string' },
      ),
      label: text('Label of the control.'),
      description: text('Description of the variable.'),
      defaultValue: text('Its value; for `select`, the initial choice.'),
      options: list('Values to choose from, for `select`.', text('Value.')),
      expression: text('Expression that computes it, for `computed`.', {
        examples: ['upper(region) + "-1"'],
      }),
    },
    { required: ['name'] },
  ),
);

/** `variables` with their defaults. */
export function readVariables(
  written: readonly (Omit<Variable, 'type'> & Partial<Pick<Variable, 'type'>>)[] = [],
): readonly Variable[] {
  return written.map((variable) => ({ ...variable, type: variable.type ?? 'string' }));
}
