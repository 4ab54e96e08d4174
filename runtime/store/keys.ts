import type { Db } from './open.ts';
import { prepare } from './prepared.ts';
import type { KeyRow } from './tables.ts';

/** Adds a key; only the hash of its secret is stored. */
export async function insertKey(db: Db, key: KeyRow): Promise<void> {
  await db.insertInto('keys').values(key).execute();
}

/** The key whose secret has that hash, revoked and expired ones included. */
export function findKey(db: Db, hash: string): Promise<KeyRow | undefined> {
  return keyByHash(db, [hash]);
}

const keyByHash = prepare((db) => db.selectFrom('keys').selectAll().where('hash', '=', ''));

/** The key of that id. */
export async function findKeyById(db: Db, id: string): Promise<KeyRow | undefined> {
  return db.selectFrom('keys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The keys of an organization, oldest first. */
export async function listKeys(db: Db, orgId: string): Promise<KeyRow[]> {
  return db
    .selectFrom('keys')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Whether a key was ever created. */
export async function hasKeys(db: Db): Promise<boolean> {
  return (await db.selectFrom('keys').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Revokes a key permanently; returns whether it existed. */
export async function revokeKey(db: Db, keyId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('keys')
    .set({ revoked_at: now })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes when a key was last used. */
export async function touchKey(db: Db, keyId: string, now: number): Promise<void> {
  await db.updateTable('keys').set({ last_used_at: now }).where('id', '=', keyId).execute();
}

/** Whether a key sees test data only. */
export function isTestKey({ prefix }: Pick<KeyRow, 'prefix'>): boolean {
  return prefix.endsWith('_test_');
}

/** The keys of an organization for the service API that are not revoked, oldest first. */
export async function listActiveKeys(db: Db, orgId: string): Promise<KeyRow[]> {
  return (await listKeys(db, orgId)).filter(
    ({ platform, revoked_at }) => platform === 'api' && revoked_at === null,
  );
}

/** Revokes a key of an organization for the service API; whether there was one to revoke. */
export async function revokeKeyOf(
  db: Db,
  { orgId, id }: { readonly orgId: string; readonly id: string },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .where('platform', '=', 'api')
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
