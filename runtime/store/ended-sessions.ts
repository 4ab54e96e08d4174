import type { Db } from './open.ts';
import { prepare } from './prepared.ts';

/** Notes that a session has ended, and forgets those that would have ended by now; whether it had not yet. */
export async function endSession(
  db: Db,
  session: { readonly id: string; readonly until: number },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('ended_sessions')
    .values(session)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  await db.deleteFrom('ended_sessions').where('until', '<', now).execute();
  return numInsertedOrUpdatedRows > 0n;
}

/** Whether a session has ended: checked for every protected page. */
export async function hasEnded(db: Db, id: string): Promise<boolean> {
  return (await ended(db, [id])) !== undefined;
}

const ended = prepare((db) => db.selectFrom('ended_sessions').select('id').where('id', '=', ''));
