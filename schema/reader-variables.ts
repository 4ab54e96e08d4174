import type { Variable } from './config/variables.ts';
import { namesIn, parseExpression } from './expression.ts';
import { given } from './given.ts';

/** A variable whose value depends on the reader. */
export interface ReaderVariable {
  readonly variable: Variable;
  /** Names of the variables that readers set and that it depends on; its own if it is one of them. */
  readonly choices: readonly string[];
}

const known = new WeakMap<object, ReadonlyMap<string, ReaderVariable>>();

/** Variables that readers choose or enter, and those that are computed from them. */
export function readerVariables(
  variables: readonly Variable[],
): ReadonlyMap<string, ReaderVariable> {
  const kept = known.get(variables);
  if (kept) return kept;
  const byName = new Map<string, Variable>();
  for (const one of variables) if (!byName.has(one.name)) byName.set(one.name, one);
  const found = new Map<string, readonly string[]>();
  const choicesOf = (name: string): readonly string[] => {
    const done = found.get(name);
    if (done) return done;
    const variable = byName.get(name);
    // A variable that needs itself was reported and has no value.
    found.set(name, []);
    if (variable?.type === 'select' || variable?.type === 'secret') found.set(name, [name]);
    if (variable?.type === 'computed') {
      found.set(name, [...new Set(partsOf(variable).flatMap(choicesOf))]);
    }
    return found.get(name) ?? [];
  };
  const made = new Map<string, ReaderVariable>();
  for (const [name, variable] of byName) {
    const choices = choicesOf(name);
    if (choices.length > 0) made.set(name, { variable, choices });
  }
  known.set(variables, made);
  return made;
}

/** The variables that a computed one is made of; none where its expression has a mistake. */
function partsOf({ expression }: Variable): readonly string[] {
  try {
    return expression === undefined ? [] : namesIn(parseExpression(expression));
  } catch {
    return [];
  }
}

/** What a page's scripts know of a variable. */
export interface ReaderVariableData
  extends Pick<Variable, 'name' | 'type' | 'label' | 'description' | 'options' | 'expression'> {
  /** Value at build; secrets have none. */
  readonly value?: string;
  readonly choices: readonly string[];
}

/** The variables that depend on readers, and those that they are computed from. */
export function readerVariableData(
  variables: readonly Variable[],
  values: ReadonlyMap<string, string>,
): readonly ReaderVariableData[] {
  const readers = readerVariables(variables);
  const needed = new Set(
    [...readers].flatMap(([name, { variable }]) => [name, ...partsOf(variable)]),
  );
  return variables
    .filter(({ name }) => needed.has(name))
    .map(({ name, type, label, description, options, expression }) => {
      const value = values.get(name);
      return {
        ...{ name, type, choices: readers.get(name)?.choices ?? [] },
        ...given({ label, description, options, expression, value }),
      };
    });
}
