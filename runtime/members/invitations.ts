import { randomBytes } from 'node:crypto';
import type { Role } from '../../schema/api/roles.ts';
import { ApiError } from '../../schema/errors.ts';
import { hashSecret } from '../http/auth.ts';
import { invalid } from '../http/body.ts';
import { hashPassword } from '../secrets/password.ts';
import {
  findInvitation,
  insertInvitation,
  removeInvitation,
  removeInvitationsFor,
} from '../store/invitations.ts';
import { lockOrg } from '../store/locks.ts';
import { changeMember, hasMembers } from '../store/members.ts';
import type { Trx } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import { endUserSessions } from '../store/user-sessions.ts';
import { findUserByEmail, insertUser } from '../store/users.ts';
import { wrongPassword } from './passwords.ts';
import type { MemberTools } from './sessions.ts';

const day = 86_400_000;

/** Milliseconds that links are valid: of an invitation, and the one for the first owner. */
const lifetimes = { invitation: 7 * day, firstOwner: day } as const;

/** Whom an invitation makes what. */
export interface Invitation {
  /** Null for the first owner, whose address is not known yet. */
  readonly email: string | null;
  readonly role: Role;
  readonly languages: readonly string[] | null;
}

/** Where the dashboard of a server is that is seen at an origin: it may have a host of its own. */
export function dashboardOrigin(origin: string, host: string | undefined): string {
  if (host === undefined) return origin;
  const url = new URL(origin);
  url.hostname = host;
  return url.origin;
}

/** The page of the dashboard at which a link is used; to open it alone sends the token to no server or proxy. */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/dashboard/welcome#${token}`;
}

/** Writes an invitation; its token is in the answer and nowhere else. Earlier ones for the address end. */
export async function invite(
  { store, now, newId }: MemberTools,
  orgId: string,
  { email, role, languages }: Invitation,
): Promise<{ readonly id: string; readonly token: string; readonly expiresAt: number }> {
  const token = randomBytes(32).toString('base64url');
  const id = newId('inv');
  const expiresAt = now() + (email === null ? lifetimes.firstOwner : lifetimes.invitation);
  await store.transaction(async (trx) => {
    await lockOrg(trx, orgId);
    await insertInvitation(trx, {
      ...{ id, org_id: orgId, email: email?.trim().toLowerCase() ?? null, role },
      languages: role === 'translator' && languages ? JSON.stringify(languages) : null,
      ...{ hash: hashSecret(token), created_at: now(), expires_at: expiresAt },
    });
  });
  return { id, token, expiresAt };
}

/** A new link for the first owner of an organization; undefined once it has a member. */
export async function firstOwnerLink(
  tools: MemberTools,
  { orgId, origin }: { readonly orgId: string; readonly origin: string },
): Promise<string | undefined> {
  if (await hasMembers(tools.store.db, orgId)) return undefined;
  const { token } = await invite(tools, orgId, { email: null, role: 'owner', languages: null });
  return invitationLink(origin, token);
}

/** What the invitation of a token is for; undefined if it was used, has expired or never existed. */
export async function readInvitation(
  { store, now }: Pick<MemberTools, 'store' | 'now'>,
  token: string,
) {
  const row = await findInvitation(store.db, hashSecret(token), now());
  const org = row && (await findOrg(store.db, row.org_id));
  if (!row || !org) return undefined;
  return {
    email: row.email,
    role: row.role as Role,
    languages: row.languages === null ? null : (JSON.parse(row.languages) as string[]),
    organization: { id: org.id, name: org.name },
    expiresAt: row.expires_at,
  };
}

/** Makes whoever has the token a member, or sets the password of one; the invitation is used up. */
export async function acceptInvitation(
  { store, now, newId }: MemberTools,
  token: string,
  given: { readonly name: string; readonly password: string; readonly email?: string },
): Promise<{ readonly id: string; readonly orgId: string }> {
  const known = await findInvitation(store.db, hashSecret(token), now());
  if (!known) throw unknownInvitation();
  const email = (known.email ?? given.email)?.trim().toLowerCase();
  if (email === undefined) {
    throw invalid('email', 'missing-field', 'Missing email, required for the first owner');
  }
  const wrong = wrongPassword(given.password, email);
  if (wrong !== undefined) throw invalid('password', 'unexpected-value', wrong);
  const password = await hashPassword(given.password);
  return store.transaction(async (trx) => {
    await lockOrg(trx, known.org_id);
    // Of two who use a link at the same moment, the second finds it used.
    if (!(await removeInvitation(trx, known.org_id, known.id))) throw unknownInvitation();
    if (known.email === null && (await hasMembers(trx, known.org_id))) throw unknownInvitation();
    await removeInvitationsFor(trx, known.org_id, null);
    const { role, languages } = known;
    const change = { role, languages, name: given.name.trim(), password };
    return {
      id: await writeMember(trx, { orgId: known.org_id, email, change, newId, now }),
      orgId: known.org_id,
    };
  });
}

/** Makes an account a member: the one of that address, or a new one. Who is one keeps role and languages. */
export async function writeMember(
  trx: Trx,
  {
    orgId,
    email,
    change,
    newId,
    now,
  }: {
    readonly orgId: string;
    readonly email: string;
    readonly change: {
      readonly role: string;
      readonly languages: string | null;
      readonly name: string;
      readonly password: string;
    };
  } & Pick<MemberTools, 'newId' | 'now'>,
): Promise<string> {
  const account = await findUserByEmail(trx, orgId, email);
  if (account) {
    // A link to reset a password must not bring back a role that has changed since.
    const { name, password } = change;
    await changeMember(trx, account.id, account.role === null ? change : { name, password });
    await endUserSessions(trx, account.id);
    return account.id;
  }
  const id = newId('usr');
  await insertUser(trx, {
    ...{ id, org_id: orgId, email, member_of: '[]', created_at: now() },
    ...change,
  });
  return id;
}

/** The same answer for a token that was used, has expired or never existed. */
export function unknownInvitation(): ApiError {
  return new ApiError(
    'NOT_FOUND',
    'This invitation was used already or has expired. Ask an owner of the organization for a new one.',
  );
}
