import { sql } from 'kysely';
import type { Db, Store, Trx } from './open.ts';
import type { TaskRow } from './tables.ts';

/** A task that is added; `runAt` is the earliest time it may run. */
export interface NewTask {
  readonly id: string;
  readonly name: string;
  readonly key: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly runAt: number;
  readonly maxAttempts: number;
  readonly now: number;
}

/** Adds a task, unless one of the same name and key is waiting or running. */
export async function addTask(db: Db, task: NewTask): Promise<void> {
  await db
    .insertInto('tasks')
    .values({
      id: task.id,
      name: task.name,
      key: task.key,
      data: JSON.stringify(task.data),
      state: 'waiting',
      run_at: task.runAt,
      attempts: 0,
      max_attempts: task.maxAttempts,
      lease_until: null,
      fence: 0,
      error: null,
      created_at: task.now,
      finished_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'key'])
        .where(sql<boolean>`key is not null and state in ('waiting', 'running')`)
        .doNothing(),
    )
    .execute();
}

/** Leases the next due task of these names, and counts up its attempts and its fence. */
export async function claimTask(
  store: Store,
  names: readonly string[],
  { now, lease }: { readonly now: number; readonly lease: number },
): Promise<TaskRow | undefined> {
  return store.transaction(async (trx) => {
    await buryCrashed(trx, now);
    const row = await trx
      .selectFrom('tasks')
      .selectAll()
      .where('name', 'in', names)
      .where((eb) =>
        eb.or([
          eb.and([eb('state', '=', 'waiting'), eb('run_at', '<=', now)]),
          eb.and([eb('state', '=', 'running'), eb('lease_until', '<=', now)]),
        ]),
      )
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    const taken = {
      state: 'running',
      lease_until: now + lease,
      fence: row.fence + 1,
      attempts: row.attempts + 1,
    };
    await trx.updateTable('tasks').set(taken).where('id', '=', row.id).execute();
    return { ...row, ...taken };
  });
}

/** A task that takes its process down each time must end as well. */
async function buryCrashed(trx: Trx, now: number): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({
      state: 'dead',
      error: 'Its process died each time it ran.',
      lease_until: null,
      finished_at: now,
    })
    .where('state', '=', 'running')
    .where('lease_until', '<=', now)
    .whereRef('attempts', '>=', 'max_attempts')
    .execute();
}

/** When the next waiting task of these names is due. */
export async function nextTaskTime(db: Db, names: readonly string[]): Promise<number | undefined> {
  const row = await db
    .selectFrom('tasks')
    .select((eb) => eb.fn.min('run_at').as('time'))
    .where('state', '=', 'waiting')
    .where('name', 'in', names)
    .executeTakeFirst();
  return row?.time ?? undefined;
}

/** Changes a running task; false when its lease has been given to another worker. */
export async function changeTask(
  db: Db,
  { id, fence }: Pick<TaskRow, 'id' | 'fence'>,
  change: Partial<TaskRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set(change)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets tasks that were done before; the dead are kept to be looked at. */
export async function forgetDoneTasks(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('tasks')
    .where('state', '=', 'done')
    .where('finished_at', '<', before)
    .execute();
}

/** Tasks whose tries are used up, the latest first. */
export async function deadTasks(db: Db): Promise<TaskRow[]> {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('state', '=', 'dead')
    .orderBy('finished_at', 'desc')
    .limit(100)
    .execute();
}

/** Tasks that have not ended yet. */
export async function openTasks(db: Db): Promise<TaskRow[]> {
  return db.selectFrom('tasks').selectAll().where('state', 'in', ['waiting', 'running']).execute();
}

/** Deletes the tasks that have not ended yet: another queue has taken them over. */
export async function removeOpenTasks(trx: Trx): Promise<void> {
  await trx.deleteFrom('tasks').where('state', 'in', ['waiting', 'running']).execute();
}

/** The schema that tables are made in: PostgreSQL's own queue has one next to it. */
export async function currentSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? 'public';
}
