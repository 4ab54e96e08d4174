import { given } from '../../../schema/given.ts';
import { dayLength } from '../../store/assistant-days.ts';
import {
  closeConversation,
  forgetConversations,
  idleConversations,
} from '../../store/conversations.ts';
import type { NewId } from '../../store/ids.ts';
import { lockOrg, lockProject } from '../../store/locks.ts';
import type { Store } from '../../store/open.ts';
import { emit } from '../../webhooks/outbox.ts';

/** What closing conversations needs. */
export interface ConversationTools {
  readonly store: Store;
  /** Called when there is something to deliver. */
  readonly wake: () => void;
  readonly now: () => number;
  readonly newId: NewId;
}

/** A conversation, and whose it is. */
export interface ConversationRef {
  readonly id: string;
  readonly projectId: string;
  readonly orgId: string;
}

/** Milliseconds without a message after which a conversation is over; days until it is forgotten. */
const times = { idle: 30 * 60_000, retention: 180 } as const;

/** Closes a conversation, and answers how many were closed. */
export async function closeOne(tools: ConversationTools, ref: ConversationRef): Promise<number> {
  const closed = await close(tools, ref);
  if (closed > 0) tools.wake();
  return closed;
}

/** Closes all conversations that have been idle, and answers how many. */
export async function closeIdle(tools: ConversationTools): Promise<number> {
  const before = tools.now() - times.idle;
  let closed = 0;
  for (;;) {
    let inBatch = 0;
    for (const row of await idleConversations(tools.store.db, before)) {
      const ref = { id: row.id, projectId: row.project_id, orgId: row.org_id };
      inBatch += await close(tools, ref, before);
    }
    if (inBatch === 0) break;
    closed += inBatch;
  }
  if (closed > 0) tools.wake();
  return closed;
}

/** Forgets conversations older than `retention` days. */
export function forgetOld(
  { store, now }: ConversationTools,
  retention: number = times.retention,
): Promise<number> {
  return forgetConversations(store.db, now() - retention * dayLength);
}

/** Closes a conversation with its event, unless it is closed already or no longer idle. */
async function close(
  { store, now, newId }: ConversationTools,
  { id, projectId, orgId }: ConversationRef,
  idleSince?: number,
): Promise<number> {
  const at = now();
  return store.transaction(async (trx) => {
    await lockOrg(trx, orgId);
    await lockProject(trx, projectId);
    const row = await closeConversation(trx, id, {
      now: at,
      ...given({ idleSince }),
    });
    if (!row) return 0;
    const data = {
      conversationId: row.id,
      messageCount: row.message_count,
      tokensUsed: row.tokens_used,
      satisfied: row.satisfied === null ? null : row.satisfied === 1,
    };
    const type = 'assistant.conversation.completed';
    const events = [{ id: newId('evt'), type, timestamp: at, data } as const];
    await emit(trx, { orgId, projectId, newId, now: at, events });
    return 1;
  });
}
