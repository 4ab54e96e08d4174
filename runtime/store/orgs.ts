import type { Db } from './open.ts';
import type { OrgRow } from './tables.ts';

/** Adds an organization. */
export async function insertOrg(db: Db, org: Omit<OrgRow, 'locked'>): Promise<void> {
  await db
    .insertInto('orgs')
    .values({ ...org, locked: 0 })
    .execute();
}

/** The organization of that id or slug. */
export async function findOrg(db: Db, idOrSlug: string): Promise<OrgRow | undefined> {
  return db
    .selectFrom('orgs')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', idOrSlug), eb('slug', '=', idOrSlug)]))
    .executeTakeFirst();
}

/** Every organization, oldest first. */
export async function listOrgs(db: Db): Promise<OrgRow[]> {
  return db.selectFrom('orgs').selectAll().orderBy('created_at').orderBy('id').execute();
}
