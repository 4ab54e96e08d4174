import type { Db, Trx } from './open.ts';
import type { InvitationRow } from './tables.ts';

/** Adds an invitation in place of earlier ones for the same address. */
export async function insertInvitation(trx: Trx, row: InvitationRow): Promise<void> {
  await removeInvitationsFor(trx, row.org_id, row.email);
  await trx.insertInto('invitations').values(row).execute();
}

/** The invitation whose token has that hash, unless it has expired. */
export async function findInvitation(
  db: Db,
  hash: string,
  now: number,
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** The invitations of an organization that were not used yet, newest first. */
export async function listInvitations(
  db: Db,
  orgId: string,
  now: number,
): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('email', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The invitations for an address, in any organization, newest first. */
export async function invitationsFor(
  db: Db,
  email: string,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Takes an invitation out of the list; whether it was there. */
export async function removeInvitation(db: Db, orgId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes the invitations for an address; null for the links of the first owner. */
export async function removeInvitationsFor(
  trx: Trx,
  orgId: string,
  email: string | null,
): Promise<void> {
  await trx
    .deleteFrom('invitations')
    .where('org_id', '=', orgId)
    .where('email', email === null ? 'is' : '=', email)
    .execute();
}

/** Forgets invitations that have expired. */
export async function sweepInvitations(db: Db, now: number): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<=', now).execute();
}
