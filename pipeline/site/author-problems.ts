import { distance } from 'fastest-levenshtein';
import type { Place, Problem } from '../../schema/errors.ts';
import { components } from './components/registry.ts';
import { UnknownName } from './evaluate.ts';

interface Where {
  readonly file: string;
  readonly place: Place | undefined;
}

type Told = Omit<Problem, 'source'>;

/** A component that neither Docent nor the author knows, with the nearest name. */
export function unknownComponent(name: string, { file, place }: Where): Told {
  const known = [...components.keys()];
  const nearest = known.reduce((best, next) =>
    distance(next.toLowerCase(), name.toLowerCase()) <
    distance(best.toLowerCase(), name.toLowerCase())
      ? next
      : best,
  );
  const isNear =
    distance(nearest.toLowerCase(), name.toLowerCase()) <= Math.max(2, name.length / 3);
  return {
    severity: 'warning',
    ruleId: 'unknown-component',
    file,
    ...(place ? { place } : {}),
    reason: `Unknown component "${name}"${isNear ? `; did you mean "${nearest}"?` : '.'}`,
    actual: name,
    ...(isNear ? { expected: [nearest] } : {}),
    note: 'Its content is shown without it. Import the component, or write `\\<` for a plain "<".',
  };
}

/** An expression that fails when it is evaluated. */
export function expressionProblem(error: unknown, { file, place }: Where): Told {
  const unknown = error instanceof UnknownName;
  return {
    severity: 'error',
    ruleId: unknown ? 'undefined-name' : 'expression-error',
    file,
    ...(place ? { place } : {}),
    reason: unknown
      ? `Undefined name "${error.identifier}" in an expression.`
      : `This expression fails: ${error instanceof Error ? error.message : String(error)}.`,
    ...(unknown ? { actual: error.identifier } : {}),
    note: unknown
      ? `Import or export it on this page, or write \\{ for a brace that is text.`
      : 'Correct the expression; it is evaluated when the site is built.',
  };
}
