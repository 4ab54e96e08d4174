import { hashPassword, isPassword } from '../secrets/password.ts';
import { lockOrg } from '../store/locks.ts';
import { changeMember, findMember } from '../store/members.ts';
import { endUserSessions } from '../store/user-sessions.ts';
import type { MemberSession, MemberTools } from './sessions.ts';

/** What is wrong with a new password; undefined when it may be used. */
export function wrongPassword(password: string, email: string): string | undefined {
  if (password.length < 10 || password.length > 200) {
    return `The password has ${password.length} characters, expected 10 to 200`;
  }
  const isAddress = [email, email.replace(/@.*/, '')].includes(password.trim().toLowerCase());
  return isAddress ? 'Expected a password that is not the email address' : undefined;
}

/** Changes the password of a member and ends the other sessions; whether the current one was right. */
export async function changePassword(
  { store }: Pick<MemberTools, 'store'>,
  {
    session,
    currentPassword,
    newPassword,
  }: {
    readonly session: MemberSession;
    readonly currentPassword: string;
    readonly newPassword: string;
  },
): Promise<boolean> {
  const { user, organization } = session;
  const row = await findMember(store.db, organization.id, user.id);
  if (!(await isPassword(currentPassword, row?.password))) return false;
  const password = await hashPassword(newPassword);
  return store.transaction(async (trx) => {
    await lockOrg(trx, organization.id);
    // A link that has set another one meanwhile counts.
    const now = await findMember(trx, organization.id, user.id);
    if (now?.password !== row?.password) return false;
    await changeMember(trx, user.id, { password });
    await endUserSessions(trx, user.id, session.id);
    return true;
  });
}
