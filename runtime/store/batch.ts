import type { Store, Trx } from './open.ts';

/** Something to write; it may run twice, the second time in a transaction of its own. */
export type Write = (trx: Trx) => Promise<void>;

/** Writes of one transaction, at most: a long one would hold up everybody else. */
const most = 20;

/**
 * Writes what comes at the same moment in one transaction: a disk that syncs is what a write waits for.
 * One that fails fails alone.
 */
export function createBatchWriter(store: Store): (write: Write) => Promise<void> {
  interface Waiting {
    readonly write: Write;
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Whatever else this moment brings comes first, and may join.
      await new Promise((resolve) => setImmediate(resolve));
      await together(waiting.splice(0, most));
    }
    isRunning = false;
  }

  async function together(writes: readonly Waiting[]): Promise<void> {
    try {
      await store.transaction(async (trx) => {
        for (const { write } of writes) await write(trx);
      });
    } catch (error) {
      const [only, ...others] = writes;
      if (others.length === 0) only?.failed(error);
      else for (const one of writes) await together([one]);
      return;
    }
    for (const { done } of writes) done();
  }

  return (write) =>
    new Promise((done, failed) => {
      waiting.push({ write, done, failed });
      if (!isRunning) void drain();
    });
}
