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

/** An Idempotency-Key of a key of the API, of a member, or of a reader of a project. */
export interface IdempotencyRef {
  readonly by: 'key' | 'member' | 'reader';
  /** Id of the key, of the member, or of the project. */
  readonly owner: string;
  readonly key: string;
}

/** Answers that are kept at most: of one key, of one member, and of all readers of a project. */
const mostKept = { key: 10_000, member: 1000, reader: 1000 } as const;

/** Checks whether a request with this Idempotency-Key is the first; if so, it reserves the key. */
export async function claimIdempotency(
  store: Store,
  ref: IdempotencyRef,
  request: { readonly fingerprint: string; readonly now: number },
): Promise<Claim> {
  const { now, fingerprint } = request;
  return store.transaction(async (trx) => {
    await trx
      .deleteFrom('kept_answers')
      .where('owner', '=', ref.owner)
      .where('key', '=', ref.key)
      .where((eb) =>
        eb.or([
          eb('created_at', '<=', now - keptFor),
          eb.and([eb('status', '=', 0), eb('locked_until', '<=', now)]),
        ]),
      )
      .execute();
    const inserted = await trx
      .insertInto('kept_answers')
      .values({
        owner: ref.owner,
        key: ref.key,
        key_id: ref.by === 'key' ? ref.owner : null,
        project_id: ref.by === 'reader' ? ref.owner : null,
        fingerprint,
        status: 0,
        headers: '{}',
        body: '',
        created_at: now,
        locked_until: now + heldFor,
      })
      .onConflict((conflict) => conflict.columns(['owner', 'key']).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return { type: 'first' };
    const row = await trx
      .selectFrom('kept_answers')
      .selectAll()
      .where('owner', '=', ref.owner)
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
    .updateTable('kept_answers')
    .set({ status: answer.status, headers: JSON.stringify(answer.headers), body: answer.body })
    .where('owner', '=', ref.owner)
    .where('key', '=', ref.key)
    .execute();
}

/** Holds the key of a request that is still in progress. */
export async function renewClaim(db: Db, ref: IdempotencyRef, now: number): Promise<void> {
  await db
    .updateTable('kept_answers')
    .set({ locked_until: now + heldFor })
    .where('owner', '=', ref.owner)
    .where('key', '=', ref.key)
    .where('status', '=', 0)
    .execute();
}

/** Forgets the oldest answers of an owner who has more than may be kept. */
export async function pruneAnswers(
  db: Db,
  { by, owner }: Pick<IdempotencyRef, 'by' | 'owner'>,
  most: number = mostKept[by],
): Promise<void> {
  const last = await db
    .selectFrom('kept_answers')
    .select('created_at')
    .where('owner', '=', owner)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(most)
    .executeTakeFirst();
  if (!last) return;
  await db
    .deleteFrom('kept_answers')
    .where('owner', '=', owner)
    .where('created_at', '<=', last.created_at)
    .where('status', '>', 0)
    .execute();
}

/** Releases the key of a request that changed nothing, so that it can be retried. */
export async function dropClaim(db: Db, ref: IdempotencyRef): Promise<void> {
  await db
    .deleteFrom('kept_answers')
    .where('owner', '=', ref.owner)
    .where('key', '=', ref.key)
    .where('status', '=', 0)
    .execute();
}

/** Forgets all answers: another key can't read them. */
export async function forgetAnswers(db: Db): Promise<void> {
  await db.deleteFrom('kept_answers').execute();
}

/** Forgets answers older than a day. */
export async function sweepIdempotency(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('kept_answers')
    .where('created_at', '<=', now - keptFor)
    .execute();
}
