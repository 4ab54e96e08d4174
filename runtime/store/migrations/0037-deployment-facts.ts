import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** What the builds of deployments found wrong: null for earlier ones. */
export const deploymentFacts: Migration = {
  name: '0037-deployment-facts',
  up: async (db, { integer }) => {
    for (const name of ['errors', 'warnings', 'notes']) {
      await sql`alter table deployments add column ${sql.ref(name)} ${integer}`.execute(db);
    }
  },
};
