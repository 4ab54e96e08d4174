import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { WebhookEvent } from './events.ts';

export type * from './events.ts';

/** The signature scheme that a receiver relies on; no other one is accepted instead. */
export type SignatureScheme = 'timestamped' | 'standard' | 'body';

/** What `verify` found out about a delivery that is genuine. */
export interface VerifiedDelivery {
  /** Same across retries: remember it to handle every delivery once. */
  readonly deliveryId: string;
  readonly eventType: string;
  /** The body of the delivery; `type` says which fields its `data` has. */
  readonly event: WebhookEvent;
}

/** A delivery that must not be trusted; answer it with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: 'missing-header' | 'bad-timestamp' | 'too-old' | 'bad-signature' | 'bad-body';

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Proves that a delivery comes from the service and is fresh. Decision: it returns at once instead of
 * waiting for Web Crypto, so that a receiver that forgets an `await` never trusts a forged delivery.
 *
 * @param rawBody the body exactly as received; a parsed and printed body never verifies
 * @param headers a `Headers` object or Node's header record
 * @param secrets the webhook's secret, or old and new while it is rotated
 * @throws WebhookVerificationError
 */
export function verify(
  rawBody: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secrets: string | readonly string[],
  options: {
    /** Default `timestamped`. `body` has no protection against replay. */
    readonly scheme?: SignatureScheme;
    /** Accepted difference between the clocks in seconds; default 300. */
    readonly toleranceSeconds?: number;
    /** Name in the headers; default `docent`. */
    readonly service?: string;
    /** Unix milliseconds. */
    readonly now?: () => number;
  } = {},
): VerifiedDelivery {
  const scheme = options.scheme ?? 'timestamped';
  const prefix = `x-${(options.service ?? 'docent').toLowerCase()}`;
  const body = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
  const keys = typeof secrets === 'string' ? [secrets] : secrets;
  const header = (name: string) => readHeader(headers, name);
  const eventType = header(`${prefix}-event`);
  const deliveryId = header(scheme === 'standard' ? 'webhook-id' : `${prefix}-delivery`);

  const fresh = (name: string) => {
    const text = header(name);
    if (!/^\d{1,12}$/.test(text)) {
      throw new WebhookVerificationError('bad-timestamp', `${name} is not a Unix time in seconds`);
    }
    const age = (options.now ?? Date.now)() / 1000 - Number(text);
    if (Math.abs(age) > (options.toleranceSeconds ?? 300)) {
      throw new WebhookVerificationError(
        'too-old',
        `${name} is ${Math.round(age)} s away from now`,
      );
    }
    return text;
  };

  let given: readonly string[];
  let message: string;
  let encode: (mac: Uint8Array) => string;
  if (scheme === 'standard') {
    message = `${deliveryId}.${fresh('webhook-timestamp')}.${body}`;
    given = header('webhook-signature').split(' ');
    encode = (mac) => `v1,${btoa(String.fromCharCode(...mac))}`;
  } else if (scheme === 'body') {
    message = body;
    given = header(`${prefix}-signature-body`).split(',');
    encode = (mac) => `sha256=${hex(mac)}`;
  } else {
    message = `${fresh(`${prefix}-timestamp`)}.${body}`;
    given = header(`${prefix}-signature`).split(',');
    encode = hex;
  }
  const signed = utf8.encode(message);
  const expected = keys.map((key) =>
    encode(hmac(sha256, scheme === 'standard' ? standardKey(key) : utf8.encode(key), signed)),
  );
  if (!anyEqual(given, expected)) {
    throw new WebhookVerificationError(
      'bad-signature',
      'no signature of the delivery matches a secret',
    );
  }
  try {
    return { deliveryId, eventType, event: JSON.parse(body) };
  } catch {
    throw new WebhookVerificationError('bad-body', 'the body is not valid JSON');
  }
}

const utf8 = new TextEncoder();

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The key of Standard Webhooks: the bytes behind `whsec_` when they are base64, else the secret itself. */
function standardKey(secret: string): Uint8Array {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  if (encoded === undefined) return utf8.encode(secret);
  return Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
}

function readHeader(
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value[0] : value;
  if (typeof text !== 'string' || text === '') {
    throw new WebhookVerificationError('missing-header', `the header ${name} is missing`);
  }
  return text;
}

/** Compares every pair in constant time, and always all of them. */
function anyEqual(given: readonly string[], expected: readonly string[]): boolean {
  let found = false;
  for (const left of given) {
    for (const right of expected) {
      let difference = left.length ^ right.length;
      for (let at = 0; at < right.length; at++) {
        difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
      }
      if (difference === 0) found = true;
    }
  }
  return found;
}
