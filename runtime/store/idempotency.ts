import type { Db, Store } from './open.ts';

/** How long an answer is kept for replay. */
const keptFor = 24 * 60 * 60 * 1000;
/**
 * A request that has not responded for this long died with its process; another one may replace it.
 */
const heldFor = 60 * 1000;

/** The first response. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Claim =
  | { readonly type: 'first' }
  | { readonly type: 'running' }
  | { readonly type: 'other' }
  | { readonly type: 'replay'; readonly answer: StoredAnswer };

export interface IdempotencyRef {
  readonly keyId: string;
  readonly key: string;
}

/** Checks whether a request with this Idempotency-Key is the first; if so, it reserves the key. */
export async function claimIdempotency(
  store: Store,
  ref: IdempotencyRef,
  request: { readonly fingerprint: string; readonly now: number },
): Promise<Claim> {
  const { now, fingerprint } = request;
  return store.transaction(async (trx) => {
    await trx
      .deleteFrom('idempotency')
      .where('key_id', '=', ref.keyId)
      .where('key', '=', ref.key)
      .where((eb) =>
        eb.or([
          eb('created_at', '<=', now - keptFor),
          eb.and([eb('status', '=', 0), eb('locked_until', '<=', now)]),
        ]),
      )
      .execute();
    const inserted = await trx
      .insertInto('idempotency')
      .values({
        key_id: ref.keyId,
        key: ref.key,
        fingerprint,
        status: 0,
        headers: '{}',
        body: '',
        created_at: now,
        locked_until: now + heldFor,
      })
      .onConflict((conflict) => conflict.columns(['key_id', 'key']).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return { type: 'first' };
    const row = await trx
      .selectFrom('idempotency')
      .selectAll()
      .where('key_id', '=', ref.keyId)
      .where('key', '=', ref.key)
      .executeTakeFirst();
    if (!row) return { type: 'running' };
    if (row.fingerprint !== fingerprint) return { type: 'other' };
    if (row.status === 0) return { type: 'running' };
    return {
      type: 'replay',
      answer: { status: row.status, headers: JSON.parse(row.headers), body: row.body },
    };
  });
}

/** Keeps the answer of the first request for those that repeat it. */
export async function keepAnswer(db: Db, ref: IdempotencyRef, answer: StoredAnswer): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
    .where('key_id', '=', ref.keyId)
    .where('key', '=', ref.key)
    .execute();
}

/** Releases the key of a request that changed nothing, so that it can be retried. */
export async function dropClaim(db: Db, ref: IdempotencyRef): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('key_id', '=', ref.keyId)
    .where('key', '=', ref.key)
    .where('status', '=', 0)
    .execute();
}

/** Forgets answers older than a day. */
export async function sweepIdempotency(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<=', now - keptFor)
    .execute();
}
