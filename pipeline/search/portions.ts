/** Neighbours whose JSON makes a piece. */
export interface Portion {
  /** Number of the first one. */
  readonly start: number;
  readonly json: string;
}

/** Groups neighbours, each given as JSON under its name, until they reach a size. */
export function portions(
  texts: readonly string[],
  names: readonly string[],
  least: number,
): Portion[] {
  const starts = startsOf(texts, names, portionSize(texts, least));
  return starts.map((start, number) => ({
    start,
    json: `[${texts.slice(start, starts[number + 1]).join(',')}]`,
  }));
}

/**
 * Where groups of about this size begin. Of the places in the last part of a group, the next one begins at the name with the
 * lowest hash: a name that is added or removed moves the beginnings next to it, and those after it stay.
 * Filled one after the other, all groups after it would change, and readers load them again.
 */
export function startsOf(
  texts: readonly string[],
  names: readonly string[],
  size: number,
): number[] {
  const most = size * 1.25;
  const starts: number[] = [];
  for (let start = 0; start < texts.length; ) {
    starts.push(start);
    let used = 0;
    let next = texts.length;
    let lowest = Number.POSITIVE_INFINITY;
    let index = start;
    for (; index < texts.length; index++) {
      const length = texts[index]?.length ?? 0;
      if (index > start && used + length > most) break;
      const hash = used > most * 0.6 && index > start ? hashOf(names[index] ?? '') : undefined;
      if (hash !== undefined && hash < lowest) {
        lowest = hash;
        next = index;
      }
      used += length;
    }
    if (index === texts.length) break;
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
export function portionSize(texts: readonly string[], least: number): number {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.max(least, Math.sqrt(2 * total));
}
