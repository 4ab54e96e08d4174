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
  query: ListPart & { readonly projectId: string },
): Promise<Listed<CitationReportRow>> {
  const base = db.selectFrom('citation_reports').where('project_id', '=', query.projectId);
  return listRows(base, newestFirst, query);
}
