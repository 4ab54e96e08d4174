/** Neighbours that make a piece: from a number to before another. */
export interface Portion {
  readonly start: number;
  readonly end: number;
}

/** Groups neighbours, whose texts have these lengths under these names, until they reach a size. */
export function portions(
  lengths: readonly number[],
  names: readonly string[],
  least: number,
): Portion[] {
  const starts = startsOf(lengths, names, portionSize(lengths, least));
  return starts.map((start, at) => ({ start, end: starts[at + 1] ?? lengths.length }));
}

/**
 * Where groups of about this size begin. Of the places in the last part of a group, the next one begins at the name with the
 * lowest hash: a name that is added or removed moves the beginnings next to it, and those after it stay.
 * Filled one after the other, all groups after it would change, and readers load them again.
 */
export function startsOf(
  lengths: readonly number[],
  names: readonly string[],
  size: number,
): number[] {
  const most = size * 1.25;
  const starts: number[] = [];
  for (let start = 0; start < lengths.length; ) {
    starts.push(start);
    let used = 0;
    let next = lengths.length;
    let lowest = Number.POSITIVE_INFINITY;
    let index = start;
    for (; index < lengths.length; index++) {
      const length = lengths[index] ?? 0;
      if (index > start && used + length > most) break;
      const hash = used > most * 0.6 && index > start ? hashOf(names[index] ?? '') : undefined;
      if (hash !== undefined && hash < lowest) {
        lowest = hash;
        next = index;
      }
      used += length;
    }
    if (index === lengths.length) break;
    start = Math.min(next, index);
  }
  return starts;
}

/** A number for a name (FNV-1a). */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Larger pieces for a larger index: a question loads a dozen of them, and the list of all of them. The
 * square root is where both together are smallest.
 */
function portionSize(lengths: readonly number[], least: number): number {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return Math.max(least, Math.sqrt(2 * total));
}
