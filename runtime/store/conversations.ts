import { sql } from 'kysely';
import type { Period } from '../../schema/plans.ts';
import { addToDay } from './assistant-days.ts';
import type { ConversationRow, MessageRow } from './assistant-tables.ts';
import { type Listed, type ListPart, listRows } from './list-part.ts';
import type { Db, Trx } from './open.ts';
import { addUsage } from './usage.ts';

/** A question that was accepted. */
export interface NewQuestion {
  readonly projectId: string;
  readonly visitorId: string;
  /** The conversation it continues or starts. */
  readonly conversationId: string;
  readonly isNew: boolean;
  readonly id: string;
  readonly text: string;
  readonly now: number;
}

/** A finished answer, and its cost. */
export interface FinishedAnswer {
  readonly orgId: string;
  readonly projectId: string;
  readonly conversationId: string;
  readonly id: string;
  readonly text: string;
  readonly status: MessageRow['status'];
  /** JSON list of citations. */
  readonly sources: string;
  /** JSON of its passages and sentences. */
  readonly cited: string | null;
  readonly tokens: number;
  readonly estimated: boolean;
  /** Milliseconds to the end, and to the first text when there was one. */
  readonly duration: number;
  readonly firstText: number | undefined;
  /** The page that was nearest to a question without an answer, if one was near. */
  readonly nearest?: string | undefined;
  readonly period: Period;
  readonly now: number;
}

/** The conversation of that id within a project, of that visitor when one is named. */
export async function findConversation(
  db: Db,
  projectId: string,
  id: string,
  visitorId?: string,
): Promise<ConversationRow | undefined> {
  let query = db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId);
  if (visitorId !== undefined) query = query.where('visitor_id', '=', visitorId);
  return query.executeTakeFirst();
}

/**
 * Stores a question; its conversation is created, or opened again. A conversation that was deleted
 * meanwhile stays deleted.
 */
export async function addQuestion(trx: Trx, question: NewQuestion): Promise<void> {
  const { conversationId, projectId, now, text } = question;
  await addToDay(trx, projectId, now, { conversations: question.isNew ? 1 : 0, messages: 1 });
  if (question.isNew) {
    await trx
      .insertInto('conversations')
      .values({
        id: conversationId,
        project_id: projectId,
        visitor_id: question.visitorId,
        first_message: beginningOf(text),
        message_count: 1,
        tokens_used: 0,
        satisfied: null,
        unanswered: 0,
        created_at: now,
        last_message_at: now,
        closed_at: null,
      })
      .execute();
  } else {
    const found = await trx
      .updateTable('conversations')
      .set((eb) => ({
        message_count: eb('message_count', '+', 1),
        last_message_at: now,
        closed_at: null,
      }))
      .where('id', '=', conversationId)
      .returning('id')
      .executeTakeFirst();
    if (!found) return;
  }
  await trx
    .insertInto('messages')
    .values({
      id: question.id,
      conversation_id: conversationId,
      role: 'user',
      content: text,
      status: 'completed',
      sources: '[]',
      cited: null,
      tokens: 0,
      estimated: 0,
      created_at: now,
    })
    .execute();
}

/**
 * Stores an answer and counts its tokens: in the conversation, in the day and in the organization's
 * month, all or none. A conversation that was deleted meanwhile stores no message, but its tokens
 * count.
 */
export async function addAnswer(trx: Trx, answer: FinishedAnswer): Promise<void> {
  const { conversationId, projectId, now, tokens } = answer;
  // A turn that failed or was stopped says nothing about how long an answer takes.
  const isWhole = answer.status === 'completed';
  await addToDay(trx, projectId, now, {
    messages: 1,
    tokens,
    answers: isWhole ? 1 : 0,
    duration: isWhole ? Math.round(answer.duration) : 0,
    first_texts: answer.firstText === undefined ? 0 : 1,
    first_text_duration: Math.round(answer.firstText ?? 0),
  });
  const isRefused = isWhole && answer.sources === '[]';
  const found = await trx
    .updateTable('conversations')
    .set((eb) => ({
      message_count: eb('message_count', '+', 1),
      tokens_used: eb('tokens_used', '+', tokens),
      last_message_at: now,
      ...(isRefused ? { unanswered: 1 as const } : {}),
    }))
    .where('id', '=', conversationId)
    .returning('id')
    .executeTakeFirst();
  if (found) {
    await trx
      .insertInto('messages')
      .values({
        id: answer.id,
        conversation_id: conversationId,
        role: 'assistant',
        content: answer.text,
        status: answer.status,
        sources: answer.sources,
        cited: answer.cited,
        tokens,
        estimated: answer.estimated ? 1 : 0,
        created_at: now,
      })
      .execute();
    await addPages(trx, answer);
    if (isRefused && answer.nearest !== undefined) {
      await trx
        .insertInto('refused_pages')
        .values({
          ...{ project_id: projectId, page_path: answer.nearest, message_id: answer.id },
          created_at: now,
        })
        .execute();
    }
  }
  if (tokens > 0) {
    const { period } = answer;
    await addUsage(trx, answer.orgId, { meter: 'tokens', period, units: tokens, now });
  }
}

