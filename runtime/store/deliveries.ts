import { chunks } from './events.ts';
import { lockWebhooks } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import type {
  AttemptRow,
  DeliveryRow,
  DeliveryState,
  EventRow,
  WebhookRow,
} from './webhook-tables.ts';
import { cancelPending } from './webhooks.ts';

/** Adds deliveries; there is only one per event and webhook. */
export async function insertDeliveries(trx: Trx, rows: readonly DeliveryRow[]): Promise<void> {
  for (const part of chunks(rows, 500)) {
    await trx
      .insertInto('deliveries')
      .values(part)
      .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
      .execute();
  }
}

/** Webhooks that have something due, and when the next thing is due at any of them. */
export async function dueWebhooks(
  db: Db,
  now: number,
): Promise<{ readonly ids: readonly string[]; readonly next: number | undefined }> {
  const due = await db
    .selectFrom('deliveries')
    .select('webhook_id')
    .distinct()
    .where('state', '=', 'pending')
    .where('next_at', '<=', now)
    .execute();
  const later = await db
    .selectFrom('deliveries')
    .select((eb) => eb.fn.min('next_at').as('time'))
    .where('state', '=', 'pending')
    .where('next_at', '>', now)
    .executeTakeFirst();
  return { ids: due.map((row) => row.webhook_id), next: later?.time ?? undefined };
}

/** A delivery that this process may attempt now, with everything it needs for that. */
export interface ClaimedDelivery {
  readonly delivery: DeliveryRow;
  readonly event: EventRow;
}

/** Takes up to `limit` due deliveries of a webhook until `leaseUntil`; no other process gets them meanwhile. */
export async function claimDeliveries(
  store: Store,
  {
    webhookId,
    now,
    leaseUntil,
    limit,
  }: {
    readonly webhookId: string;
    readonly now: number;
    readonly leaseUntil: number;
    readonly limit: number;
  },
): Promise<
  { readonly webhook: WebhookRow; readonly claimed: readonly ClaimedDelivery[] } | undefined
> {
  return store.transaction(async (trx) => {
    const [webhook] = await lockWebhooks(trx, [webhookId]);
    if (webhook?.active !== 1) return undefined;
    const candidates = trx
      .selectFrom('deliveries')
      .select('id')
      .where('webhook_id', '=', webhookId)
      .where('state', '=', 'pending')
      .where('next_at', '<=', now)
      .where('lease_until', '<=', now)
      .orderBy('next_at')
      .orderBy('id')
      .limit(limit);
    const rows = await trx
      .updateTable('deliveries')
      .set({ lease_until: leaseUntil })
      .where('id', 'in', candidates)
      .returningAll()
      .execute();
    if (rows.length === 0) return { webhook, claimed: [] };
    const events = await trx
      .selectFrom('events')
      .selectAll()
      .where(
        'id',
        'in',
        rows.map((row) => row.event_id),
      )
      .execute();
    const byId = new Map(events.map((event) => [event.id, event]));
    const claimed = rows.flatMap((delivery) => {
      const event = byId.get(delivery.event_id);
      return event ? [{ delivery, event }] : [];
    });
    return {
      webhook,
      claimed: claimed.toSorted(
        (a, b) => a.delivery.next_at - b.delivery.next_at || a.event.seq - b.event.seq,
      ),
    };
  });
}

/** The result of an attempt, and the new state of its delivery. */
export interface DeliveryResult {
  readonly delivery: DeliveryRow;
  readonly eventType: string;
  readonly startedAt: number;
  readonly status: number;
  readonly duration: number;
  readonly error: string | null;
  readonly responseBody: string;
  readonly state: DeliveryState;
  readonly nextAt: number;
  /** The receiver answered 410: its webhook is disabled. */
  readonly gone: boolean;
  /** Whether a failure counts towards switching the webhook off: it does unless the cause may be here. */
  readonly counts: boolean;
}

/** Consecutive failed attempts, and how long they must have lasted (ms), before a webhook is switched off. */
export interface DisableRule {
  readonly after: number;
  readonly minAge: number;
}

/**
 * Stores attempts in the order in which they ended; returns the webhooks that were disabled by
 * them.
 */
