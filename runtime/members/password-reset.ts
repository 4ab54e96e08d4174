import { ApiError, messageOf } from '../../schema/errors.ts';
import { invalid } from '../http/body.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { hashPassword, stampOf } from '../secrets/password.ts';
import { openLink, sealLink } from '../secrets/sealed-link.ts';
import type { Vault } from '../secrets/vault.ts';
import { hasIdentity } from '../store/identities.ts';
import { lockOrg } from '../store/locks.ts';
import { changeMember, findMember, type MemberRow, membersByEmail } from '../store/members.ts';
import type { Trx } from '../store/open.ts';
import { findOrg } from '../store/orgs.ts';
import { endUserSessions } from '../store/user-sessions.ts';
import { findUser } from '../store/users.ts';
import { wrongPassword } from './passwords.ts';
import type { MemberTools } from './sessions.ts';

/** Milliseconds in which a link can be used. */
const lifetime = 3_600_000;

/** Organizations in which one address is looked for: each sends a message. */
const mostAccounts = 5;

/** The message for a member who has forgotten the password: a link for a new one, or where to sign in instead. */
export type ResetMessage = { readonly to: string; readonly organization: string } & (
  | { readonly type: 'link'; readonly link: string }
  | { readonly type: 'provider'; readonly provider: string; readonly dashboard: string }
);

/** What sending links to members takes, where the server sends messages. */
export interface PasswordResets {
  readonly send: (message: ResetMessage) => Promise<void>;
  readonly vault: Vault;
  /** Counts the messages to one address. */
  readonly limit: RateLimiter;
  /**
   * Where members of an organization find the dashboard; of any organization without an id. Undefined if no address is
   * known: the host of a request is not trusted, since whoever asks for a link to someone's account could name another.
   */
  readonly dashboardAt: (origin: string, orgId?: string) => Promise<string | undefined>;
  /** The identity provider by which members sign in, where there is one. */
  readonly provider?: { readonly issuer: string; readonly label: string };
  readonly log: (line: string) => void;
}

/** What a link says. */
interface Link {
  readonly user: string;
  /** Ends it with the password. */
  readonly stamp: string;
  readonly until: number;
}

/** The page of the dashboard at which a link is used; to open it alone sends the token to no server or proxy. */
function resetLink(dashboard: string, token: string): string {
  return `${dashboard}/dashboard/reset#${token}`;
}

/**
 * Sends a link to each member with that address. Nothing tells the caller whether there is one: it is looked for after
 * the answer.
 * @throws ApiError when the server knows no address of its dashboard, or sends too many messages to this one
 */
export async function requestPasswordReset(
  tools: MemberTools,
  resets: PasswordResets,
  { email, origin }: { readonly email: string; readonly origin: string },
): Promise<void> {
  if ((await resets.dashboardAt(origin)) === undefined) {
    throw new ApiError(
      'NOT_FOUND',
      'This server does not know the address of its dashboard, so it can send no link. Ask an owner of your organization for one.',
    );
  }
  const address = email.trim().toLowerCase();
  await resets.limit(address);
  const failed = (error: unknown) =>
    resets.log(`A link for a new password could not be sent to ${address}: ${messageOf(error)}`);
  sendLinks(tools, resets, { email: address, origin, failed }).catch(failed);
}

async function sendLinks(
  tools: MemberTools,
  resets: PasswordResets,
  {
    email,
    origin,
    failed,
  }: {
    readonly email: string;
    readonly origin: string;
    readonly failed: (error: unknown) => void;
  },
): Promise<void> {
  for (const member of await membersByEmail(tools.store.db, { email, limit: mostAccounts })) {
    // Another organization may have an address although this one has none.
    await sendTo(tools, resets, { member, origin }).catch(failed);
  }
}

async function sendTo(
  { store, now }: MemberTools,
  { send, vault, dashboardAt, provider }: PasswordResets,
  { member, origin }: { readonly member: MemberRow; readonly origin: string },
): Promise<void> {
  const { id, email: to, org_id: orgId } = member;
  const dashboard = await dashboardAt(origin, orgId);
  if (dashboard === undefined) {
    throw new Error(
      'The address of the dashboard is not known. Build a site of the organization with --origin, or set DOCENT_DASHBOARD_HOST.',
    );
  }
  const organization = (await findOrg(store.db, orgId))?.name ?? '';
  // A password would let its owner in without what the provider asks for.
  if (provider && (await hasIdentity(store.db, id, provider.issuer))) {
    const { label } = provider;
    const at = `${dashboard}/dashboard`;
    return send({ type: 'provider', to, organization, provider: label, dashboard: at });
  }
  const link: Link = { user: id, stamp: stampOf(member.password), until: now() + lifetime };
  const token = sealLink(vault, link);
  return send({ type: 'link', to, organization, link: resetLink(dashboard, token) });
}

/**
 * Sets the password of the member that a link is for, and ends all sessions; the id of the member.
 * @throws ApiError when the link was used, has expired or never existed, or the password may not be used
 */
export async function resetPassword(
  { store, now }: MemberTools,
  { vault }: Pick<PasswordResets, 'vault'>,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<string> {
  const link = openLink<Link>(vault, token);
  const user = link && now() < link.until ? await findUser(store.db, link.user) : undefined;
  if (!link || !user) throw unknownLink();
  const wrong = wrongPassword(password, user.email);
  if (wrong !== undefined) throw invalid('password', 'unexpected-value', wrong);
  const hashed = await hashPassword(password);
  await store.transaction(async (trx) => {
    await lockOrg(trx, user.org_id);
    await requireUnused(trx, user.org_id, link);
    await changeMember(trx, user.id, { password: hashed });
    await endUserSessions(trx, user.id);
  });
  return user.id;
}

/** Of two who use a link at the same moment, the second finds another password. */
async function requireUnused(trx: Trx, orgId: string, { user, stamp }: Link): Promise<void> {
  const member = await findMember(trx, orgId, user);
  if (!member || stampOf(member.password) !== stamp) throw unknownLink();
}

function unknownLink(): ApiError {
  return new ApiError('NOT_FOUND', 'This link was used already or has expired. Ask for a new one.');
}
