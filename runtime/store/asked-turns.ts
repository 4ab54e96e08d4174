import type { Db } from './open.ts';

/** A question with what came of it. */
export interface AskedTurn {
  readonly question: string;
  /** The questions before it in its conversation, oldest first. */
  readonly before: readonly string[];
  /** Paths of the pages that its answer cites; none if it was refused. */
  readonly pages: readonly string[];
  /** How the reader rated the conversation; null without a rating. */
  readonly satisfied: boolean | null;
}

/** Conversations that are read in one query. */
const atOnce = 200;

/** The questions of the latest conversations that were answered to their end, newest conversation first. */
export async function askedTurns(db: Db, most: number): Promise<AskedTurn[]> {
  const conversations = await db
    .selectFrom('conversations')
    .select(['id', 'satisfied'])
    .orderBy('last_message_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const turns: AskedTurn[] = [];
  for (let from = 0; from < conversations.length; from += atOnce) {
    const some = conversations.slice(from, from + atOnce);
    const messages = await db
      .selectFrom('messages')
      .select(['conversation_id', 'role', 'content', 'status', 'sources'])
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
      let question: string | undefined;
      for (const message of byConversation.get(id) ?? []) {
        if (message.role === 'user') {
          question = message.content;
          continue;
        }
        if (question === undefined) continue;
        if (message.status === 'completed') {
          const sources: readonly { readonly path: string }[] = JSON.parse(message.sources);
          turns.push({
            question,
            before: [...before],
            pages: [...new Set(sources.map(({ path }) => path))],
            satisfied: satisfied === null ? null : satisfied === 1,
          });
        }
        before.push(question);
        question = undefined;
      }
    }
  }
  return turns;
}
