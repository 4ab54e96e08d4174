import type { Trx } from './open.ts';
import type { FeedbackRow } from './tables.ts';

/** Stores what a reader said of a page. */
export async function insertFeedback(trx: Trx, row: FeedbackRow): Promise<void> {
  await trx.insertInto('feedback').values(row).execute();
}
