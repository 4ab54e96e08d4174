import type { Db } from '../store/open.ts';

/** Every kind of work in the background; PostgreSQL's queue must know them before the first one. */
export const taskNames = [
  'translate',
  'translate-sample',
  'export',
  'deploy',
  'deliver',
  'dispatch',
  'sweep',
  'purge',
  'mail',
] as const;

export type TaskName = (typeof taskNames)[number];

/** A unit of background work as its handler sees it. */
export interface Task {
  readonly id: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Aborts when the queue stops or the task was given to another worker. */
  readonly signal: AbortSignal;
}

export type TaskHandler = (task: Task) => Promise<void>;

/** A task that failed for good. */
export interface DeadTask {
  readonly id: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: string;
}

/** The port of the job queue: the same promises over SQLite and over PostgreSQL. */
export interface TaskQueue {
  /**
   * Adds a task in the caller's transaction: it runs once that commits, never if it rolls back. With a
   * `key`, nothing is added while a task of that name and key is waiting or running.
   */
  readonly enqueue: (
    db: Db,
    name: TaskName,
    data: Readonly<Record<string, unknown>>,
    options?: { readonly runAt?: number; readonly key?: string },
  ) => Promise<void>;
  /** Sets who does tasks of a name, `concurrency` (default 1) at a time. */
  readonly work: (
    name: TaskName,
    handler: TaskHandler,
    options?: { readonly concurrency?: number },
  ) => Promise<void>;
  readonly start: () => Promise<void>;
  /** Takes no more tasks, lets running ones end for a while, hands the rest back. */
  readonly stop: () => Promise<void>;
  /** Whether the queue takes and keeps tasks: nothing when it does, else what is wrong. */
  readonly trouble: () => Promise<string | undefined>;
  /** Tasks whose tries are used up, the latest first. */
  readonly dead: () => Promise<DeadTask[]>;
}

/** How patient a queue is; tests make it less so. */
export interface QueueOptions {
  readonly now: () => number;
  readonly newId: (prefix: 'tsk') => string;
  readonly log: (message: string) => void;
  /** Tries before a task is dead (default 5). */
  readonly maxAttempts?: number;
  /** Milliseconds before the second try; doubles with each (default 1000). */
  readonly backoff?: number;
  /** Milliseconds a worker may be silent before its task is given to another (default 12,000). */
  readonly lease?: number;
  /** Milliseconds between looks at an idle queue (default 10,000). */
  readonly interval?: number;
  /** Milliseconds that `stop` waits for running tasks (default 8000). */
  readonly grace?: number;
}
