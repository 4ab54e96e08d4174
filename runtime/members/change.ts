import type { Role } from '../../schema/api/roles.ts';
import { removeInvitationsFor } from '../store/invitations.ts';
import { lockOrg } from '../store/locks.ts';
import { changeMember, findMember, hasOtherOwner, type MemberRow } from '../store/members.ts';
import type { Store, Trx } from '../store/open.ts';
import { removeUser } from '../store/users.ts';

/** An organization without an owner could not be managed any more. */
export class LastOwnerError extends Error {
  override name = 'LastOwnerError';
}

/**
 * Gives a member another role or other languages; undefined if there is no such member.
 * @throws `LastOwnerError` when the last owner would become something else
 */
export async function updateMember(
  store: Store,
  orgId: string,
  id: string,
  given: { readonly role?: Role; readonly languages?: readonly string[] | null },
): Promise<MemberRow | undefined> {
  return store.transaction(async (trx) => {
    await lockOrg(trx, orgId);
    const row = await findMember(trx, orgId, id);
    if (!row) return undefined;
    const role = given.role ?? row.role;
    if (role !== 'owner') await requireOtherOwner(trx, row);
    const languages =
      given.languages === undefined
        ? row.languages
        : given.languages && JSON.stringify(given.languages);
    const change = { role, languages: role === 'translator' ? languages : null };
    await changeMember(trx, id, change);
    return { ...row, ...change };
  });
}

/**
 * Deletes the account of a member, and with it the sessions; the member it was, or undefined.
 * @throws `LastOwnerError` when it is the last owner
 */
export async function removeMember(
  store: Store,
  orgId: string,
  id: string,
): Promise<MemberRow | undefined> {
  return store.transaction(async (trx) => {
    await lockOrg(trx, orgId);
    const row = await findMember(trx, orgId, id);
    if (!row) return undefined;
    await requireOtherOwner(trx, row);
    await removeUser(trx, orgId, row.email);
    // A link to reset the password would make the account again.
    await removeInvitationsFor(trx, orgId, row.email);
    return row;
  });
}

async function requireOtherOwner(trx: Trx, row: MemberRow): Promise<void> {
  if (row.role !== 'owner' || (await hasOtherOwner(trx, row.org_id, row.id))) return;
  throw new LastOwnerError(
    `${row.email} is the last owner of the organization. Make another member an owner first.`,
  );
}
