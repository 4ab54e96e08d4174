import type { APIError } from 'openai';
import { messageOf } from '../../schema/errors.ts';

/** The provider can't answer now (time-out, 429, 5xx, no connection, circuit open): 503 `AI_UNAVAILABLE`. */
export class ModelUnavailableError extends Error {
  override readonly name = 'ModelUnavailableError';
  /** Seconds the provider asks clients to wait, if it does. */
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

/** The caller's own abort stays what it is; everything else is either a refusal or an outage. */
export function nameError(error: unknown, signal: AbortSignal | undefined): unknown {
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

/** Whether the provider answered with an error, instead of not answering. */
function isAnswer(error: unknown): error is APIError & { readonly status: number } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number';
}

/** Letters of a provider's error that are shown. */
const mostWords = 300;

/** What a provider says of its error, on one line; a page of HTML says nothing. */
function wordsOf({ error }: APIError): string {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  const words = typeof message === 'string' ? message.replace(/\s+/g, ' ').trim() : '';
  if (words === '') return '.';
  const shown = words.length > mostWords ? `${words.slice(0, mostWords)}…` : words;
  return /[.!?…]$/.test(shown) ? `: ${shown}` : `: ${shown}.`;
}
