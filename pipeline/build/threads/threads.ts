import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { youngMegabytes } from '../engine.ts';
import type { ThreadAnswer, ThreadTask } from './thread-task.ts';

/** Fewer pages than this are rendered before a thread has loaded its modules. */
export const worthThreads = 48;

/** A thread that does tasks in the order in which it is given them. */
export interface Thread {
  /** @throws what the thread has thrown; it is gone then */
  ask<T extends ThreadTask>(task: T): Promise<ThreadAnswer<T>>;
}

/** The threads of one build besides the one that it runs in. */
export interface Threads {
  /** Starts those that don't run yet: loading their modules takes a while, and need not be waited for. */
  start(count: number): readonly Thread[];
  /** Those that run. */
  readonly running: readonly Thread[];
  close(): Promise<void>;
}

/** Opens the threads of a build; none runs before it is needed. `wanted` counts the caller's own. */
export function openThreads(wanted: number = availableParallelism()): Threads {
  const file = new URL('./thread.js', import.meta.url);
  // The sources (in tests) have no compiled module next to them.
  const most = existsSync(file) ? Math.max(0, wanted - 1) : 0;
  const workers: Worker[] = [];
  const threads: Thread[] = [];
  return {
    running: threads,
    start(count) {
      const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes };
      while (threads.length < Math.min(count, most)) {
        const worker = new Worker(file, { execArgv: [], resourceLimits });
        workers.push(worker);
        threads.push(threadOf(worker));
      }
      return threads.slice(0, count);
    },
    close: async () => {
      if (workers.length === 0) return;
      await Promise.all(workers.splice(0).map((worker) => worker.terminate()));
      threads.length = 0;
    },
  };
}

function threadOf(worker: Worker): Thread {
  const waiting: { resolve: (answer: never) => void; reject: (error: Error) => void }[] = [];
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  worker.on('message', (answer: unknown) => waiting.shift()?.resolve(answer as never));
  worker.on('error', (error) => fail(error as Error));
  worker.on('exit', () => fail(new Error('A build thread stopped unexpectedly.')));
  return {
    ask: (task) =>
      new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        // What can't be sent throws, and has no answer to wait for.
        worker.postMessage(task);
        waiting.push({ resolve, reject });
      }),
  };
}
