/** Two texts without the lines at their beginning and end that are the same. */
export function comparedLines(
  one: string,
  other: string,
): {
  /** Lines that are the same in front of those that differ, and behind them. */
  readonly before: number;
  readonly after: number;
  readonly left: readonly string[];
  readonly right: readonly string[];
} {
  const [left, right] = [one.split('\n'), other.split('\n')];
  const most = Math.min(left.length, right.length);
  let before = 0;
  while (before < most && left[before] === right[before]) before++;
  let after = 0;
  while (after < most - before && left.at(-1 - after) === right.at(-1 - after)) after++;
  return {
    ...{ before, after },
    left: left.slice(before, left.length - after),
    right: right.slice(before, right.length - after),
  };
}
