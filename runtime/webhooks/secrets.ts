import { randomBytes } from 'node:crypto';
import type { Vault } from '../secrets/vault.ts';
import type { WebhookRow } from '../store/webhook-tables.ts';

/** A new webhook secret: `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** What lists show of a secret. */
export function maskSecret(secret: string): string {
  return `${secret.startsWith('whsec_') ? 'whsec_' : ''}****${secret.slice(-4)}`;
}

/**
 * What signs for a webhook at a moment: its secret, and the one before while that is being replaced. Fails when
 * the secret can't be read.
 */
export function signingSecrets(vault: Vault, webhook: WebhookRow, now: number): string[] {
  const secrets = [vault.open(webhook.secret)];
  const old = (webhook.old_secret_until ?? 0) > now ? webhook.old_secret : null;
  return old !== null && vault.canOpen(old) ? [...secrets, vault.open(old)] : secrets;
}
