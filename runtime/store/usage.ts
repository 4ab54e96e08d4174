import { sql } from 'kysely';
import type { Period } from '../../schema/plans.ts';
import type { Db, Trx } from './open.ts';
import type { UsageDayRow } from './tables.ts';

const dayLength = 86_400_000;

/** What is counted by month. */
export type Meter = 'pages' | 'events' | 'tokens';

/** How much of a meter an organization has used in a period. */
export async function usedIn(db: Db, orgId: string, meter: Meter, period: Period): Promise<number> {
  const row = await db
    .selectFrom('usage')
    .select('used')
    .where('org_id', '=', orgId)
    .where('meter', '=', meter)
    .where('period', '=', period.name)
    .executeTakeFirst();
  return row?.used ?? 0;
}

/** Counts used units; callers that must not exceed a limit hold the organization's lock. */
export async function addUsage(
  trx: Trx,
  orgId: string,
  entry: {
    readonly meter: Meter;
    readonly period: Period;
    readonly units: number;
    readonly now: number;
  },
): Promise<void> {
  await trx
    .insertInto('usage')
    .values({
      org_id: orgId,
      meter: entry.meter,
      period: entry.period.name,
      used: entry.units,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'meter', 'period'])
        .doUpdateSet((eb) => ({ used: eb('usage.used', '+', entry.units) })),
    )
    .execute();
  await trx
    .insertInto('usage_days')
    .values({
      ...{ org_id: orgId, meter: entry.meter, used: entry.units },
      day: Math.floor(entry.now / dayLength),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'meter', 'day'])
        .doUpdateSet((eb) => ({ used: eb('usage_days.used', '+', entry.units) })),
    )
    .execute();
}

/** What an organization used since a day. */
export async function usageOfDays(db: Db, orgId: string, from: number): Promise<UsageDayRow[]> {
  return db
    .selectFrom('usage_days')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('day', '>=', from)
    .execute();
}

/** The project that has most rows in a table of things which plans limit by project. */
export async function fullestProject(
  db: Db,
  { orgId, projectId }: { readonly orgId: string; readonly projectId: string | null },
  table: 'languages' | 'glossary' | 'webhooks',
): Promise<{ id: string; slug: string; name: string; used: number } | null> {
  // A key for one project does not learn what the others are called.
  const seen = projectId === null ? sql`` : sql`and projects.id = ${projectId}`;
  const { rows } = await sql<{ id: string; slug: string; name: string; used: number | string }>`
    select projects.id, projects.slug, projects.name, count(*) as used
    from projects join ${sql.table(table)} as things on things.project_id = projects.id
    where projects.org_id = ${orgId} ${seen}
    group by projects.id, projects.slug, projects.name
    order by used desc, projects.id
    limit 1`.execute(db);
  const [row] = rows;
  return row ? { ...row, used: Number(row.used) } : null;
}
