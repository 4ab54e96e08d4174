import type { Db } from './open.ts';
import { prepare } from './prepared.ts';
import type { UserSessionRow } from './tables.ts';

/** Adds a session; only the hash of its token is stored. */
export async function insertUserSession(db: Db, session: UserSessionRow): Promise<void> {
  await db.insertInto('user_sessions').values(session).execute();
}

/** The session whose token has that hash, with the member and the organization: read for every request. */
export function findUserSession(db: Db, hash: string) {
  return byHash(db, [hash]);
}

const byHash = prepare((db) =>
  db
    .selectFrom('user_sessions')
    .innerJoin('users', 'users.id', 'user_sessions.user_id')
    .innerJoin('orgs', 'orgs.id', 'users.org_id')
    .select([
      'user_sessions.id as session_id',
      'user_sessions.created_at as began_at',
      'user_sessions.seen_at',
      'users.id',
      'users.org_id',
      'users.email',
      'users.name',
      'users.role',
      'users.languages',
      'users.password',
      'orgs.name as org_name',
    ])
    .where('user_sessions.hash', '=', ''),
);

/** Notes when a session was last used. */
export async function touchUserSession(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('user_sessions').set({ seen_at: now }).where('id', '=', id).execute();
}

/** Ends the session whose token has that hash. */
export async function endUserSession(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('user_sessions').where('hash', '=', hash).execute();
}

/** Ends the sessions of a member, except one of them. */
export async function endUserSessions(db: Db, userId: string, except = ''): Promise<void> {
  await db
    .deleteFrom('user_sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', except)
    .execute();
}

/** Forgets sessions that were last used before a time. */
export async function sweepUserSessions(db: Db, before: number): Promise<void> {
  await db.deleteFrom('user_sessions').where('seen_at', '<', before).execute();
}
