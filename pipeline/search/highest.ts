/** The highest of the numbers that were added, up to a count. */
export interface Highest {
  /** The least of them, 0 while there are fewer. */
  least(): number;
  add(number: number): void;
}

/** A heap whose first number is the least. */
export function createHighest(count: number): Highest {
  const heap: number[] = [];
  return {
    least: () => (heap.length < count ? 0 : (heap[0] ?? 0)),
    add(number) {
      if (heap.length < count) {
        heap.push(number);
        rise(heap, heap.length - 1);
      } else if (number > (heap[0] ?? 0)) {
        heap[0] = number;
        sink(heap);
      }
    },
  };
}

function rise(heap: number[], index: number): void {
  let at = index;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if ((heap[parent] ?? 0) <= (heap[at] ?? 0)) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function sink(heap: number[]): void {
  const number = heap[0] ?? 0;
  for (let at = 0; ; ) {
    const left = 2 * at + 1;
    const least = (heap[left + 1] ?? Infinity) < (heap[left] ?? Infinity) ? left + 1 : left;
    if ((heap[least] ?? Infinity) >= number) return;
    swap(heap, at, least);
    at = least;
  }
}

function swap(heap: number[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b] ?? 0, heap[a] ?? 0];
}
