import { createHmac } from 'node:crypto';

/** What a delivery is signed over; `secrets` newest first (two during a rotation). */
export interface SignedDelivery {
  readonly body: string;
  readonly secrets: readonly string[];
  /** Unix seconds of this attempt, not of the event. */
  readonly timestamp: number;
  readonly deliveryId: string;
  readonly eventType: string;
  /** Service name in the headers, such as `Docent`. */
  readonly service: string;
  /** Adds the signature of the body alone, for receivers that expect it. */
  readonly bodyOnly: boolean;
}

/**
 * The headers of one attempt: Docent's own, and those of Standard Webhooks, so that a receiver can verify it
 * with any library.
 */
export function deliveryHeaders(delivery: SignedDelivery): Record<string, string> {
  const { body, secrets, timestamp, deliveryId, service } = delivery;
  const prefix = `x-${service.toLowerCase()}`;
  return {
    'content-type': 'application/json',
    [`${prefix}-event`]: delivery.eventType,
    [`${prefix}-delivery`]: deliveryId,
    [`${prefix}-timestamp`]: String(timestamp),
    [`${prefix}-signature`]: secrets
      .map((secret) => hmac(secret, `${timestamp}.${body}`, 'hex'))
      .join(','),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map(
        (secret) =>
          `v1,${hmac(standardKey(secret), `${deliveryId}.${timestamp}.${body}`, 'base64')}`,
      )
      .join(' '),
    ...(delivery.bodyOnly
      ? {
          [`${prefix}-signature-body`]: secrets
            .map((secret) => `sha256=${hmac(secret, body, 'hex')}`)
            .join(','),
        }
      : {}),
  };
}

/** The same headers for whoever looks at a delivery later: a signature is not kept, so it is hidden. */
export function shownHeaders(delivery: Omit<SignedDelivery, 'secrets'>): Record<string, string> {
  const headers = Object.entries(deliveryHeaders({ ...delivery, secrets: [] }));
  return Object.fromEntries(headers.map(([name, value]) => [name, value || '****']));
}

/** HMAC-SHA256 as text. */
function hmac(key: string | Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}

/** The key of Standard Webhooks: the bytes behind `whsec_` when they are base64, else the secret itself. */
function standardKey(secret: string): string | Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  return encoded === undefined ? secret : Buffer.from(encoded, 'base64');
}

/** A secret of any kind as the libraries of Standard Webhooks take it: `whsec_` and the base64 of its key. */
export function standardSecret(secret: string): string {
  return `whsec_${Buffer.from(standardKey(secret)).toString('base64')}`;
}
