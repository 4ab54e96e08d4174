import type OpenAI from 'openai';
import type { APIError } from 'openai';
import { messageOf } from '../../schema/errors.ts';

/** A message of a conversation with a model, in the terms of the OpenAI wire format. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[];
    }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

/** A call that the model asks for; `input` is the parsed argument object, or undefined when it was no JSON. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A tool the model may call; `parameters` is a JSON Schema. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ToolDefinition[];
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  /** Ask for one JSON object. */
  readonly json?: boolean;
  readonly signal?: AbortSignal;
}

/** Tokens as the provider counts them; `estimated` when it did not say and we counted ourselves. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  readonly estimated: boolean;
}

/** One piece of a streamed answer; exactly one `end` comes last. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'end';
      readonly toolCalls: readonly ToolCall[];
      readonly finish: 'stop' | 'length' | 'tool_calls';
      readonly usage: ModelUsage;
    };

/** The language model, whichever it is. */
export interface Model {
  /** Identifier for memory keys and reports. */
  readonly name: string;
  /** A whole answer. */
  complete(request: ModelRequest): Promise<{
    readonly text: string;
    readonly usage: ModelUsage;
    readonly finish: 'stop' | 'length' | 'tool_calls';
  }>;
  /** An answer as it is written. Ending the loop early cancels the request upstream. */
  stream(request: ModelRequest): AsyncGenerator<ModelEvent, void, undefined>;
}

/** A model that makes vectors; its name and dimension are part of an index's identity. */
export interface EmbeddingModel {
  readonly name: string;
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
}

/** The provider can't answer now (time-out, 429, 5xx, no connection, circuit open): 503 `AI_UNAVAILABLE`. */
export class ModelUnavailableError extends Error {
  override readonly name = 'ModelUnavailableError';
  /** Seconds the provider asks to wait, when it says so. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly retryAfter?: number | undefined } = {},
  ) {
    super(message, { cause: options.cause });
    this.retryAfter = options.retryAfter;
  }
}

/**
 * Whether the provider has said what is wrong with the request, such as its key or its length: it would
 * say so again.
 */
export function isFinal(error: ModelUnavailableError): boolean {
  const { status } = (error.cause ?? {}) as { readonly status?: unknown };
  if (typeof status !== 'number' || status < 400 || status > 499) return false;
  return ![408, 409, 425, 429].includes(status);
}

/** The provider refuses the content: 400 `CONTENT_FILTERED`. */
export class ModelRefusedError extends Error {
  override readonly name = 'ModelRefusedError';
}

/** Where a model is and what it is called; read from the environment in `main.ts` and `cli.ts`. */
export interface ModelAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
}

/** Consecutive failures that open the circuit, and how long it stays open (ms). */
const circuit = { failures: 5, pause: 15_000 } as const;

