import { type KeyBody, keyBody, keyCreated, keyView } from '../../schema/api/keys.ts';
import { deleted } from '../../schema/api/sessions.ts';
import { dataOf, listOf, numberedQuery } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import { type ApiCall, type ApiEndpoint, isoTime } from '../api/services.ts';
import { numberedAnswer, pageOf } from '../http/list.ts';
import { issueKey } from '../secrets/api-keys.ts';
import { isTestKey, listActiveKeys, revokeKeyOf } from '../store/keys.ts';
import { findTestOrg } from '../store/orgs.ts';
import { findAnyProject } from '../store/projects.ts';
import type { KeyRow } from '../store/tables.ts';

const shared = { tag: 'Members', scope: 'organization:write' } as const;
const day = 86_400_000;

/** Keys of the service API. */
export const keyRoutes: readonly ApiEndpoint[] = [
  {
    ...shared,
    method: 'GET',
    path: '/keys',
    operationId: 'listKeys',
    title: 'List keys',
    description: 'The keys of the organization that are not revoked, oldest first.',
    query: numberedQuery({ default: 50, max: 100 }),
    success: { status: 200, description: 'One page of keys.', schema: listOf(keyView) },
    handle: async ({ services, caller, query, url }) => {
      const page = pageOf(query);
      const rows = await listActiveKeys(services.store.db, caller.orgId);
      const shown = rows.slice(page.offset, page.offset + page.limit).map(viewOf);
      return numberedAnswer(shown, rows.length, page, url);
    },
  },
  {
    ...shared,
    method: 'POST',
    path: '/keys',
    operationId: 'createKey',
    title: 'Create key',
    description: 'Creates a key. Its secret is in this answer and nowhere else.',
    liveOnly: true,
    secret: true,
    body: keyBody,
    success: { status: 201, description: 'The new key.', schema: dataOf(keyCreated) },
    errors: [{ code: 'NOT_FOUND', description: 'No such project in the mode of the key.' }],
    handle: createHandler,
  },
  {
    ...shared,
    method: 'DELETE',
    path: '/keys/:keyId',
    operationId: 'revokeKey',
    title: 'Revoke key',
    description: 'Revokes a key permanently, from its next request on.',
    success: {
      status: 200,
      description: 'The revoked key.',
      schema: dataOf(deleted('key', 'key')),
    },
    state: async ({ services, caller, params }) => {
      const rows = await listActiveKeys(services.store.db, caller.orgId);
      const row = rows.find(({ id }) => id === params.keyId);
      if (!row) return undefined;
      const { name, hint, mode, scopes, projectId } = viewOf(row);
      return { name, hint, mode, scopes, projectId };
    },
    handle: async ({ services, caller, params }) => {
      const id = params.keyId ?? '';
      if (!(await revokeKeyOf(services.store.db, { orgId: caller.orgId, id }, services.now()))) {
        throw new ApiError('NOT_FOUND', 'Key not found.');
      }
      return { body: { data: { deleted: true, id } } };
    },
  },
];

async function createHandler({ services, caller, body, base }: ApiCall) {
  const { name, scopes, mode = 'live', projectId = null, expiresInDays = null } = body as KeyBody;
  const asked = { projectId, mode, orgId: caller.orgId };
  await requireProject(services, asked);
  const { id, secret } = await issueKey(services, {
    ...{ orgId: caller.orgId, platform: 'api', name, scopes, mode, projectId },
    expiresAt: expiresInDays === null ? null : services.now() + expiresInDays * day,
  }).catch(async (error: unknown) => {
    // The project may have been deleted meanwhile.
    await requireProject(services, asked);
    throw error;
  });
  return { body: { data: { id, secret } }, headers: { Location: `${base}/keys/${id}` } };
}

/** A key of one project must be able to see it. */
async function requireProject(
  { store }: ApiCall['services'],
  asked: { readonly projectId: string | null; readonly mode: string; readonly orgId: string },
): Promise<void> {
  if (asked.projectId === null) return;
  const project = await findAnyProject(store.db, asked.projectId);
  const owner = asked.mode === 'live' ? asked.orgId : await findTestOrg(store.db, asked.orgId);
  if (project && project.org_id === owner) return;
  throw new ApiError('NOT_FOUND', 'Project not found.');
}

function viewOf(row: KeyRow) {
  return {
    ...{ id: row.id, name: row.name, hint: `${row.prefix}…${row.last4}` },
    mode: isTestKey(row) ? 'test' : 'live',
    ...{ scopes: JSON.parse(row.scopes), projectId: row.project_id },
    createdAt: isoTime(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : isoTime(row.last_used_at),
    expiresAt: row.expires_at === null ? null : isoTime(row.expires_at),
  };
}
