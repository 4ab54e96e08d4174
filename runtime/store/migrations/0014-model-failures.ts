import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * When the model started to fail, for a page and for its job: a restarted server continues to count
 * from there.
 */
export const modelFailures: Migration = {
  name: '0014-model-failures',
  up: async (db, { integer }) => {
    await sql`alter table job_pages add column failing_since ${integer}`.execute(db);
    await sql`alter table jobs add column failing_since ${integer}`.execute(db);
  },
};
