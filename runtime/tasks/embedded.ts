import { sql } from 'kysely';
import { messageOf } from '../../schema/errors.ts';
import type { Store } from '../store/open.ts';
import type { TaskRow } from '../store/tables.ts';
import type { QueueOptions, TaskHandler, TaskQueue } from './queue.ts';

const day = 24 * 60 * 60 * 1000;

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

/**
 * The queue as a table of the SQLite file. A worker holds a task by a lease it renews, and each claim
 * counts up the task's fence: who lost the lease can't finish it any more.
 */
export function createEmbeddedQueue(store: Store, options: QueueOptions): TaskQueue {
  const { now, newId, log } = options;
  const maxAttempts = options.maxAttempts ?? 5;
  const backoff = options.backoff ?? 1000;
  const lease = options.lease ?? 12_000;
  const interval = options.interval ?? 10_000;
  const grace = options.grace ?? 8000;
  const workers = new Map<string, Worker>();
  const running = new Map<string, Running>();
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let sweeping: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;
  let failure: string | undefined;

  /** Looks for tasks now; looks asked for meanwhile become one more look. */
  function wake(): void {
    if (!started) return;
    if (looking) {
      again = true;
      return;
    }
    clearTimeout(timer);
    looking = look()
      .then((next) => {
        failure = undefined;
        return next;
      })
      .catch((error: unknown) => {
        failure = `The task queue could not be read: ${messageOf(error)}`;
        log(failure);
        return now() + interval;
      })
      .then((next) => {
        looking = undefined;
        if (!started) return;
        if (again) {
          again = false;
          wake();
          return;
        }
        const wait = Math.min(interval, Math.max(1, next - now()));
        timer = setTimeout(wake, wait);
      });
  }

  /** Starts what can be started; the time of the next task that has a worker. */
  async function look(): Promise<number> {
    for (;;) {
      const free = [...workers].filter(([, worker]) => worker.running < worker.concurrency);
      if (free.length === 0 || !started) return now() + interval;
      const names = free.map(([name]) => name);
      const row = await claim(names);
      if (!row) return nextTime(names);
      const worker = workers.get(row.name);
      if (!worker) continue;
      worker.running++;
      const abort = new AbortController();
      const done = run(row, worker, abort).finally(() => {
        worker.running--;
        running.delete(row.id);
        wake();
      });
      running.set(row.id, { row, abort, done });
    }
  }

  async function claim(names: readonly string[]): Promise<TaskRow | undefined> {
    const time = now();
    return store.transaction(async (trx) => {
      // A task that takes its process down each time must end as well.
      await trx
        .updateTable('tasks')
        .set({
          state: 'dead',
          error: 'Its process died each time it ran.',
          lease_until: null,
          finished_at: time,
        })
        .where('state', '=', 'running')
        .where('lease_until', '<=', time)
        .whereRef('attempts', '>=', 'max_attempts')
        .execute();
      const row = await trx
        .selectFrom('tasks')
        .selectAll()
        .where('name', 'in', names)
        .where((eb) =>
          eb.or([
            eb.and([eb('state', '=', 'waiting'), eb('run_at', '<=', time)]),
            eb.and([eb('state', '=', 'running'), eb('lease_until', '<=', time)]),
          ]),
        )
        .orderBy('run_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (!row) return undefined;
      const taken = {
        state: 'running',
        lease_until: time + lease,
        fence: row.fence + 1,
        attempts: row.attempts + 1,
      };
      await trx.updateTable('tasks').set(taken).where('id', '=', row.id).execute();
      return { ...row, ...taken };
    });
  }

  async function nextTime(names: readonly string[]): Promise<number> {
    const row = await store.db
      .selectFrom('tasks')
      .select((eb) => eb.fn.min('run_at').as('time'))
      .where('state', '=', 'waiting')
      .where('name', 'in', names)
      .executeTakeFirst();
    return row?.time ?? now() + interval;
  }

  async function run(row: TaskRow, worker: Worker, abort: AbortController): Promise<void> {
    try {
      await worker.handler({
        id: row.id,
        name: row.name,
        data: JSON.parse(row.data),
        attempt: row.attempts,
        signal: abort.signal,
      });
      await settle(row, { state: 'done', error: null, lease_until: null, finished_at: now() });
    } catch (error) {
      const message = messageOf(error);
      const last = row.attempts >= row.max_attempts;
      if (last)
        log(
          `Task ${row.name} ${row.id} failed permanently after ${row.attempts} attempts: ${message}`,
        );
      await settle(
        row,
        last
          ? { state: 'dead', error: message, lease_until: null, finished_at: now() }
          : {
              state: 'waiting',
              error: message,
              lease_until: null,
              run_at: now() + Math.min(60_000, backoff * 2 ** (row.attempts - 1)),
            },
      ).catch((reason: unknown) => log(`Task ${row.id} could not be noted: ${messageOf(reason)}`));
    }
  }

  async function settle(row: TaskRow, change: Partial<TaskRow>): Promise<void> {
    await store.db
      .updateTable('tasks')
      .set(change)
      .where('id', '=', row.id)
      .where('fence', '=', row.fence)
      .where('state', '=', 'running')
      .execute();
  }

  /** Forgets what was done a week ago; the dead are kept to be looked at. */
  async function sweep(): Promise<void> {
    await store.db
      .deleteFrom('tasks')
      .where('state', '=', 'done')
      .where('finished_at', '<', now() - 7 * day)
      .execute();
  }

  async function beat(): Promise<void> {
    for (const { row, abort } of [...running.values()]) {
      const { numUpdatedRows } = await store.db
        .updateTable('tasks')
        .set({ lease_until: now() + lease })
        .where('id', '=', row.id)
        .where('fence', '=', row.fence)
        .where('state', '=', 'running')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) abort.abort(new Error('The task was given to another worker.'));
    }
  }

  return {
    enqueue: async (db, name, data, { runAt, key } = {}) => {
      const time = now();
      await db
        .insertInto('tasks')
        .values({
          id: newId('tsk'),
          name,
          key: key ?? null,
          data: JSON.stringify(data),
          state: 'waiting',
          run_at: runAt ?? time,
          attempts: 0,
          max_attempts: maxAttempts,
          lease_until: null,
          fence: 0,
          error: null,
          created_at: time,
          finished_at: null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['name', 'key'])
            .where(sql<boolean>`key is not null and state in ('waiting', 'running')`)
            .doNothing(),
        )
        .execute();
      // There is one connection: the look waits until the caller's transaction has given it back.
      setImmediate(wake);
    },
    work: async (name, handler, { concurrency = 1 } = {}) => {
      workers.set(name, { handler, concurrency, running: 0 });
      wake();
    },
    start: async () => {
      started = true;
      heartbeat = setInterval(
        () => {
          beat().catch((error: unknown) => log(`No heartbeat: ${messageOf(error)}`));
        },
        Math.max(20, lease / 3),
      );
      await sweep();
      sweeping = setInterval(() => {
        sweep().catch((error: unknown) => log(`No sweep: ${messageOf(error)}`));
      }, day);
      wake();
    },
    stop: async () => {
      if (!started) return;
      started = false;
      clearTimeout(timer);
      await looking;
      const rest = [...running.values()];
      for (const { abort } of rest) abort.abort(new Error('The queue stops.'));
      let late: NodeJS.Timeout | undefined;
      await Promise.race([
        Promise.all(rest.map((task) => task.done)),
        new Promise<void>((resolve) => {
          late = setTimeout(resolve, grace);
        }),
      ]);
      clearTimeout(late);
      clearInterval(heartbeat);
      clearInterval(sweeping);
      for (const { row } of running.values()) {
        await settle(row, {
          state: 'waiting',
          lease_until: null,
          run_at: now(),
          attempts: row.attempts - 1,
          fence: row.fence + 1,
        });
      }
    },
    trouble: async () => (started ? failure : 'The task queue does not run.'),
    dead: async () => {
      const rows = await store.db
        .selectFrom('tasks')
        .selectAll()
        .where('state', '=', 'dead')
        .orderBy('finished_at', 'desc')
        .limit(100)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        data: JSON.parse(row.data),
        error: row.error ?? '',
      }));
    },
  };
}
