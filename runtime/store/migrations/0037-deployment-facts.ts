import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Why deployments were made, what their builds found wrong, and when they were made live again: null for earlier ones. */
export const deploymentFacts: Migration = {
  name: '0037-deployment-facts',
  up: async (db, { integer, text }) => {
    for (const name of ['errors', 'warnings', 'notes', 'promoted_at']) {
      await sql`alter table deployments add column ${sql.ref(name)} ${integer}`.execute(db);
    }
    for (const name of ['cause', 'rebuild_of', 'before_id']) {
      await sql`alter table deployments add column ${sql.ref(name)} ${text}`.execute(db);
    }
    await sql`alter table stored_deployments add column rebuild_of ${text}`.execute(db);
  },
};
