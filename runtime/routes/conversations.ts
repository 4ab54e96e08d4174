import { closedView, ratingBody, visitorBody } from '../../schema/api/assistant.ts';
import {
  conversationItem,
  conversationQuery,
  conversationView,
  deletedConversation,
  ratedView,
} from '../../schema/api/conversations.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import type { CitedAnswer } from '../../schema/chat.ts';
import { ApiError } from '../../schema/errors.ts';
import { assistantOf, chatErrors, countSmall, visitorOf } from '../api/assistant-calls.ts';
import { countRead } from '../api/assistant-reads.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { readerBodyLimit } from '../http/body.ts';
import { byTime, listAnswer, pageOf } from '../http/list.ts';
import type { ConversationRow, MessageRow } from '../store/assistant-tables.ts';
import {
  deleteConversation,
  findConversation,
  lastMessages,
  listConversations,
  rateConversation,
} from '../store/conversations.ts';

/** What readers and the assistant have said: read and deleted by operators, rated and closed by readers. */
export const conversationRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/assistant/:projectId/conversations',
    operationId: 'listConversations',
    tag: 'Assistant',
    title: 'List conversations',
    description: "Conversations between a project's readers and the assistant.",
    scope: 'assistant:read',
    bySlug: true,
    query: conversationQuery,
    success: {
      status: 200,
      description: 'One page of conversations.',
      schema: listOf(conversationItem),
    },
    handle: async (call) => {
      const headers = await countRead(call);
      const { query, url } = call;
      const sortBy = query.sortBy === 'messageCount' ? 'messageCount' : 'createdAt';
      const order = query.order === 'asc' ? 'asc' : 'desc';
      const page = pageOf(query, { ...byTime, name: `${sortBy} ${order}` });
      const listed = await listConversations(call.services.store.db, {
        projectId: call.project.id,
        ...{ sortBy, order, ...page },
        unanswered: query.unanswered as boolean | undefined,
        rating: query.rating as 'positive' | 'negative' | 'none' | undefined,
        pagePath: (query.pagePath as string | undefined)?.replace(/^\//, '').normalize('NFC'),
      });
      const keyOf = (row: ConversationRow) => [
        sortBy === 'createdAt' ? row.created_at : row.message_count,
        row.id,
      ];
      const answer = listAnswer(listed, page, { url, view: itemOf, keyOf });
      return { ...answer, headers: { ...headers, ...answer.headers } };
    },
  },
  {
    method: 'GET',
    path: '/assistant/:projectId/conversations/:conversationId',
    operationId: 'getConversation',
    tag: 'Assistant',
    title: 'Read a conversation',
    versioned: 'read',
    description: 'A conversation with its messages.',
    scope: 'assistant:read',
    bySlug: true,
    success: { status: 200, description: 'The conversation.', schema: dataOf(conversationView) },
    handle: async (call) => {
      const headers = await countRead(call);
      const row = await conversationOf(call);
      const messages = await lastMessages(call.services.store.db, row.id, 10_000);
      return {
        body: {
          data: {
            ...itemOf(row),
            messages: messages.map((message) => ({
              id: message.id,
              role: message.role,
              content: message.content,
              status: message.status,
              sources: JSON.parse(message.sources),
              ...citedOf(message),
              tokensUsed: message.tokens,
              estimated: message.estimated === 1,
              createdAt: isoTime(message.created_at),
            })),
          },
        },
        headers,
      };
    },
  },
  {
    method: 'DELETE',
    path: '/assistant/:projectId/conversations/:conversationId',
    operationId: 'deleteConversation',
    tag: 'Assistant',
    title: 'Delete a conversation',
    description: 'Deletes a conversation with its messages; its usage still counts.',
    scope: 'projects:write',
    bySlug: true,
    success: {
      status: 200,
      description: 'The conversation was deleted.',
      schema: dataOf(deletedConversation),
    },
    // Nothing that the reader said stays in the log.
    state: async ({ services, project, params }) => {
      const id = params.conversationId ?? '';
      const row = await findConversation(services.store.db, project.id, id);
      return row && { messages: row.message_count, createdAt: isoTime(row.created_at) };
    },
    handle: async ({ services, project, params }) => {
      const id = params.conversationId ?? '';
      const deleted = await deleteConversation(services.store.db, project.id, id);
      if (!deleted) throw new ApiError('NOT_FOUND', 'Conversation not found.');
      return { body: { data: { id, deleted: true } } };
    },
  },
  {
    method: 'POST',
    path: '/assistant/:projectId/conversations/:conversationId/rating',
    operationId: 'rateConversation',
    tag: 'Assistant',
    title: 'Rate a conversation',
    description:
      'Records whether a conversation was helpful; the last rating counts. Requires no key.',
    scope: null,
    body: ratingBody,
    bodyLimit: readerBodyLimit,
    countAddress: countSmall,
    success: { status: 200, description: 'The rating was stored.', schema: dataOf(ratedView) },
    errors: chatErrors,
    handle: async (call) => {
      const row = await conversationOf(call, visitorOf(call));
      const { satisfied } = call.body as { satisfied: boolean };
      await rateConversation(call.services.store.db, row.id, satisfied);
      return { body: { data: { id: row.id, satisfied } } };
    },
  },
  {
    method: 'POST',
    path: '/assistant/:projectId/conversations/:conversationId/close',
    operationId: 'closeConversation',
    tag: 'Assistant',
    title: 'Close a conversation',
    description:
      'Closes a conversation; an answer that is being generated is stopped. A conversation closes by itself after 30 minutes without a message. Requires no key.',
    scope: null,
    body: visitorBody,
    bodyLimit: readerBodyLimit,
    countAddress: countSmall,
    success: {
      status: 200,
      description: 'The conversation is closed.',
      schema: dataOf(closedView),
    },
    errors: chatErrors,
    handle: async (call) => {
      // A conversation is stored with its first answer, even if the reader leaves in the middle of
      // it.
      await assistantOf(call).endTurns({
        projectId: call.project.id,
        conversationId: call.params.conversationId ?? '',
        visitorId: visitorOf(call),
      });
      const row = await conversationOf(call, visitorOf(call));
      await assistantOf(call).closeOne(call.project, row.id);
      return { body: { data: { id: row.id, closed: true } } };
    },
  },
];

async function conversationOf(call: ApiCall, visitor?: string): Promise<ConversationRow> {
  const { services, project, params } = call;
  const id = params.conversationId ?? '';
  const row = await findConversation(services.store.db, project.id, id, visitor);
  if (!row) throw new ApiError('NOT_FOUND', 'Conversation not found.');
  return row;
}

/** The passages and sentences of an answer that a model wrote. */
function citedOf({ cited }: MessageRow): CitedAnswer {
  return cited === null ? { passages: [], spans: [] } : (JSON.parse(cited) as CitedAnswer);
}

function itemOf(row: ConversationRow) {
  return {
    id: row.id,
    visitorId: row.visitor_id,
    messageCount: row.message_count,
    tokensUsed: row.tokens_used,
    firstMessage: row.first_message,
    unanswered: row.unanswered === 1,
    satisfied: row.satisfied === null ? null : row.satisfied === 1,
    createdAt: isoTime(row.created_at),
    lastMessageAt: isoTime(row.last_message_at),
  };
}
