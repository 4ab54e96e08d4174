import { createHash } from 'node:crypto';

/** First eight characters of a content's sha-256, upper case. */
export function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
}
