import { sql } from 'kysely';
import type { Db, Trx } from './open.ts';
import type { OrgRow } from './tables.ts';

/** Adds an organisation. */
export async function insertOrg(db: Db, org: Omit<OrgRow, 'locked'>): Promise<void> {
  await db
    .insertInto('orgs')
    .values({ ...org, locked: 0 })
    .execute();
}

/** The organisation of that id or slug. */
export async function findOrg(db: Db, idOrSlug: string): Promise<OrgRow | undefined> {
  return db
    .selectFrom('orgs')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', idOrSlug), eb('slug', '=', idOrSlug)]))
    .executeTakeFirst();
}

/** Every organisation, oldest first. */
export async function listOrgs(db: Db): Promise<OrgRow[]> {
  return db.selectFrom('orgs').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** Takes the organisation's row lock until the transaction ends: for whatever counts before it adds. */
export async function lockOrg(trx: Trx, orgId: string): Promise<OrgRow | undefined> {
  await trx.updateTable('orgs').set({ locked: sql`locked + 1` }).where('id', '=', orgId).execute();
  return trx.selectFrom('orgs').selectAll().where('id', '=', orgId).executeTakeFirst();
}
