/** Neighbours whose JSON makes a piece. */
export interface Portion<T> {
  readonly first: T;
  readonly count: number;
  readonly json: string;
}

/** Groups neighbours until their JSON reaches a size. */
export function portions<T>(items: readonly T[], least: number): Portion<T>[] {
  const found: { readonly first: T; readonly parts: string[] }[] = [];
  const texts = items.map((item) => JSON.stringify(item));
  const size = portionSize(texts, least);
  let used = 0;
  for (const [index, item] of items.entries()) {
    const json = texts[index] ?? '';
    const last = found.at(-1);
    if (last && used + json.length <= size) {
      last.parts.push(json);
      used += json.length;
    } else {
      found.push({ first: item, parts: [json] });
      used = json.length;
    }
  }
  return found.map(({ first, parts }) => {
    return { first, count: parts.length, json: `[${parts.join(',')}]` };
  });
}

/**
 * Larger pieces for a larger index: a question loads a dozen of them, and the list of all of them. The
 * square root is where both together are smallest.
 */
export function portionSize(texts: readonly string[], least: number): number {
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  return Math.max(least, Math.sqrt(2 * total));
}