/** Letters of a provider's error that are shown. */
const mostWords = 300;

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
  const now = options.now ?? Date.now;
  const client = createClient(address, options.timeout ?? 120_000);
  const firstTokenTimeout = options.firstTokenTimeout ?? 30_000;
  let failures = 0;
  let openUntil = 0;
  let last = '';

  /** Runs a call under the circuit breaker and gives the provider's errors our names. */
  async function guarded<T>(signal: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
    if (now() < openUntil) {
      throw new ModelUnavailableError(
        `The language model failed repeatedly and is paused for a moment. ${last}`,
        {
          retryAfter: Math.ceil((openUntil - now()) / 1000),
        },
      );
    }
    try {
      const result = await run();
      failures = 0;
      return result;
    } catch (error) {
      const named = nameError(error, signal);
      if (!(named instanceof ModelUnavailableError)) throw named;
      if (isFinal(named)) failures = 0;
      else if (++failures >= circuit.failures) {
        openUntil = now() + circuit.pause;
        last = named.message;
        failures = 0;
      }
      throw named;
    }
  }

  /** Opens the stream and waits for its first chunk; a failure up to there is tried once more. */
  async function open(request: ModelRequest, stop: AbortController) {
    const parameters = toWire(address.model, request);
    // Loading the package is not the model's time.
    const { chat } = await client;
    const attempt = async () => {
      const timer = setTimeout(
        () => stop.abort(new DOMException('first token', 'TimeoutError')),
        firstTokenTimeout,
      );
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

  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent, void, undefined> {
    const stop = new AbortController();
    const onAbort = () => stop.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', onAbort, { once: true });
    if (request.signal?.aborted) onAbort();
    let timer: NodeJS.Timeout | undefined;
    try {
      const { chunks, first } = await guarded(stop.signal, () => open(request, stop));
      // The package's own time-out ends with the headers of an answer.
      timer = setTimeout(
        () => stop.abort(new DOMException('it stopped sending data', 'TimeoutError')),
        options.silence ?? 60_000,
      );
      const calls: { id: string; name: string; arguments: string }[] = [];
      let finish: 'stop' | 'length' | 'tool_calls' | undefined;
      let usage: OpenAI.CompletionUsage | undefined;
      let written = '';
      for (let item = first; !item.done; item = await guarded(stop.signal, () => chunks.next())) {
        const chunk = item.value;
        timer.refresh();
        usage = chunk.usage ?? usage;
        const choice = chunk.choices?.[0];
        if (!choice) continue;
        if (choice.delta?.refusal) throw new ModelRefusedError('The model refused to answer.');
        for (const part of choice.delta?.tool_calls ?? []) {
          const call = calls[part.index] ?? { id: '', name: '', arguments: '' };
          calls[part.index] = call;
          if (part.id) call.id = part.id;
          call.name += part.function?.name ?? '';
          call.arguments += part.function?.arguments ?? '';
        }
        const text = choice.delta?.content;
        if (text) {
          written += text;
          yield { type: 'text', text };
        }
        if (choice.finish_reason === 'content_filter')
          throw new ModelRefusedError("The provider's filter stopped the answer.");
        if (choice.finish_reason)
          finish =
            choice.finish_reason === 'length'
              ? 'length'
              : choice.finish_reason === 'stop'
                ? 'stop'
                : 'tool_calls';
      }
      // The package ends an aborted stream as if it were complete.
      if (stop.signal.aborted) throw nameError(stop.signal.reason, stop.signal);
      // A stream that just stops was cut: without a finish reason nothing says the answer is whole.
      if (!finish) throw new ModelUnavailableError('The language model cut off its answer.');
      const toolCalls = calls
        .filter((call) => call.name !== '')
        .map((call, index) => ({ ...call, id: call.id || `call_${index}` }));
      yield {
        type: 'end',
        toolCalls,
        finish: toolCalls.length > 0 ? 'tool_calls' : finish,
        usage: usage
          ? { input: usage.prompt_tokens, output: usage.completion_tokens, estimated: false }
          : {
              input: estimateTokens(messagesText(request.messages)),
              output: estimateTokens(written + JSON.stringify(calls)),
              estimated: true,
            },
      };
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', onAbort);
      stop.abort();
    }
  }

  return {
    name: address.model,
    stream,
    complete: (request) =>
      guarded(request.signal, async () => {
        const { chat } = await client;
        const answer = await chat.completions.create(toWire(address.model, request), {
          ...(request.signal ? { signal: request.signal } : {}),
        });
        const choice = answer.choices?.[0];
        if (!choice) throw new ModelUnavailableError('The language model returned no choice.');
        if (choice.message.refusal || choice.finish_reason === 'content_filter') {
          throw new ModelRefusedError(
            choice.message.refusal || "The provider's filter stopped the answer.",
          );
        }
        const text = choice.message.content ?? '';
        return {
          text,
          finish: choice.finish_reason === 'length' ? 'length' : 'stop',
          usage: answer.usage
            ? {
                input: answer.usage.prompt_tokens,
                output: answer.usage.completion_tokens,
                estimated: false,
              }
            : {
                input: estimateTokens(messagesText(request.messages)),
                output: estimateTokens(text),
                estimated: true,
              },
        };
      }),
  };
}

/** Opens an embedding endpoint; vectors come back in the order of the texts, 96 texts a request. */
export function openEmbeddings(
  address: ModelAddress,
  options: { readonly timeout?: number } = {},
): EmbeddingModel {
  const client = createClient(address, options.timeout ?? 60_000, 2);
  return {
    name: address.model,
    embed: async (texts, signal) => {
      const vectors: (readonly number[])[] = [];
      for (let start = 0; start < texts.length; start += 96) {
        try {
          const answer = await (await client).embeddings.create(
            {
              model: address.model,
              input: texts.slice(start, start + 96),
              encoding_format: 'float',
            },
            signal ? { signal } : {},
          );
          for (const row of answer.data.toSorted((a, b) => a.index - b.index))
            vectors.push(row.embedding);
        } catch (error) {
          throw nameError(error, signal);
        }
      }
      if (vectors.length !== texts.length) {
        throw new ModelUnavailableError(
          `The embedding model returned ${vectors.length} vectors for ${texts.length} texts.`,
        );
      }
      return vectors;
    },
  };
}

/**
 * Tokens of a text where the provider tells none: four letters of an alphabet to a token, one of a
 * script without spaces. Within a fifth of the common tokenizers, and always flagged as an estimate.
 */
export function estimateTokens(text: string): number {
  const dense =
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu,
    )?.length ?? 0;
  return Math.ceil((text.length - dense) / 4) + dense;
}

