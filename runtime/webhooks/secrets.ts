import { randomBytes } from 'node:crypto';

/** A new webhook secret: `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** What lists show of a secret. */
export function maskSecret(secret: string): string {
  return `${secret.startsWith('whsec_') ? 'whsec_' : ''}****${secret.slice(-4)}`;
}
