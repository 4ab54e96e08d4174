import { randomBytes } from 'node:crypto';
import { type Role, roles } from '../../schema/api/roles.ts';
import { isLanguageCode } from '../../schema/languages.ts';
import { removeMember, updateMember } from '../members/change.ts';
import { invitationLink, invite } from '../members/invitations.ts';
import { hashPassword } from '../secrets/password.ts';
import { addAudit } from '../store/audit.ts';
import { changeMember } from '../store/members.ts';
import type { OrgRow, UserRow } from '../store/tables.ts';
import { endUserSessions } from '../store/user-sessions.ts';
import { findUserByEmail } from '../store/users.ts';
import type { CommandTools } from './keys.ts';
import { emailOf, endUser, orgOf } from './users.ts';

/** Which account a command is about. */
interface Account {
  /** Id or slug. */
  readonly org: string;
  readonly email: string;
}

/** `docent users invite`: the link, which is in the answer and nowhere else. */
export async function inviteUser(
  tools: CommandTools,
  given: Account & {
    readonly role: string;
    readonly languages?: readonly string[];
    readonly url: string;
  },
): Promise<string> {
  const role = roleOf(given.role);
  const languages = languagesOf(given.languages);
  const email = emailOf(given.email);
  const org = await orgOf(tools.store.db, given.org);
  const account = await findUserByEmail(tools.store.db, org.id, email);
  if (account && account.role !== null) {
    throw new Error(
      `${email} is a member already. Change the role with "docent users role ${email} ${role}", or the password with "docent users reset ${email}".`,
    );
  }
  const { token } = await invite(tools, org.id, { email, role, languages });
  await note(tools, org, { action: 'inviteMember', email });
  return invitationLink(originOf(given.url), token);
}

/** `docent users role`. */
export async function changeRole(
  tools: CommandTools,
  given: Account & { readonly role: string; readonly languages?: readonly string[] },
): Promise<void> {
  const role = roleOf(given.role);
  const languages = languagesOf(given.languages);
  const { org, user } = await memberOf(tools, given);
  await updateMember(tools.store, org.id, user.id, { role, languages });
  await note(tools, org, { action: 'updateMember', email: user.email });
}

/** `docent users reset`: a link for a new password; the old one and all sessions end at once. */
export async function resetUser(
  tools: CommandTools,
  given: Account & { readonly url: string },
): Promise<string> {
  const { org, user } = await memberOf(tools, given);
  const origin = originOf(given.url);
  const password = await hashPassword(randomBytes(32).toString('base64'));
  await tools.store.transaction(async (trx) => {
    await changeMember(trx, user.id, { password });
    await endUserSessions(trx, user.id);
  });
  const { token } = await invite(tools, org.id, {
    email: user.email,
    role: user.role as Role,
    languages: user.languages === null ? null : JSON.parse(user.languages),
  });
  await note(tools, org, { action: 'resetMember', email: user.email });
  return invitationLink(origin, token);
}

/** `docent users remove`: of a reader or a member, but not the last owner. */
export async function removeAccount(tools: CommandTools, given: Account): Promise<void> {
  const org = await orgOf(tools.store.db, given.org);
  const account = await findUserByEmail(tools.store.db, org.id, given.email);
  if (account?.role == null) return endUser(tools, given);
  await removeMember(tools.store, org.id, account.id);
  await note(tools, org, { action: 'removeMember', email: account.email });
}

async function memberOf(
  { store }: CommandTools,
  { org: name, email }: Account,
): Promise<{ readonly org: OrgRow; readonly user: UserRow }> {
  const org = await orgOf(store.db, name);
  const user = await findUserByEmail(store.db, org.id, email);
  if (user && user.role !== null) return { org, user };
  throw new Error(`${email} is not a member. Invite it with "docent users invite ${email}".`);
}

/** The audit log has what was done on the command line too. */
async function note(
  { store, now, newId }: CommandTools,
  org: OrgRow,
  { action, email }: { readonly action: string; readonly email: string },
): Promise<void> {
  await addAudit(store.db, {
    ...{ id: newId('aud'), org_id: org.id, project_id: null, actor: 'command', action },
    ...{ detail: JSON.stringify({ target: { email } }), created_at: now() },
  });
}

function roleOf(text: string): Role {
  const role = roles.find((one) => one === text);
  if (role) return role;
  throw new Error(`Unexpected role "${text}", expected one of ${roles.join(', ')}.`);
}

function languagesOf(codes: readonly string[] | undefined): readonly string[] | null {
  const wrong = codes?.find((code) => !isLanguageCode(code));
  if (wrong !== undefined) {
    throw new Error(`Unexpected language "${wrong}", expected a code such as fr or zh-CN.`);
  }
  return codes?.length ? [...new Set(codes)] : null;
}

function originOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new Error(`Unexpected address "${text}", expected one such as https://docs.example.com.`);
}
