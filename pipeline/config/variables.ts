import type { Config } from '../../schema/config/config.ts';
import type { Variable } from '../../schema/config/variables.ts';
import type { Problem } from '../../schema/errors.ts';
import {
  type Expression,
  ExpressionError,
  evaluate,
  parseExpression,
} from '../../schema/expression.ts';
import { nearest } from '../../schema/validation/nearest.ts';
import type { Locate } from './locate.ts';

/** Computed variables that may need each other in a row. */
const longestChain = 100;

/** Values of string, select and computed variables by name; secrets never have one. */
export function resolveVariables(
  config: Config,
  options: { readonly locate?: Locate } = {},
): { readonly values: ReadonlyMap<string, string>; readonly problems: readonly Problem[] } {
  const locate: Locate = options.locate ?? (() => ({ file: 'docs.json' }));
  const problems: Problem[] = [];
  const resolver: Resolver = {
    variables: new Map(),
    values: new Map(),
    failed: new Set(),
    fail: (name, ruleId, reason, note) => {
      const index = resolver.variables.get(name)?.index ?? 0;
      const location = locate(`/variables/${index}/expression`);
      problems.push({ severity: 'error', source: 'config', ruleId, ...location, reason, note });
    },
  };
  config.variables.forEach((variable, index) => {
    // A second one of the same name is an error of its own; the first counts.
    if (!resolver.variables.has(variable.name)) {
      resolver.variables.set(variable.name, { variable, index });
    }
  });
  for (const name of resolver.variables.keys()) lookUp(resolver, name, []);
  const values = new Map<string, string>();
  for (const name of resolver.variables.keys()) {
    const value = resolver.values.get(name);
    if (value !== undefined) values.set(name, value);
  }
  return { values, problems };
}

interface Resolver {
  readonly variables: Map<string, { readonly variable: Variable; readonly index: number }>;
  readonly values: Map<string, string>;
  /** Variables whose mistake has been reported. */
  readonly failed: Set<string>;
  readonly fail: (name: string, ruleId: string, reason: string, note: string) => void;
}

function lookUp(resolver: Resolver, name: string, chain: readonly string[]): string | undefined {
  const known = resolver.values.get(name);
  if (known !== undefined || resolver.failed.has(name)) return known;
  const variable = resolver.variables.get(name)?.variable;
  if (variable === undefined || variable.type === 'secret') return undefined;
  let value: string | undefined;
  if (variable.type === 'select') value = variable.defaultValue ?? variable.options?.[0] ?? '';
  else if (variable.type === 'string') value = variable.defaultValue ?? '';
  else value = compute(resolver, variable, [...chain, name]);
  if (value === undefined) resolver.failed.add(name);
  else resolver.values.set(name, value);
  return value;
}

function compute(
  resolver: Resolver,
  variable: Variable,
  chain: readonly string[],
): string | undefined {
  // A missing expression is reported by the checks of `docs.json`.
  if (variable.expression === undefined) return undefined;
  const { name } = variable;
  const shown = JSON.stringify(name);
  try {
    const expression: Expression = parseExpression(variable.expression);
    return String(
      evaluate(expression, (other, offset) => {
        if (chain.includes(other)) {
          const circle = [...chain.slice(chain.indexOf(other)), other].join(' → ');
          for (const member of chain.slice(chain.indexOf(other))) resolver.failed.add(member);
          const reason = `Computed variables depend on each other: ${circle}`;
          resolver.fail(name, 'variable-cycle', reason, 'Break the cycle.');
          throw new Told();
        }
        if (chain.length === longestChain) {
          const reason = `more than ${longestChain} variables depend on each other in a chain`;
          throw new ExpressionError(reason, offset);
        }
        const found = resolver.variables.get(other)?.variable;
        if (found?.type === 'secret') {
          throw new ExpressionError(
            `"${other}" is a secret and has no value at build time`,
            offset,
          );
        }
        if (found === undefined) {
          const close = nearest(other, resolver.variables.keys());
          const hint = close === undefined ? '' : `; did you mean "${close}"?`;
          throw new ExpressionError(`unknown variable "${other}"${hint}`, offset);
        }
        const value = lookUp(resolver, other, chain);
        if (value === undefined) throw new Told();
        return value;
      }),
    );
  } catch (error) {
    if (error instanceof ExpressionError) {
      const reason = `Unexpected expression of variable ${shown}: ${error.message} (at character ${error.offset + 1})`;
      const note = 'Correct the expression; the handbook describes the syntax.';
      resolver.fail(name, 'variable-expression', reason, note);
    } else if (!(error instanceof Told)) throw error;
    return undefined;
  }
}

/** Stops an evaluation whose mistake has already been reported. */
class Told extends Error {}
