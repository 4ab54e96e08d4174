import { auditEntry, auditQuery } from '../../schema/api/audit.ts';
import { dataOf, listOf } from '../../schema/api/shapes.ts';
import { ApiError } from '../../schema/errors.ts';
import type { Difference } from '../api/audit.ts';
import { type ApiEndpoint, isoTime, spanOf } from '../api/services.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import { actorNames, findAudit, listAudit } from '../store/audit.ts';
import type { AuditRow } from '../store/tables.ts';

/** Who changed what. */
export const auditRoutes: readonly ApiEndpoint[] = [
  {
    method: 'GET',
    path: '/audit',
    operationId: 'listAuditLog',
    tag: 'Members',
    title: 'List audit log',
    description:
      'Every change by a member or a key, newest first, with what was before and after. Entries are kept for 400 days.',
    scope: 'organization:write',
    query: auditQuery,
    success: { status: 200, description: 'One page of entries.', schema: listOf(auditEntry) },
    handle: async ({ services, caller, query, url }) => {
      const page = pageOf(query);
      const { db } = services.store;
      const listed = await listAudit(db, {
        orgId: caller.orgId,
        actor: query.actor as string | undefined,
        operation: query.operation as string | undefined,
        ...spanOf(query),
        ...page,
      });
      const names = await actorNames(
        db,
        listed.rows.map(({ actor }) => actor),
      );
      const keyOf = (row: AuditRow) => [row.created_at, row.id];
      return listAnswer(listed, page, { url, view: (row) => viewOf(row, names), keyOf });
    },
  },
  {
    method: 'GET',
    path: '/audit/:entryId',
    operationId: 'getAuditEntry',
    tag: 'Members',
    title: 'Get audit entry',
    versioned: 'read',
    description: 'One entry of the audit log.',
    scope: 'organization:write',
    success: { status: 200, description: 'The entry.', schema: dataOf(auditEntry) },
    handle: async ({ services, caller, params }) => {
      const { db } = services.store;
      const row = await findAudit(db, caller.orgId, params.entryId ?? '');
      if (!row) throw new ApiError('NOT_FOUND', 'Entry of the audit log not found.');
      return { body: { data: viewOf(row, await actorNames(db, [row.actor])) } };
    },
  },
];

function viewOf(row: AuditRow, names: ReadonlyMap<string, string>) {
  const { target = {}, changes = [] } = JSON.parse(row.detail) as {
    readonly target?: object;
    readonly changes?: readonly Difference[];
  };
  return {
    id: row.id,
    createdAt: isoTime(row.created_at),
    actor: actorOf(row.actor, names),
    ...{ operation: row.action, projectId: row.project_id, target, changes },
    requestId: row.request_id,
  };
}

function actorOf(id: string, names: ReadonlyMap<string, string>) {
  if (!/^(usr|key)_/.test(id)) return { type: 'server', id: null, name: null };
  return { type: id.startsWith('usr_') ? 'member' : 'key', id, name: names.get(id) ?? null };
}
