import type { ErrorDetail } from '../../../packages/client/models.ts';
import { apiBase } from './served.ts';

/** What the API answered with, and where the list goes on. */
export interface Answered<Data> {
  readonly data: Data;
  readonly total: number;
  /** Path and query of the next part of a list; undefined at its end. */
  readonly next: string | undefined;
  /** The version of what was read or written, for `If-Match`. */
  readonly tag: string | undefined;
}

/** A request that did not work, and why: the API's own words, or that it could not be reached. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  /** Seconds after which the API asks to try again. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    {
      status = 0,
      code = 'OFFLINE',
      details = [],
      requestId,
      retryAfter,
    }: {
      readonly status?: number;
      readonly code?: string;
      readonly details?: readonly ErrorDetail[];
      readonly requestId?: string | undefined;
      readonly retryAfter?: number | undefined;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** The parameters of a query; those without a value are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A path of the API with a query. */
export function address(path: string, query: Query = {}): string {
  const text = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  return `${path}${text && (path.includes('?') ? '&' : '?')}${text}`;
}

interface Listeners {
  onExpired: () => void;
  onLost: () => void;
}

/** Who wants to know that the session has ended, or that the server can't be reached. */
export const listeners: Listeners = { onExpired: () => {}, onLost: () => {} };

/**
 * Asks the API.
 * @throws Failure with the API's words, or one of the code `OFFLINE` when there was no answer
 */
export async function ask<Data>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered<Data>> {
  let response: Response;
  try {
    response = await fetch(path.startsWith(`${apiBase}/`) ? path : `${apiBase}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    listeners.onLost();
    throw new Failure('The server can’t be reached. Check the connection; this page tries again.');
  }
  if (response.status === 204)
    return { data: undefined as Data, total: 0, next: undefined, tag: undefined };
  const answer = (await response.json().catch(() => ({}))) as {
    data?: Data;
    meta?: { total?: number };
    error?: { code: string; message: string; details?: ErrorDetail[]; requestId?: string };
  };
  if (!response.ok) {
    const { error } = answer;
    if (response.status === 401 && !path.startsWith('/sessions')) listeners.onExpired();
    throw new Failure(error?.message ?? `The server answered with status ${response.status}.`, {
      status: response.status,
      code: error?.code ?? 'INTERNAL_ERROR',
      details: error?.details ?? [],
      requestId: error?.requestId ?? response.headers.get('x-request-id') ?? undefined,
      retryAfter: Number(response.headers.get('retry-after')) || undefined,
    });
  }
  return {
    data: answer.data as Data,
    total: answer.meta?.total ?? 0,
    next: nextOf(response.headers.get('link')),
    tag: response.headers.get('etag') ?? undefined,
  };
}

/** The address of `rel="next"` in a `Link` header. */
export function nextOf(link: string | null): string | undefined {
  return /<([^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1];
}
