import {
  type ChatBody,
  chatBody,
  chatEvent,
  stoppedView,
  visitorBody,
} from '../../schema/api/assistant.ts';
import { visitorId } from '../../schema/api/feedback.ts';
import { dataOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { assistantOf, chatErrors, countSmall, visitorOf } from '../api/assistant-calls.ts';
import { type ApiCall, type ApiEndpoint, readerOf } from '../api/services.ts';
import { spaceOf } from '../assistant/conversation/asking.ts';
import type { LiveTurn } from '../assistant/conversation/turns.ts';
import { previewOf } from '../assistant/previewed.ts';
import { stranger, type Visitor } from '../assistant/site/site.ts';
import { invalid, readerBodyLimit } from '../http/body.ts';

/** Headers of a stream. Responses of sites with sessions are never cached. */
const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
};

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
      const { project, body, signal, header, connection } = call;
      const { turn, headers } = await assistantOf(call).ask({
        project,
        preview: previewOf(connection),
        body: body as ChatBody,
        acceptLanguage: header('accept-language') ?? '',
        visitor: await visitorFor(call),
        signal,
      });
      return streamed(call, turn.stream(), headers);
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
      return streamed(call, turn.resume(after));
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

/** Groups of the reader's session; without one only open pages are read. */
async function visitorFor(call: ApiCall): Promise<Visitor> {
  const session = await readerOf(call);
  return session ? { session: true, groups: session.groups } : stranger;
}

function streamed(
  call: ApiCall,
  stream: ReadableStream<Uint8Array>,
  headers: Readonly<Record<string, string>> = {},
) {
  const isPrivate =
    previewOf(call.connection) !== undefined ||
    assistantOf(call).siteOf(call.project)?.site.config.auth.enabled;
  return {
    body: undefined,
    stream,
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
  const space = spaceOf({ project: call.project, preview: previewOf(call.connection) });
  if (!turn || turn.projectId !== space || turn.visitorId !== visitor) {
    throw new ApiError('NOT_FOUND', 'Message not found.');
  }
  return turn;
}
