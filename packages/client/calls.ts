import type { ChatEvent, ListMeta } from './models.ts';

/** Where the server is, and how it is called. */
export interface ClientOptions {
  /** Address of the server, such as `https://docs.example.com`. */
  readonly baseUrl: string;
  /** Key of the API; readers' operations need none. */
  readonly key?: string;
  /** Retries of a failed request; default 2. */
  readonly maxRetries?: number;
  /** Milliseconds before the first retry, doubled for each next one; default 500. */
  readonly retryDelay?: number;
  /** Milliseconds that an attempt may take, and that a stream may be silent; default 60,000. */
  readonly timeout?: number;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the global `fetch`. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** What a single call does differently. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Key of a `POST`; without one, each call gets its own. */
  readonly idempotencyKey?: string;
  /** The `ETag` of the object that is changed: rejected with 412 if it has changed since. */
  readonly ifMatch?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxRetries?: number;
  readonly timeout?: number;
}

/** The result of a call, and with `withResponse` its response as well, for its headers. */
export interface ApiCall<T> extends Promise<T> {
  readonly withResponse: () => Promise<{ readonly data: T; readonly response: Response }>;
}

/** One page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly meta: ListMeta;
}

/** `await` it for one page; `for await` it for the entries of this page and all that follow. */
export interface PagedCall<T> extends ApiCall<Page<T>>, AsyncIterable<T> {}

/**
 * The events of an answer. A broken connection is resumed; leaving the loop stops the answer on the
 * server.
 */
export interface ChatStream extends AsyncIterable<ChatEvent> {}
