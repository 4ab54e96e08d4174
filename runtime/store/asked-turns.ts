import { sql } from 'kysely';
import type { Db } from './open.ts';

/** A question with what came of it. */
export interface AskedTurn {
  readonly conversationId: string;
  readonly question: string;
  /** Epoch milliseconds. */
  readonly askedAt: number;
  /** The questions before it in its conversation, oldest first. */
  readonly before: readonly string[];
  /** Paths of the pages that its answer cites; none if it was refused. */
  readonly pages: readonly string[];
  /** How the reader rated the conversation; null without a rating. */
  readonly satisfied: boolean | null;
}

/** Conversations that are read in one query. */
const atOnce = 200;

/**
 * The questions of the latest conversations that were answered to their end, newest conversation first: of all projects,
 * or of one project or conversation.
 */
export async function askedTurns(
  db: Db,
  {
    most,
    projectId,
    conversationId,
  }: { readonly most: number; readonly projectId?: string; readonly conversationId?: string },
): Promise<AskedTurn[]> {
  let latest = db.selectFrom('conversations').select(['id', 'satisfied']);
  if (projectId !== undefined) latest = latest.where('project_id', '=', projectId);
  if (conversationId !== undefined) latest = latest.where('id', '=', conversationId);
  const conversations = await latest
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const turns: AskedTurn[] = [];
  for (let from = 0; from < conversations.length; from += atOnce) {
    const some = conversations.slice(from, from + atOnce);
    const messages = await db
      .selectFrom('messages')
      .select(['conversation_id', 'role', 'status', 'sources', 'created_at'])
      // Answers are long, and not asked for.
      .select(sql<string>`case when role = 'user' then content else '' end`.as('content'))
      .where(
        'conversation_id',
        'in',
        some.map(({ id }) => id),
      )
      .orderBy('id')
      .execute();
    const byConversation = Map.groupBy(messages, (message) => message.conversation_id);
    for (const { id, satisfied } of some) {
      const before: string[] = [];
      let asked: { readonly question: string; readonly askedAt: number } | undefined;
      for (const message of byConversation.get(id) ?? []) {
        if (message.role === 'user') {
          asked = { question: message.content, askedAt: message.created_at };
          continue;
        }
        if (!asked) continue;
        if (message.status === 'completed') {
          const sources: readonly { readonly path: string }[] = JSON.parse(message.sources);
          turns.push({
            conversationId: id,
            ...asked,
            before: [...before],
            pages: [...new Set(sources.map(({ path }) => path))],
            satisfied: satisfied === null ? null : satisfied === 1,
          });
        }
        before.push(asked.question);
        asked = undefined;
      }
    }
  }
  return turns;
}
