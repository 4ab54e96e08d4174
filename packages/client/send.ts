import type { ClientOptions, RequestOptions } from './calls.ts';
import { DocentConnectionError, type DocentError, errorOf } from './errors.ts';

/** A request before it has headers. */
export interface Outgoing {
  readonly method: string;
  /** Below `/api/v1`, with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Whether the body is bytes instead of JSON. */
  readonly takesBytes?: boolean;
  /** Whether the server executes it once for each `Idempotency-Key`. */
  readonly takesKey: boolean;
  readonly stream?: boolean;
}

/** A response and its text, which is empty for a stream. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

/** Longest delay before a retry, and longest `Retry-After` that is waited for, in milliseconds. */
const longest = { delay: 8000, asked: 60_000 };

/** Sends a request, and again as long as that is safe and may help. */
export async function send(
  client: ClientOptions,
  request: Outgoing,
  options: RequestOptions = {},
): Promise<Answer> {
  const idempotencyKey = request.takesKey
    ? (options.idempotencyKey ?? globalThis.crypto.randomUUID())
    : undefined;
  const init = {
    method: request.method,
    headers: headersOf(client, request, options, idempotencyKey),
    ...(request.body === undefined ? {} : { body: bodyOf(request) }),
  };
  const url = `${client.baseUrl.replace(/\/+$/, '')}/api/v1${request.path}`;
  const retries = options.maxRetries ?? client.maxRetries ?? 2;
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOf(
      client,
      { url, init, stream: request.stream ?? false },
      options,
    );
    if (!('error' in outcome)) return outcome;
    const { error, response } = outcome;
    const isRepeatable = request.method !== 'POST' || idempotencyKey !== undefined;
    const wait =
      attempt < retries ? delayOf(error, { response, isRepeatable, attempt }) : undefined;
    if (wait === undefined) throw error;
    await pause(wait.asked ?? jitter(client.retryDelay ?? 500, attempt), options.signal);
  }
}

function bodyOf({ body, takesBytes }: Outgoing): BodyInit {
  return takesBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body);
}

function headersOf(
  client: ClientOptions,
  request: Outgoing,
  options: RequestOptions,
  idempotencyKey: string | undefined,
): Headers {
  const headers = new Headers({
    accept: request.stream ? 'text/event-stream, application/json' : 'application/json',
  });
  if (client.key !== undefined) headers.set('authorization', `Bearer ${client.key}`);
  if (request.body !== undefined) {
    const type = request.takesBytes ? 'application/octet-stream' : 'application/json';
    headers.set('content-type', type);
  }
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
  for (const [name, value] of Object.entries({ ...client.headers, ...options.headers })) {
    headers.set(name, value);
  }
  return headers;
}

/** One attempt; throws only what the caller's own signal means. */
async function attemptOf(
  client: ClientOptions,
  { url, init, stream }: { url: string; init: RequestInit; stream: boolean },
  options: RequestOptions,
): Promise<Answer | { readonly error: DocentError; readonly response?: Response }> {
  const { signal } = options;
  signal?.throwIfAborted();
  const timeout = options.timeout ?? client.timeout ?? 60_000;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  try {
    const signals = signal ? [limit.signal, signal] : [limit.signal];
    const fetched = client.fetch ?? ((url, init) => fetch(url, init));
    const response = await fetched(url, { ...init, signal: AbortSignal.any(signals) });
    if (stream && response.ok) return { response, text: '' };
    const text = await response.text();
    return response.ok ? { response, text } : { error: errorOf(response, text), response };
  } catch (cause) {
    signal?.throwIfAborted();
    return { error: connectionError(url, cause, limit.signal.aborted ? timeout : undefined) };
  } finally {
    clearTimeout(timer);
  }
}

/** `timeout` is set if that many milliseconds were too few. */
export function connectionError(
  url: string,
  cause: unknown,
  timeout: number | undefined,
): DocentConnectionError {
  const { origin } = new URL(url);
  if (timeout !== undefined) {
    const message = `${origin} did not respond within ${timeout} ms.`;
    return new DocentConnectionError(message, 'TIMEOUT', cause);
  }
  const reason = cause instanceof Error ? (innermost(cause).message ?? '') : String(cause);
  return new DocentConnectionError(`Can't reach ${origin}: ${reason}`, 'CONNECTION_FAILED', cause);
}

/** `fetch` says what went wrong in the cause of its error. */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}

/** How a failed attempt is retried: after the time that the server asked for, or one of our choice. */
function delayOf(
  error: DocentError,
  {
    response,
    isRepeatable,
    attempt,
  }: {
    readonly response: Response | undefined;
    readonly isRepeatable: boolean;
    readonly attempt: number;
  },
): { readonly asked: number | undefined } | undefined {
  const { status, code } = error;
  const asked = retryAfter(response?.headers.get('retry-after'));
  // The units of a month are used up: seconds don't help.
  if (code === 'LIMIT_EXCEEDED' && asked === undefined) return undefined;
  // An earlier attempt, whose response was lost, is still in progress.
  const isOwn = code === 'IDEMPOTENCY_CONFLICT' && attempt > 0;
  // With these, the server has done nothing; with the others it may have.
  const isRefused = status === 429 || status === 503 || isOwn;
  const mayHelp = isRefused || (isRepeatable && (status === 0 || status === 502 || status === 504));
  if (!mayHelp || (asked ?? 0) > longest.asked) return undefined;
  return { asked };
}

/** Milliseconds of a `Retry-After`: seconds, or a date. */
function retryAfter(value: string | null | undefined): number | undefined {
  if (!value) return undefined;
  const time = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(time) ? undefined : Math.max(0, time);
}

/** Clients that failed together don't come back together. */
function jitter(first: number, attempt: number): number {
  return Math.min(longest.delay, first * 2 ** attempt) * (0.5 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
