import { randomBytes } from 'node:crypto';
import { hashPassword } from '../secrets/password.ts';
import { findOrg } from '../store/orgs.ts';
import { insertUser, listUsers, removeUser } from '../store/users.ts';
import type { CommandTools } from './keys.ts';

/** `docent users create`: the password, which is in the answer and nowhere else when it was made here. */
export async function createUser(
  { store, now, newId }: CommandTools,
  user: {
    /** Id or slug. */
    readonly org: string;
    readonly email: string;
    readonly groups: readonly string[];
    readonly password?: string;
  },
): Promise<{ readonly id: string; readonly password: string }> {
  const email = emailOf(user.email);
  for (const group of user.groups) {
    if (!/^[^\s,]{1,100}$/.test(group)) {
      throw new Error(`Unexpected group "${group}", expected a group name as used in auth.groups.`);
    }
  }
  const password = user.password ?? randomBytes(15).toString('base64url');
  if (password.length < 10 || password.length > 200) {
    throw new Error(
      `The password has ${password.length} characters, expected 10 to 200. Choose another one, or leave it out.`,
    );
  }
  const org = await orgOf(store.db, user.org);
  const id = newId('usr');
  try {
    await insertUser(store.db, {
      id,
      org_id: org.id,
      email,
      password: await hashPassword(password),
      member_of: JSON.stringify([...new Set(user.groups)].sort()),
      created_at: now(),
    });
  } catch (error) {
    if (!store.isDuplicate(error)) throw error;
    throw new Error(
      `An account for ${email} already exists. Remove it with "docent users remove ${email}".`,
      { cause: error },
    );
  }
  return { id, password };
}

/** `docent users list`: one line an account. */
export async function describeUsers({ store }: CommandTools, org: string): Promise<string[]> {
  const found = await orgOf(store.db, org);
  return (await listUsers(store.db, found.id)).map((user) => {
    const groups = (JSON.parse(user.member_of) as string[]).join(',') || '-';
    const since = new Date(user.created_at).toISOString();
    return `${user.id}  ${user.email}  ${groups}  ${since}  ${user.role ?? 'reader'}`;
  });
}

/** `docent users remove`: the sessions of the account end with it. */
export async function endUser(
  { store }: CommandTools,
  { org, email }: { readonly org: string; readonly email: string },
): Promise<void> {
  const found = await orgOf(store.db, org);
  if (!(await removeUser(store.db, found.id, email))) {
    throw new Error(`There is no account for "${email}". See "docent users list".`);
  }
}

/** An email address in lower case. */
export function emailOf(text: string): string {
  const email = text.trim().toLowerCase();
  if (/^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email)) return email;
  throw new Error(`Unexpected address "${text}", expected one such as ada@example.com.`);
}

/** The organization of that id or slug. */
export async function orgOf(db: CommandTools['store']['db'], name: string) {
  const org = await findOrg(db, name);
  if (!org) throw new Error(`There is no organization "${name}". See "docent orgs list".`);
  return org;
}
