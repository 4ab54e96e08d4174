import type { Db, Trx } from './open.ts';
import type { UserRow } from './tables.ts';

/** A row of an account that is a member of its organization. */
export type MemberRow = UserRow & { role: string };

const membersOf = (db: Db, orgId: string) =>
  db.selectFrom('users').where('org_id', '=', orgId).where('role', 'is not', null);

/** Whether an organization has members. */
export async function hasMembers(db: Db, orgId: string): Promise<boolean> {
  return (await membersOf(db, orgId).select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The members of an organization by address. */
export async function listMembers(db: Db, orgId: string): Promise<MemberRow[]> {
  return (await membersOf(db, orgId).selectAll().orderBy('email').execute()).filter(isMember);
}

/** The member of that id. */
export async function findMember(
  db: Db,
  orgId: string,
  id: string,
): Promise<MemberRow | undefined> {
  const row = await membersOf(db, orgId).selectAll().where('id', '=', id).executeTakeFirst();
  return row && isMember(row) ? row : undefined;
}

/** Members with that address, in the given organization or in any, oldest first. */
export async function membersByEmail(
  db: Db,
  {
    email,
    orgId,
    limit,
  }: { readonly email: string; readonly orgId?: string; readonly limit: number },
): Promise<MemberRow[]> {
  let found = db.selectFrom('users').where('email', '=', email.toLowerCase());
  if (orgId !== undefined) found = found.where('org_id', '=', orgId);
  const rows = await found
    .selectAll()
    .where('role', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.filter(isMember);
}

/** Changes what a member is or may do. */
export async function changeMember(
  trx: Trx,
  id: string,
  change: Partial<Pick<UserRow, 'role' | 'languages' | 'name' | 'password'>>,
): Promise<void> {
  await trx.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Whether an organization has another owner than that member. */
export async function hasOtherOwner(trx: Trx, orgId: string, id: string): Promise<boolean> {
  const other = await membersOf(trx, orgId)
    .select('id')
    .where('role', '=', 'owner')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

function isMember(row: UserRow): row is MemberRow {
  return row.role !== null;
}
