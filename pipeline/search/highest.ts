/** The highest of numbers that a ranking needs: each at least the value returned; 0 if there are no more than `most`. */
export function leastOfHighest(numbers: Float64Array, most: number): number {
  if (numbers.length <= most) return 0;
  // A heap whose first number is the least.
  const heap = numbers.slice(0, most).sort();
  for (let i = most; i < numbers.length; i++) {
    const number = numbers[i] ?? 0;
    if (number <= (heap[0] ?? 0)) continue;
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
  }
  return heap[0] ?? 0;
}
