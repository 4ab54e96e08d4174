import type { Db, Trx } from './open.ts';
import type { WebhookRow } from './webhook-tables.ts';

const id = 'instance';

/** A check value for the key of this database; undefined if it never had a key. */
export async function readKeyCheck(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('key_check')
    .select('value')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.value;
}

/**
 * Notes the key of a database that has none; returns what is noted then, by this process or a
 * faster one.
 */
export async function addKeyCheck(db: Db, value: string): Promise<string> {
  await db
    .insertInto('key_check')
    .values({ id, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await readKeyCheck(db)) ?? value;
}

/** Notes another key. */
export async function replaceKeyCheck(trx: Trx, value: string): Promise<void> {
  await trx.deleteFrom('key_check').where('id', '=', id).execute();
  await trx.insertInto('key_check').values({ id, value }).execute();
}

/**
 * What is unusable without the key: encrypted secrets, and domains verified by records derived from
 * it.
 */
export async function needKey(db: Db): Promise<{
  readonly webhooks: readonly Pick<
    WebhookRow,
    'id' | 'project_id' | 'url' | 'secret' | 'old_secret'
  >[];
  readonly domains: readonly string[];
}> {
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['id', 'project_id', 'url', 'secret', 'old_secret'])
    .orderBy('id')
    .execute();
  const domains = await db
    .selectFrom('domains')
    .select('domain')
    .where('proof', '=', 'dns')
    .orderBy('domain')
    .execute();
  return { webhooks, domains: domains.map(({ domain }) => domain) };
}

/** Forgets secrets of a webhook that can't be read; its deliveries wait until there is a new one. */
export async function forgetSecrets(
  trx: Trx,
  webhookId: string,
  which: { readonly secret: boolean; readonly oldSecret: boolean },
): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({
      ...(which.secret ? { secret: '', secret_hint: 'lost' } : {}),
      ...(which.oldSecret ? { old_secret: null, old_secret_until: null } : {}),
    })
    .where('id', '=', webhookId)
    .execute();
}
