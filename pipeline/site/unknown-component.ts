import { distance } from 'fastest-levenshtein';
import type { Place, Problem } from '../../schema/errors.ts';
import { components } from './components/registry.ts';

/** A component that neither Docent nor the author knows, with the nearest name. */
export function unknownComponent(
  name: string,
  { file, place }: { readonly file: string; readonly place: Place | undefined },
): Omit<Problem, 'source'> {
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
    note: 'Only its content is shown. Import the component, or write `\\<` for a literal "<".',
  };
}
