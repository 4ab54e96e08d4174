import type { Store, Trx } from './open.ts';

/** A write; it may run twice, the second time in a separate transaction. */
export type Write = (trx: Trx) => Promise<void>;

/** Runs a write together with others of the same moment. */
export type BatchWriter = (projectId: string, write: Write) => Promise<void>;

/** Maximum number of writes in one transaction: a long one would block everyone else. */
const most = 20;

/**
 * Groups simultaneous writes into one transaction, because syncing the disk dominates the cost of a
 * write. If one fails, only that one fails.
 */
export function createBatchWriter(store: Store): BatchWriter {
  interface Waiting {
    readonly projectId: string;
    readonly write: Write;
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Other writes of the same moment run first, and may join.
      await new Promise((resolve) => setImmediate(resolve));
      await together(waiting.splice(0, most));
    }
    isRunning = false;
  }

  async function together(writes: readonly Waiting[]): Promise<void> {
    try {
      await store.transaction(async (trx) => {
        // By project, as every batch of every process: two that differ in order would wait for each other.
        const sorted = writes.toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1));
        for (const { write } of sorted) await write(trx);
      });
    } catch (error) {
      const [only, ...others] = writes;
      if (others.length === 0) only?.failed(error);
      else for (const one of writes) await together([one]);
      return;
    }
    for (const { done } of writes) done();
  }

  return (projectId, write) =>
    new Promise((done, failed) => {
      waiting.push({ projectId, write, done, failed });
      if (!isRunning) void drain();
    });
}
