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

/** Lets everything else that waits come first. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
