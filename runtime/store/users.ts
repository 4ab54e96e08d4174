import type { Db } from './open.ts';
import { prepare } from './prepared.ts';
import type { UserRow } from './tables.ts';

/** Adds an account; throws a duplicate when the organization has one of that address. */
export async function insertUser(
  db: Db,
  user: Omit<UserRow, 'role' | 'name' | 'languages'> &
    Partial<Pick<UserRow, 'role' | 'name' | 'languages'>>,
): Promise<void> {
  const reader = { role: null, name: '', languages: null };
  await db
    .insertInto('users')
    .values({ ...reader, ...user })
    .execute();
}

/** The account of an address, which is compared in lower case. */
export async function findUserByEmail(
  db: Db,
  orgId: string,
  email: string,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

/** The account with that id: read for every protected page. */
export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return userById(db, [id]);
}

const userById = prepare((db) => db.selectFrom('users').selectAll().where('id', '=', ''));

/** The accounts of an organization by address. */
export async function listUsers(db: Db, orgId: string): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().where('org_id', '=', orgId).orderBy('email').execute();
}

/** Removes an account, and with it its sessions; whether there was one. */
export async function removeUser(db: Db, orgId: string, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('org_id', '=', orgId)
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
