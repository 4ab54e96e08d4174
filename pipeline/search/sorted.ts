/** Index of the last entry that passes, -1 if there is none; entries that pass come before all others. */
export function lastPassing<T>(entries: readonly T[], passes: (entry: T) => boolean): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(entries[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Index of the last text that is not after another one, -1 if there is none; texts ascend. */
export function lastUpTo(texts: readonly string[], wanted: string): number {
  return lastPassing(texts, (text) => text <= wanted);
}

/**
 * Where a number is in a list of ascending ones; -1 if it isn't. Numbers of pages are spread evenly, so
 * the search begins where the number would be, and steps away from there twice as far each time.
 */
export function indexIn(numbers: ArrayLike<number>, wanted: number): number {
  const last = numbers.length - 1;
  const highest = numbers[last] ?? 0;
  if (last < 0 || wanted > highest) return -1;
  let low = Math.min(last, Math.floor((wanted / (highest + 1)) * (last + 1)));
  let high = low;
  if ((numbers[low] ?? 0) < wanted) {
    for (let step = 1; (numbers[high] ?? 0) < wanted; step *= 2) {
      low = high + 1;
      high = Math.min(last, high + step);
    }
  } else {
    for (let step = 1; low > 0 && (numbers[low] ?? 0) > wanted; step *= 2) {
      high = low;
      low = Math.max(0, low - step);
    }
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === wanted ? low : -1;
}
