/** Neighbours whose JSON makes a piece. */
export interface Portion {
  /** Number of the first one. */
  readonly start: number;
  readonly json: string;
}

/** Groups neighbours, each given as JSON, until they reach a size. */
export function portions(texts: readonly string[], least: number): Portion[] {
  const found: Portion[] = [];
  const size = portionSize(texts, least);
  let start = 0;
  let used = 0;
  const end = (index: number) => {
    if (index > start) found.push({ start, json: `[${texts.slice(start, index).join(',')}]` });
    start = index;
    used = 0;
  };
  for (const [index, json] of texts.entries()) {
    if (used + json.length > size) end(index);
    used += json.length;
  }
  end(texts.length);
  return found;
}

/**
 * Larger pieces for a larger index: a question loads a dozen of them, and the list of all of them. The
 * square root is where both together are smallest.
 */
export function portionSize(texts: readonly string[], least: number): number {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.max(least, Math.sqrt(2 * total));
}
