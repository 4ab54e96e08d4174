import type { NewId } from './ids.ts';
import type { Db, Store } from './open.ts';
import type { OrgRow } from './tables.ts';

/** Adds an organization. */
export async function insertOrg(db: Db, org: Omit<OrgRow, 'locked' | 'test_of'>): Promise<void> {
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

/** Every organization, oldest first; without those that hold the test data of another. */
export async function listOrgs(db: Db): Promise<OrgRow[]> {
  return db
    .selectFrom('orgs')
    .selectAll()
    .where('test_of', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Plan of test data: its limits apply to the test data, which doesn't count towards the organization's own usage. */
const testPlan = 'business';

/** Id of the organization that holds the test data of another one; undefined before its first use. */
export async function findTestOrg(db: Db, orgId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('orgs')
    .select('id')
    .where('test_of', '=', orgId)
    .executeTakeFirst();
  return row?.id;
}

/** Id of the organization that holds the test data of another one; it is made with the first use. */
export async function testOrgOf(
  {
    store,
    now,
    newId,
  }: { readonly store: Store; readonly now: () => number; readonly newId: NewId },
  orgId: string,
): Promise<string> {
  const known = await findTestOrg(store.db, orgId);
  if (known !== undefined) return known;
  const owner = await findOrg(store.db, orgId);
  await store.db
    .insertInto('orgs')
    .values({
      id: newId('org'),
      // No other slug has this character.
      slug: `${owner?.slug}~test`,
      name: `${owner?.name} (test)`,
      plan: testPlan,
      billing_anchor_day: null,
      test_of: orgId,
      created_at: now(),
      locked: 0,
    })
    // By slug as well: of two at the same moment, either index may find the second one.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await findTestOrg(store.db, orgId);
  if (made === undefined) throw new Error(`The organization ${orgId} does not exist.`);
  return made;
}