/** The package is large: it is loaded where a model is, not by everything that may have one. */
async function createClient(
  address: ModelAddress,
  timeout: number,
  maxRetries = 0,
): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  return new Client({
    baseURL: address.baseUrl,
    apiKey: address.apiKey,
    timeout,
    maxRetries,
    logLevel: 'off',
  });
}

function toWire(
  model: string,
  request: ModelRequest,
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: request.messages.map((message): OpenAI.ChatCompletionMessageParam => {
      if (message.role === 'tool')
        return { role: 'tool', tool_call_id: message.callId, content: message.content };
      if (message.role !== 'assistant') return { role: message.role, content: message.content };
      if (!message.toolCalls?.length) return { role: 'assistant', content: message.content };
      return {
        role: 'assistant',
        content: message.content,
        tool_calls: message.toolCalls.map((call) => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: call.arguments },
        })),
      };
    }),
    ...(request.tools?.length
      ? {
          tools: request.tools.map((tool) => ({
            type: 'function' as const,
            function: {
              name: tool.name,
              description: tool.description,
              parameters: { ...tool.parameters },
            },
          })),
        }
      : {}),
    ...(request.maxOutputTokens === undefined
      ? {}
      : { max_completion_tokens: request.maxOutputTokens }),
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.json ? { response_format: { type: 'json_object' } } : {}),
  };
}

const messagesText = (messages: readonly ModelMessage[]) =>
  messages.map((message) => message.content).join('\n');

/** Whether the provider answered with an error, instead of not answering. */
function isAnswer(error: unknown): error is APIError & { readonly status: number } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

/** What a provider says of its error, on one line; a page of HTML says nothing. */
function wordsOf({ error }: APIError): string {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  const words = typeof message === 'string' ? message.replace(/\s+/g, ' ').trim() : '';
  if (words === '') return '.';
  const shown = words.length > mostWords ? `${words.slice(0, mostWords)}…` : words;
  return /[.!?…]$/.test(shown) ? `: ${shown}` : `: ${shown}.`;
}

/** The caller's own abort stays what it is; everything else is either a refusal or an outage. */
function nameError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof ModelUnavailableError || error instanceof ModelRefusedError) return error;
  if (signal?.aborted && (signal.reason as Error | undefined)?.name !== 'TimeoutError')
    return signal.reason ?? error;
  if (isAnswer(error)) {
    if (error.code === 'content_filter' || error.code === 'content_policy_violation')
      return new ModelRefusedError(error.message);
    const seconds = Number(error.headers?.get('retry-after'));
    return new ModelUnavailableError(
      `The language model answered ${error.status}${wordsOf(error)}`,
      {
        cause: error,
        retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
      },
    );
  }
  const reason = messageOf(error);
  return new ModelUnavailableError(`The language model can't be reached: ${reason}`, {
    cause: error,
  });
}
