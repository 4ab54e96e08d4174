import type { Resolve } from '../../pipeline/net/fetch.ts';
import { createGuardedAgent, vetUrl } from '../../pipeline/net/fetch.ts';
import type { TestFault } from '../../schema/api/webhooks.ts';
import { isEventType, samplePayload } from '../../schema/events.ts';
import { given } from '../../schema/given.ts';
import type { AddressPolicy } from '../../schema/network.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { Vault } from '../secrets/vault.ts';
import type { DisableRule } from '../store/delivery-results.ts';
import type { NewId } from '../store/ids.ts';
import type { Store, Trx } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import type { WebhookRow } from '../store/webhook-tables.ts';
import { attemptLimits, deliver } from './deliver.ts';
import { Dispatcher } from './dispatch.ts';
import { envelopeOf } from './envelope.ts';
import { type EventMonth, eventMonth } from './month.ts';
import { addressRemedy } from './remedy.ts';
import { newSecret, signingSecrets } from './secrets.ts';
import { deliveryHeaders } from './sign.ts';

/** How the receiver of a test event answered. */
export interface TestResult {
  readonly delivered: boolean;
  readonly statusCode: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly responseBody: string;
  readonly event: string;
  readonly error?: string;
}

/** What a test sends: by default a sample of the first subscribed type, without a mistake. */
export interface TestAsked {
  readonly event?: string;
  /** What is wrong with it: a receiver that looks refuses it. */
  readonly fault?: TestFault;
}

/** What the routes need of webhooks. */
export interface Webhooks {
  readonly vault: Vault;
  /** Why a URL can't be a receiver, or undefined. */
  readonly vet: (url: string) => Promise<string | undefined>;
  readonly sendTest: (webhook: WebhookRow, asked?: TestAsked) => Promise<TestResult>;
  readonly testLimit: RateLimiter;
  readonly monthOf: (orgId: string) => Promise<EventMonth>;
  /** Tells the dispatcher that something is due. */
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

/** What sending webhooks needs. */
export interface WebhookOptions {
  readonly store: Store;
  readonly vault: Vault;
  readonly policy: AddressPolicy;
  readonly service: string;
  readonly testLimit: RateLimiter;
  /** What the operator says of deliveries; the dispatcher's own when left out. */
  readonly maxRetries?: number;
  readonly attemptTimeout?: number;
  readonly disable?: DisableRule;
  /** Called when a webhook is disabled, in the transaction that stores it. */
  readonly onDisabled?: ((trx: Trx, webhook: WebhookRow) => Promise<void>) | undefined;
  readonly log: (line: string) => void;
  readonly now: () => number;
  readonly newId: NewId;
  /** Certificate authority to trust besides the system's, and how names are resolved. */
  readonly ca?: string;
  readonly resolve?: Resolve;
}

/** Opens the sending of webhooks: dispatcher, connections, and the service for the routes. */
export function openWebhooks(options: WebhookOptions): Webhooks {
  const { vault, policy, testLimit } = options;
  const attemptTimeout = options.attemptTimeout ?? attemptLimits.total;
  const agent = createGuardedAgent(policy, {
    connectTimeout: Math.min(attemptLimits.connect, attemptTimeout),
    // Several webhooks may call the same host: a hanging one must not use all of its connections.
    connections: 64,
    ...given({ ca: options.ca, resolve: options.resolve }),
  });
  const dispatcher = new Dispatcher({ ...options, agent, attemptTimeout });
  return {
    vault,
    testLimit,
    vet: async (url) => {
      const reason = await vetUrl(url, policy, options.resolve);
      return reason && `${reason}.${addressRemedy(url, policy, reason)}`;
    },
    wake: () => dispatcher.wake(),
    monthOf: async (orgId) => {
      const { store, now } = options;
      return eventMonth(store.db, await findOrg(store.db, orgId), now());
    },
    sendTest: (webhook, asked) => sendTest({ ...options, agent, attemptTimeout }, webhook, asked),
    close: async () => {
      await dispatcher.close();
      await agent.close();
    },
  };
}

type TestTools = Pick<WebhookOptions, 'vault' | 'policy' | 'service' | 'now' | 'newId'> & {
  readonly agent: ReturnType<typeof createGuardedAgent>;
  readonly attemptTimeout: number;
};

/** Sends a sample event now, outside the outbox. */
async function sendTest(
  tools: TestTools,
  webhook: WebhookRow,
  { event, fault }: TestAsked = {},
): Promise<TestResult> {
  const { vault, policy, service, now, newId, agent, attemptTimeout } = tools;
  // By default, a sample of the first subscribed type is sent; the ping must be requested.
  const type = event ?? (JSON.parse(webhook.events) as string[])[0] ?? 'test.ping';
  if (!vault.canOpen(webhook.secret)) {
    return {
      ...{ delivered: false, statusCode: 0, duration: 0, responseBody: '', event: type },
      error: 'The secret of this webhook is lost. Rotate it, and give the new one to the receiver.',
    };
  }
  const time = now();
  const body = sampleBody(webhook, { id: newId('evt'), type, time });
  const headers = deliveryHeaders({
    body,
    secrets: fault === 'signature' ? [newSecret()] : signingSecrets(vault, webhook, time),
    timestamp: Math.floor(time / 1000) - (fault === 'age' ? 3600 : 0),
    deliveryId: newId('dlv'),
    eventType: type,
    service,
    bodyOnly: webhook.body_signature === 1,
  });
  const attempt = await deliver(webhook.url, {
    body,
    headers: { ...headers, [`x-${service.toLowerCase()}-test`]: 'true' },
    agent,
    policy,
    total: attemptTimeout,
  });
  const delivered = attempt.status >= 200 && attempt.status < 300;
  const error = attempt.error ?? `The receiver answered ${attempt.status}, expected 2xx.`;
  return {
    delivered,
    statusCode: attempt.status,
    duration: attempt.duration,
    responseBody: attempt.responseBody,
    event: type,
    ...(delivered ? {} : { error }),
  };
}

/** The body of a test event, as a webhook receives events. */
function sampleBody(
  webhook: WebhookRow,
  { id, type, time }: { readonly id: string; readonly type: string; readonly time: number },
): string {
  const data = isEventType(type) ? samplePayload(type) : { webhookId: webhook.id, message: 'ping' };
  const ofProject = 'projectId' in data ? { ...data, projectId: webhook.project_id } : data;
  return envelopeOf(
    {
      project_id: webhook.project_id,
      seq: 0,
      id,
      type,
      data: JSON.stringify(ofProject),
      created_at: time,
    },
    webhook,
  );
}
