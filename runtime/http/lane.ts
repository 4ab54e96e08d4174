/** Waits for a place, and answers what gives it back; whoever came first goes first. */
export type Lane = () => Promise<() => void>;

/** A lane with so many places: work that takes the processor is done by so many at once, however many ask. */
export function createLane(places: number): Lane {
  const waiting: (() => void)[] = [];
  let free = places;
  const leave = (): void => {
    const next = waiting.shift();
    // The place goes on to the next one, in a turn of the event loop of its own.
    if (next) setImmediate(next);
    else free++;
  };
  return async () => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isOver = false;
    return () => {
      if (!isOver) leave();
      isOver = true;
    };
  };
}
