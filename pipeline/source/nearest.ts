import { distance } from 'fastest-levenshtein';

/** The name most like `wanted`, when one is near enough to be meant; paths are compared by parts. */
export function nearest(wanted: string, names: Iterable<string>): string | undefined {
  const [folder, last] = parts(wanted);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const [otherFolder, otherLast] = parts(name);
    const away = lastAway(last, otherLast);
    if (away === undefined || away >= least) continue;
    // A file that moved keeps its name: then the folder only decides between equals.
    const moved = away === 0 && last.length > 2;
    const folderAway = otherFolder === folder ? 0 : distance(otherFolder, folder);
    if (!moved && folderAway > Math.max(2, folder.length * 0.2)) continue;
    const score = moved ? folderAway / 1000 : away + folderAway;
    if (score < least) {
      least = score;
      best = name;
    }
  }
  return best;
}

function lastAway(wanted: string, other: string): number | undefined {
  if (wanted === other) return 0;
  const short = Math.min(wanted.length - 1, wanted.length < 4 ? 1 : 2);
  const limit = Math.max(short, Math.floor(wanted.length / 3));
  if (Math.abs(wanted.length - other.length) > limit) return undefined;
  const away = distance(wanted, other);
  return away <= limit ? away : undefined;
}

function parts(name: string): [string, string] {
  const small = name.toLowerCase().replace(/^\//, '');
  const slash = small.lastIndexOf('/');
  return [small.slice(0, slash + 1), small.slice(slash + 1)];
}