export async function recordResults(
  store: Store,
  {
    results,
    now,
    disable,
  }: {
    readonly results: readonly DeliveryResult[];
    readonly now: number;
    readonly disable: DisableRule;
  },
): Promise<WebhookRow[]> {
  return store.transaction(async (trx) => {
    const webhooks = new Map<string, WebhookRow>();
    const ids = results.map((result) => result.delivery.webhook_id);
    const rows = await lockWebhooks(trx, ids);
    for (const row of rows) webhooks.set(row.id, row);
    for (const result of results) {
      const webhook = webhooks.get(result.delivery.webhook_id);
      // Deleted meanwhile, and its deliveries with it.
      if (!webhook) continue;
      const failed = result.state !== 'delivered';
      const kept = await trx
        .updateTable('deliveries')
        .set({
          state: result.state,
          failures: result.delivery.failures + (failed ? 1 : 0),
          next_at: result.nextAt,
          lease_until: 0,
          finished_at: result.state === 'pending' ? null : now,
        })
        .where('id', '=', result.delivery.id)
        .where('state', '=', 'pending')
        .executeTakeFirst();
      const number = await countAttempts(trx, result.delivery.id);
      if (number === undefined) continue;
      await trx
        .insertInto('attempts')
        .values({
          delivery_id: result.delivery.id,
          number: number + 1,
          started_at: result.startedAt,
          status: result.status,
          duration: result.duration,
          error: result.error,
          response_body: result.responseBody,
        })
        .execute();
      webhooks.set(webhook.id, {
        ...webhook,
        ...(!failed ? { failures: 0, failing_since: null } : {}),
        ...(failed && result.counts
          ? { failures: webhook.failures + 1, failing_since: webhook.failing_since ?? now }
          : {}),
        ...(result.gone && kept.numUpdatedRows > 0n
          ? { active: 0 as const, disabled_reason: 'gone' }
          : {}),
        last_status: result.status,
        last_event: result.eventType,
        last_at: result.startedAt,
        last_duration: result.duration,
      });
    }
    const disabled: WebhookRow[] = [];
    for (const webhook of webhooks.values()) {
      const before = rows.find((row) => row.id === webhook.id);
      const tooMany =
        webhook.failures >= disable.after && now - (webhook.failing_since ?? now) >= disable.minAge;
      const next: WebhookRow =
        webhook.active === 1 && tooMany
          ? { ...webhook, active: 0, disabled_reason: 'failures' }
          : webhook;
      await trx
        .updateTable('webhooks')
        .set({
          active: next.active,
          disabled_reason: next.disabled_reason,
          failures: next.failures,
          failing_since: next.failing_since,
          last_status: next.last_status,
          last_event: next.last_event,
          last_at: next.last_at,
          last_duration: next.last_duration,
          ...(before?.active !== next.active ? { updated_at: now } : {}),
        })
        .where('id', '=', next.id)
        .execute();
      if (before?.active === 1 && next.active === 0) {
        await cancelPending(trx, next.id, now);
        disabled.push(next);
      }
    }
    return disabled;
  });
}

/** Gives back deliveries that were claimed and not tried. */
export async function releaseDeliveries(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('deliveries')
    .set({ lease_until: 0 })
    .where('id', 'in', ids)
    .where('state', '=', 'pending')
    .execute();
}

/**
 * Postpones deliveries that could not be attempted: one of them, or all that are due for a webhook.
 */
export async function postponeDeliveries(
  db: Db,
  {
    webhookId,
    id,
    until,
  }: { readonly webhookId: string; readonly id?: string; readonly until: number },
): Promise<void> {
  let query = db
    .updateTable('deliveries')
    .set({ next_at: until, lease_until: 0 })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending');
  query = id === undefined ? query.where('next_at', '<', until) : query.where('id', '=', id);
  await query.execute();
}

/** A page of a webhook's delivery log, the newest first. */
export async function listDeliveries(
  db: Db,
  {
    webhookId,
    state,
    limit,
    offset,
  }: {
    readonly webhookId: string;
    readonly state?: DeliveryState;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<{ readonly rows: DeliveryRow[]; readonly total: number }> {
  let query = db.selectFrom('deliveries').where('webhook_id', '=', webhookId);
  if (state) query = query.where('state', '=', state);
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: Number(total) };
}

/** One delivery of a webhook with its attempts, oldest first. */
export async function findDelivery(
  db: Db,
  webhookId: string,
  id: string,
): Promise<
  { readonly delivery: DeliveryRow; readonly attempts: readonly AttemptRow[] } | undefined
> {
  const delivery = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .executeTakeFirst();
  if (!delivery) return undefined;
  const attempts = await db
    .selectFrom('attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('number')
    .execute();
  return { delivery, attempts };
}

/**
 * Makes deliveries due again, with the same ids: one of them, or those of a time range that were not
 * delivered. How many are.
 */
export async function resendDeliveries(
  store: Store,
  {
    webhookId,
    id,
    from,
    to,
    now,
  }: {
    readonly webhookId: string;
    readonly id?: string;
    readonly from?: number;
    readonly to?: number;
    readonly now: number;
  },
): Promise<number> {
  return store.transaction(async (trx) => {
    await lockWebhooks(trx, [webhookId]);
    let query = trx
      .updateTable('deliveries')
      .set({ state: 'pending', failures: 0, next_at: now, lease_until: 0, finished_at: null })
      .where('webhook_id', '=', webhookId);
    if (id !== undefined) query = query.where('id', '=', id);
    else query = query.where('state', 'in', ['failed', 'cancelled', 'skipped_quota']);
    if (from !== undefined) query = query.where('created_at', '>=', from);
    if (to !== undefined) query = query.where('created_at', '<=', to);
    const { numUpdatedRows } = await query.executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

/** Deletes deliveries that ended before a moment, with their attempts. */
export async function deleteOldDeliveries(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('deliveries')
    .where('state', '!=', 'pending')
    .where('finished_at', '<', before)
    .execute();
}

/** Number of attempts of a delivery; undefined if it was deleted. */
async function countAttempts(trx: Trx, id: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('deliveries')
    .where('id', '=', id)
    .select((eb) =>
      eb
        .selectFrom('attempts')
        .whereRef('attempts.delivery_id', '=', 'deliveries.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('count'),
    )
    .executeTakeFirst();
  return row ? Number(row.count ?? 0) : undefined;
}
