import { type Dispatcher, request } from 'undici';
import { type AddressPolicy, blockedUrl } from '../../schema/network.ts';
import { addressRemedy, withRemedy } from './remedy.ts';

/** Time limits of an attempt in milliseconds and bytes read and kept of an answer. */
export const attemptLimits = {
  total: 10_000,
  connect: 3000,
  readBytes: 64 * 1024,
  keepBytes: 4 * 1024,
} as const;

/** One try to deliver. `status` is 0 and `error` set when no answer came. */
export interface Attempt {
  readonly status: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Start of the answer, at most 4 kB. */
  readonly responseBody: string;
  readonly retryAfter?: string;
  /** `blocked_ip: …`, `timeout`, or the network's error code; with a remedy, if known. */
  readonly error?: string;
  /** Why the failure isn't the receiver's; absent if it may be. */
  readonly fault?: Fault;
}

/**
 * `ours`: this machine could not send, regardless of the receiver. `unclear`: settings or network
 * of this machine may be the cause as well as the receiver.
 */
export type Fault = 'ours' | 'unclear';

/** Sends one POST and reads the answer; never throws, never follows a redirect. */
export async function deliver(
  url: string,
  {
    headers,
    body,
    agent,
    policy,
    now = Date.now,
    total = attemptLimits.total,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    /** Made by `createGuardedAgent`: vets the address that is connected to. */
    readonly agent: Dispatcher;
    readonly policy: AddressPolicy;
    readonly now?: () => number;
    readonly total?: number;
  },
): Promise<Attempt> {
  const started = now();
  const since = () => Math.round(now() - started);
  const blocked = blockedUrl(url, policy);
  if (blocked) {
    // The address was allowed when the webhook was created: the operator has changed the settings
    // since.
    const error = blockedText(url, policy, blocked);
    return { status: 0, duration: 0, responseBody: '', error, fault: 'unclear' };
  }
  const timeout = AbortSignal.timeout(total);
  try {
    const response = await request(url, {
      method: 'POST',
      headers,
      body,
      dispatcher: agent,
      signal: timeout,
    });
    const retryAfter = response.headers['retry-after'];
    const responseBody = await readStart(response.body, timeout);
    return {
      status: response.statusCode,
      duration: since(),
      responseBody,
      ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
    };
  } catch (error) {
    return {
      status: 0,
      duration: since(),
      responseBody: '',
      ...reasonOf(error, { url, policy, timeout }),
    };
  }
}

/** Reads at most 64 kB so that the connection can be reused, keeps 4 kB, and drops the rest. */
async function readStart(
  body: Dispatcher.ResponseData['body'],
  signal: AbortSignal,
): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    if (size < attemptLimits.keepBytes) kept.push(part);
    size += part.length;
    if (size > attemptLimits.readBytes || signal.aborted) {
      body.destroy();
      break;
    }
  }
  // A cut in the middle of a character leaves a replacement character, which is dropped.
  return Buffer.concat(kept)
    .subarray(0, attemptLimits.keepBytes)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
    .replaceAll('\0', '');
}

/** No file or memory is left, no network is up, or the request itself is wrong. */
const ours =
  /^(EMFILE|ENFILE|ENOMEM|ENOBUFS|EADDRNOTAVAIL|ENETDOWN|UND_ERR_(INVALID_ARG|NOT_SUPPORTED|CLOSED|DESTROYED|ABORTED))$/;

/** No route or resolver answers, or a firewall here forbids it. */
const unclear = /^(EAI_AGAIN|ENETUNREACH|EACCES|EPERM)$/;

function blockedText(url: string, policy: AddressPolicy, reason: string): string {
  return `blocked_ip: ${reason}.${addressRemedy(url, policy, reason)}`;
}

function reasonOf(
  error: unknown,
  sent: { readonly url: string; readonly policy: AddressPolicy; readonly timeout: AbortSignal },
): Pick<Attempt, 'error' | 'fault'> {
  if (sent.timeout.aborted) return { error: 'timeout' };
  const chain = [error, (error as { cause?: unknown })?.cause].filter((e) => e instanceof Error);
  const blocked = chain.find((e) => e.name === 'BlockedAddressError');
  if (blocked) {
    return { error: blockedText(sent.url, sent.policy, blocked.message), fault: 'unclear' };
  }
  const code = chain.map((e) => (e as NodeJS.ErrnoException).code).find(Boolean);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return { error: 'timeout' };
  if (code === undefined) return { error: chain[0]?.message ?? String(error) };
  return {
    error: withRemedy(code),
    ...(ours.test(code) ? { fault: 'ours' } : unclear.test(code) ? { fault: 'unclear' } : {}),
  };
}
