import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createIds } from '../../../runtime/store/ids.ts';
import type { Store } from '../../../runtime/store/open.ts';
import { createQueue } from '../../../runtime/tasks/create-queue.ts';
import type { QueueOptions, TaskQueue } from '../../../runtime/tasks/queue.ts';
import { eachStore } from '../store/each-store.ts';

const settings = (more: Partial<QueueOptions> = {}): QueueOptions => ({
  now: Date.now,
  newId: createIds(),
  log: () => {},
  backoff: 20,
  interval: 1000,
  lease: 1500,
  ...more,
});

async function until(condition: () => boolean | Promise<boolean>, ms = 15_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('It did not happen in time.');
    await sleep(20);
  }
}

eachStore('the task queue', (open) => {
  async function withQueue(
    work: (queue: TaskQueue, store: Store, again: () => Store) => Promise<void>,
    more: Partial<QueueOptions> = {},
  ) {
    const { store, again, drop } = await open();
    const queue = createQueue(store, settings(more));
    try {
      await work(queue, store, again);
    } finally {
      await queue.stop();
      await drop();
    }
  }

  test('a task runs once its transaction commits, never when it rolls back', () =>
    withQueue(async (queue, store) => {
      const seen: unknown[] = [];
      await queue.work('sweep', async (task) => {
        seen.push(task.data.n);
      });
      await queue.start();
      await store
        .transaction(async (trx) => {
          await queue.enqueue(trx, 'sweep', { n: 'rolled back' });
          throw new Error('stop');
        })
        .catch(() => {});
      await store.transaction(async (trx) => {
        await queue.enqueue(trx, 'sweep', { n: 1 });
        await sleep(50);
        expect(seen).toEqual([]);
      });
      await until(() => seen.length > 0);
      expect(seen).toEqual([1]);
    }));

  test('tasks of one key are one while it is open, and each may be again afterwards', () =>
    withQueue(async (queue, store) => {
      let runs = 0;
      await queue.enqueue(store.db, 'sweep', {}, { key: 'k' });
      await queue.enqueue(store.db, 'sweep', {}, { key: 'k' });
      await queue.enqueue(store.db, 'sweep', {}, { key: 'other' });
      await queue.enqueue(store.db, 'sweep', {});
      await queue.enqueue(store.db, 'sweep', {});
      await queue.work('sweep', async () => {
        runs++;
      });
      await queue.start();
      await until(() => runs === 4);
      await sleep(50);
      await queue.enqueue(store.db, 'sweep', {}, { key: 'k' });
      await until(() => runs === 5);
    }));

  test('a task waits for its time', () =>
    withQueue(async (queue, store) => {
      let ranAt = 0;
      await queue.work('sweep', async () => {
        ranAt = Date.now();
      });
      await queue.start();
      const runAt = Date.now() + 700;
      await queue.enqueue(store.db, 'sweep', {}, { runAt });
      await until(() => ranAt > 0);
      expect(ranAt).toBeGreaterThanOrEqual(runAt - 1);
      expect(ranAt).toBeLessThan(runAt + 2500);
    }));

  test('a task that throws is tried again, and one that always throws ends as dead', () =>
    withQueue(
      async (queue, store) => {
        const attempts: number[] = [];
        await queue.work('sweep', async (task) => {
          attempts.push(task.attempt);
          throw new Error('broken on purpose');
        });
        await queue.start();
        await queue.enqueue(store.db, 'sweep', { n: 7 });
        await until(async () => (await queue.dead()).length === 1);
        expect(attempts).toEqual([1, 2]);
        expect(await queue.dead()).toMatchObject([
          { name: 'sweep', data: { n: 7 }, error: 'broken on purpose' },
        ]);
      },
      { maxAttempts: 2 },
    ));

  test('no more tasks run at a time than asked for', () =>
    withQueue(async (queue, store) => {
      let now = 0;
      let most = 0;
      let done = 0;
      for (let n = 0; n < 6; n++) await queue.enqueue(store.db, 'sweep', { n });
      await queue.work(
        'sweep',
        async () => {
          now++;
          most = Math.max(most, now);
          await sleep(60);
          now--;
          done++;
        },
        { concurrency: 2 },
      );
      await queue.start();
      await until(() => done === 6);
      expect(most).toBe(2);
    }));

  test('stopping hands a running task back to the next worker', () =>
    withQueue(
      async (queue, store, again) => {
        let began = false;
        await queue.work('sweep', async (task) => {
          began = true;
          await new Promise((_, reject) => task.signal.addEventListener('abort', reject));
        });
        await queue.start();
        await queue.enqueue(store.db, 'sweep', { n: 1 });
        await until(() => began);
        await queue.stop();
        const other = createQueue(again(), settings());
        const seen: unknown[] = [];
        await other.work('sweep', async (task) => {
          seen.push(task.data.n);
        });
        await other.start();
        await until(() => seen.length === 1);
        await other.stop();
      },
      { grace: 500 },
    ));

  test('a queue tells whether it runs, and what is wrong when its tables do not answer', () =>
    withQueue(
      async (queue, store) => {
        expect(await queue.trouble()).toContain('does not run');
        await queue.work('sweep', async () => {});
        await queue.start();
        expect(await queue.trouble()).toBeUndefined();
        await renameTables(store, '', '_lost');
        await expect.poll(() => queue.trouble(), { timeout: 5000 }).toContain('The task queue');
        await renameTables(store, '_lost', '');
        await expect.poll(() => queue.trouble(), { timeout: 5000 }).toBeUndefined();
        await queue.stop();
        expect(await queue.trouble()).toContain('does not run');
      },
      { interval: 100 },
    ));

  test(
    'tasks whose processes were killed run again within 30 seconds, each once',
    () =>
      withQueue(async (queue, store) => {
        // All at once: pg-boss lets ten seconds pass before it gives a silent worker up.
        const rounds = [0, 1, 2];
        for (const round of rounds) await queue.enqueue(store.db, 'sweep', { round });
        const children = await Promise.all(rounds.map(() => killedWorker(store.address)));
        const killedAt = Date.now();
        for (const child of children) child.kill('SIGKILL');
        const seen: unknown[] = [];
        const fresh = createQueue(store, settings());
        await fresh.work('sweep', async (task) => {
          seen.push(task.data.round);
        });
        await fresh.start();
        await until(() => seen.length === rounds.length, 30_000);
        expect(Date.now() - killedAt).toBeLessThan(30_000);
        await sleep(100);
        expect(seen.sort()).toEqual(rounds);
        await fresh.stop();
      }),
    60_000,
  );
});

/** Hides the tables of the queue from it, or brings them back. */
async function renameTables(store: Store, from: string, to: string): Promise<void> {
  if (store.kind === 'sqlite') {
    await sql`alter table ${sql.id(`tasks${from}`)} rename to ${sql.id(`tasks${to}`)}`.execute(
      store.db,
    );
    return;
  }
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(store.db);
  const schema = `${rows[0]?.name}_tasks`;
  await sql`alter schema ${sql.id(`${schema}${from}`)} rename to ${sql.id(`${schema}${to}`)}`.execute(
    store.db,
  );
}

/** A process of its own that takes a task and never ends it. */
async function killedWorker(address: string): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('./hanging-worker.ts', import.meta.url));
  const child = fork(file, [address], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', () => reject(new Error('The worker ended before it had a task.')));
  });
  return child;
}
