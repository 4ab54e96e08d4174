import { sql } from 'kysely';
import type { CitationReportRow, MessageRow } from './assistant-tables.ts';
import { type Listed, type ListPart, listRows, newestFirst } from './list-part.ts';
import type { Db } from './open.ts';

/** An answer of a conversation, with the question before it. */
export async function findAnswer(
  db: Db,
  conversationId: string,
  messageId: string,
): Promise<{ readonly answer: MessageRow; readonly question: string } | undefined> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('id', '<=', messageId)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  const [answer] = rows;
  if (answer?.id !== messageId || answer.role !== 'assistant') return undefined;
  return { answer, question: rows.find(({ role }) => role === 'user')?.content ?? '' };
}

/** Stores a report once: the id of the one that there is already, or of this one. */
export async function addReport(db: Db, row: CitationReportRow): Promise<string> {
  await db
    .insertInto('citation_reports')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['message_id', 'span_start', 'passage_number']).doNothing(),
    )
    .execute();
  const { id } = await db
    .selectFrom('citation_reports')
    .select('id')
    .where('message_id', '=', row.message_id)
    .where('span_start', '=', row.span_start)
    .where('passage_number', '=', row.passage_number)
    .executeTakeFirstOrThrow();
  return id;
}

/** One page of a project's reports, the newest first. */
export async function listReports(
  db: Db,
  query: ListPart & { readonly projectId: string; readonly resolved?: boolean | undefined },
): Promise<Listed<CitationReportRow>> {
  let base = db.selectFrom('citation_reports').where('project_id', '=', query.projectId);
  if (query.resolved !== undefined) {
    base = base.where('resolved_at', query.resolved ? 'is not' : 'is', null);
  }
  return listRows(base, newestFirst, query);
}

/** One report of a project. */
export async function findReport(
  db: Db,
  projectId: string,
  id: string,
): Promise<CitationReportRow | undefined> {
  return db
    .selectFrom('citation_reports')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Notes when a report was dealt with; null opens it again. One that was dealt with keeps its time. */
export async function resolveReport(
  db: Db,
  projectId: string,
  { id, resolvedAt }: { readonly id: string; readonly resolvedAt: number | null },
): Promise<CitationReportRow | undefined> {
  return db
    .updateTable('citation_reports')
    .set({
      resolved_at: resolvedAt === null ? null : sql<number>`coalesce(resolved_at, ${resolvedAt})`,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}
