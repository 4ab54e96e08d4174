import type { Pair } from '../../../openapi/serialize.ts';
import { type BuiltRequest, cookieHeader, encodeBody } from './request.ts';

/** A response whose body is still to be read. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly Pair[];
  readonly body: ReadableStream<Uint8Array> | null;
  readonly proxied: boolean;
}

/** Seconds until the first byte of a response. */
export const patience = 30;

/** There was no response in time. */
export class SlowError extends Error {
  override readonly name = 'SlowError';
}

/** The server of the page did not forward the request, in its own words. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The browser would block the request, so that it is not sent. */
export class MixedError extends Error {
  override readonly name = 'MixedError';
}

/**
 * Sends a request to the API, or to the server of the page that forwards it.
 * @throws SlowError, RefusedError, MixedError, and what `fetch` throws
 */
export async function send(
  request: BuiltRequest,
  { proxy, signal }: { readonly proxy: string | undefined; readonly signal: AbortSignal },
): Promise<Answer> {
  if (proxy === undefined && isMixed(request.url)) throw new MixedError();
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), patience * 1000);
  const limits = AbortSignal.any([signal, slow.signal]);
  try {
    return await (proxy === undefined
      ? sendDirectly(request, limits)
      : sendThrough(proxy, request, limits));
  } catch (fault) {
    if (slow.signal.aborted && !signal.aborted) throw new SlowError();
    throw fault;
  } finally {
    clearTimeout(timer);
  }
}

/** A page with https may not ask an address without, except on the reader's own machine. */
function isMixed(address: string): boolean {
  if (location.protocol !== 'https:' || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

async function sendDirectly(request: BuiltRequest, signal: AbortSignal): Promise<Answer> {
  const { data, contentType } = encodeBody(request);
  const headers = new Headers();
  if (contentType !== undefined) headers.set('content-type', contentType);
  for (const [name, value] of request.headers) {
    if (!isSetByBrowser(name)) headers.append(name, value);
  }
  const response = await fetch(request.url, {
    method: request.method,
    headers,
    ...(data === undefined ? {} : { body: data }),
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
  const { status, body } = response;
  return { status, headers: [...response.headers], body, proxied: false };
}

const target = 'x-docent-target';
const prefix = 'x-docent-header-';

async function sendThrough(
  proxy: string,
  request: BuiltRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const { data, contentType } = encodeBody(request);
  const headers = new Headers({ [target]: request.url });
  // The type of a body with parts has their boundary, which only the browser knows.
  if (contentType !== undefined) headers.set('content-type', contentType);
  for (const [name, value] of [...request.headers, ...cookieHeader(request)]) {
    headers.append(prefix + name, value);
  }
  const response = await fetch(proxy, {
    method: request.method,
    headers,
    ...(data === undefined ? {} : { body: data }),
    cache: 'no-store',
    signal,
  });
  if (!response.headers.has('x-docent-proxied')) throw new RefusedError(await refusalOf(response));
  const own = [...response.headers].flatMap(([name, value]): Pair[] =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  );
  return { status: response.status, headers: own, body: response.body, proxied: true };
}

async function refusalOf(response: Response): Promise<string> {
  const answer = (await response.json().catch(() => undefined)) as
    | { readonly error?: { readonly message?: string } }
    | undefined;
  return answer?.error?.message ?? String(response.status);
}

const browserHeaders = new Set(
  (
    'accept-charset accept-encoding access-control-request-headers access-control-request-method ' +
    'connection content-length cookie cookie2 date dnt expect host keep-alive origin referer set-cookie te ' +
    'trailer transfer-encoding upgrade user-agent via'
  ).split(' '),
);

/** Headers that a page can't set: the browser would leave them out in silence. */
export function isSetByBrowser(name: string): boolean {
  const lower = name.toLowerCase();
  return browserHeaders.has(lower) || /^(proxy|sec)-/.test(lower);
}

/** Where the server of the page forwards requests, if it does. */
export async function findProxy(): Promise<string | undefined> {
  const base = document.documentElement.dataset.base ?? '';
  try {
    const response = await fetch(`${base}/_docent/runtime.json`, { credentials: 'omit' });
    const note = (await response.json()) as { readonly proxy?: unknown } | null;
    return response.ok && note?.proxy === true ? `${base}/_docent/proxy` : undefined;
  } catch {
    return undefined;
  }
}
