import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { messageOf } from '../../schema/errors.ts';
import type { Store } from '../store/open.ts';
import { currentSchema, openTasks, removeOpenTasks } from '../store/tasks.ts';
import {
  type DeadTask,
  type QueueOptions,
  type TaskHandler,
  type TaskQueue,
  taskNames,
} from './queue.ts';

/** Seconds of the queue's settings; pg-boss counts in them. */
interface Pace {
  readonly interval: number;
  readonly lease: number;
  readonly retryDelay: number;
}

/** The package, once it is open: a server on SQLite never loads it. */
interface Opened {
  readonly boss: PgBoss;
  readonly fromKysely: typeof import('pg-boss').fromKysely;
}

/** What a queue knows between its steps. */
interface State {
  readonly store: Store;
  readonly options: QueueOptions;
  readonly pace: Pace;
  readonly workers: Map<string, { readonly handler: TaskHandler; readonly concurrency: number }>;
  /** Ids of the workers that pg-boss runs, by the name of their tasks. */
  readonly workerIds: Map<string, string>;
  readonly timers: Set<NodeJS.Timeout>;
  readonly stopping: AbortController;
  opening?: Promise<Opened>;
  opened?: Opened;
}

/** The queue on PostgreSQL: pg-boss in its own schema next to the store's. */
export function createPostgresQueue(store: Store, options: QueueOptions): TaskQueue {
  const state: State = {
    store,
    options,
    pace: {
      interval: Math.max(1, Math.ceil((options.interval ?? 10_000) / 1000)),
      lease: Math.max(10, Math.ceil((options.lease ?? 12_000) / 1000)),
      retryDelay: Math.max(1, Math.round((options.backoff ?? 1000) / 1000)),
    },
    workers: new Map(),
    workerIds: new Map(),
    timers: new Set(),
    stopping: new AbortController(),
  };
  return {
    enqueue: async (db, name, data, { runAt, key } = {}) => {
      const { boss, fromKysely } = await open(state);
      const { now, newId } = options;
      await boss.send(name, data, {
        db: fromKysely(db),
        singletonKey: key ?? newId('tsk'),
        ...(runAt !== undefined && runAt > now() ? { startAfter: new Date(runAt) } : {}),
      });
      if (runAt !== undefined) lookLater(state, name, runAt - now());
    },
    work: async (name, handler, { concurrency = 1 } = {}) => {
      state.workers.set(name, { handler, concurrency });
      if (state.opened) await attach(state, state.opened, name);
    },
    start: () => start(state),
    stop: () => stop(state),
    trouble: () => troubleOf(state),
    dead: () => deadTasks(state),
  };
}

/** Opens pg-boss once, for those who only enqueue as well. */
function open(state: State): Promise<Opened> {
  state.opening ??= openBoss(state);
  return state.opening;
}

async function openBoss(state: State): Promise<Opened> {
  const { store, options, pace } = state;
  const schema = await currentSchema(store.db);
  const { PgBoss, fromKysely } = await import('pg-boss');
  const boss = new PgBoss({
    connectionString: store.address,
    schema: `${schema}_tasks`,
    application_name: 'docent tasks',
    max: 6,
    schedule: false,
    superviseIntervalSeconds: pace.interval,
    monitorIntervalSeconds: pace.interval,
    // No task waits for another one here.
    flowIntervalSeconds: 60 * 60,
    useListenNotify: true,
  });
  boss.on('error', (error: unknown) => options.log(`Task queue: ${messageOf(error)}`));
  const opened = { boss, fromKysely };
  try {
    await boss.start();
    await createQueues(boss, pace, options.maxAttempts ?? 5);
    await adoptTasks(store, opened);
  } catch (error) {
    await boss.stop({ graceful: false, close: true });
    throw error;
  }
  state.opened = opened;
  return opened;
}

async function createQueues(boss: PgBoss, pace: Pace, maxAttempts: number): Promise<void> {
  for (const name of taskNames) {
    await boss.createQueue(name, {
      // One open task a key; a task without a key gets one of its own.
      policy: 'exclusive',
      notify: true,
      retryLimit: maxAttempts - 1,
      retryDelay: pace.retryDelay,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: 12 * 60 * 60,
      heartbeatSeconds: pace.lease,
    });
    // The first send of a name reads its settings on a separate connection: do it here, not
    // inside another transaction.
    await boss.getQueue(name);
  }
}

