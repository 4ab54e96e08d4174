import { type MemberBody, memberUpdate, memberView } from '../../schema/api/members.ts';
import { deleted } from '../../schema/api/sessions.ts';
import { dataOf, listOf, numberedQuery } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { numberedAnswer, pageOf } from '../http/list.ts';
import { LastOwnerError, removeMember, updateMember } from '../members/change.ts';
import { findMember, listMembers, type MemberRow } from '../store/members.ts';

const shared = { tag: 'Members', scope: 'organization:write' } as const;
const one = '/members/:userId';
const lastOwner = {
  code: 'FORBIDDEN',
  description: 'The last owner must stay one.',
} as const;

/** Who may work on the sites of an organization. */
export const memberRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'GET',
    path: '/members',
    operationId: 'listMembers',
    title: 'List members',
    description: 'The members of the organization by email address.',
    query: numberedQuery({ default: 50, max: 100 }),
    success: { status: 200, description: 'One page of members.', schema: listOf(memberView) },
    handle: async ({ services, caller, query, url }) => {
      const page = pageOf(query);
      const rows = await listMembers(services.store.db, caller.orgId);
      const shown = rows.slice(page.offset, page.offset + page.limit).map(viewOf);
      return numberedAnswer(shown, rows.length, page, url);
    },
  },
  {
    ...shared,
    method: 'PATCH',
    path: one,
    operationId: 'updateMember',
    title: 'Update member',
    description: 'Changes role or languages; it counts from the next request of the member.',
    body: memberUpdate,
    success: { status: 200, description: 'The member.', schema: dataOf(memberView) },
    errors: [lastOwner],
    state: stateOf,
    handle: async ({ services, caller, params, body }) => {
      const id = params.userId ?? '';
      const row = await updateMember(services.store, caller.orgId, id, body as MemberBody).catch(
        refuseLastOwner,
      );
      if (!row) throw noMember();
      return { body: { data: viewOf(row) } };
    },
  },
  {
    ...shared,
    method: 'DELETE',
    path: one,
    operationId: 'removeMember',
    title: 'Remove member',
    description: 'Deletes the account of a member, and ends its sessions.',
    success: {
      status: 200,
      description: 'The deleted member.',
      schema: dataOf(deleted('usr', 'member')),
    },
    state: stateOf,
    errors: [lastOwner],
    handle: async ({ services, caller, params }) => {
      const id = params.userId ?? '';
      const row = await removeMember(services.store, caller.orgId, id).catch(refuseLastOwner);
      if (!row) throw noMember();
      return { body: { data: { deleted: true, id } } };
    },
  },
];

/** A member as the audit log compares it. */
async function stateOf({ services, caller, params }: ApiCall) {
  const row = await findMember(services.store.db, caller.orgId, params.userId ?? '');
  if (!row) return undefined;
  const { email, name, role, languages } = viewOf(row);
  return { email, name, role, languages };
}

function refuseLastOwner(error: unknown): never {
  if (error instanceof LastOwnerError) throw new ApiError('FORBIDDEN', error.message);
  throw error;
}

function noMember(): ApiError {
  return new ApiError('NOT_FOUND', 'Member not found.');
}

function viewOf(row: MemberRow) {
  return {
    ...{ id: row.id, email: row.email, name: row.name, role: row.role },
    languages: row.languages === null ? null : (JSON.parse(row.languages) as string[]),
    createdAt: isoTime(row.created_at),
  };
}
