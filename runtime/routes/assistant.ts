import {
  type ChatBody,
  chatBody,
  chatEvent,
  closedView,
  ratingBody,
  stoppedView,
  visitorBody,
} from '../../schema/api/assistant.ts';
import {
  conversationItem,
  conversationQuery,
  conversationView,
  deletedConversation,
  ratedView,
} from '../../schema/api/conversations.ts';
import { visitorId } from '../../schema/api/feedback.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { countRead } from '../api/assistant-reads.ts';
import {
  type ApiCall,
  type ApiEndpoint,
  type ApiServices,
  isoTime,
  readerOf,
} from '../api/services.ts';
import type { LiveTurn } from '../assistant/conversation/turns.ts';
import type { Assistant } from '../assistant/service.ts';
import { stranger, type Visitor } from '../assistant/site/site.ts';
import { invalid, readerBodyLimit } from '../http/body.ts';
import { byTime, listAnswer, pageOf } from '../http/list.ts';
import type { ConversationRow } from '../store/assistant-tables.ts';
import {
  deleteConversation,
  findConversation,
  lastMessages,
  listConversations,
  rateConversation,
} from '../store/conversations.ts';

/** Headers of a stream. Responses of sites with sessions are never cached. */
const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
};

const chatErrors = [
  { code: 'NOT_FOUND', description: 'No such project or conversation, or no assistant.' },
  {
    code: 'LIMIT_EXCEEDED',
    description: 'Too many messages, or the monthly tokens are used up.',
  },
] as const;

/**
 * The assistant. Decision: without a language model it answers by quoting instead of being
 * absent, so that `npm start` has one; `assistant.enabled: false` switches it off.
 */