/** Tasks that came over with the rows of an embedded database. */
async function adoptTasks(store: Store, { boss, fromKysely }: Opened): Promise<void> {
  await store.transaction(async (trx) => {
    await store.lock(trx);
    for (const row of await openTasks(trx)) {
      if (!(taskNames as readonly string[]).includes(row.name)) continue;
      await boss.send(row.name, JSON.parse(row.data), {
        db: fromKysely(trx),
        singletonKey: row.key ?? row.id,
        startAfter: new Date(row.run_at),
      });
    }
    await removeOpenTasks(trx);
  });
}

async function start(state: State): Promise<void> {
  const opened = await open(state);
  for (const name of state.workers.keys()) {
    await attach(state, opened, name);
    // What a server gave back when it stopped is tried again after the first delays.
    for (const factor of [1, 2]) {
      lookLater(state, name, state.pace.retryDelay * factor * 1000 + 200);
    }
  }
}

/** Starts the worker of a name. */
async function attach(state: State, { boss }: Opened, name: string): Promise<void> {
  const worker = state.workers.get(name);
  if (!worker || state.workerIds.has(name)) return;
  const id = await boss.work(
    name,
    {
      includeMetadata: true,
      localConcurrency: worker.concurrency,
      pollingIntervalSeconds: state.pace.interval,
      notifyPollingIntervalSeconds: state.pace.interval,
    },
    async (jobs: JobWithMetadata<object>[]) => {
      for (const job of jobs) await run(state, job, { name, handler: worker.handler });
    },
  );
  state.workerIds.set(name, id);
}

async function run(
  state: State,
  job: JobWithMetadata<object>,
  { name, handler }: { readonly name: string; readonly handler: TaskHandler },
): Promise<void> {
  try {
    await handler({
      id: job.id,
      name,
      data: { ...job.data },
      attempt: job.retryCount + 1,
      signal: AbortSignal.any([job.signal, state.stopping.signal]),
    });
  } catch (error) {
    // The next try is due after one to two such delays.
    for (const factor of [1, 2]) {
      lookLater(state, name, state.pace.retryDelay * factor * 2 ** job.retryCount * 1000);
    }
    throw error;
  }
}

/**
 * Polls for tasks of a name when one of them is due: there is no notification, and polling is
 * rare.
 */
function lookLater(state: State, name: string, milliseconds: number): void {
  const { timers, workerIds, stopping } = state;
  if (milliseconds >= 60 * 60 * 1000 || stopping.signal.aborted) return;
  const timer = setTimeout(() => {
    timers.delete(timer);
    const id = workerIds.get(name);
    if (id) state.opened?.boss.notifyWorker(id);
  }, Math.max(0, milliseconds) + 20);
  timer.unref();
  timers.add(timer);
}

async function stop({ opening, timers, stopping, options }: State): Promise<void> {
  if (!opening) return;
  for (const timer of timers) clearTimeout(timer);
  stopping.abort(new Error('The queue stops.'));
  // One that could not be opened has stopped already; whoever asked for it has the error.
  const opened = await opening.catch(() => undefined);
  await opened?.boss.stop({ graceful: true, timeout: options.grace ?? 8000, close: true });
}

async function troubleOf({ opened, stopping }: State): Promise<string | undefined> {
  if (!opened || stopping.signal.aborted) return 'The task queue does not run.';
  try {
    await opened.boss.schemaVersion();
    return undefined;
  } catch (error) {
    return `The task queue does not answer: ${messageOf(error)}`;
  }
}

async function deadTasks(state: State): Promise<DeadTask[]> {
  const { boss } = await open(state);
  const found: DeadTask[] = [];
  for (const name of taskNames) {
    for (const job of await boss.findJobs<Record<string, unknown>>(name)) {
      if (job.state !== 'failed') continue;
      const output = job.output as { message?: unknown } | null;
      found.push({ id: job.id, name, data: job.data, error: String(output?.message ?? '') });
    }
  }
  return found;
}
