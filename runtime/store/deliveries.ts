import { chunks } from './events.ts';
import { type Listed, type ListPart, listRows, newestFirst } from './list-part.ts';
import { lockWebhooks } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import type {
  AttemptRow,
  DeliveryRow,
  DeliveryState,
  EventRow,
  WebhookRow,
} from './webhook-tables.ts';

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
  query: ListPart & {
    readonly webhookId: string;
    readonly state?: DeliveryState | undefined;
    readonly eventType?: string | undefined;
    readonly eventId?: string | undefined;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  },
): Promise<Listed<DeliveryRow>> {
  const { state, eventType, eventId, from, to } = query;
  let base = db.selectFrom('deliveries').where('webhook_id', '=', query.webhookId);
  if (state !== undefined) base = base.where('state', '=', state);
  if (eventType !== undefined) base = base.where('event_type', '=', eventType);
  if (eventId !== undefined) base = base.where('event_id', '=', eventId);
  if (from !== undefined) base = base.where('created_at', '>=', from);
  if (to !== undefined) base = base.where('created_at', '<=', to);
  return listRows(base, newestFirst, query);
}

/** The last attempt of each delivery that has one, by the delivery; its number says how many there are. */
export async function lastAttempts(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<AttemptRow, 'number' | 'status'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('attempts as attempt')
    .select(['delivery_id', 'number', 'status'])
    .where('delivery_id', 'in', ids)
    .where('number', '=', (eb) =>
      eb
        .selectFrom('attempts as later')
        .select((of) => of.fn.max('later.number').as('last'))
        .whereRef('later.delivery_id', '=', 'attempt.delivery_id'),
    )
    .execute();
  return new Map(rows.map(({ delivery_id, number, status }) => [delivery_id, { number, status }]));
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

/** Deliveries of a webhook: one of them, or those of a time range that were not delivered. */
export interface WhichDeliveries {
  readonly webhookId: string;
  readonly id?: string;
  readonly from?: number;
  readonly to?: number;
}

/** Makes deliveries due again that have been due before; the webhook is locked. How many they are. */
export async function resendDeliveries(
  trx: Trx,
  { now, ...which }: WhichDeliveries & { readonly now: number },
): Promise<number> {
  const states: DeliveryState[] = ['failed', 'cancelled'];
  // One that is asked for by its id is sent again whatever became of it.
  if (which.id !== undefined) states.push('delivered', 'pending');
  const ids = theseDeliveries(trx, which).where('state', 'in', states);
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set(dueAgain(now))
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Makes up to `most` deliveries due that a month had no room for, the oldest first; the organization
 * and the webhook are locked. How many they are, and whether more are left.
 */
export async function resendSkipped(
  trx: Trx,
  { now, most, ...which }: WhichDeliveries & { readonly now: number; readonly most: number },
): Promise<{ readonly resent: number; readonly left: boolean }> {
  const skipped = theseDeliveries(trx, which).where('state', '=', 'skipped_quota');
  const oldest = skipped.orderBy('created_at').orderBy('id');
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set(dueAgain(now))
    .where('id', 'in', Number.isFinite(most) ? oldest.limit(most) : skipped)
    .executeTakeFirst();
  const left = await skipped.limit(1).executeTakeFirst();
  return { resent: Number(numUpdatedRows), left: left !== undefined };
}

function theseDeliveries(trx: Trx, { webhookId, id, from, to }: WhichDeliveries) {
  let query = trx.selectFrom('deliveries').select('id').where('webhook_id', '=', webhookId);
  if (id !== undefined) query = query.where('id', '=', id);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<=', to);
  return query;
}

function dueAgain(now: number) {
  return {
    ...{ state: 'pending' as const, failures: 0, next_at: now, lease_until: 0 },
    finished_at: null,
  };
}

/** Deletes deliveries that ended before a moment, with their attempts; those beyond the quota, before another. */
export async function deleteOldDeliveries(
  db: Db,
  { ended, skipped }: { readonly ended: number; readonly skipped: number },
): Promise<void> {
  const old = db.deleteFrom('deliveries');
  await old
    .where('state', 'not in', ['pending', 'skipped_quota'])
    .where('finished_at', '<', ended)
    .execute();
  await old.where('state', '=', 'skipped_quota').where('finished_at', '<', skipped).execute();
}
