import { verify as verifyOctokit } from '@octokit/webhooks-methods';
import { Webhook as Standard } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as Svix } from 'svix';
import { vi } from 'vitest';
import { verify } from '../../packages/webhooks/verify.ts';
import type { Received } from './hook-sink.ts';

const get = (headers: Record<string, string>, name: string): string => headers[name] ?? '';

const stripe = new Stripe('sk_test_x');

/** The four public verifiers and ours: each throws when it does not believe a delivery. */
export const verifiers: Record<
  string,
  (text: string, headers: Record<string, string>, key: string) => unknown
> = {
  stripe: (text, headers, key) =>
    stripe.webhooks.constructEvent(
      text,
      `t=${get(headers, 'x-docent-timestamp')},${get(headers, 'x-docent-signature')
        .split(',')
        .map((signature) => `v1=${signature}`)
        .join(',')}`,
      key,
    ),
  standardwebhooks: (text, headers, key) => new Standard(key).verify(text, headers),
  svix: (text, headers, key) => new Svix(key).verify(text, headers),
  octokit: async (text, headers, key) => {
    const signatures = get(headers, 'x-docent-signature-body').split(',');
    const answers = await Promise.all(signatures.map((one) => verifyOctokit(key, text, one)));
    if (!answers.includes(true)) throw new Error('no signature matches');
  },
  'docent/webhooks': (text, headers, key) => verify(text, headers, key),
};

/** Holds deliveries against every verifier, each at the time on the delivery; throws at the first doubt. */
export async function verifyAll(received: readonly Received[], key: string): Promise<void> {
  try {
    for (const { body, headers } of received) {
      const seen = headers as Record<string, string>;
      vi.useFakeTimers({ toFake: ['Date'], now: Number(get(seen, 'x-docent-timestamp')) * 1000 });
      for (const [name, check] of Object.entries(verifiers)) {
        // The signature of the body alone is sent to those who ask for it.
        if (name === 'octokit' && seen['x-docent-signature-body'] === undefined) continue;
        await check(body, seen, key);
      }
    }
  } finally {
    vi.useRealTimers();
  }
}
