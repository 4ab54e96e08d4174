import { ApiError } from '../../schema/errors.ts';
import { planOf } from '../../schema/plans.ts';
import { lockOrg, lockWebhooks } from './locks.ts';
import type { Db, Store, Trx } from './open.ts';
import type { WebhookRow } from './webhook-tables.ts';

/** A project's webhooks, the oldest first. */
export async function listWebhooks(db: Db, projectId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The webhook of that id within a project. */
export async function findWebhook(
  db: Db,
  projectId: string,
  id: string,
): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/**
 * Stores a new webhook.
 * @throws ApiError `LIMIT_EXCEEDED` (the plan's webhooks of a project) or `ALREADY_EXISTS` (the same URL)
 */
export async function createWebhook(
  store: Store,
  orgId: string,
  row: Omit<WebhookRow, 'livemode'>,
): Promise<void> {
  await refuseTwins(store, async (trx) => {
    const org = await lockOrg(trx, orgId);
    const existing = await listWebhooks(trx, row.project_id);
    if (existing.some((one) => one.url_key === row.url_key)) throw duplicateUrl();
    const limit = planOf(org?.plan ?? '').webhooks;
    if (limit !== null && existing.length >= limit) {
      throw new ApiError(
        'LIMIT_EXCEEDED',
        `The project has ${existing.length} webhooks, but its plan allows ${limit}.`,
        { details: [{ path: '', code: 'webhooks', message: `${existing.length} of ${limit}` }] },
      );
    }
    const livemode = typeof org?.test_of === 'string' ? 0 : 1;
    await trx
      .insertInto('webhooks')
      .values({ ...row, livemode })
      .execute();
  });
}

/** What an update may change. */
export type WebhookChange = Partial<
  Pick<
    WebhookRow,
    | 'url'
    | 'url_key'
    | 'events'
    | 'description'
    | 'active'
    | 'body_signature'
    | 'legacy_envelope'
    | 'secret'
    | 'secret_hint'
    | 'old_secret'
    | 'old_secret_until'
  >
>;

/**
 * Changes a webhook. Activating it and a new URL reset the count of failures. Deactivating it
 * cancels pending deliveries. @throws ApiError `NOT_FOUND`, `ALREADY_EXISTS`
 */
export async function updateWebhook(
  store: Store,
  {
    projectId,
    id,
    change,
    now,
  }: {
    readonly projectId: string;
    readonly id: string;
    readonly change: WebhookChange;
    readonly now: number;
  },
): Promise<WebhookRow> {
  return refuseTwins(store, async (trx) => {
    await lockWebhooks(trx, [id]);
    const row = await findWebhook(trx, projectId, id);
    if (!row) throw new ApiError('NOT_FOUND', 'Webhook not found.');
    if (change.url_key !== undefined && change.url_key !== row.url_key) {
      const other = await trx
        .selectFrom('webhooks')
        .select('id')
        .where('project_id', '=', projectId)
        .where('url_key', '=', change.url_key)
        .executeTakeFirst();
      if (other) throw duplicateUrl();
    }
    const mended =
      change.active === 1 || (change.url_key !== undefined && change.url_key !== row.url_key);
    const updated: WebhookRow = {
      ...row,
      ...change,
      ...(mended ? { failures: 0, failing_since: null, disabled_reason: null } : {}),
      updated_at: now,
    };
    await trx.updateTable('webhooks').set(updated).where('id', '=', id).execute();
    if (row.active === 1 && updated.active === 0) await cancelPending(trx, id, now);
    return updated;
  });
}

/** Removes a webhook with its deliveries; whether there was one. */
export async function deleteWebhook(db: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Active webhooks of a project that subscribe to one of the types. */
export async function subscribersOf(db: Db, projectId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('active', '=', 1)
    .orderBy('id')
    .execute();
}

/** Ends every delivery of a webhook that is still waiting. */
export async function cancelPending(trx: Trx, webhookId: string, now: number): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({ state: 'cancelled', finished_at: now, lease_until: 0 })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute();
}

/** Two webhooks that get the same URL at the same moment: the index refuses the second one. */
async function refuseTwins<T>(store: Store, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await store.transaction(work);
  } catch (error) {
    throw store.isDuplicate(error) ? duplicateUrl() : error;
  }
}

function duplicateUrl(): ApiError {
  return new ApiError('ALREADY_EXISTS', 'A webhook with this URL already exists for the project.', {
    details: [{ path: 'url', code: 'duplicate', message: 'Another webhook has this URL.' }],
  });
}
