import { lockProject } from './locks.ts';
import type { Db, Store } from './open.ts';
import type { DomainRow } from './tables.ts';

/** A domain that a project has or claims, and its verification. */
export interface DomainClaim {
  readonly domain: string;
  readonly project: string;
  readonly slug: string;
  readonly proof: DomainRow['proof'] | undefined;
}

/** What proves that a domain belongs to a project. */
export async function findProof(
  db: Db,
  domain: string,
  projectId: string,
): Promise<DomainRow | undefined> {
  return db
    .selectFrom('domains')
    .selectAll()
    .where('domain', '=', domain)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** All domains that projects have or want, by name. */
export async function listClaims(db: Db): Promise<DomainClaim[]> {
  const rows = await db
    .selectFrom('projects')
    .leftJoin('domains', (join) =>
      join
        .onRef('domains.project_id', '=', 'projects.id')
        .onRef('domains.domain', '=', 'projects.custom_domain'),
    )
    .select(['projects.id', 'projects.slug', 'projects.custom_domain', 'domains.proof'])
    .where('projects.custom_domain', 'is not', null)
    .orderBy('projects.custom_domain')
    .execute();
  return rows.map((row) => ({
    domain: row.custom_domain ?? '',
    project: row.id,
    slug: row.slug,
    proof: row.proof ?? undefined,
  }));
}

/**
 * Notes that a domain is proven. What the operator has said is stronger than a record of the DNS, and
 * stays until the operator takes it back.
 */
export async function insertProof(db: Db, row: DomainRow): Promise<void> {
  const { project_id, proof, proven_at } = row;
  const known = await findProof(db, row.domain, project_id);
  await db
    .insertInto('domains')
    .values(row)
    .onConflict((conflict) => {
      const update = conflict.column('domain').doUpdateSet({ project_id, proof, proven_at });
      return proof === 'operator' ? update : update.where('domains.proof', '=', 'dns');
    })
    .execute();
  if (known?.proof !== proof) await countChange(db, project_id);
}

/** Withdraws a DNS verification that is no longer valid. */
export async function removeDnsProof(db: Db, domain: string, projectId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('domains')
    .where('domain', '=', domain)
    .where('project_id', '=', projectId)
    .where('proof', '=', 'dns')
    .executeTakeFirst();
  if (numDeletedRows > 0n) await countChange(db, projectId);
}

/** Forgets a domain altogether; whether it was proven. */
export async function removeProof(db: Db, domain: string): Promise<boolean> {
  const row = await db
    .deleteFrom('domains')
    .where('domain', '=', domain)
    .returning('project_id')
    .executeTakeFirst();
  if (row) await countChange(db, row.project_id);
  return row !== undefined;
}

/** Get Project shows whether a domain is proven. */
async function countChange(db: Db, projectId: string): Promise<void> {
  await db
    .updateTable('projects')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', projectId)
    .execute();
}

/**
 * Approves a domain for a project: a claim of another project ends. A claim that arrives at the
 * same moment is found the next time.
 */
export async function giveDomain(store: Store, given: GivenDomain): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await giveOnce(store, given);
    } catch (error) {
      if (!store.isDuplicate(error) || tried === mostTries) throw error;
    }
  }
}

interface GivenDomain {
  readonly domain: string;
  readonly projectId: string;
  readonly now: number;
}

const mostTries = 5;

async function giveOnce(store: Store, { domain, projectId, now }: GivenDomain): Promise<void> {
  const others = await store.db
    .selectFrom('projects')
    .select('id')
    .where('custom_domain', '=', domain)
    .where('id', '!=', projectId)
    .execute();
  await store.transaction(async (trx) => {
    const ids = others.map(({ id }) => id);
    // By id, as everyone does: two domains that cross never wait for each other.
    for (const id of [projectId, ...ids].sort()) await lockProject(trx, id);
    const change = (custom_domain: string | null) =>
      trx
        .updateTable('projects')
        .set((eb) => ({ custom_domain, updated_at: now, version: eb('version', '+', 1) }));
    // Only locked rows: the index rejects a claim that is not visible yet.
    for (const id of ids) {
      await change(null).where('id', '=', id).where('custom_domain', '=', domain).execute();
    }
    await change(domain)
      .where('id', '=', projectId)
      .where((eb) => eb.or([eb('custom_domain', 'is', null), eb('custom_domain', '!=', domain)]))
      .execute();
    await insertProof(trx, { domain, project_id: projectId, proof: 'operator', proven_at: now });
  });
}
