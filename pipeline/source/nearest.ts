import { distance } from 'fastest-levenshtein';

/** The name most like `wanted`, when one is near enough to be meant. */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  const limit = Math.max(2, Math.floor(wanted.length * 0.34));
  const small = wanted.toLowerCase();
  const last = small.slice(small.lastIndexOf('/') + 1);
  let best: string | undefined;
  let least = limit + 1;
  for (const name of names) {
    // A file that moved keeps its name: that counts more than a few letters.
    const moved = last.length > 2 && name.toLowerCase().endsWith(`/${last}`);
    if (!moved && Math.abs(name.length - wanted.length) >= least) continue;
    const away = moved ? 0.5 : distance(name.toLowerCase(), small);
    if (away < least) {
      least = away;
      best = name;
      if (away === 0) break;
    }
  }
  return best;
}
