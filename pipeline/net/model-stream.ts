import type OpenAI from 'openai';
import type { Guard } from './circuit.ts';
import type { ModelEvent, ModelRequest } from './model.ts';
import { ModelRefusedError, ModelUnavailableError, nameError } from './model-errors.ts';
import { toWire, usageOf } from './model-wire.ts';

/** What a stream needs of an opened model. Times in ms. */
export interface Endpoint {
  readonly client: Promise<OpenAI>;
  readonly model: string;
  readonly guard: Guard;
  readonly firstTokenTimeout: number;
  /** Longest pause between two pieces. */
  readonly silence: number;
}

/** An answer as it is written. Ending the loop early cancels the request. */
export async function* streamAnswer(
  endpoint: Endpoint,
  request: ModelRequest,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { guard, silence } = endpoint;
  const stop = new AbortController();
  const onAbort = () => stop.abort(request.signal?.reason);
  request.signal?.addEventListener('abort', onAbort, { once: true });
  if (request.signal?.aborted) onAbort();
  let timer: NodeJS.Timeout | undefined;
  try {
    const { chunks, first } = await guard(stop.signal, () => openStream(endpoint, request, stop));
    // The package's own time-out ends with the headers of an answer.
    timer = setTimeout(() => stop.abort(timeout('it stopped sending data')), silence);
    const answer: Answer = { calls: [], written: '' };
    for (let item = first; !item.done; item = await guard(stop.signal, () => chunks.next())) {
      timer.refresh();
      const text = takeChunk(answer, item.value);
      if (text) yield { type: 'text', text };
      takeFinish(answer, item.value);
    }
    // The package ends an aborted stream as if it were complete.
    if (stop.signal.aborted) throw nameError(stop.signal.reason, stop.signal);
    yield endOf(answer, request);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onAbort);
    stop.abort();
  }
}

/** Opens the stream and waits for its first chunk; a failure up to there is tried once more. */
async function openStream(endpoint: Endpoint, request: ModelRequest, stop: AbortController) {
  const parameters = toWire(endpoint.model, request);
  // Loading the package is not the model's time.
  const { chat } = await endpoint.client;
  const attempt = async () => {
    const timer = setTimeout(() => stop.abort(timeout('first token')), endpoint.firstTokenTimeout);
    try {
      const stream = await chat.completions.create(
        { ...parameters, stream: true, stream_options: { include_usage: true } },
        { signal: stop.signal },
      );
      const chunks = stream[Symbol.asyncIterator]();
      return { chunks, first: await chunks.next() };
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    return await attempt();
  } catch (error) {
    const named = nameError(error, stop.signal);
    if (!(named instanceof ModelUnavailableError) || stop.signal.aborted) throw error;
    return await attempt();
  }
}

function timeout(message: string): DOMException {
  return new DOMException(message, 'TimeoutError');
}

/** What has arrived of an answer. */
interface Answer {
  readonly calls: { id: string; name: string; arguments: string }[];
  written: string;
  finish?: 'stop' | 'length' | 'tool_calls';
  usage?: OpenAI.CompletionUsage;
}

/** Adds a chunk to an answer; returns its text. */
function takeChunk(answer: Answer, chunk: OpenAI.ChatCompletionChunk): string | undefined {
  if (chunk.usage) answer.usage = chunk.usage;
  const delta = chunk.choices?.[0]?.delta;
  if (delta?.refusal) throw new ModelRefusedError('The model refused to answer.');
  for (const part of delta?.tool_calls ?? []) {
    const call = answer.calls[part.index] ?? { id: '', name: '', arguments: '' };
    answer.calls[part.index] = call;
    if (part.id) call.id = part.id;
    call.name += part.function?.name ?? '';
    call.arguments += part.function?.arguments ?? '';
  }
  const text = delta?.content ?? undefined;
  answer.written += text ?? '';
  return text;
}

function takeFinish(answer: Answer, { choices }: OpenAI.ChatCompletionChunk): void {
  const reason = choices?.[0]?.finish_reason;
  if (reason === 'content_filter') {
    throw new ModelRefusedError("The provider's filter stopped the answer.");
  }
  if (reason) answer.finish = reason === 'length' || reason === 'stop' ? reason : 'tool_calls';
}

function endOf({ calls, written, finish, usage }: Answer, request: ModelRequest): ModelEvent {
  // A stream that just stops was cut: without a finish reason nothing says the answer is whole.
  if (!finish) throw new ModelUnavailableError('The language model cut off its answer.');
  const toolCalls = calls
    .filter((call) => call.name !== '')
    .map((call, index) => ({ ...call, id: call.id || `call_${index}` }));
  return {
    type: 'end',
    toolCalls,
    finish: toolCalls.length > 0 ? 'tool_calls' : finish,
    usage: usageOf(usage, request, written + JSON.stringify(calls)),
  };
}
