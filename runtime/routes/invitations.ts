import {
  type AcceptBody,
  acceptBody,
  deleted,
  type InviteBody,
  invitationOffer,
  invitationView,
  inviteBody,
  inviteCreated,
  type OfferBody,
  offerBody,
  sessionView,
} from '../../schema/api/sessions.ts';
import { dataOf, listOf, numberedQuery } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { type ApiEndpoint, isoTime } from '../api/services.ts';
import { signedIn } from '../api/sign-in.ts';
import { readerBodyLimit } from '../http/body.ts';
import { numberedAnswer, pageOf } from '../http/list.ts';
import { invitationMail } from '../mail/invitation.ts';
import {
  acceptInvitation,
  dashboardOrigin,
  invitationLink,
  invite,
  readInvitation,
  unknownInvitation,
} from '../members/invitations.ts';
import { listInvitations, removeInvitation } from '../store/invitations.ts';
import { findOrg } from '../store/orgs.ts';
import type { InvitationRow } from '../store/tables.ts';
import { findUserByEmail } from '../store/users.ts';

const shared = { tag: 'Members', scope: 'organization:write' } as const;
const asGuest = { tag: 'Sessions', scope: null, session: true } as const;
const one = '/invitations/:invitationId';
const gone = {
  code: 'NOT_FOUND',
  description: 'The link was used already or has expired.',
} as const;

/** Owners invite members, and those accept. */
export const invitationRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'GET',
    path: '/invitations',
    operationId: 'listInvitations',
    title: 'List invitations',
    description: 'Invitations that were not used yet, newest first.',
    query: numberedQuery({ default: 50, max: 100 }),
    success: {
      status: 200,
      description: 'One page of invitations.',
      schema: listOf(invitationView),
    },
    handle: async ({ services, caller, query, url }) => {
      const page = pageOf(query);
      const rows = await listInvitations(services.store.db, caller.orgId, services.now());
      const shown = rows.slice(page.offset, page.offset + page.limit).map(viewOf);
      return numberedAnswer(shown, rows.length, page, url);
    },
  },
  {
    ...shared,
    method: 'POST',
    path: '/invitations',
    operationId: 'inviteMember',
    title: 'Invite member',
    description:
      'Writes an invitation. Its link can be used once within seven days. It is sent to the address if the server sends messages, else to no one. An earlier invitation for the address ends.',
    liveOnly: true,
    secret: true,
    body: inviteBody,
    success: { status: 201, description: 'The invitation.', schema: dataOf(inviteCreated) },
    errors: [{ code: 'ALREADY_EXISTS', description: 'The address is that of a member.' }],
    handle: async ({ services, caller, body, origin, base }) => {
      const { email, role, languages = null } = body as InviteBody;
      const account = await findUserByEmail(services.store.db, caller.orgId, email.trim());
      if (account && account.role !== null) {
        throw new ApiError('ALREADY_EXISTS', `${account.email} is a member already.`);
      }
      const written = await invite(services, caller.orgId, { email, role, languages });
      const { id, token, expiresAt } = written;
      const link = invitationLink(dashboardOrigin(origin, services.dashboardHost), token);
      const org = await findOrg(services.store.db, caller.orgId);
      const mail = invitationMail({
        to: email.trim(),
        organization: org?.name ?? '',
        link,
        expiresAt,
      });
      const sent = (await services.sendMail?.(mail)) ?? false;
      return {
        body: { data: { id, link, expiresAt: isoTime(expiresAt), sent } },
        headers: { Location: `${base}/invitations/${id}` },
      };
    },
  },
  {
    ...asGuest,
    method: 'POST',
    path: '/invitations/offer',
    operationId: 'getInvitation',
    title: 'Get invitation',
    description: 'What the link with that token is for. It changes nothing.',
    body: offerBody,
    bodyLimit: readerBodyLimit,
    countAddress: ({ signInLimits }, address) => signInLimits.address(address),
    success: { status: 200, description: 'The invitation.', schema: dataOf(invitationOffer) },
    errors: [gone],
    handle: async ({ services, body }) => {
      const found = await readInvitation(services, (body as OfferBody).token);
      if (!found) throw unknownInvitation();
      return { body: { data: { ...found, expiresAt: isoTime(found.expiresAt) } } };
    },
  },
  {
    ...asGuest,
    method: 'POST',
    path: '/invitations/accept',
    operationId: 'acceptInvitation',
    title: 'Accept invitation',
    description:
      'Makes the person a member and starts a session, whose cookie it sets. The link is used up.',
    body: acceptBody,
    bodyLimit: readerBodyLimit,
    countAddress: ({ signInLimits }, address) => signInLimits.address(address),
    success: { status: 201, description: 'The new session.', schema: dataOf(sessionView) },
    errors: [gone],
    handle: async (call) => {
      const { services, body } = call;
      const { token, ...given } = body as AcceptBody;
      const { id } = await acceptInvitation(services, token, given);
      return signedIn(call, id, 'acceptInvitation');
    },
  },
  {
    ...shared,
    method: 'DELETE',
    path: one,
    operationId: 'withdrawInvitation',
    title: 'Withdraw invitation',
    description: 'Deletes the invitation of an id; its link can no longer be used.',
    success: {
      status: 200,
      description: 'The deleted invitation.',
      schema: dataOf(deleted('inv', 'invitation')),
    },
    state: async ({ services, caller, params }) => {
      const rows = await listInvitations(services.store.db, caller.orgId, services.now());
      const row = rows.find(({ id }) => id === params.invitationId);
      if (!row) return undefined;
      const { email, role, languages } = viewOf(row);
      return { email, role, languages };
    },
    handle: async ({ services, caller, params }) => {
      const id = params.invitationId ?? '';
      if (!(await removeInvitation(services.store.db, caller.orgId, id))) {
        throw new ApiError('NOT_FOUND', 'Invitation not found.');
      }
      return { body: { data: { deleted: true, id } } };
    },
  },
];

function viewOf(row: InvitationRow) {
  return {
    ...{ id: row.id, email: row.email, role: row.role },
    languages: row.languages === null ? null : JSON.parse(row.languages),
    ...{ createdAt: isoTime(row.created_at), expiresAt: isoTime(row.expires_at) },
  };
}