export const assistantRoutes: readonly ApiEndpoint[] = [
  {
    method: 'POST',
    path: '/assistant/:projectId/chat',
    operationId: 'sendMessage',
    tag: 'Assistant',
    title: 'Send message',
    description:
      'Asks the assistant and streams its answer as server-sent events. Requires no key. Accepts the id or slug of the project, and 10 messages per minute from one visitor. Errors before the first byte are returned as an HTTP status, later ones as an `error` event.',
    scope: null,
    body: chatBody,
    bodyLimit: readerBodyLimit,
    countAddress: async ({ assistant }, address) => assistant?.countAddress(address),
    success: {
      status: 200,
      description: 'The stream of the answer.',
      schema: chatEvent,
      type: 'text/event-stream',
    },
    errors: [
      ...chatErrors,
      { code: 'CONTENT_FILTERED', description: 'The message was refused.' },
      { code: 'AI_UNAVAILABLE', description: "The language model can't be reached." },
    ],
    handle: async (call) => {
      const { project, body, signal, header } = call;
      const { turn, headers } = await assistantOf(call).ask({
        project,
        body: body as ChatBody,
        acceptLanguage: header('accept-language') ?? '',
        visitor: await visitorFor(call),
        signal,
      });
      return streamed(call, turn, headers);
    },
  },
  {
    method: 'GET',
    path: '/assistant/:projectId/chat/:messageId/stream',
    operationId: 'resumeMessage',
    tag: 'Assistant',
    title: 'Resume a stream',
    description:
      'Replays the events of an answer, skipping the first `after` or those up to `Last-Event-ID`, up to five minutes after its end. Requires no key.',
    scope: null,
    resumable: true,
    query: {
      visitorId,
      after: {
        type: 'integer',
        minimum: 0,
        maximum: 100_000,
        default: 0,
        description: 'Number of events already received.',
      },
    },
    requiredQuery: ['visitorId'],
    success: {
      status: 200,
      description: 'The rest of the stream.',
      schema: chatEvent,
      type: 'text/event-stream',
    },
    errors: [{ code: 'NOT_FOUND', description: 'The answer does not exist, or no longer exists.' }],
    handle: async (call) => {
      const turn = turnOf(call, String(call.query.visitorId));
      // A browser that reconnects sends the header, and repeats the parameter of its first request.
      const after = Math.max(Number(call.query.after), lastEventId(call));
      return streamed(call, turn, {}, after);
    },
  },
  {
    method: 'POST',
    path: '/assistant/:projectId/chat/:messageId/stop',
    operationId: 'stopMessage',
    tag: 'Assistant',
    title: 'Stop an answer',
    description:
      'Stops an answer that is being generated; the text so far is kept. Requires no key.',
    scope: null,
    body: visitorBody,
    bodyLimit: readerBodyLimit,
    countAddress: countSmall,
    success: { status: 200, description: 'The answer was stopped.', schema: dataOf(stoppedView) },
    errors: [{ code: 'NOT_FOUND', description: 'The answer does not exist, or no longer exists.' }],
    handle: async (call) => {
      const turn = turnOf(call, visitorOf(call));
      return { body: { data: { id: turn.messageId, stopped: turn.stop() } } };
    },
  },
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
    success: { status: 200, description: 'It.', schema: dataOf(conversationView) },
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

/** Number of the last event that a client has received, or 0. */
function lastEventId({ header }: ApiCall): number {
  const id = header('last-event-id') ?? '';
  if (id === '') return 0;
  if (!/^\d{1,6}$/.test(id)) {
    throw invalid('Last-Event-ID', 'wrong-format', 'Expected the id of an event of this answer');
  }
  return Number(id);
}

/** What readers do besides asking has a count of its own. */
function countSmall({ readerLimits }: ApiServices, address: string) {
  return readerLimits.address(`rating ${address}`);
}

function assistantOf({ services }: ApiCall): Assistant {
  if (!services.assistant) throw new ApiError('NOT_FOUND', 'The assistant is not enabled.');
  return services.assistant;
}

/** Groups of the reader's session; without one only open pages are read. */
async function visitorFor(call: ApiCall): Promise<Visitor> {
  const session = await readerOf(call);
  return session ? { session: true, groups: session.groups } : stranger;
}

function streamed(
  call: ApiCall,
  turn: LiveTurn,
  headers: Readonly<Record<string, string>>,
  after = 0,
) {
  const isPrivate = assistantOf(call).siteOf(call.project)?.site.config.auth.enabled;
  return {
    body: undefined,
    stream: turn.stream(after),
    // After a failure it is worth asking again.
    isWhole: (text: string) => !/^data: \{"type":"error"/m.test(text),
    headers: {
      ...headers,
      ...streamHeaders,
      ...(isPrivate ? { 'Cache-Control': 'private, no-store, no-cache, no-transform' } : {}),
    },
  };
}

/** An answer as far as that visitor asked for it. */
function turnOf(call: ApiCall, visitor: string): LiveTurn {
  const turn = assistantOf(call).findTurn(call.params.messageId ?? '');
  if (!turn || turn.projectId !== call.project.id || turn.visitorId !== visitor) {
    throw new ApiError('NOT_FOUND', 'Message not found.');
  }
  return turn;
}

function visitorOf(call: ApiCall): string {
  return (call.body as { visitorId: string }).visitorId;
}

async function conversationOf(call: ApiCall, visitor?: string): Promise<ConversationRow> {
  const { services, project, params } = call;
  const id = params.conversationId ?? '';
  const row = await findConversation(services.store.db, project.id, id, visitor);
  if (!row) throw new ApiError('NOT_FOUND', 'Conversation not found.');
  return row;
}

function itemOf(row: ConversationRow) {
  return {
    id: row.id,
    visitorId: row.visitor_id,
    messageCount: row.message_count,
    tokensUsed: row.tokens_used,
    firstMessage: row.first_message,
    satisfied: row.satisfied === null ? null : row.satisfied === 1,
    createdAt: isoTime(row.created_at),
    lastMessageAt: isoTime(row.last_message_at),
  };
}