/** Notes the pages that an answer cites. */
async function addPages(
  trx: Trx,
  { projectId, conversationId, sources }: FinishedAnswer,
): Promise<void> {
  const cited = JSON.parse(sources) as readonly { readonly path: string }[];
  const paths = new Set(cited.map(({ path }) => path.replace(/^\//, '')));
  if (paths.size === 0) return;
  await trx
    .insertInto('conversation_pages')
    .values(
      [...paths].map((page_path) => ({
        ...{ project_id: projectId, page_path, conversation_id: conversationId },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'page_path', 'conversation_id']).doNothing(),
    )
    .execute();
}

/** The last messages of a conversation, oldest first. */
export async function lastMessages(
  db: Db,
  conversationId: string,
  count: number,
): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.reverse();
}

/** One page of a project's conversations; ties by id. */
export async function listConversations(
  db: Db,
  query: ListPart & {
    readonly projectId: string;
    readonly sortBy: 'createdAt' | 'messageCount';
    readonly order: 'asc' | 'desc';
    readonly rating?: 'positive' | 'negative' | 'none' | undefined;
    readonly unanswered?: boolean | undefined;
    /** A page that an answer cites. */
    readonly pagePath?: string | undefined;
  },
): Promise<Listed<ConversationRow>> {
  let base = db.selectFrom('conversations').where('project_id', '=', query.projectId);
  if (query.rating !== undefined) {
    const satisfied = { positive: 1, negative: 0, none: -1 }[query.rating];
    // As in the index: both databases keep the order of the rows behind it.
    base = base.where(sql<boolean>`coalesce(satisfied, -1) = ${satisfied}`);
  }
  if (query.unanswered !== undefined) {
    base = base.where('unanswered', '=', query.unanswered ? 1 : 0);
  }
  if (query.pagePath !== undefined) {
    const citing = db
      .selectFrom('conversation_pages')
      .select('conversation_id')
      .where('project_id', '=', query.projectId)
      .where('page_path', '=', query.pagePath);
    base = base.where('id', 'in', citing);
  }
  const column = query.sortBy === 'createdAt' ? 'created_at' : 'message_count';
  return listRows(base, { columns: [column, 'id'], order: query.order }, query);
}

/** Notes a rating: the last one wins. */
export async function rateConversation(db: Db, id: string, satisfied: boolean): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ satisfied: satisfied ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

/** Deletes a conversation with its messages; false if it does not exist. */
export async function deleteConversation(db: Db, projectId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('conversations')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes conversations whose last message is older than that; answers how many. */
export async function forgetConversations(db: Db, before: number): Promise<number> {
  const rows = await db
    .deleteFrom('conversations')
    .where('last_message_at', '<', before)
    .returning('id')
    .execute();
  return rows.length;
}

/** Open conversations whose last message is older than that, with their organization. */
export async function idleConversations(
  db: Db,
  before: number,
  limit = 200,
): Promise<(ConversationRow & { org_id: string })[]> {
  return db
    .selectFrom('conversations')
    .innerJoin('projects', 'projects.id', 'conversations.project_id')
    .selectAll('conversations')
    .select('projects.org_id')
    .where('closed_at', 'is', null)
    .where('last_message_at', '<', before)
    .orderBy('last_message_at')
    .limit(limit)
    .execute();
}

/** Closes an open conversation; undefined if it is closed, deleted, or has had a message since. */
export async function closeConversation(
  trx: Trx,
  id: string,
  at: { readonly now: number; readonly idleSince?: number },
): Promise<ConversationRow | undefined> {
  let query = trx
    .updateTable('conversations')
    .set({ closed_at: at.now })
    .where('id', '=', id)
    .where('closed_at', 'is', null);
  if (at.idleSince !== undefined) query = query.where('last_message_at', '<', at.idleSince);
  return query.returningAll().executeTakeFirst();
}

/** The first 200 code points, without a grapheme cut in two. */
function beginningOf(text: string, limit = 200): string {
  if ([...text].length <= limit) return text;
  let used = 0;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    used += [...segment].length;
    if (used > limit) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
