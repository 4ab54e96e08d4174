import { randomBytes } from 'node:crypto';
import { writeMember } from '../members/invitations.ts';
import type { MemberTools } from '../members/sessions.ts';
import { hashPassword } from '../secrets/password.ts';
import type { OidcSettings } from '../settings/environment.ts';
import { hasIdentity, insertIdentity, memberOfIdentity } from '../store/identities.ts';
import { invitationsFor, removeInvitation, removeInvitationsFor } from '../store/invitations.ts';
import { lockOrg } from '../store/locks.ts';
import { hasMembers, membersByEmail } from '../store/members.ts';
import type { Trx } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import { findUserByEmail } from '../store/users.ts';
import type { Person } from './provider.ts';

/** Organizations in which one address is looked for. */
const mostAccounts = 5;

/** The member a person is, and the operation that the audit log names. */
export interface FoundMember {
  readonly id: string;
  readonly operation: 'signIn' | 'acceptInvitation' | 'joinOrganization';
}

/** Why a person is no member. */
export type NoMember = 'unverified' | 'taken' | 'not-member';

/**
 * The member a person is: whoever the provider meant by this subject before; the first time a member with
 * the address, someone who was invited, or who joins. An address is only believed when it is verified, and
 * only once: a member whom the provider has named is not found by the address again, since that may have
 * been given to someone else.
 */
export async function findMemberFor(
  tools: MemberTools,
  person: Person,
  join: OidcSettings['join'],
): Promise<FoundMember | NoMember> {
  const { store, now } = tools;
  const known = await memberOfIdentity(store.db, person);
  if (known !== undefined) return { id: known, operation: 'signIn' };
  const { email } = person;
  if (email === undefined || !person.isEmailVerified) return 'unverified';
  const members = await membersByEmail(store.db, { email, limit: mostAccounts });
  for (const { org_id: orgId } of members) {
    const id = await store.transaction((trx) => linkMember(trx, { tools, person, email, orgId }));
    if (id !== undefined) return { id, operation: 'signIn' };
  }
  if (members.length > 0) return 'taken';
  const invitations = await invitationsFor(store.db, email, { now: now(), limit: mostAccounts });
  for (const { id: invitation, org_id: orgId, role, languages } of invitations) {
    const as = { role, languages, invitation };
    const id = await admit(tools, { person, email, orgId, as });
    if (id !== undefined) return { id, operation: 'acceptInvitation' };
  }
  const org = join && (await findOrg(store.db, join.organization));
  if (!join || !org) return 'not-member';
  const as = { role: join.role, languages: null };
  const id = await admit(tools, { person, email, orgId: org.id, as });
  return id === undefined ? 'not-member' : { id, operation: 'joinOrganization' };
}

interface Linked {
  readonly tools: MemberTools;
  readonly person: Person;
  readonly email: string;
  readonly orgId: string;
}

/** Links the member of that address with the person; undefined if there is none, or another person has it. */
async function linkMember(
  trx: Trx,
  { tools, person, email, orgId }: Linked,
): Promise<string | undefined> {
  await lockOrg(trx, orgId);
  const account = await findUserByEmail(trx, orgId, email);
  if (!account || account.role === null) return undefined;
  if (await hasIdentity(trx, account.id, person.issuer)) return undefined;
  await link(trx, account.id, { person, tools });
  return account.id;
}

/** Makes the person a member; undefined if the invitation was used meanwhile, or the organization has no owner. */
async function admit(
  tools: MemberTools,
  {
    person,
    email,
    orgId,
    as: { invitation, ...as },
  }: Omit<Linked, 'tools'> & {
    readonly as: {
      readonly role: string;
      readonly languages: string | null;
      readonly invitation?: string;
    };
  },
): Promise<string | undefined> {
  // An account has a password, also one that no one knows; an owner can have it reset.
  const password = await hashPassword(randomBytes(32).toString('base64url'));
  const name = person.name ?? email.replace(/@.*/, '');
  return tools.store.transaction(async (trx) => {
    await lockOrg(trx, orgId);
    if (invitation === undefined) {
      // The link of the first owner counts as long as there is no member.
      if (!(await hasMembers(trx, orgId))) return undefined;
    } else if (!(await removeInvitation(trx, orgId, invitation))) return undefined;
    const account = await findUserByEmail(trx, orgId, email);
    if (account && account.role !== null) return linkMember(trx, { tools, person, email, orgId });
    await removeInvitationsFor(trx, orgId, email);
    const change = { ...as, name, password };
    const id = await writeMember(trx, { orgId, email, change, ...tools });
    await link(trx, id, { person, tools });
    return id;
  });
}

async function link(
  trx: Trx,
  id: string,
  { person: { issuer, subject }, tools }: Pick<Linked, 'person' | 'tools'>,
): Promise<void> {
  await insertIdentity(trx, { user_id: id, issuer, subject, created_at: tools.now() });
}
