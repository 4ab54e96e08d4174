import { hash as digest } from 'node:crypto';

/** First eight characters of a content's sha-256, upper case. */
export function shortHash(content: string | Uint8Array): string {
  return digest('sha256', content, 'hex').slice(0, 8).toUpperCase();
}
