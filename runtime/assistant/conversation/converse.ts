import { ModelRefusedError, ModelUnavailableError } from '../../../pipeline/net/model-errors.ts';
import type { ChatEvent } from '../../../schema/chat.ts';
import type { ApiCode } from '../../../schema/codes.ts';
import type { Turn } from '../turn.ts';
import { answerByModel } from './by-model.ts';
import { failsAtOnce, orQuote, quoteInLane, resumed } from './fall-back.ts';
import type { Rests, TurnPorts } from './ports.ts';

/**
 * One turn of a conversation as its events: `start` first, then tools and text, `citations`, and exactly
 * one `done` or `error` at the end. Nothing is thrown.
 */
export async function* converse(turn: Turn, ports: TurnPorts): AsyncGenerator<ChatEvent, void> {
  const { conversationId, messageId } = turn;
  const { model, meter } = ports;
  const answer = model ? answerByModel(turn, ports, model) : quoteInLane(turn, ports);
  const first = answer.next();
  // A model that is known to be down is replaced before the answer begins.
  const isQuoted = !model || (await failsAtOnce(first));
  yield {
    ...{ type: 'start', conversationId, messageId },
    ...(isQuoted ? { mode: 'extractive' } : {}),
  };
  let rests: Rests;
  try {
    rests = yield* orQuote(resumed(first, answer), turn, ports);
  } catch (error) {
    const { code, message } = nameError(error, ports);
    yield { type: 'error', code, message };
    return;
  }
  const { nearest, ...said } = rests;
  if (nearest !== undefined) ports.onNearest?.(nearest);
  yield { type: 'citations', ...said };
  yield {
    type: 'done',
    tokensUsed: meter.tokens(),
    ...(meter.estimated() ? { estimated: true } : {}),
  };
}

/** What readers see of an error; the log has more. */
function nameError(error: unknown, ports: TurnPorts): { code: ApiCode; message: string } {
  if (ports.signal.aborted) return { code: 'AI_UNAVAILABLE', message: 'The answer was stopped.' };
  if (error instanceof ModelRefusedError) {
    return { code: 'CONTENT_FILTERED', message: "This question can't be answered here." };
  }
  if (error instanceof ModelUnavailableError) {
    ports.log(`The assistant can't answer: ${error.message}`);
    return {
      code: 'AI_UNAVAILABLE',
      message: "The language model can't be reached right now. Try again in a moment.",
    };
  }
  ports.log(`The assistant failed: ${(error as Error).stack ?? String(error)}`);
  return { code: 'INTERNAL_ERROR', message: 'Something went wrong on the server.' };
}
