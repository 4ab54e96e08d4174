import { addAudit } from './audit.ts';
import type { NewId } from './ids.ts';
import { lockWebhooks } from './locks.ts';
import type { Store, Trx } from './open.ts';
import type { DeliveryRow, DeliveryState, WebhookRow } from './webhook-tables.ts';
import { cancelPending } from './webhooks.ts';

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
    newId,
    onDisabled,
  }: {
    readonly results: readonly DeliveryResult[];
    readonly now: number;
    readonly disable: DisableRule;
    readonly newId: NewId;
    /** Called in the same transaction. */
    readonly onDisabled?: ((trx: Trx, webhook: WebhookRow) => Promise<void>) | undefined;
  },
): Promise<WebhookRow[]> {
  return store.transaction(async (trx) => {
    const ids = results.map((result) => result.delivery.webhook_id);
    const before = await lockWebhooks(trx, ids);
    const webhooks = new Map(before.map((row) => [row.id, row]));
    for (const result of results) {
      const webhook = webhooks.get(result.delivery.webhook_id);
      // Deleted meanwhile, and its deliveries with it.
      if (!webhook) continue;
      const settled = await settleDelivery(trx, result, now);
      const isStored = await insertAttempt(trx, result);
      if (!isStored) continue;
      webhooks.set(webhook.id, afterResult(webhook, result, { now, settled }));
    }
    const disabled: WebhookRow[] = [];
    for (const row of before) {
      const after = webhooks.get(row.id) ?? row;
      const next = isFailing(after, disable, now)
        ? { ...after, active: 0 as const, disabled_reason: 'failures' }
        : after;
      await updateHealth(trx, row, { next, now });
      if (row.active === 1 && next.active === 0) {
        await cancelPending(trx, next.id, now);
        await noteDisabled(trx, next, { id: newId('aud'), now });
        await onDisabled?.(trx, next);
        disabled.push(next);
      }
    }
    return disabled;
  });
}

/** Notes where a delivery is after an attempt; false if it was cancelled meanwhile. */
async function settleDelivery(trx: Trx, result: DeliveryResult, now: number): Promise<boolean> {
  const { state, delivery, nextAt } = result;
  const { numUpdatedRows } = await trx
    .updateTable('deliveries')
    .set({
      state,
      failures: delivery.failures + (state === 'delivered' ? 0 : 1),
      next_at: nextAt,
      lease_until: 0,
      finished_at: state === 'pending' ? null : now,
    })
    .where('id', '=', delivery.id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds an attempt to the log of its delivery; false if the delivery was deleted. */
async function insertAttempt(trx: Trx, result: DeliveryResult): Promise<boolean> {
  const number = await countAttempts(trx, result.delivery.id);
  if (number === undefined) return false;
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
  return true;
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

/** A webhook after one more attempt. */
function afterResult(
  webhook: WebhookRow,
  result: DeliveryResult,
  { now, settled }: { readonly now: number; readonly settled: boolean },
): WebhookRow {
  const failed = result.state !== 'delivered';
  return {
    ...webhook,
    ...(failed ? {} : { failures: 0, failing_since: null }),
    ...(failed && result.counts
      ? { failures: webhook.failures + 1, failing_since: webhook.failing_since ?? now }
      : {}),
    ...(result.gone && settled ? { active: 0 as const, disabled_reason: 'gone' } : {}),
    last_status: result.status,
    last_event: result.eventType,
    last_at: result.startedAt,
    last_duration: result.duration,
  };
}

/** Whether a webhook has failed too often, for too long, to stay active. */
function isFailing(webhook: WebhookRow, disable: DisableRule, now: number): boolean {
  const since = webhook.failing_since ?? now;
  return webhook.active === 1 && webhook.failures >= disable.after && now - since >= disable.minAge;
}

/** Stores what attempts have changed about a webhook. */
async function updateHealth(
  trx: Trx,
  before: WebhookRow,
  { next, now }: { readonly next: WebhookRow; readonly now: number },
): Promise<void> {
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
      ...(before.active === next.active ? {} : { updated_at: now }),
    })
    .where('id', '=', next.id)
    .execute();
}

/** The audit log has what the server switched off, next to what members and keys did. */
async function noteDisabled(
  trx: Trx,
  webhook: WebhookRow,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<void> {
  const project = await trx
    .selectFrom('projects')
    .select('org_id')
    .where('id', '=', webhook.project_id)
    .executeTakeFirst();
  if (!project) return;
  await addAudit(trx, {
    ...{ id, org_id: project.org_id, project_id: webhook.project_id },
    ...{ actor: 'webhooks', action: 'webhook.disabled' },
    detail: JSON.stringify({
      target: { projectId: webhook.project_id, webhookId: webhook.id },
      changes: [
        { field: 'active', before: true, after: false },
        { field: 'disabledReason', before: null, after: webhook.disabled_reason },
      ],
    }),
    created_at: now,
  });
}
