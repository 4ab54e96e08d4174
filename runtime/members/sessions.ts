import { randomBytes } from 'node:crypto';
import type { Role } from '../../schema/api/roles.ts';
import { hashSecret } from '../http/auth.ts';
import { isPassword } from '../secrets/password.ts';
import type { NewId } from '../store/ids.ts';
import { membersByEmail } from '../store/members.ts';
import type { Store } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import {
  endUserSession,
  findUserSession,
  insertUserSession,
  touchUserSession,
} from '../store/user-sessions.ts';

/** What signing in needs. */
export interface MemberTools {
  readonly store: Store;
  readonly now: () => number;
  readonly newId: NewId;
}

/** Who is signed in. */
export interface MemberSession {
  readonly id: string;
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly role: Role;
    /** The languages that a translator may change; null for all. */
    readonly languages: readonly string[] | null;
  };
  readonly organization: { readonly id: string; readonly name: string };
  readonly expiresAt: number;
}

const hour = 3_600_000;

/** Milliseconds after which an unused session ends, and after which any does. */
export const sessionLimits = { idle: 12 * hour, total: 30 * 24 * hour } as const;

/** Organizations in which one address is tried: each costs the time of a password. */
const mostAccounts = 5;

/**
 * The member with that address and password; undefined if there is none. An address may be a member of
 * several organizations: the first whose password it is, or the given one.
 */
export async function memberWith(
  { store }: MemberTools,
  given: { readonly email: string; readonly password: string; readonly organization?: string },
): Promise<{ readonly id: string; readonly orgId: string } | undefined> {
  const asked = { email: given.email.trim(), limit: mostAccounts };
  const org =
    given.organization === undefined ? undefined : await findOrg(store.db, given.organization);
  const rows =
    given.organization !== undefined && !org
      ? []
      : await membersByEmail(store.db, { ...asked, ...(org ? { orgId: org.id } : {}) });
  if (rows.length === 0) await isPassword(given.password, undefined);
  for (const row of rows) {
    if (await isPassword(given.password, row.password)) return { id: row.id, orgId: row.org_id };
  }
  return undefined;
}

/** Starts a session under a new token; the one that the browser came with ends. */
export async function startSession(
  { store, now, newId }: MemberTools,
  userId: string,
  previous?: string,
): Promise<{ readonly token: string; readonly session: MemberSession }> {
  const token = randomBytes(32).toString('base64url');
  if (previous !== undefined) await endSession({ store }, previous);
  await insertUserSession(store.db, {
    ...{ id: newId('ses'), user_id: userId, hash: hashSecret(token) },
    ...{ created_at: now(), seen_at: now() },
  });
  const session = await readSession({ store, now }, token);
  if (!session) throw new Error(`The account ${userId} is not a member.`);
  return { token, session };
}

/** The session of a token; undefined once it has ended, or its member has gone. */
export async function readSession(
  { store, now }: Pick<MemberTools, 'store' | 'now'>,
  token: string,
): Promise<MemberSession | undefined> {
  const row = await findUserSession(store.db, hashSecret(token));
  if (!row || row.role === null) return undefined;
  const time = now();
  const end = row.began_at + sessionLimits.total;
  if (time >= end || time >= row.seen_at + sessionLimits.idle) return undefined;
  // A read must not cost a write.
  if (time - row.seen_at >= 60_000) await touchUserSession(store.db, row.session_id, time);
  return {
    id: row.session_id,
    user: {
      ...{ id: row.id, email: row.email, name: row.name, role: row.role as Role },
      languages: row.languages === null ? null : JSON.parse(row.languages),
    },
    organization: { id: row.org_id, name: row.org_name },
    expiresAt: Math.min(end, time + sessionLimits.idle),
  };
}

/** Ends the session of a token. */
export async function endSession(
  { store }: Pick<MemberTools, 'store'>,
  token: string,
): Promise<void> {
  await endUserSession(store.db, hashSecret(token));
}
