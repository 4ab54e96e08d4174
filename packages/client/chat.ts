import type { ClientOptions, RequestOptions } from './calls.ts';
import type { DocentConnectionError } from './errors.ts';
import { eventData } from './event-stream.ts';
import type { ChatEvent } from './models.ts';
import { connectionError, type Outgoing, send } from './send.ts';

/** What is known of an answer: how to resume it, and what came so far. */
interface Progress {
  /** Path of the answers below `/api/v1`. */
  readonly answers: string;
  readonly visitorId: string;
  /** Undefined until the answer has started. */
  messageId: string | undefined;
  received: number;
  isOver: boolean;
}

/** Streams the events of an answer, over as many connections as it takes. */
export async function* chatEvents(
  client: ClientOptions,
  request: Outgoing,
  options: RequestOptions = {},
): AsyncGenerator<ChatEvent, void> {
  const retries = options.maxRetries ?? client.maxRetries ?? 2;
  const progress = progressOf(request);
  let next = request;
  let failures = 0;
  try {
    for (;;) {
      const { response } = await send(client, next, options);
      const before = progress.received;
      const lost = yield* eventsOf(client, response, progress, options);
      if (!lost) return;
      failures = progress.received > before ? 1 : failures + 1;
      // Before its first event, the answer can't be found again.
      if (progress.messageId === undefined || failures > retries) throw lost;
      const query = new URLSearchParams({
        visitorId: progress.visitorId,
        after: String(progress.received),
      });
      const path = `${progress.answers}/${progress.messageId}/stream?${query}`;
      next = { method: 'GET', path, takesKey: false, stream: true };
    }
  } catch (error) {
    progress.isOver = true;
    throw error;
  } finally {
    // A question with an Idempotency-Key is answered to its end, even if its connection is closed.
    const hasAsked = request.method === 'POST' && progress.messageId !== undefined;
    if (hasAsked && !progress.isOver) await stop(client, progress);
  }
}

/** The events of one connection; returns what broke it, or undefined at the end of the answer. */
async function* eventsOf(
  client: ClientOptions,
  response: Response,
  progress: Progress,
  options: RequestOptions,
): AsyncGenerator<ChatEvent, DocentConnectionError | undefined> {
  let cause: unknown = new Error('the stream ended before the answer did');
  try {
    const timeout = options.timeout ?? client.timeout ?? 60_000;
    for await (const data of response.body ? eventData(response.body, timeout) : []) {
      const event = JSON.parse(data) as ChatEvent;
      progress.received++;
      if (event.type === 'start') progress.messageId = event.messageId;
      progress.isOver = event.type === 'done' || event.type === 'error';
      yield event;
      if (progress.isOver) return undefined;
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    cause = error;
  }
  return connectionError(client.baseUrl, cause, undefined);
}

/** `POST …/chat` with a question, or `GET …/chat/{messageId}/stream` for the rest of its answer. */
function progressOf({ path, body }: Outgoing): Progress {
  const [place = '', query] = path.split('?');
  const { visitorId = '' } = (body ?? {}) as { readonly visitorId?: string };
  if (visitorId !== '') {
    return { answers: place, visitorId, messageId: undefined, received: 0, isOver: false };
  }
  const asked = new URLSearchParams(query);
  const [, answers = '', messageId] = /^(.*)\/([^/]+)\/stream$/.exec(place) ?? [];
  return {
    ...{ answers, messageId, visitorId: asked.get('visitorId') ?? '' },
    ...{ received: Number(asked.get('after') ?? 0), isOver: false },
  };
}

/** Stops an answer that is not wanted any more; if that fails, it ends by itself. */
async function stop(
  client: ClientOptions,
  { answers, messageId, visitorId }: Progress,
): Promise<void> {
  const path = `${answers}/${messageId}/stop`;
  const request = { method: 'POST', path, body: { visitorId }, takesKey: false };
  await send(client, request, { maxRetries: 0 }).catch(() => {});
}
