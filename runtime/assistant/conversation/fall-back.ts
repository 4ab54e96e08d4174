import { ModelUnavailableError } from '../../../pipeline/net/model-errors.ts';
import type { ChatEvent } from '../../../schema/chat.ts';
import { answerByQuoting } from '../quoting/extractive.ts';
import type { Turn } from '../turn.ts';
import type { Rests, TurnPorts } from './ports.ts';

/** Whether there is no model to wait for; one that is slow delays nothing. */
export async function failsAtOnce(first: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    first.then(
      () => false,
      (error) => error instanceof ModelUnavailableError,
    ),
    new Promise<boolean>((resolve) => setImmediate(() => resolve(false))),
  ]);
}

/** A generator whose first step was taken already. */
export async function* resumed<T, R>(
  first: Promise<IteratorResult<T, R>>,
  rest: AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  const { value, done } = await first;
  if (done) return value;
  yield value;
  return yield* rest;
}

/** The answer of a model; one that fails before its first word is made of quotes, if there are any. */
export async function* orQuote(
  answer: AsyncGenerator<ChatEvent, Rests>,
  turn: Turn,
  ports: TurnPorts,
): AsyncGenerator<ChatEvent, Rests> {
  let hasText = false;
  let calls = 0;
  try {
    for (;;) {
      const { value, done } = await answer.next();
      if (done) return value;
      if (value.type === 'text') hasText = true;
      if (value.type === 'tool_call') calls++;
      yield value;
    }
  } catch (error) {
    const mayQuote = error instanceof ModelUnavailableError && ports.model !== undefined;
    if (!mayQuote || hasText || ports.signal.aborted) throw error;
    ports.log(`The assistant quotes instead: ${error.message}`);
    const quoted: ChatEvent[] = [];
    const quoting = quoteInLane(turn, ports);
    for (;;) {
      const { value, done } = await quoting.next();
      if (!done) {
        quoted.push(value);
        continue;
      }
      // Where there is nothing to quote either, the reader learns why.
      if (value.sources.length === 0) throw error;
      for (const event of quoted) yield renumbered(event, calls);
      return value;
    }
  }
}

/** A call behind those that the model had made. */
function renumbered(event: ChatEvent, calls: number): ChatEvent {
  if (calls === 0 || (event.type !== 'tool_call' && event.type !== 'tool_result')) return event;
  const own = Number(/\d+$/.exec(event.callId)?.[0] ?? 1);
  return { ...event, callId: `call_${calls + own}` };
}

/** An answer of quotes, when it is its turn. */
export async function* quoteInLane(
  turn: Turn,
  { lane, signal }: TurnPorts,
): AsyncGenerator<ChatEvent, Rests> {
  const leave = await lane?.();
  try {
    signal.throwIfAborted();
    return { ...(yield* answerByQuoting(turn, signal)), mode: 'extractive' };
  } finally {
    leave?.();
  }
}
