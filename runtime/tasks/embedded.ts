import { messageOf } from '../../schema/errors.ts';
import type { Store } from '../store/open.ts';
import type { TaskRow } from '../store/tables.ts';
import {
  addTask,
  changeTask,
  claimTask,
  deadTasks,
  forgetDoneTasks,
  nextTaskTime,
} from '../store/tasks.ts';
import type { QueueOptions, TaskHandler, TaskQueue } from './queue.ts';

const day = 24 * 60 * 60 * 1000;
const longestBackoff = 60_000;

interface Worker {
  readonly handler: TaskHandler;
  readonly concurrency: number;
  running: number;
}

interface Running {
  readonly row: TaskRow;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** What a queue knows between its steps. */
interface State {
  readonly store: Store;
  readonly options: Required<QueueOptions>;
  readonly workers: Map<string, Worker>;
  readonly running: Map<string, Running>;
  started: boolean;
  /** The next look at the table. */
  timer?: NodeJS.Timeout;
  heartbeat?: NodeJS.Timeout;
  sweeping?: NodeJS.Timeout;
  /** The look that is under way, and whether another one was asked for meanwhile. */
  looking?: Promise<void> | undefined;
  again: boolean;
  /** What went wrong at the last look. */
  failure?: string | undefined;
}

/**
 * The queue as a table of the SQLite file. A worker holds a task by a lease it renews, and each claim
 * counts up the task's fence: who lost the lease can't finish it any more.
 */
export function createEmbeddedQueue(store: Store, options: QueueOptions): TaskQueue {
  const state: State = {
    store,
    options: {
      ...{ maxAttempts: 5, backoff: 1000, lease: 12_000, interval: 10_000, grace: 8000 },
      ...options,
    },
    workers: new Map(),
    running: new Map(),
    started: false,
    again: false,
  };
  return {
    enqueue: async (db, name, data, { runAt, key = null } = {}) => {
      const { now, newId, maxAttempts } = state.options;
      const time = now();
      const task = { id: newId('tsk'), name, key, data, maxAttempts };
      await addTask(db, { ...task, runAt: runAt ?? time, now: time });
      // There is one connection: the look waits until the caller's transaction has given it back.
      setImmediate(wake, state);
    },
    work: async (name, handler, { concurrency = 1 } = {}) => {
      state.workers.set(name, { handler, concurrency, running: 0 });
      wake(state);
    },
    start: () => start(state),
    stop: () => stop(state),
    trouble: async () => (state.started ? state.failure : 'The task queue does not run.'),
    dead: async () =>
      (await deadTasks(store.db)).map(({ id, name, data, error }) => ({
        ...{ id, name },
        data: JSON.parse(data),
        error: error ?? '',
      })),
  };
}

async function start(state: State): Promise<void> {
  const { log, lease } = state.options;
  state.started = true;
  const renew = () => {
    renewLeases(state).catch((error: unknown) => log(`No heartbeat: ${messageOf(error)}`));
  };
  state.heartbeat = setInterval(renew, Math.max(20, lease / 3));
  await sweep(state);
  const sweepAgain = () => {
    sweep(state).catch((error: unknown) => log(`No sweep: ${messageOf(error)}`));
  };
  state.sweeping = setInterval(sweepAgain, day);
  wake(state);
}

/** Looks for tasks now; looks asked for meanwhile become one more look. */
function wake(state: State): void {
  if (!state.started) return;
  if (state.looking) {
    state.again = true;
    return;
  }
  clearTimeout(state.timer);
  state.looking = lookAndPlan(state);
}

/** One look, and the time of the next one. */
async function lookAndPlan(state: State): Promise<void> {
  const { now, interval, log } = state.options;
  let next: number;
  try {
    next = await look(state);
    state.failure = undefined;
  } catch (error) {
    state.failure = `The task queue could not be read: ${messageOf(error)}`;
    log(state.failure);
    next = now() + interval;
  }
  state.looking = undefined;
  if (!state.started) return;
  if (state.again) {
    state.again = false;
    wake(state);
    return;
  }
  state.timer = setTimeout(wake, Math.min(interval, Math.max(1, next - now())), state);
}

/** Starts what can be started; the time of the next task that has a worker. */
async function look(state: State): Promise<number> {
  const { store, workers } = state;
  const { now, interval, lease } = state.options;
  for (;;) {
    const free = [...workers].filter(([, worker]) => worker.running < worker.concurrency);
    if (free.length === 0 || !state.started) return now() + interval;
    const names = free.map(([name]) => name);
    const row = await claimTask(store, names, { now: now(), lease });
    if (!row) return (await nextTaskTime(store.db, names)) ?? now() + interval;
    const worker = workers.get(row.name);
    if (worker) launch(state, row, worker);
  }
}

/** Starts a claimed task; its end makes place for the next one. */
function launch(state: State, row: TaskRow, worker: Worker): void {
  worker.running++;
  const abort = new AbortController();
  const done = run(state, row, { handler: worker.handler, abort }).finally(() => {
    worker.running--;
    state.running.delete(row.id);
    wake(state);
  });
  state.running.set(row.id, { row, abort, done });
}

/** Does a task and notes how it ended; never rejects. */
async function run(
  state: State,
  row: TaskRow,
  { handler, abort }: Pick<Worker, 'handler'> & Pick<Running, 'abort'>,
): Promise<void> {
  const { now, log } = state.options;
  try {
    await handler({
      id: row.id,
      name: row.name,
      data: JSON.parse(row.data),
      attempt: row.attempts,
      signal: abort.signal,
    });
    const done = { state: 'done', error: null, lease_until: null, finished_at: now() };
    await changeTask(state.store.db, row, done);
  } catch (error) {
    await noteFailure(state, row, messageOf(error)).catch((reason: unknown) =>
      log(`Task ${row.id} could not be noted: ${messageOf(reason)}`),
    );
  }
}

/** A failed task is tried again later, each time after a longer wait, until its tries are used up. */
async function noteFailure(state: State, row: TaskRow, message: string): Promise<void> {
  const { now, log, backoff } = state.options;
  const failed = { error: message, lease_until: null };
  if (row.attempts < row.max_attempts) {
    const wait = Math.min(longestBackoff, backoff * 2 ** (row.attempts - 1));
    await changeTask(state.store.db, row, { ...failed, state: 'waiting', run_at: now() + wait });
    return;
  }
  log(`Task ${row.name} ${row.id} failed permanently after ${row.attempts} attempts: ${message}`);
  await changeTask(state.store.db, row, { ...failed, state: 'dead', finished_at: now() });
}

async function renewLeases({ store, running, options }: State): Promise<void> {
  for (const { row, abort } of [...running.values()]) {
    const isOurs = await changeTask(store.db, row, { lease_until: options.now() + options.lease });
    if (!isOurs) abort.abort(new Error('The task was given to another worker.'));
  }
}

/** Forgets what was done a week ago. */
async function sweep({ store, options }: State): Promise<void> {
  await forgetDoneTasks(store.db, options.now() - 7 * day);
}

/** Takes no more tasks, gives running ones the time of `grace`, and hands back what is left. */
async function stop(state: State): Promise<void> {
  if (!state.started) return;
  state.started = false;
  clearTimeout(state.timer);
  await state.looking;
  const rest = [...state.running.values()];
  for (const { abort } of rest) abort.abort(new Error('The queue stops.'));
  await endedWithin(
    rest.map((task) => task.done),
    state.options.grace,
  );
  clearInterval(state.heartbeat);
  clearInterval(state.sweeping);
  for (const { row } of state.running.values()) await handBack(state, row);
}

async function endedWithin(tasks: readonly Promise<void>[], grace: number): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const isLate = new Promise<void>((resolve) => {
    late = setTimeout(resolve, grace);
  });
  await Promise.race([Promise.all(tasks), isLate]);
  clearTimeout(late);
}

/** A task that did not end in time is taken by another worker at once; the try does not count. */
async function handBack({ store, options }: State, row: TaskRow): Promise<void> {
  await changeTask(store.db, row, {
    state: 'waiting',
    lease_until: null,
    run_at: options.now(),
    attempts: row.attempts - 1,
    fence: row.fence + 1,
  });
}
