import { sql } from 'kysely';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { messageOf } from '../../schema/errors.ts';
import type { Store } from '../store/open.ts';
import { type QueueOptions, type TaskHandler, type TaskQueue, taskNames } from './queue.ts';

/** The queue on PostgreSQL: pg-boss in its own schema next to the store's. */
export function createPostgresQueue(store: Store, options: QueueOptions): TaskQueue {
  const { now, newId, log } = options;
  const interval = Math.max(1, Math.ceil((options.interval ?? 10_000) / 1000));
  const lease = Math.max(10, Math.ceil((options.lease ?? 12_000) / 1000));
  const grace = options.grace ?? 8000;
  const retryDelay = Math.max(1, Math.round((options.backoff ?? 1000) / 1000));
  const workers = new Map<string, { handler: TaskHandler; concurrency: number }>();
  const workerIds = new Map<string, string>();
  const timers = new Set<NodeJS.Timeout>();
  const stopping = new AbortController();
  let boss: PgBoss | undefined;
  let opening: Promise<PgBoss> | undefined;
  // A server on SQLite never loads the package.
  let fromKysely: typeof import('pg-boss').fromKysely;

  /** Opens pg-boss once, for those who only enqueue as well. */
  function open(): Promise<PgBoss> {
    opening ??= openBoss();
    return opening;
  }

  async function openBoss(): Promise<PgBoss> {
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(
      store.db,
    );
    const pgBoss = await import('pg-boss');
    fromKysely = pgBoss.fromKysely;
    const made = new pgBoss.PgBoss({
      connectionString: store.address,
      schema: `${rows[0]?.schema ?? 'public'}_tasks`,
      application_name: 'docent tasks',
      max: 6,
      schedule: false,
      superviseIntervalSeconds: interval,
      monitorIntervalSeconds: interval,
      // No task waits for another one here.
      flowIntervalSeconds: 60 * 60,
      useListenNotify: true,
    });
    made.on('error', (error: unknown) => log(`Task queue: ${messageOf(error)}`));
    await made.start();
    for (const name of taskNames) {
      await made.createQueue(name, {
        // One open task a key; a task without a key gets one of its own.
        policy: 'exclusive',
        notify: true,
        retryLimit: (options.maxAttempts ?? 5) - 1,
        retryDelay,
        retryBackoff: true,
        retryDelayMax: 60,
        expireInSeconds: 12 * 60 * 60,
        heartbeatSeconds: lease,
      });
      // The first send of a name reads its settings on a separate connection: do it here, not
      // inside another transaction.
      await made.getQueue(name);
    }
    await adoptTasks(made);
    boss = made;
    return made;
  }

  /** Tasks that came over with the rows of an embedded database. */
  async function adoptTasks(made: PgBoss): Promise<void> {
    await store.transaction(async (trx) => {
      await store.lock(trx);
      const rows = await trx
        .selectFrom('tasks')
        .selectAll()
        .where('state', 'in', ['waiting', 'running'])
        .execute();
      for (const row of rows) {
        if (!(taskNames as readonly string[]).includes(row.name)) continue;
        await made.send(row.name, JSON.parse(row.data), {
          db: fromKysely(trx),
          singletonKey: row.key ?? row.id,
          startAfter: new Date(row.run_at),
        });
      }
      await trx.deleteFrom('tasks').where('state', 'in', ['waiting', 'running']).execute();
    });
  }

  /**
   * Polls for tasks of a name when one of them is due: there is no notification, and polling is
   * rare.
   */
  function lookIn(name: string, milliseconds: number): void {
    if (milliseconds >= 60 * 60 * 1000 || stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const id = workerIds.get(name);
      if (id) boss?.notifyWorker(id);
    }, Math.max(0, milliseconds) + 20);
    timer.unref();
    timers.add(timer);
  }

  async function attach(made: PgBoss, name: string): Promise<void> {
    const worker = workers.get(name);
    if (!worker || workerIds.has(name)) return;
    const id = await made.work(
      name,
      {
        includeMetadata: true,
        localConcurrency: worker.concurrency,
        pollingIntervalSeconds: interval,
        notifyPollingIntervalSeconds: interval,
      },
      async (jobs: JobWithMetadata<object>[]) => {
        for (const job of jobs) {
          try {
            await worker.handler({
              id: job.id,
              name,
              data: { ...job.data },
              attempt: job.retryCount + 1,
              signal: AbortSignal.any([job.signal, stopping.signal]),
            });
          } catch (error) {
            // The next try is due after one to two such delays.
            for (const factor of [1, 2]) {
              lookIn(name, retryDelay * factor * 2 ** job.retryCount * 1000);
            }
            throw error;
          }
        }
      },
    );
    workerIds.set(name, id);
  }

  return {
    enqueue: async (db, name, data, { runAt, key } = {}) => {
      const made = await open();
      await made.send(name, data, {
        db: fromKysely(db),
        singletonKey: key ?? newId('tsk'),
        ...(runAt !== undefined && runAt > now() ? { startAfter: new Date(runAt) } : {}),
      });
      if (runAt !== undefined) lookIn(name, runAt - now());
    },
    work: async (name, handler, { concurrency = 1 } = {}) => {
      workers.set(name, { handler, concurrency });
      if (boss) await attach(boss, name);
    },
    start: async () => {
      const made = await open();
      for (const name of workers.keys()) {
        await attach(made, name);
        // What a server gave back when it stopped is tried again after the first delays.
        for (const factor of [1, 2]) lookIn(name, retryDelay * factor * 1000 + 200);
      }
    },
    stop: async () => {
      if (!opening) return;
      for (const timer of timers) clearTimeout(timer);
      stopping.abort(new Error('The queue stops.'));
      const made = await opening;
      await made.stop({ graceful: true, timeout: grace, close: true });
    },
    trouble: async () => {
      if (!boss || stopping.signal.aborted) return 'The task queue does not run.';
      try {
        await boss.schemaVersion();
        return undefined;
      } catch (error) {
        return `The task queue does not answer: ${messageOf(error)}`;
      }
    },
    dead: async () => {
      const made = await open();
      const found = [];
      for (const name of taskNames) {
        const jobs = await made.findJobs<Record<string, unknown>>(name);
        for (const job of jobs) {
          if (job.state !== 'failed') continue;
          const output = job.output as { message?: unknown } | null;
          found.push({ id: job.id, name, data: job.data, error: String(output?.message ?? '') });
        }
      }
      return found;
    },
  };
}
