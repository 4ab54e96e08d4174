import type { Db, Trx } from './open.ts';
import type { IdentityRow } from './tables.ts';

/** The member whom a subject of an issuer is: of several organizations, where it was one first. */
export async function memberOfIdentity(
  db: Db,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select('users.id')
    .where('identities.issuer', '=', issuer)
    .where('identities.subject', '=', subject)
    .where('users.role', 'is not', null)
    .orderBy('identities.created_at')
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Whether an issuer has said who a member is. */
export async function hasIdentity(db: Db, userId: string, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes who a member is at an issuer. */
export async function insertIdentity(trx: Trx, row: IdentityRow): Promise<void> {
  await trx.insertInto('identities').values(row).execute();
}
