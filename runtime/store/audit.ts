import { type Listed, type ListPart, listRows, newestFirst } from './list-part.ts';
import type { Db } from './open.ts';
import type { AuditRow } from './tables.ts';

/** Records who did what; `detail` is a JSON text without secrets. */
export async function addAudit(
  db: Db,
  row: Omit<AuditRow, 'request_id'> & { readonly request_id?: string },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({ request_id: null, ...row })
    .execute();
}

/** What the deletion of a project is recorded as: now, and by earlier versions. */
const deletions = ['deleteProject', 'project.deleted'];

/** The live deployments of projects at the moment they were deleted: they never come back. */
export async function deletedDeployments(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('audit')
    .select('detail')
    .where('action', 'in', deletions)
    .execute();
  return new Set(
    rows.flatMap(({ detail }) => {
      const { deploymentId } = JSON.parse(detail) as { readonly deploymentId?: string | null };
      return deploymentId ? [deploymentId] : [];
    }),
  );
}

/** What an organization's members and keys have changed, newest first. */
export async function listAudit(
  db: Db,
  query: {
    readonly orgId: string;
    readonly actor?: string | undefined;
    readonly operation?: string | undefined;
    readonly from?: number | undefined;
    readonly to?: number | undefined;
  } & ListPart,
): Promise<Listed<AuditRow>> {
  const { orgId, actor, operation, from, to } = query;
  let rows = db.selectFrom('audit').where('org_id', '=', orgId);
  if (actor !== undefined) rows = rows.where('actor', '=', actor);
  if (operation !== undefined) rows = rows.where('action', '=', operation);
  if (from !== undefined) rows = rows.where('created_at', '>=', from);
  if (to !== undefined) rows = rows.where('created_at', '<=', to);
  return listRows<AuditRow>(rows, newestFirst, query);
}

/** One entry of an organization. */
export async function findAudit(db: Db, orgId: string, id: string): Promise<AuditRow | undefined> {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Milliseconds that entries are kept. */
const keptFor = 400 * 86_400_000;

/** Forgets old entries; not those of deleted projects, by which their deployments are known. */
export async function sweepAudit(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('audit')
    .where('created_at', '<', now - keptFor)
    .where('action', 'not in', deletions)
    .execute();
}

/** Addresses of members and names of keys, by their ids. */
export async function actorNames(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', wanted)
    .execute();
  const keys = await db
    .selectFrom('keys')
    .select(['id', 'name'])
    .where('id', 'in', wanted)
    .execute();
  return new Map([
    ...users.map(({ id, email }) => [id, email] as const),
    ...keys.map(({ id, name }) => [id, name] as const),
  ]);
}
