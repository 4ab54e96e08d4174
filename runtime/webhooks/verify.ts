import { timingSafeEqual } from 'node:crypto';
import { hmac, standardKey } from './sign.ts';

/** The signature scheme that a receiver relies on; no other one is accepted instead. */
export type SignatureScheme = 'timestamped' | 'standard' | 'body';

/** What `verify` found out about a delivery that is genuine. */
export interface VerifiedDelivery {
  /** Same across retries: remember it to handle every delivery once. */
  readonly deliveryId: string;
  readonly eventType: string;
  /** The parsed envelope. */
  readonly event: unknown;
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
 * Proves that a delivery comes from the service and is fresh.
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
  let expected: readonly string[];
  if (scheme === 'standard') {
    const timestamp = fresh('webhook-timestamp');
    given = header('webhook-signature').split(' ');
    expected = keys.map(
      (key) => `v1,${hmac(standardKey(key), `${deliveryId}.${timestamp}.${body}`, 'base64')}`,
    );
  } else if (scheme === 'body') {
    given = header(`${prefix}-signature-body`).split(',');
    expected = keys.map((key) => `sha256=${hmac(key, body, 'hex')}`);
  } else {
    const timestamp = fresh(`${prefix}-timestamp`);
    given = header(`${prefix}-signature`).split(',');
    expected = keys.map((key) => hmac(key, `${timestamp}.${body}`, 'hex'));
  }
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
      const [a, b] = [Buffer.from(left), Buffer.from(right)];
      if (a.length === b.length && timingSafeEqual(a, b)) found = true;
    }
  }
  return found;
}
