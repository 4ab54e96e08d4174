import { openCircuit } from './circuit.ts';
import type { Model, ModelAddress, ModelRequest } from './model.ts';
import { ModelRefusedError, ModelUnavailableError } from './model-errors.ts';
import { type Endpoint, streamAnswer } from './model-stream.ts';
import { createClient, toWire, usageOf } from './model-wire.ts';

/** Opens an OpenAI-compatible endpoint. Times in ms; `silence` may lie between two pieces of a stream. */
export function openModel(
  address: ModelAddress,
  options: {
    readonly firstTokenTimeout?: number;
    readonly silence?: number;
    readonly timeout?: number;
    readonly now?: () => number;
  } = {},
): Model {
  const endpoint: Endpoint = {
    client: createClient(address, options.timeout ?? 120_000),
    model: address.model,
    guard: openCircuit(options.now ?? Date.now),
    firstTokenTimeout: options.firstTokenTimeout ?? 30_000,
    silence: options.silence ?? 60_000,
  };
  return {
    name: address.model,
    stream: (request) => streamAnswer(endpoint, request),
    complete: (request) => endpoint.guard(request.signal, () => wholeAnswer(endpoint, request)),
  };
}

async function wholeAnswer(
  { client, model }: Endpoint,
  request: ModelRequest,
): ReturnType<Model['complete']> {
  const { chat } = await client;
  const answer = await chat.completions.create(toWire(model, request), {
    ...(request.signal ? { signal: request.signal } : {}),
  });
  const choice = answer.choices?.[0];
  if (!choice) throw new ModelUnavailableError('The language model returned no choice.');
  const { message, finish_reason: reason } = choice;
  if (message.refusal || reason === 'content_filter') {
    throw new ModelRefusedError(message.refusal || "The provider's filter stopped the answer.");
  }
  const text = message.content ?? '';
  return {
    text,
    finish: reason === 'length' ? 'length' : 'stop',
    usage: usageOf(answer.usage, request, text),
  };
}
