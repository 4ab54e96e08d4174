/** Milliseconds of one turn of the event loop after which requests wait for the next one. */
const share = 10;

/** Number of waiting requests that start together: looking up the caller takes about a millisecond each. */
const together = 8;

/**
 * Lets requests begin that come at the same moment until they have taken their share of a turn of the event
 * loop; those that are left begin a few at a time, each few in a turn of their own. Whatever else waits, such
 * as a probe of `/health`, comes in between.
 */
export function createPace(now: () => number = () => performance.now()): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let began: number | undefined;
  const begin = (): number => {
    if (began === undefined) {
      began = now();
      setImmediate(end);
    }
    return began;
  };
  const end = (): void => {
    began = undefined;
    if (waiting.length > 0) begin();
    for (const next of waiting.splice(0, together)) next();
  };
  return () => {
    if (now() - begin() < share && waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => waiting.push(resolve));
  };
}
