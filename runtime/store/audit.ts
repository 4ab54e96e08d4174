import type { Db } from './open.ts';
import type { AuditRow } from './tables.ts';

/** Records who did what; `detail` is a JSON text without secrets. */
export async function addAudit(db: Db, row: AuditRow): Promise<void> {
  await db.insertInto('audit').values(row).execute();
}

/** The live deployments of projects at the moment they were deleted: they never come back. */
export async function deletedDeployments(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'project.deleted')
    .execute();
  return new Set(
    rows.flatMap(({ detail }) => {
      const { deploymentId } = JSON.parse(detail) as { readonly deploymentId?: string | null };
      return deploymentId ? [deploymentId] : [];
    }),
  );
}
