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

/** Index of the first number that is not below another one; numbers ascend. */
export function lowestFrom(numbers: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
