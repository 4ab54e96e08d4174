import type { Dispatcher as HttpAgent } from 'undici';
import { messageOf } from '../../schema/errors.ts';
import { given } from '../../schema/given.ts';
import type { AddressPolicy } from '../../schema/network.ts';
import type { Vault } from '../secrets/vault.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  deleteOldDeliveries,
  dueWebhooks,
  postponeDeliveries,
  releaseDeliveries,
} from '../store/deliveries.ts';
import { type DeliveryResult, type DisableRule, recordResults } from '../store/delivery-results.ts';
import { deleteOldEvents } from '../store/events.ts';
import type { NewId } from '../store/ids.ts';
import type { Store, Trx } from '../store/open.ts';
import type { DeliveryRow, WebhookRow } from '../store/webhook-tables.ts';
import { attemptLimits, deliver } from './deliver.ts';
import { envelopeOf } from './envelope.ts';
import { judge, retryDelays } from './retry.ts';
import { signingSecrets } from './secrets.ts';
import { deliveryHeaders } from './sign.ts';

/** What a dispatcher works with; times in milliseconds. */
export interface DispatchOptions {
  readonly store: Store;
  readonly vault: Vault;
  readonly agent: HttpAgent;
  readonly policy: AddressPolicy;
  /** Name in the headers. */
  readonly service: string;
  readonly log: (line: string) => void;
  readonly newId: NewId;
  readonly now?: () => number;
  readonly random?: () => number;
  /** Tries at the same time: at one webhook (default 16), and at all of them (default 256). */
  readonly perWebhook?: number;
  readonly atOnce?: number;
  readonly maxRetries?: number;
  readonly disable?: DisableRule;
  /** Called when a webhook is disabled, in the transaction that stores it. */
  readonly onDisabled?: ((trx: Trx, webhook: WebhookRow) => Promise<void>) | undefined;
  readonly attemptTimeout?: number;
  /** Milliseconds between two checks for deliveries left by other processes (default 10,000). */
  readonly interval?: number;
}

const minute = 60 * 1000;

/**
 * Milliseconds a delivery log is kept, and a delivery waits at most for an error on this server.
 */
const keep = 30 * 24 * 60 * minute;

/**
 * Milliseconds that deliveries beyond the month's events are kept: the next month has come, whichever day
 * it starts on, and there are days left in which to replay them.
 */
const keepSkipped = 40 * 24 * 60 * minute;

/** Milliseconds until deliveries whose secret can't be read are looked at again. */
const secretWait = minute;

/**
 * Sends due deliveries. Every webhook has its own lane with a few attempts at a time, so a slow or
 * unreachable receiver delays no one else. The database is authoritative: an attempt is claimed by
 * a lease before it is made and stored after it, so a process that dies between the two leaves a
 * delivery that is retried.
 */
