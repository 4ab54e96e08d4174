import type { Trx } from './open.ts';
import type { FeedbackRow } from './tables.ts';

/** Stores a reader's feedback on a page. */
export async function insertFeedback(trx: Trx, row: FeedbackRow): Promise<void> {
  await trx.insertInto('feedback').values(row).execute();
}
