/** The highest of numbers, as many as a ranking needs. */
export interface Highest {
  /** The least of them; 0 while there are fewer. */
  readonly least: () => number;
  readonly add: (number: number) => void;
}

/** Keeps the `most` highest of the numbers, above 0, that are added. */
export function keepHighest(most: number): Highest {
  // A heap whose first number is the least.
  const heap = new Float64Array(most);
  return {
    least: () => heap[0] ?? 0,
    add: (number) => {
      if (number <= (heap[0] ?? 0)) return;
      let at = 0;
      for (;;) {
        const left = 2 * at + 1;
        if (left >= most) break;
        const isRight = left + 1 < most && (heap[left + 1] ?? 0) < (heap[left] ?? 0);
        const least = isRight ? left + 1 : left;
        if ((heap[least] ?? 0) >= number) break;
        heap[at] = heap[least] ?? 0;
        at = least;
      }
      heap[at] = number;
    },
  };
}