export class Dispatcher {
  readonly #options: DispatchOptions;
  readonly #now: () => number;
  readonly #lanes = new Map<string, { running: number; again: boolean; claiming: boolean }>();
  readonly #stop = new AbortController();
  #results: { readonly result: DeliveryResult; readonly written: () => void }[] = [];
  #writing: Promise<void> | undefined;
  #running = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #swept = 0;
  /** Webhooks whose secret can't be read, and when the log last said so. */
  readonly #unreadable = new Map<string, number>();

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Checks what is due now: after a commit that added deliveries, and at startup. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined;
      if (this.#lookAgain) {
        this.#lookAgain = false;
        this.wake();
      }
    });
  }

  /** Starts nothing new, and resolves when running attempts are stored. */
  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#looking;
    while (!this.idle) {
      await this.#writing;
      await new Promise((done) => setTimeout(done, 10));
    }
  }

  /** Whether nothing is being attempted or written. */
  get idle(): boolean {
    return this.#lanes.size === 0 && !this.#writing && !this.#looking;
  }

  async #look(): Promise<void> {
    const interval = this.#options.interval ?? 10_000;
    let wait = interval;
    try {
      const now = this.#now();
      const { ids, next } = await dueWebhooks(this.#options.store.db, now);
      for (const id of ids) void this.#pump(id);
      if (next !== undefined) wait = Math.min(interval, Math.max(1, next - now));
      if (now - this.#swept > 60 * 60 * 1000) {
        this.#swept = now;
        const old = now - keep;
        await deleteOldDeliveries(this.#options.store.db, {
          ended: old,
          skipped: now - keepSkipped,
        });
        await deleteOldEvents(this.#options.store.db, old);
      }
    } catch (error) {
      this.#options.log(`Can't look up webhooks: ${messageOf(error)}`);
    }
    if (!this.#stop.signal.aborted) this.#timer = setTimeout(() => this.wake(), wait);
  }

  /** Fills the free places of one webhook's lane. */
  async #pump(webhookId: string): Promise<void> {
    const lane = this.#lanes.get(webhookId) ?? { running: 0, again: false, claiming: false };
    this.#lanes.set(webhookId, lane);
    if (lane.claiming) {
      lane.again = true;
      return;
    }
    lane.claiming = true;
    try {
      do {
        lane.again = false;
        const places = this.#options.perWebhook ?? 16;
        // A claim is a write to the disk: it is made for half a lane at once, not for each free
        // slot.
        if (lane.running > places / 2) break;
        const free = Math.min(places - lane.running, (this.#options.atOnce ?? 256) - this.#running);
        if (free <= 0 || this.#stop.signal.aborted) break;
        const now = this.#now();
        const taken = await claimDeliveries(this.#options.store, {
          webhookId,
          now,
          leaseUntil: now + 3 * (this.#options.attemptTimeout ?? attemptLimits.total),
          limit: free,
        });
        if (!taken || taken.claimed.length === 0) break;
        if (this.#stop.signal.aborted) {
          await releaseDeliveries(
            this.#options.store.db,
            taken.claimed.map(({ delivery }) => delivery.id),
          );
          break;
        }
        const secrets = this.#secrets(taken.webhook, now);
        if (secrets === undefined) {
          await postponeDeliveries(this.#options.store.db, { webhookId, until: now + secretWait });
          break;
        }
        for (const claimed of taken.claimed) {
          lane.running++;
          this.#running++;
          void this.#try(taken.webhook, secrets, claimed).finally(() => {
            lane.running--;
            this.#running--;
            void this.#pump(webhookId);
          });
        }
        // A full claim means that more may be waiting.
        if (taken.claimed.length === free) lane.again = true;
      } while (lane.again);
    } catch (error) {
      this.#options.log(`Can't serve webhook ${webhookId}: ${messageOf(error)}`);
    } finally {
      lane.claiming = false;
      if (lane.running === 0) this.#lanes.delete(webhookId);
    }
  }

  async #try(
    webhook: WebhookRow,
    secrets: readonly string[],
    { delivery, event }: ClaimedDelivery,
  ): Promise<void> {
    const startedAt = this.#now();
    let outcome: Awaited<ReturnType<typeof deliver>>;
    try {
      const body = envelopeOf(event, webhook);
      outcome = await deliver(webhook.url, {
        body,
        headers: deliveryHeaders({
          body,
          secrets,
          timestamp: Math.floor(startedAt / 1000),
          deliveryId: delivery.id,
          eventType: event.type,
          service: this.#options.service,
          bodyOnly: webhook.body_signature === 1,
        }),
        agent: this.#options.agent,
        policy: this.#options.policy,
        ...given({ total: this.#options.attemptTimeout }),
      });
    } catch (error) {
      // Nothing was sent. The log says more than the receiver's owner may know.
      this.#options.log(`Can't create delivery ${delivery.id}: ${messageOf(error)}`);
      outcome = { status: 0, duration: 0, responseBody: '', error: 'internal', fault: 'ours' };
    }
    const endedAt = this.#now();
    if (outcome.fault === 'ours' && endedAt - delivery.created_at < keep) {
      await this.#postpone(delivery, outcome.error);
      return;
    }
    const failures = delivery.failures + 1;
    const verdict = judge(outcome, {
      failures,
      endedAt: new Date(endedAt),
      random: this.#options.random ?? Math.random,
      // Deliveries that could not be attempted in all that time are dropped.
      maxRetries: outcome.fault === 'ours' ? 0 : (this.#options.maxRetries ?? retryDelays.length),
    });
    await this.#write({
      delivery,
      eventType: event.type,
      startedAt,
      status: outcome.status,
      duration: outcome.duration,
      error: outcome.error ?? null,
      responseBody: outcome.responseBody,
      state:
        verdict.type === 'retry'
          ? 'pending'
          : verdict.type === 'delivered'
            ? 'delivered'
            : 'failed',
      nextAt: verdict.type === 'retry' ? verdict.at.getTime() : endedAt,
      gone: verdict.type === 'gone',
      counts: outcome.fault === undefined,
    });
    if (verdict.type === 'retry') this.#schedule(verdict.at.getTime());
  }

  /** Postpones a delivery for half of its age: an error on this server is not a failed attempt. */
  async #postpone(delivery: DeliveryRow, reason = 'internal'): Promise<void> {
    const now = this.#now();
    const wait = Math.min(Math.max((now - delivery.created_at) / 2, minute), 60 * minute);
    const { id, webhook_id: webhookId } = delivery;
    try {
      await postponeDeliveries(this.#options.store.db, { webhookId, id, until: now + wait });
      if (reason !== 'internal')
        this.#options.log(`Delivery ${id} waits: ${reason} on this machine.`);
    } catch (error) {
      // Its lease runs out, and it is tried again.
      this.#options.log(`Delivery ${id} could not be postponed: ${messageOf(error)}`);
    }
  }

  /** Attempts that end while others are being written share the next transaction. */
  #write(result: DeliveryResult): Promise<void> {
    return new Promise((written) => {
      this.#results.push({ result, written });
      this.#writing ??= this.#flush().finally(() => {
        this.#writing = undefined;
      });
    });
  }

  async #flush(): Promise<void> {
    while (this.#results.length > 0) {
      // A transaction costs a write to the disk: attempts that end within these milliseconds share
      // one.
      await new Promise((done) => setTimeout(done, 5));
      const batch = this.#results.splice(0, 200);
      try {
        const disabled = await recordResults(this.#options.store, {
          results: batch.map(({ result }) => result),
          now: this.#now(),
          disable: this.#options.disable ?? { after: 50, minAge: 0 },
          newId: this.#options.newId,
          onDisabled: this.#options.onDisabled,
        });
        for (const webhook of disabled) {
          this.#options.log(
            webhook.disabled_reason === 'gone'
              ? `Webhook ${webhook.id} is disabled: its receiver answered 410.`
              : `Webhook ${webhook.id} is disabled after ${webhook.failures} consecutive failures.`,
          );
        }
      } catch (error) {
        // Their leases run out, and they are tried again: at least once, never lost.
        this.#options.log(`Can't store delivery attempts: ${messageOf(error)}`);
      }
      for (const { written } of batch) written();
    }
  }

  /** Looks again when a retry is due, if that is before the next regular look. */
  #schedule(time: number): void {
    const wait = time - this.#now();
    if (this.#stop.signal.aborted || wait > (this.#options.interval ?? 10_000)) return;
    setTimeout(() => this.wake(), Math.max(1, wait)).unref();
  }

  /** What signs for a webhook now; undefined when its secret can't be read. */
  #secrets(webhook: WebhookRow, now: number): string[] | undefined {
    const { vault, log } = this.#options;
    try {
      const secrets = signingSecrets(vault, webhook, now);
      this.#unreadable.delete(webhook.id);
      return secrets;
    } catch (error) {
      const said = this.#unreadable.get(webhook.id) ?? Number.NEGATIVE_INFINITY;
      if (now - said >= 60 * minute) {
        this.#unreadable.set(webhook.id, now);
        log(`Deliveries of webhook ${webhook.id} wait: ${messageOf(error)}`);
      }
      return undefined;
    }
  }
}
