import type { ChatEvent } from '../../../schema/chat.ts';
import { ApiError } from '../../../schema/errors.ts';
import { createMeter } from '../model/meter.ts';
import type { modelOf } from '../model/settings.ts';
import { type Accepted, type AskTools, spaceOf } from './asking.ts';
import { converse } from './converse.ts';
import { keepPassing, storeTurn } from './store-turn.ts';
import type { LiveTurn } from './turns.ts';

/** Runs the turn: it goes on until its end, and is stored before its last event is sent. */
export async function startAnswer(
  tools: AskTools,
  accepted: Accepted,
  model: ReturnType<typeof modelOf>,
): Promise<LiveTurn> {
  const { question, turn, started } = accepted;
  const { lane, log, unsupported } = tools;
  const meter = createMeter();
  const abort = new AbortController();
  let firstText: number | undefined;
  let nearest: string | undefined;
  const onNearest = (path: string) => {
    nearest = path;
  };
  const events = watched(
    await peek(
      converse(turn, { model, meter, lane, signal: abort.signal, log, unsupported, onNearest }),
    ),
    (event) => {
      if (event.type === 'text') firstText ??= performance.now() - started;
    },
  );
  const live = tools.turns.run({
    messageId: turn.messageId,
    projectId: spaceOf(question),
    visitorId: question.body.visitorId,
    conversationId: turn.conversationId,
    events,
    abort,
    onEnd: (sent) =>
      question.preview
        ? keepPassing(tools, accepted, { key: question.preview.key, sent, meter })
        : storeTurn(tools, accepted, { sent, meter, firstText, nearest, signal: abort.signal }),
  });
  const readerGone = () => abort.abort(new Error('gone'));
  question.signal.addEventListener('abort', readerGone, { once: true });
  return live;
}

/**
 * Waits as long as nothing has to be waited for: what is known at once (an open circuit) is still an HTTP
 * status, and a slow model delays no `start`.
 */
async function peek(
  events: AsyncGenerator<ChatEvent, void>,
): Promise<AsyncGenerator<ChatEvent, void>> {
  const first = await events.next();
  const second = events.next();
  // A model that is not known to fail has had its turn already.
  const mayFail = !first.done && first.value.type === 'start' && first.value.mode !== undefined;
  const early = mayFail
    ? await Promise.race([
        second,
        new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined))),
      ])
    : undefined;
  if (early && !early.done && early.value.type === 'error') {
    const { code, message } = early.value;
    throw new ApiError(code, message, {
      headers: code === 'AI_UNAVAILABLE' ? { 'Retry-After': '15' } : {},
    });
  }
  return (async function* () {
    if (!first.done) yield first.value;
    const { done, value } = await second;
    if (!done) yield value;
    yield* events;
  })();
}

async function* watched(
  events: AsyncGenerator<ChatEvent, void>,
  look: (event: ChatEvent) => void,
): AsyncGenerator<ChatEvent, void> {
  for await (const event of events) {
    look(event);
    yield event;
  }
}
