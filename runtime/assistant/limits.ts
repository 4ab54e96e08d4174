/**
 * Lets work that comes at the same moment begin one after the other, each in its own turn of the event loop:
 * looking an answer up takes milliseconds, and three hundred of them in a row would hold up all else.
 */
export function createTurnstile(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}

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

/** Lets everything else that waits come first. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
