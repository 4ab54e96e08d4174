import { type Listed, type ListPart, listRows, newestFirst } from './list-part.ts';
import type { Db, Trx } from './open.ts';
import type { FeedbackRow } from './tables.ts';

/** Stores a reader's feedback on a page. */
export async function insertFeedback(
  trx: Trx,
  row: Omit<FeedbackRow, 'resolved' | 'resolved_at'>,
): Promise<void> {
  await trx
    .insertInto('feedback')
    .values({ ...row, resolved: 0, resolved_at: null })
    .execute();
}

/** One page of the feedback of a project, the newest first. */
export async function listFeedback(
  db: Db,
  query: ListPart & {
    readonly projectId: string;
    readonly pagePath?: string | undefined;
    readonly rating?: string | undefined;
    readonly resolved?: boolean | undefined;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  },
): Promise<Listed<FeedbackRow>> {
  const { pagePath, rating, resolved, from, to } = query;
  let base = db.selectFrom('feedback').where('project_id', '=', query.projectId);
  if (pagePath !== undefined) base = base.where('page_path', '=', pagePath);
  if (rating !== undefined) base = base.where('rating', '=', rating);
  if (resolved !== undefined) base = base.where('resolved', '=', resolved ? 1 : 0);
  if (from !== undefined) base = base.where('created_at', '>=', from);
  if (to !== undefined) base = base.where('created_at', '<=', to);
  return listRows(base, newestFirst, query);
}

/** One piece of feedback on a project. */
export async function findFeedback(
  db: Db,
  projectId: string,
  id: string,
): Promise<FeedbackRow | undefined> {
  return db
    .selectFrom('feedback')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** Notes that feedback is dealt with, or no longer; the first moment of it counts. */
export async function resolveFeedback(
  db: Db,
  projectId: string,
  change: { readonly id: string; readonly resolved: boolean; readonly now: number },
): Promise<FeedbackRow | undefined> {
  await db
    .updateTable('feedback')
    .set({ resolved: change.resolved ? 1 : 0, resolved_at: change.resolved ? change.now : null })
    .where('id', '=', change.id)
    .where('project_id', '=', projectId)
    .where('resolved', '=', change.resolved ? 0 : 1)
    .execute();
  return findFeedback(db, projectId, change.id);
}
