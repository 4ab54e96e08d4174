import { sql } from 'kysely';
import type { Trx } from './open.ts';
import type { OrgRow, ProjectRow } from './tables.ts';
import type { WebhookRow } from './webhook-tables.ts';

/**
 * The order in which every transaction takes what it locks: first the organization, then the project, then
 * what belongs to the project (jobs, records, conversations, feedback …), and webhooks before their
 * deliveries; several of one kind by id. Two transactions that keep to it never wait for each other. A
 * transaction may begin anywhere in the order, but never goes back: whoever emits events, which count
 * against the month of the organization, begins at the top.
 */
const held = new WeakMap<Trx, { orgs: Set<string>; projects: Set<string> }>();

function heldBy(trx: Trx) {
  const known = held.get(trx) ?? { orgs: new Set(), projects: new Set() };
  held.set(trx, known);
  return known;
}

/** Locks the organization's row until the transaction ends: for code that counts before it adds. */
export async function lockOrg(trx: Trx, orgId: string): Promise<OrgRow | undefined> {
  const { orgs, projects } = heldBy(trx);
  if (!orgs.has(orgId)) {
    if (projects.size > 0) throw new Error('An organization must be locked before its projects.');
    await trx
      .updateTable('orgs')
      .set({ locked: sql`locked + 1` })
      .where('id', '=', orgId)
      .execute();
    orgs.add(orgId);
  }
  return trx.selectFrom('orgs').selectAll().where('id', '=', orgId).executeTakeFirst();
}

/** Locks the project's row until the transaction ends; undefined if it was deleted. */
export async function lockProject(trx: Trx, projectId: string): Promise<ProjectRow | undefined> {
  const { projects } = heldBy(trx);
  if (!projects.has(projectId)) {
    await trx
      .updateTable('projects')
      .set({ locked: sql`locked + 1` })
      .where('id', '=', projectId)
      .execute();
    projects.add(projectId);
  }
  return trx.selectFrom('projects').selectAll().where('id', '=', projectId).executeTakeFirst();
}

/** Locks the rows of webhooks, which is required for changing their deliveries. */
export async function lockWebhooks(trx: Trx, ids: readonly string[]): Promise<WebhookRow[]> {
  const rows: WebhookRow[] = [];
  for (const id of [...new Set(ids)].sort()) {
    const row = await trx
      .updateTable('webhooks')
      .set({ failures: sql`failures` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (row) rows.push(row);
  }
  return rows;
}
