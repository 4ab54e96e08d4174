import { sql } from 'kysely';
import type { Period } from '../../schema/plans.ts';
import type { AssistantDayRow, ConversationRow, MessageRow } from './assistant-tables.ts';
import { type Listed, type ListPart, listRows } from './list-part.ts';
import type { Db, Trx } from './open.ts';
import { addUsage } from './usage.ts';

/** Milliseconds of a day. */
export const dayLength = 86_400_000;

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
  await addToDay(trx, projectId, now, {
    messages: 1,
    tokens,
    answers: 1,
    duration: Math.round(answer.duration),
    first_texts: answer.firstText === undefined ? 0 : 1,
    first_text_duration: Math.round(answer.firstText ?? 0),
  });
  const found = await trx
    .updateTable('conversations')
    .set((eb) => ({
      message_count: eb('message_count', '+', 1),
      tokens_used: eb('tokens_used', '+', tokens),
      last_message_at: now,
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

/** The days of a project from one to another (both included) that have any message. */
export async function usageByDay(
  db: Db,
  projectId: string,
  days: { readonly from: number; readonly to: number },
): Promise<AssistantDayRow[]> {
  return db
    .selectFrom('assistant_days')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('day', '>=', days.from)
    .where('day', '<=', days.to)
    .orderBy('day')
    .execute();
}

/** How many conversations begun in a span are rated, and how many of them well. */
export async function ratingsIn(
  db: Db,
  projectId: string,
  span: { readonly from: number; readonly to: number },
): Promise<{ rated: number; satisfied: number }> {
  const row = await db
    .selectFrom('conversations')
    .select((eb) => [
      eb.fn.count<number>('satisfied').as('rated'),
      eb.fn.sum<number | null>('satisfied').as('satisfied'),
    ])
    .where('project_id', '=', projectId)
    .where('created_at', '>=', span.from)
    .where('created_at', '<', span.to)
    .executeTakeFirstOrThrow();
  return { rated: Number(row.rated), satisfied: Number(row.satisfied ?? 0) };
}

type Sums = Partial<Omit<AssistantDayRow, 'project_id' | 'day'>>;

async function addToDay(trx: Trx, projectId: string, now: number, sums: Sums): Promise<void> {
  const row: AssistantDayRow = {
    project_id: projectId,
    day: Math.floor(now / dayLength),
    conversations: sums.conversations ?? 0,
    messages: sums.messages ?? 0,
    tokens: sums.tokens ?? 0,
    answers: sums.answers ?? 0,
    duration: sums.duration ?? 0,
    first_texts: sums.first_texts ?? 0,
    first_text_duration: sums.first_text_duration ?? 0,
  };
  await trx
    .insertInto('assistant_days')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'day']).doUpdateSet((eb) => ({
        conversations: eb('assistant_days.conversations', '+', row.conversations),
        messages: eb('assistant_days.messages', '+', row.messages),
        tokens: eb('assistant_days.tokens', '+', row.tokens),
        answers: eb('assistant_days.answers', '+', row.answers),
        duration: eb('assistant_days.duration', '+', row.duration),
        first_texts: eb('assistant_days.first_texts', '+', row.first_texts),
        first_text_duration: eb('assistant_days.first_text_duration', '+', row.first_text_duration),
      })),
    )
    .execute();
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
