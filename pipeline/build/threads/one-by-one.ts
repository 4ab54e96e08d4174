import { setImmediate } from 'node:timers/promises';

/**
 * Does tasks in their order, each in a turn of the event loop of its own: Node.js hands over up to a thousand waiting
 * messages in one turn, and frees only between turns what native code has made for them, such as the trees of pages.
 */
export function oneByOne<Task>(work: (task: Task) => Promise<void>): (task: Task) => void {
  let last: Promise<void> = Promise.resolve();
  return (task) => {
    last = last
      .then(() => setImmediate())
      .then(() => work(task))
      .catch((error) => {
        // A rejection here would be lost; thrown outside of the promise, it ends the thread.
        process.nextTick(() => {
          throw error;
        });
      });
  };
}
