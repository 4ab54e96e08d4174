import { distance } from 'fastest-levenshtein';

/** Number of names that a mistyped one is compared with: an author may declare thousands. */
const mostCompared = 300;

/** The name closest to a mistyped one, if it is close enough. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let compared = 0;
  for (const candidate of names) {
    if (++compared > mostCompared) break;
    // Each additional or missing letter is a change: if the lengths differ too much, the distance need not be computed.
    if (Math.abs(wanted.length - candidate.length) > slips(wanted, candidate)) continue;
    const far = distance(wanted, candidate.toLowerCase());
    if (far < least) {
      least = far;
      best = candidate;
    }
  }
  if (best === undefined || least <= slips(wanted, best)) return best;
  // Two swapped letters count as two changes, but are one typo.
  return least === 2 && letters(wanted) === letters(best.toLowerCase()) ? best : undefined;
}

/** Maximum number of changes between a name and a typo of it. */
function slips(one: string, other: string): number {
  return Math.max(1, Math.floor(Math.min(one.length, other.length) / 2.5));
}

function letters(text: string): string {
  return [...text].sort().join('');
}
